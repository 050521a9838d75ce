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
  if (!MAYBE_INEXACT.test(text)) return JSON.parse(text) as JsonValue;
  const keepDigits: Reviver = (_, value, { source }) =>
    typeof value === "number" && source !== undefined && !isExact(value, source) ? source : value;
  return (JSON.parse as (text: string, reviver: Reviver) => JsonValue)(text, keepDigits);
}

/** Every double is read back from so many digits. */
const DOUBLE_DIGITS = 17;
/** A text without any of these holds no number that a double might not hold: most need not be looked at one by one. */
const MAYBE_INEXACT = /[\d.]{16}|\d[eE]/;
/** Longer than doubles are written by anybody: the rest counts as inexact. */
const MAX_EXACT_CHARS = 100;

/** The shortest digits that a number is read from, or the 17 that some write of a fraction whether it needs them or not. */
function isExact(value: number, source: string): boolean {
  if (source.length > MAX_EXACT_CHARS) return false;
  const written = decimalOf(source);
  return (
    written === decimalOf(String(value)) ||
    (!Number.isInteger(value) && written === decimalOf(value.toPrecision(DOUBLE_DIGITS)))
  );
}

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
