import { isRecord, type JsonObject, type JsonValue } from "../../domain/json.ts";
import type { AnswerSchema, EnumValue } from "../../domain/structured/answer-schema.ts";
import { numberOf, numberStyle } from "../../words/numbers.ts";
import { keepsTo } from "./check-value.ts";

export const isSame = (one: JsonValue, other: JsonValue): boolean => JSON.stringify(one) === JSON.stringify(other);
export const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
export const isObject = (value: JsonValue): value is JsonObject => isRecord(value);

export const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["no", false],
]);

/** The value of an enum that is meant, in capitals or small letters: "A+" is another than "A-". */
export function memberOf(values: readonly EnumValue[], value: JsonValue): EnumValue | undefined {
  const exact = values.find((one) => one === value);
  if (exact !== undefined || typeof value !== "string") return exact;
  const wanted = value.trim().toLowerCase();
  const alike = values.filter((one) => typeof one === "string" && one.trim().toLowerCase() === wanted);
  return alike.length === 1 ? alike[0] : undefined;
}

/** Whether a value of a type keeps to the bounds that a schema sets it; those of its parts are seen to with them. */
export function isWithin(schema: AnswerSchema, value: JsonValue): boolean {
  if (!("type" in schema) || schema.type === "object") return true;
  if (schema.type !== "array") return keepsTo(schema, value);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  return isList(value) && value.length >= minItems && value.length <= maxItems;
}

const NAMING = ["label", "text", "sentence", "name"] as const;

/** What stands for a thing in a word or a sentence, where it has one of these alone. */
export function nameOf(value: JsonObject): string | undefined {
  const [only, other] = NAMING.map((field) => value[field]).filter((text) => typeof text === "string");
  return other === undefined ? only : undefined;
}

/** "€", or a code of ISO 4217 such as "EUR". */
const isCurrency = (unit: string): boolean =>
  /^\p{Sc}$/u.test(unit) || (/^[A-Z]{3}$/.test(unit) && Intl.supportedValuesOf("currency").includes(unit));
/** Blanks in an amount of money set thousands apart: "1 240,50". */
const IN_THOUSANDS = /^\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?$/;

/**
 * A number, also one that is written in a text which is nothing else: "1,240.50 EUR". A share or measure is no number
 * alone, and figures with blanks between them are one only as money: they may be a date, or a telephone number.
 */
export function numberIn(value: JsonValue): number | undefined {
  if (typeof value !== "string") return typeof value === "number" ? value : undefined;
  const style = numberStyle([value], null);
  if (style === null) return undefined;
  const unit = `${style.before}${style.after}`.trim();
  const isMoney = isCurrency(unit);
  const [digits = ""] = /\d(?:.*\d)?/su.exec(value) ?? [];
  if (/\s/.test(digits) ? !isMoney || !IN_THOUSANDS.test(digits) : !isMoney && unit !== "") return undefined;
  return numberOf(value, style.decimalMark) ?? undefined;
}
