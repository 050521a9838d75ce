import { monthNamed } from "../../../../words/calendar.ts";
import { type Column, isFigure, isYears } from "./columns.ts";
import type { ConditionSlot } from "./condition-reading.ts";
import { type Days, daysOf, monthAndDateOf, namedDays } from "./dates.ts";
import type { Way } from "./features.ts";
import { isOfMoney } from "./glossary.ts";
import { type ColumnMention, isNaming, isSure } from "./mentions.ts";
import type { RowCondition } from "./query.ts";
import { type Comparison, comparisonBefore } from "./signals.ts";
import { plainTokens, type Token } from "./words.ts";

/** A month, or a date in it, of whatever year. */
interface Yearly {
  readonly month: number;
  readonly date: number | null;
}

/** A number, date, month or year of a question. */
interface Literal {
  readonly at: readonly number[];
  readonly text: string;
  /** What it names as a time. */
  readonly days: Days | Yearly | null;
}

/** Shorter names of months are words too: "mar", "may". */
const isMonth = (text: string): boolean => monthNamed(text) > 0 && !/^(?:mar|may)$/.test(text);
const DATE = /^(?:[1-9]|[12]\d|3[01])$/;

function literalsIn(tokens: readonly Token[]): Literal[] {
  const found: Literal[] = [];
  const textAt = (at: number): string => tokens[at]?.text ?? "";
  for (let at = 0; at < tokens.length; at++) {
    const text = textAt(at);
    if (!isMonth(text)) {
      if (/^\d/.test(text)) found.push({ at: [at], text, days: namedDays(text) });
      continue;
    }
    const month = monthNamed(text);
    const last = found.at(-1)?.at;
    const before = DATE.test(textAt(at - 1)) && last?.length === 1 && last[0] === at - 1 ? at - 1 : null;
    const date = before ?? (DATE.test(textAt(at + 1)) ? at + 1 : null);
    const behind = date === at + 1 ? at + 2 : at + 1;
    const year = /^\d{4}$/.test(textAt(behind)) ? behind : null;
    const inYear =
      year === null
        ? null
        : date === null
          ? daysOf(Number(textAt(year)), month)
          : namedDays([date, at, year].map(textAt).join(" "));
    const places = [date, at, year].filter((place) => place !== null).toSorted((one, other) => one - other);
    if (before !== null) found.pop();
    found.push({
      at: places,
      text: places.map(textAt).join(" "),
      days: inYear ?? { month, date: date === null ? null : Number(textAt(date)) },
    });
    at = Math.max(at, ...places);
  }
  return found;
}

/** The numbers, dates, months and years of a question as limits of rows: each is a slot, and a reading of each column that it may be of. */
export function literalSlots(
  tokens: readonly Token[],
  columns: readonly Column[],
  mentions: readonly ColumnMention[],
  inCells: ReadonlySet<number>,
): ConditionSlot[] {
  const literals = literalsIn(tokens).filter(({ at }) => at.some((place) => !inCells.has(place)));
  const slots: ConditionSlot[] = [];
  for (let index = 0; index < literals.length; index++) {
    const literal = literals[index];
    if (literal === undefined) continue;
    const first = literal.at[0] ?? 0;
    const upTo = rangeEnd(tokens, literal, literals[index + 1]);
    if (upTo !== null) index++;
    const amount = /^\p{Sc}$/u.test(tokens[first - 1]?.text ?? "") ? first - 1 : first;
    const comparison = upTo === null ? comparisonBefore(tokens, amount) : RANGE;
    // "Longer than" itself says what is compared.
    const named =
      comparison.adjective || comparison.at.length === 0
        ? []
        : subjectsOf(tokens, Math.min(amount, ...comparison.at), mentions);
    const readingsOn = (column: Column) => {
      const condition = conditionOn(column, comparison, literal, upTo);
      if (condition === null) return [];
      // "Older than" has to be explained by the column that it compares.
      const { adjective, operator } = comparison;
      const places = [...literal.at, ...(upTo?.at ?? []), ...comparison.at].filter((at) => at !== adjective?.at);
      if (upTo !== null) places.push(first - 1, (upTo.at[0] ?? 1) - 1);
      const explained = new Map<number, Way>(places.map((at) => [at, "literal"]));
      const mention = mentions.find((other) => other.column === column);
      const close = [...(mention?.by ?? [])].filter(([at, by]) => isSure(by) && at > first - 6 && at < first + 4);
      for (const [at, by] of close) if (!explained.has(at)) explained.set(at, by);
      const unit = unitBeside(tokens, first, literal.at.at(-1) ?? first, column);
      if (unit !== null) explained.set(unit, "literal");
      const isTime = literal.days !== null && (column.type === "date" || isYears(column));
      const isNamed = close.length > 0 || unit !== null || isTime;
      const features = { literalAlone: isNamed ? 0 : 1, literalOutside: isOutside(column, condition) ? 1 : 0 };
      const worth = (close.length > 0 ? 2 : 0) + (unit === null ? 0 : 1) + (isTime ? 1 : 0);
      return [{ condition, explained, features, names: isTime || operator === "=", worth }];
    };
    const ofNamed = named.flatMap(readingsOn);
    const readings = ofNamed.length > 0 ? ofNamed : columns.flatMap(readingsOn);
    slots.push(readings.toSorted((one, other) => other.worth - one.worth));
  }
  return slots;
}

