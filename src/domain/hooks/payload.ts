import type { JsonValue } from "../json.ts";
import type { FieldPath } from "./template.ts";

/** What was delivered, once its signature is known to be good. */
export interface Payload {
  readonly body: JsonValue;
  /** The kind of event, where the source tells it. */
  readonly event: string | null;
}

/** The value at a path; undefined where there is none. Only what the payload itself holds can be reached. */
export function valueAt(payload: Payload, { root, steps }: FieldPath): JsonValue | undefined {
  let value: JsonValue | undefined = payload[root];
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Array.isArray(value) ? value[Number(step)] : Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  return value;
}

/** True for what says nothing: no value, null, and texts of white space. */
export const isMissing = (value: JsonValue | undefined): value is undefined | null | string =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** Every decimal of as many digits is another number: IEEE 754 has 53 bits. */
const EXACT_DIGITS = 15;

/**
 * False for a number that may have lost digits when it was read, or was too large to be one (`1e400`): two that are told
 * apart where they come from may be one here.
 */
export function isExact(value: JsonValue): boolean {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return true;
  const [digits = ""] = value.toExponential().replace(/[-.]/g, "").split("e");
  return Number.isFinite(value) && !Number.isInteger(value) && digits.length <= EXACT_DIGITS;
}
