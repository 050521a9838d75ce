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

/** False for a whole number that lost digits when it was read: two that are told apart where they come from may be one here. */
export const isExact = (value: JsonValue): boolean =>
  typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value);
