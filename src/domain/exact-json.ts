import type { JsonValue } from "./json.ts";

/** What JSON.parse tells of a value beside itself (ECMAScript 2026); undefined of lists and objects. */
type Reviver = (key: string, value: JsonValue, context: { readonly source?: string }) => JsonValue;

/**
 * Reads a JSON text. A number that a double does not hold as it is written is read as a text, so that two which are
 * told apart where they come from stay two: `{"id": 12345678901234567890, "n": 1e-400}` →
 * `{id: "12345678901234567890", n: "1e-400"}`.
 * @throws {SyntaxError} for text that is not JSON
 */
export function parseExactJson(text: string): JsonValue {
  const keepDigits: Reviver = (_, value, { source }) =>
    typeof value === "number" && source !== undefined && !isExact(value, source) ? source : value;
  return (JSON.parse as (text: string, reviver: Reviver) => JsonValue)(text, keepDigits);
}

/** Longer than doubles are written by anybody: the rest counts as inexact. */
const MAX_EXACT_CHARS = 100;

const isExact = (value: number, source: string): boolean =>
  source.length <= MAX_EXACT_CHARS && decimalOf(source) === decimalOf(String(value));

/** A number in one of its spellings, as digits without zeros at either end and an exponent: `-12.50e3` → `-125e2`. */
function decimalOf(written: string): string | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written);
  if (!parts) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
