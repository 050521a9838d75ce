import type { JsonValue } from "../../src/domain/json.ts";

/** What an input is filled from, as the wire has it. */
export type Source =
  | { readonly from: "literal"; readonly value: JsonValue }
  | { readonly from: "file"; readonly id: string }
  /** @param output null for the first that fits */
  | { readonly from: "task"; readonly task: number; readonly output: string | null };

const REFERENCE = /^<resource>-(\d{1,15})(?:\.(\S{1,100}))?$/;
const FILE = /^res_\S+$/;

/** All that an argument is filled from: several where it is a list of them. */
export const readSources = (written: JsonValue): readonly Source[] =>
  Array.isArray(written) && written.some((one) => isReference(one)) ? written.map(readSource) : [readSource(written)];

const isReference = (written: JsonValue): boolean =>
  (typeof written === "string" && (REFERENCE.test(written) || FILE.test(written))) || isEscaped(written);

const isRecord = (value: JsonValue): value is { readonly [key: string]: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A literal that would read as something else is written so. */
const isEscaped = (value: JsonValue): boolean =>
  isRecord(value) && "literal" in value && Object.keys(value).length === 1;

export function readSource(written: JsonValue): Source {
  if (typeof written === "string") {
    const [, task, output] = REFERENCE.exec(written) ?? [];
    if (task !== undefined) return { from: "task", task: Number(task), output: output ?? null };
    if (FILE.test(written)) return { from: "file", id: written };
  }
  if (isRecord(written) && isEscaped(written)) return { from: "literal", value: written.literal ?? null };
  return { from: "literal", value: written };
}

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
