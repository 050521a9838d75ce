import type { JsonValue } from "../../src/domain/json.ts";
import { looksLikeResourceId } from "../../src/domain/resources.ts";

/** What an argument of a task is filled from, as the wire has it. */
export type Source =
  /** @param output null for the first that fits */
  | { readonly from: "task"; readonly task: number; readonly output: string | null }
  | { readonly from: "file"; readonly id: string }
  | { readonly from: "address"; readonly url: string }
  | { readonly from: "literal"; readonly value: JsonValue };

/** `<resource>-2`: what task 2 makes; `<resource>-2.overlay`: a certain output of it. */
const REFERENCE = /^<resource>-(\d{1,15})(?:[.#](\S{1,100}))?$/;
const ADDRESS = /^https?:\/\/\S+$/;

/** All that an argument is filled from: several where it is a list of them; a list of mere data is one literal. */
export function readSources(written: JsonValue): readonly Source[] {
  if (!Array.isArray(written)) return [readSource(written)];
  const each: readonly Source[] = written.map(readSource);
  const isData = each.every((source, place) => source.from === "literal" && !isEscaped(written[place]));
  return isData ? [{ from: "literal", value: written }] : each;
}

export function readSource(written: JsonValue): Source {
  if (isEscaped(written)) return { from: "literal", value: written.literal };
  if (typeof written !== "string") return { from: "literal", value: written };
  const [, task, output] = REFERENCE.exec(written) ?? [];
  if (task !== undefined) return { from: "task", task: Number(task), output: output ?? null };
  if (looksLikeResourceId(written)) return { from: "file", id: written };
  return ADDRESS.test(written) ? { from: "address", url: written } : { from: "literal", value: written };
}

/** A literal that would read as something else is written so. */
const isEscaped = (value: JsonValue | undefined): value is { readonly literal: JsonValue } =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  "literal" in value &&
  Object.keys(value).length === 1;
