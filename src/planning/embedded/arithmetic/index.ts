import type { PlanReply, PlanRequest } from "../../controller.ts";
import { workOutExpression } from "./expression.ts";
import { decimal } from "./fraction.ts";

/** Whoever has more to work out has a program or a table for it. It bounds all numbers to some hundreds of digits. */
const MAX_CHARS = 200;

/** What people say before and after it. */
const BEFORE =
  /^(?:(?:(?:can|could|would) you )?(?:please )?(?:tell me )?(?:what[’']?s|what(?: is)?|(calculate|compute|work out|evaluate|solve|how much is))(?=\W))?:?\s*/;
const AFTER = /\s*(?:(=|equals)|is(?: what| how much)?)?(?:,? please)?\s*[.?!]*\s*$/;

/** Digits with nothing but a dash, a slash or an x between: a date, a telephone number or a size may be spelled so. */
const NAMES_SOMETHING = /^\d+(?:[-–/x]\d+)+$/;

/**
 * What a message that is arithmetic and nothing else comes to, worked out exactly; null for any other. It is not `isSure`
 * of what may be something else: "what is 9/11".
 *
 * "How much is 20% off 85?" → "20% off 85 = 68"
 */
export function workOut(message: string): { readonly text: string; readonly isSure: boolean } | null {
  if (message.length > MAX_CHARS) return null;
  const lower = message.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const [before = "", asked] = BEFORE.exec(lower) ?? [];
  const [after = "", equals] = AFTER.exec(lower.slice(before.length)) ?? [];
  const written = lower.slice(before.length, lower.length - after.length);
  const isNamed = NAMES_SOMETHING.test(written) && !asked && !equals;
  if (isNamed && before === "") return null;
  const worked = workOutExpression(written);
  if (!worked) return null;
  const { shown, value } = worked;
  if (!value) return { text: `${shown} has no result: it divides by 0.`, isSure: !isNamed };
  const { digits, isExact } = decimal(value);
  return { text: `${shown} ${isExact ? "=" : "≈"} ${digits}`, isSure: !isNamed };
}

/** The answer to a request that is arithmetic and comes with no file; null for any other. */
export function arithmeticReply({ text, attached }: PlanRequest): PlanReply | null {
  const worked = attached.length > 0 ? null : workOut(text);
  if (!worked) return null;
  return { as: "reply", text: worked.text, ...(worked.isSure ? {} : { because: "no-task-fits" }) };
}
