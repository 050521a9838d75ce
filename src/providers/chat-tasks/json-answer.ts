import * as z from "zod";
import type { JsonObject } from "../../domain/json.ts";
import { mendJson } from "../../planning/wire/mend-json.ts";
import { rejected } from "./answer-words.ts";

/** A run of blanks means no more than one, and patterns on it are slow. */
const LONG_BLANK = /\s{64,}/g;

/** The list or object in a model's words, mended; `undefined` when there is none. */
export const jsonIn = (words: string): unknown => mendJson(words.replaceAll(LONG_BLANK, "\n"))?.json;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What an answer lists under a name: the list itself, one entry alone, or a list under any other name. */
export function listIn(json: unknown, name: string): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return [];
  const named = json[name];
  if (Array.isArray(named)) return named;
  if (isRecord(named) || typeof named === "string") return [named];
  return Object.values(json).find((value) => Array.isArray(value)) ?? [json];
}

/** Those entries that a schema can make sense of. */
export const readEach = <T>(entries: readonly unknown[], item: z.ZodType<T>): readonly T[] =>
  entries.flatMap((entry) => {
    const parsed = item.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });

/**
 * As `listIn`, of what a schema can make sense of; at most so many.
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

/** How sure a model says it is, between 0 and 1; `null` where it does not say. */
export const Score = z
  .union([z.number(), z.string().transform(toNumber)])
  .transform((score) => (score === null ? null : Math.min(1, Math.max(0, score))))
  .nullable()
  .catch(null);

/** A number, as such or in digits. */
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
