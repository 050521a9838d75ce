import { type Column, numberOf, questionDate } from "./columns.ts";
import type { ColumnMention } from "./mentions.ts";
import { MEASURES } from "./vocabulary.ts";

/** "Above 55000", "longer than 2000 km", "before 2019". */
export interface Comparison {
  readonly column: Column;
  readonly holds: (value: number) => boolean;
}

const TIME_WORDS = "after|since|before|until";
const OVER =
  "above|over|more than|greater than|higher than|larger than|bigger than|longer than|taller than|older than|heavier than|exceed\\w*|after";
const UNDER =
  "below|under|less than|fewer than|lower than|smaller than|shorter than|cheaper than|younger than|lighter than|before";
const AT_LEAST = "at least|no less than|minimum of|from|since";
const AT_MOST = "at most|no more than|up to|until|maximum of";
const COMPARISON = new RegExp(
  `\\b(?<word>${AT_LEAST}|${AT_MOST}|${OVER}|${UNDER})\\s+(?<value>[$€£]?\\s?\\d{4}-\\d{2}-\\d{2}|[$€£]?\\s?\\d[\\d.,]{0,20}(?:\\s(?:thousand|million|billion))?)`,
  "gi",
);
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };
const DAYS_IN_YEAR = 365;

/** Where a question compares, and with what. */
export interface ComparisonText {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly word: string;
  readonly value: string;
}

export const comparisonTexts = (question: string): ComparisonText[] =>
  [...question.matchAll(COMPARISON)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    word: (match.groups?.word ?? "").toLowerCase(),
    value: match.groups?.value ?? "",
  }));

const is = (word: string, pattern: string): boolean => new RegExp(`^(?:${pattern})$`, "i").test(word);

/** `null` when no column, or no one column, can be meant. */
export function readComparison(
  columns: readonly Column[],
  mentioned: readonly ColumnMention[],
  { word, value }: ComparisonText,
): Comparison | null {
  const column = comparedColumn(columns, mentioned, word, value);
  const limit = column === null ? null : column.type === "date" ? questionDate(value) : limitIn(column, value);
  if (column === null || limit === null) return null;
  if (is(word, AT_LEAST)) return { column, holds: (cell) => cell >= limit };
  if (is(word, AT_MOST)) return { column, holds: (cell) => cell <= limit };
  // "After 2005" begins with the next year, where days are counted.
  const wholeYear = column.type === "date" && /^\d{4}$/.test(value) ? DAYS_IN_YEAR : 0;
  if (is(word, OVER)) return { column, holds: (cell) => cell > limit + wholeYear };
  return { column, holds: (cell) => cell < limit };
}

function comparedColumn(
  columns: readonly Column[],
  mentioned: readonly ColumnMention[],
  word: string,
  value: string,
): Column | null {
  const isDate = is(word, TIME_WORDS) && questionDate(value) !== null;
  const years = columns.filter((column) => column.type === "number" && column.words.includes("year"));
  const dates = columns.filter((column) => column.type === "date");
  const numbers = columns.filter((column) => column.type === "number");
  const candidates = isDate ? [...dates, ...years] : numbers;
  const adjective = /^(\w+) than$/.exec(word)?.[1] ?? "";
  const measures = MEASURES[adjective] ?? [];
  const named = mentioned.find((other) => candidates.includes(other.column))?.column;
  const meant = candidates.find((other) => other.words.some((name) => measures.includes(name)));
  return named ?? meant ?? (candidates.length === 1 ? (candidates[0] ?? null) : null);
}

/** "60 million" in a column that counts in millions is 60. */
function limitIn(column: Column, value: string): number | null {
  const scale = /(thousand|million|billion)$/i.exec(value)?.[1]?.toLowerCase() ?? "";
  const number = numberOf(value.replace(/\s?[a-z]+$/i, ""));
  if (number === null) return null;
  return column.words.includes(scale) ? number : number * (SCALES[scale] ?? 1);
}