/** "Where the fee is under 40": the columns that are named right before what they are compared with. */
function subjectsOf(tokens: readonly Token[], first: number, mentions: readonly ColumnMention[]): readonly Column[] {
  const before = /^(?:is|are|was|were|be)$/.test(tokens[first - 1]?.word ?? "") ? first - 2 : first - 1;
  return mentions.flatMap(({ column, by }) => (isNaming(by.get(before)) && isFigure(column) ? [column] : []));
}

/** Whether all rows are met, or none: a figure that a column has nothing near to is of another. */
function isOutside({ values }: Column, { holds }: RowCondition): boolean {
  const filled = [...values.keys()].filter((row) => values[row] !== null);
  const met = filled.filter(holds).length;
  return met === 0 || met === filled.length;
}

const RANGE: Comparison = { operator: ">=", at: [], adjective: null };

/** The end of "between A and B", "from A to B" or "A - B", where a literal is its begin. */
function rangeEnd(tokens: readonly Token[], begin: Literal, end: Literal | undefined): Literal | null {
  const [first = 0] = begin.at;
  const last = begin.at.at(-1) ?? first;
  if (end === undefined || end.at[0] !== last + 2) return null;
  const [before, between] = [tokens[first - 1]?.word, tokens[last + 1]?.word];
  return (before === "between" && between === "and") || (before === "from" && /^(?:to|until)$/.test(between ?? ""))
    ? end
    : null;
}

/** The place of the unit of a column beside a number: as its heading or its cells have it, or of money; else `null`. */
function unitBeside(tokens: readonly Token[], first: number, last: number, column: Column): number | null {
  const units = plainTokens(`${column.name.replaceAll("_", " ")} ${column.cells[0]?.replace(/[\d.,]+/, "") ?? ""}`);
  const isUnit = (text: string): boolean => {
    const word = text.toLowerCase();
    if (isOfMoney(column) && /^(?:euros?|eur|dollars?|usd|pounds?|gbp|\p{Sc})$/u.test(word)) return true;
    return (
      (column.type === "percentage" && /^(?:%|percent)$/.test(word)) ||
      units.some((unit) => unit.text.toLowerCase() === word)
    );
  };
  return [last + 1, first - 1].find((at) => isUnit(tokens[at]?.text ?? "")) ?? null;
}

/** By where a value lies: before what it is compared with, in it or behind it. */
const isMet: Readonly<Record<Comparison["operator"], (order: number) => boolean>> = {
  "=": (order) => order === 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
};

function conditionOn(
  column: Column,
  { operator }: Comparison,
  literal: Literal,
  upTo: Literal | null,
): RowCondition | null {
  const told =
    upTo === null ? `${operator === "=" ? "" : `${operator} `}${literal.text}` : `${literal.text} to ${upTo.text}`;
  const compared = (from: number, to: number, values: readonly (number | null)[]): RowCondition => ({
    column,
    words: told,
    holds: (row) => {
      const value = values[row] ?? null;
      return value !== null && isMet[operator](value < from ? -1 : value > to ? 1 : 0);
    },
  });
  if (column.type === "date") {
    if (literal.days === null) return null;
    if ("month" in literal.days) return upTo === null ? inAnyYear(column, operator, literal.days, told) : null;
    if (upTo === null) return compared(literal.days.first, literal.days.last, column.values);
    if (upTo.days === null || "month" in upTo.days) return null;
    const [first, { last }] = [literal.days.first, upTo.days];
    return { column, words: told, holds: (row) => inside(column.values[row] ?? null, first, last) };
  }
  if (!isFigure(column) || literal.at.length > 1) return null;
  const value = numberIn(literal.text, column);
  if (value === null) return null;
  if (upTo !== null) {
    const most = numberIn(upTo.text, column);
    return most === null
      ? null
      : { column, words: told, holds: (row) => inside(column.values[row] ?? null, value, most) };
  }
  if (operator === "=" && !column.values.includes(value)) return null;
  return compared(value, value, column.values);
}

const inside = (value: number | null, first: number, last: number): boolean =>
  value !== null && value >= first && value <= last;

/** Of dates of several years, before and after are told within each. */
function inAnyYear(
  column: Column,
  operator: Comparison["operator"],
  { month, date }: Yearly,
  told: string,
): RowCondition {
  const within = column.values.map((days) => (days === null ? null : monthAndDateOf(days)));
  const orderOf = ([ownMonth, ownDate]: readonly [number, number]): number =>
    Math.sign(ownMonth - month) || (date === null ? 0 : Math.sign(ownDate - date));
  return {
    column,
    words: told,
    holds: (row) => {
      const own = within[row] ?? null;
      return own !== null && isMet[operator](orderOf(own));
    },
  };
}

/** A number of a question, in English marks or in the column's. */
function numberIn(text: string, column: Column): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  return /^\d{1,3}(?:,\d{3})+$/.test(text) ? Number(text.replaceAll(",", "")) : column.parse(text);
}
