import { AppError } from "../errors.ts";

/** Causes followed; further ones help little, and a chain of causes may be circular. */
const MAX_CAUSES = 4;
/** V8 keeps ten unless it is told otherwise. */
const MAX_FRAMES = 10;
const MAX_STACK_CHARS = 20_000;

/** The form of class names; anything else may quote user text. */
const NAME = /^[A-Z]\w{0,63}$/;
/** The form of error codes of Node and the platform. */
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;
/** A stack frame: function and position, with no characters that only user text would have. */
const FRAME = /^ {4}at [\w$.#<>@%+~/:\\[\]() -]{1,300}$/;

/**
 * Describes a thrown value for the log by its class, code and stack frames, and its causes likewise. Messages are left out,
 * as they may quote input, as V8's for JSON do. Never throws.
 */
export function describeFault(thrown: unknown): string {
  try {
    return chain(thrown).join("\n  caused by ");
  } catch {
    return "a fault that cannot be described";
  }
}

function chain(thrown: unknown): readonly string[] {
  const told: string[] = [];
  for (let next = thrown; told.length <= MAX_CAUSES; next = next.cause) {
    told.push(describeOne(next));
    if (!(next instanceof Error) || next.cause === undefined) break;
  }
  return told;
}

function describeOne(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `a thrown ${thrown === null ? "null" : typeof thrown}`;
  const name = typeof thrown.name === "string" && NAME.test(thrown.name) ? thrown.name : "Error";
  const code = codeOf(thrown);
  return [code === null ? name : `${name} ${code}`, ...framesOf(thrown)].join("\n");
}

function codeOf(thrown: Error): string | null {
  if (thrown instanceof AppError) return thrown.code;
  const code = "code" in thrown ? thrown.code : null;
  if (typeof code === "number") return String(code);
  return typeof code === "string" && CODE.test(code) ? code : null;
}

/**
 * The frames of a stack, after the message that it begins with, which may itself look like frames. Empty if the stack does
 * not contain the error's message, as it is unknown then where the frames begin.
 */
function framesOf({ message, stack }: Error): readonly string[] {
  if (typeof stack !== "string" || typeof message !== "string") return [];
  const end = message === "" ? endOfName(stack) : stack.indexOf(message);
  if (end === -1) return [];
  const [, ...lines] = stack.slice(end + message.length, end + message.length + MAX_STACK_CHARS).split("\n");
  return lines.filter((line) => FRAME.test(line)).slice(0, MAX_FRAMES);
}

/** Where frames begin in the stack of an error whose message is empty: 0, or -1 if the stack still has an earlier message. */
const endOfName = (stack: string): number => (/^\w+(?:\n|$)/.test(stack) ? 0 : -1);
