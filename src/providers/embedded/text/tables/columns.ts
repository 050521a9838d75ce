import { words } from "./words.ts";

export type ColumnType = "number" | "date" | "yes-no" | "text";

/** A column with what can be reckoned with it. */
export interface Column {
  readonly index: number;
  readonly name: string;
  /** The words of its name, folded. */
  readonly words: readonly string[];
  readonly type: ColumnType;
  readonly cells: readonly string[];
  /** Numbers, or dates as days since the epoch; `null` where a cell holds none. */
  readonly values: readonly (number | null)[];
  /** Writes a number as this column's cells do. */
  format(value: number): string;
}

/** So many of the filled cells must be of a type for the column to be. */
const MOSTLY = 0.8;
const YES = /^(?:yes|y|true|x|✓|✔|1)$/i;
const NO = /^(?:no|n|false|-|✗|✘|0|)$/i;
const NUMBER = /^(?<before>[^\d+\-−]{0,8})(?<digits>[+\-−]?\d[\d.,'’ \u00a0\u202f]*)(?<after>[^\d]{0,16})$/;
const DAY_MS = 86_400_000;
const PLACES = 2;

export function readColumn(name: string, index: number, cells: readonly string[]): Column {
  const filled = cells.filter((cell) => cell !== "");
  const mostly = (count: number): boolean => filled.length > 0 && count >= MOSTLY * filled.length;
  const common = { index, name, words: words(name), cells };
  if (
    filled.length > 1 &&
    filled.every((cell) => YES.test(cell) || NO.test(cell)) &&
    filled.some((cell) => /\D/.test(cell))
  ) {
    return { ...common, type: "yes-no", values: cells.map((cell) => (YES.test(cell) ? 1 : 0)), format: String };
  }
  const dates = cells.map(dateOf(cells));
  if (mostly(dates.filter((value) => value !== null).length))
    return { ...common, type: "date", values: dates, format: String };
  const style = numberStyle(filled);
  const numbers = cells.map((cell) => numberOf(cell, style.decimalComma));
  if (mostly(numbers.filter((value) => value !== null).length)) {
    return { ...common, type: "number", values: numbers, format: (value) => formatted(value, style) };
  }
  return { ...common, type: "text", values: cells.map(() => null), format: String };
}

interface NumberStyle {
  readonly decimalComma: boolean;
  /** What all cells write before and behind their numbers: a currency, a unit. */
  readonly before: string;
  readonly after: string;
}

function numberStyle(filled: readonly string[]): NumberStyle {
  const parts = filled.map((cell) => {
    const { before = "", digits = "", after = "" } = NUMBER.exec(cell)?.groups ?? {};
    const number = digits.trimEnd();
    return { before, digits: number, after: digits.slice(number.length) + after };
  });
  const digits = parts.map((part) => part.digits);
  const pointLast = digits.some((text) => /\d,\d{3}\.\d/.test(text));
  const commaLast = digits.some((text) => /\d\.\d{3},\d/.test(text));
  const commas = digits.filter((text) => text.includes(","));
  const onlyGroups = commas.every((text) => /^[+\-−]?\d{1,3}(?:,\d{3})+$/.test(text));
  const points = digits.some((text) => text.includes("."));
  const shared = (key: "before" | "after"): string => {
    const values = new Set(parts.map((part) => part[key]));
    return values.size === 1 ? ([...values][0] ?? "") : "";
  };
  return {
    decimalComma: commaLast || (!pointLast && commas.length > 0 && !onlyGroups && !points),
    before: shared("before"),
    after: shared("after"),
  };
}

/** The number a cell or a question's word holds; `null` when it holds something else. */
export function numberOf(text: string, decimalComma = false): number | null {
  const digits = NUMBER.exec(text.trim())?.groups?.digits;
  if (digits === undefined) return null;
  const plain = digits.replace(/[ '’\u00a0\u202f]/g, "").replace("−", "-");
  const dotted = decimalComma ? plain.replace(/\./g, "").replace(",", ".") : plain.replace(/,/g, "");
  const value = Number(dotted.replace(/\.$/, ""));
  return Number.isFinite(value) ? value : null;
}

function formatted(value: number, { before, after, decimalComma }: NumberStyle): string {
  const rounded = String(Number(value.toFixed(PLACES)));
  return `${before}${decimalComma ? rounded.replace(".", ",") : rounded}${after}`;
}

/** Days first, unless some date of the column has its month first. */
function dateOf(cells: readonly string[]): (cell: string) => number | null {
  const monthFirst = cells.some((cell) => Number(/^\d{1,2}[./-](\d{1,2})[./-]\d{4}$/.exec(cell)?.[1] ?? 0) > 12);
  return (cell) => {
    const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(cell);
    if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    const numeric = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(cell);
    if (numeric) {
      const [first, second] = [Number(numeric[1]), Number(numeric[2])];
      return monthFirst ? day(Number(numeric[3]), first, second) : day(Number(numeric[3]), second, first);
    }
    if (!/^(?:\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,9}\.?,? \d{4})$/u.test(cell)) return null;
    const parsed = Date.parse(`${cell} UTC`);
    return Number.isNaN(parsed) ? null : parsed / DAY_MS;
  };
}

const day = (year: number, month: number, date: number): number | null =>
  month >= 1 && month <= 12 && date >= 1 && date <= 31 ? Date.UTC(year, month - 1, date) / DAY_MS : null;

/** The date a question names, as days since the epoch: a year is its first day. */
export function questionDate(text: string): number | null {
  const year = /^\d{4}$/.exec(text);
  return year ? day(Number(text), 1, 1) : dateOf([text])(text);
}
