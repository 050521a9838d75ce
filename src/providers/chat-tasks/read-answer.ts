import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import { isRecord, type JsonObject, parsedJson } from "../../domain/json.ts";
import { mendJson } from "../../planning/wire/mend-json.ts";
import { withoutThought } from "../../planning/wire/thought.ts";

/** Twice the characters of the longest answer allowed. */
const MAX_ANSWER_CHARS = 200_000;

/** The failure of an answer that cannot be used; retryable, as models vary from one answer to the next. */
export const rejected = (why: string): AppError =>
  new AppError("provider-rejected", `The model ${why}.`, { retryable: true });

/**
 * The answer without the thinking aloud (`<think>…</think>`) before it.
 * @throws {AppError} `provider-rejected` when it says nothing, or too much.
 */
export function wordsOf(answer: string): string {
  if (answer.length > MAX_ANSWER_CHARS) throw rejected(`answered with more than ${MAX_ANSWER_CHARS} characters`);
  const words = withoutThought(answer).trim();
  if (words === "") throw rejected("answered with nothing");
  return words;
}

/**
 * An answer without the inputs that a model gives back beside what it made, as it was shown them.
 * {"instruction": "Shout", "text": "HI"} to the instruction "Shout" → {"text": "HI"}
 */
export function withoutMaterial(words: string, material: JsonObject): string {
  const json = words.startsWith("{") ? parsedJson(words) : undefined;
  const entries = isRecord(json) ? Object.entries(json) : [];
  const made = entries.filter(([name, value]) => !(Object.hasOwn(material, name) && material[name] === value));
  return made.length === 0 || made.length === entries.length ? words : JSON.stringify(Object.fromEntries(made));
}

/** It must name what was made: "Here is the list:" may be how the text itself begins. */
const INTRODUCTION =
  /^(?:(?:sure|certainly|of course|okay|ok)[,.!]?[ \t]+)?here(?:'s|’s| is) (?:the|a|your) [^\n:]{0,40}\b(?:summary|translation|caption|description|answer|result)\b[^\n:]{0,40}:[ \t]*\r?\n\s*/i;
/** Before a text of any kind, which might itself begin with all but the first word of it and the blank line behind. */
const ASSENT =
  /^(?:sure|certainly|of course|absolutely)[,.!]?[ \t]+here(?:'s|’s| is| are) (?:the|a|an|your|some) [^\n:]{0,160}:[ \t]*\r?\n[ \t]*\r?\n\s*/i;
const MARK = "```";
const FENCE = /^```[a-z]*\r?\n([\s\S]*?)\r?\n?```$/i;

/**
 * The text that was asked for, without what models put around it: a code fence, an introduction on a line of its own,
 * or a JSON object that holds only this text under one of `names`. "Here is the summary:\n\nIt rained." → "It rained."
 * @throws {AppError} `provider-rejected` when nothing is left.
 */
export function plainAnswer(words: string, names: readonly string[]): string {
  const told = words.replace(INTRODUCTION, "");
  const inside = FENCE.exec(told)?.[1];
  const bare = (inside?.includes(MARK) === false ? inside : told).trim();
  const text = (unwrapped(bare, names) ?? bare).trim();
  if (text === "") throw rejected("answered with nothing");
  return text;
}

/** A text of any kind without a model's "Sure, here's a poem about …:" before it; all of it where nothing else is there. */
export const withoutAssent = (words: string): string => words.replace(ASSENT, "") || words;

/** The text of a JSON object that holds nothing else, under one of these names; null for anything else. */
export function unwrapped(words: string, names: readonly string[]): string | null {
  const json = words.startsWith("{") ? parsedJson(words) : undefined;
  const [[name = "", value] = [], ...others] = isRecord(json) ? Object.entries(json) : [];
  return others.length === 0 && names.includes(name) && typeof value === "string" ? value : null;
}

/** A run of blanks means no more than one, and patterns on it are slow. */
const LONG_BLANK = /\s{64,}/g;

/** The list or object in a model's words, mended; `undefined` when there is none. */
export const jsonIn = (words: string): unknown => mendJson(words.replaceAll(LONG_BLANK, "\n"))?.json;

/**
 * The JSON text in a model's words and nothing besides, mended. "Here it is: {"a": 1,}" → "{"a":1}"
 * @throws {AppError} `provider-rejected` when there is none.
 */
export function jsonTextIn(words: string): string {
  if (parsedJson(words) !== undefined) return words;
  const json = jsonIn(words);
  if (json === undefined) throw rejected("answered without the JSON that was asked for");
  return JSON.stringify(json);
}

/** The list in an answer: `{name: [...]}`, the list alone, one entry alone, or a list under any other name. */
export function listIn(json: unknown, name: string): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return [];
  const named = json[name];
  if (Array.isArray(named)) return named;
  if (isRecord(named) || typeof named === "string") return [named];
  return Object.values(json).find((value) => Array.isArray(value)) ?? [json];
}

/** The entries that fit a schema, parsed. */
export const readEach = <T>(entries: readonly unknown[], item: z.ZodType<T>): readonly T[] =>
  entries.flatMap((entry) => {
    const parsed = item.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });

/**
 * The entries of an answer's list that fit a schema, parsed; the first `most` of them.
 * @throws {AppError} `provider-rejected` when there is no list, or no sense in any entry of it.
 */
export function readList<T>(json: unknown, name: string, item: z.ZodType<T>, most: number): readonly T[] {
  const entries = listIn(json, name).slice(0, most);
  const read = readEach(entries, item);
  if (json === undefined || (entries.length > 0 && read.length === 0))
    throw rejected("answered without the list that was asked for");
  return read;
}

const PERCENT = /^\s*(\d{1,3}(?:\.\d{1,12})?)\s*%\s*$/;
const NUMBER = /^\s*\d{1,3}(?:\.\d{1,18})?\s*$/;

const toNumber = (text: string): number | null => {
  const percent = PERCENT.exec(text)?.[1];
  if (percent !== undefined) return Number(percent) / 100;
  return NUMBER.test(text) ? Number(text) : null;
};

/** A model's confidence between 0 and 1, from a number or "90%"; null where it gives none. */
export const Score = z
  .union([z.number(), z.string().transform(toNumber)])
  .transform((score) => (score === null ? null : Math.min(1, Math.max(0, score))))
  .nullable()
  .catch(null);

/** A number, also as a string of digits. */
export const Numeric = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^-?\d{1,9}(?:\.\d{1,9})?$/)
    .transform(Number),
]);

/** A short text, blanks made one. */
export const Phrase = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((said) => String(said).replaceAll(/\s+/g, " ").trim());

export const STRING: JsonObject = { type: "string" };
export const STRING_OR_NULL: JsonObject = { type: ["string", "null"] };
export const NUMBER_SCHEMA: JsonObject = { type: "number" };
export const INTEGER: JsonObject = { type: "integer" };

/** The schema of an object with exactly these properties. */
export const objectOf = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

export const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });
