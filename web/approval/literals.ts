import type { JsonValue } from "../../src/domain/json.ts";

/** A literal on the wire, which is nothing but itself however it looks. @param isData it was no text before the edit */
export function writeLiteral(text: string, isData: boolean): JsonValue {
  return { literal: (isData ? parsed(text) : null) ?? text };
}

/** Null for what is no list and no record. */
function parsed(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** A literal as a person edits it. */
export const textOf = (value: JsonValue): string =>
  typeof value === "string" ? value : JSON.stringify(value, null, 2);
