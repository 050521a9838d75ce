import { type Column, isAmount } from "./columns.ts";
import { namedDays } from "./dates.ts";
import { adjectives, columnSaid } from "./meaning.ts";
import { type ColumnMention, range } from "./mentions.ts";
import type { Token } from "./words.ts";

type Operator = ">" | ">=" | "<" | "<=";

/** Where a question compares, and with what: "above 55000", "longer than 2 thousand". */
export interface ComparisonText {
  /** Positions of its words. */
  readonly at: readonly number[];
  readonly operator: Operator;
  /** "longer", of "longer than"; it tells the column. */
  readonly adjective: string;
  /** "Before", "since" and the like, after which "2005" is a year. */
  readonly ofTime: boolean;
  readonly limit: string;
  readonly scale: string;
}

/** A condition on the cells of one column. */
export interface CellCondition {
  readonly column: Column;
  readonly holds: (row: number) => boolean;
}

const PHRASES: readonly (readonly [string, Operator])[] = [
  ["at least", ">="],
  ["no less than", ">="],
  ["not less than", ">="],
  ["minimum of", ">="],
  ["since", ">="],
  ["at most", "<="],
  ["no more than", "<="],
  ["not more than", "<="],
  ["up to", "<="],
  ["until", "<="],
  ["maximum of", "<="],
  ["more than", ">"],
  ["greater than", ">"],
  ["higher than", ">"],
  ["above", ">"],
  ["over", ">"],
  ["exceeding", ">"],
  ["after", ">"],
  ["less than", "<"],
  ["fewer than", "<"],
  ["lower than", "<"],
  ["below", "<"],
  ["under", "<"],
  ["before", "<"],
];
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };

const OF_TIME = /^(?:since|until|after|before)$/;

export function comparisonTexts(tokens: readonly Token[]): ComparisonText[] {
  return [...tokens.keys()].flatMap((at) => {
    const limit = tokens[at]?.text ?? "";
    const found = /^\d/.test(limit) ? operatorBefore(tokens, at) : null;
    if (found === null) return [];
    const { from, ...said } = found;
    const next = tokens[at + 1]?.word ?? "";
    const scale = Object.hasOwn(SCALES, next) ? next : "";
    return [{ ...said, at: range(from, at + (scale === "" ? 1 : 2)), limit, scale }];
  });
}

type FoundOperator = Pick<ComparisonText, "operator" | "adjective" | "ofTime"> & { readonly from: number };

function operatorBefore(tokens: readonly Token[], at: number): FoundOperator | null {
  const word = (position: number): string => tokens[position]?.text.toLowerCase() ?? "";
  for (const [phrase, operator] of PHRASES) {
    const parts = phrase.split(" ");
    const from = at - parts.length;
    if (from >= 0 && parts.every((part, offset) => word(from + offset) === part))
      return { from, operator, adjective: "", ofTime: OF_TIME.test(phrase) };
  }
  if (word(at - 1) === "between" && word(at + 1) === "and")
    return { from: at - 1, operator: ">=", adjective: "", ofTime: true };
  if (word(at - 1) === "and" && word(at - 3) === "between")
    return { from: at - 1, operator: "<=", adjective: "", ofTime: true };
  const adjective = word(at - 1) === "than" ? word(at - 2) : "";
  const [meant] = adjectives(adjective, "er");
  if (meant === undefined) return null;
  return { from: at - 2, operator: meant.direction === "max" ? ">" : "<", adjective, ofTime: false };
}

/** What a comparison asks of which column; `null` when no column, or no one column, can be meant. */
export function readComparison(
  columns: readonly Column[],
  mentioned: readonly ColumnMention[],
  text: ComparisonText,
): { readonly condition: CellCondition; readonly mention: ColumnMention | null } | null {
  const days = /^\d{4}$/.test(text.limit) && !text.ofTime ? null : namedDays(text.limit);
  const dates = days === null ? [] : columns.filter(({ type }) => type === "date");
  const years = days === null ? [] : columns.filter((column) => column.type === "number" && !isAmount(column));
  const candidates = dates.length > 0 ? dates : years.length > 0 ? years : columns.filter(isAmount);
  const distance = ({ from, to }: ColumnMention): number =>
    Math.max(from - Math.max(...text.at), Math.min(...text.at) - to);
  const nearest = mentioned
    .filter(({ column }) => candidates.includes(column))
    .toSorted((a, b) => distance(a) - distance(b))[0];
  const said = text.adjective === "" ? null : columnSaid(adjectives(text.adjective, "er"), candidates);
  const only = candidates.length === 1 && text.adjective === "" ? candidates[0] : undefined;
  const column = said?.column ?? nearest?.column ?? only;
  const limit = column === undefined ? null : limitIn(column, text, days);
  if (column === undefined || limit === null) return null;
  const holds = (row: number): boolean => {
    const value = column.values[row] ?? null;
    return value !== null && HOLDS[text.operator](value, limit);
  };
  return { condition: { column, holds }, mention: nearest?.column === column ? nearest : null };
}

const HOLDS: Readonly<Record<Operator, (value: number, limit: number) => boolean>> = {
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
};

/** "60 million" in a column that counts in millions is 60; "after 2005" begins with the next year. */
function limitIn(
  column: Column,
  { limit, operator, scale }: ComparisonText,
  days: ReturnType<typeof namedDays>,
): number | null {
  if (column.type === "date") return days === null ? null : /^(?:>|<=)$/.test(operator) ? days.last : days.first;
  const number = /^\d{1,3}(?:[.,]\d{3})+$/.test(limit) ? Number(limit.replace(/[.,]/g, "")) : column.parse(limit);
  return number === null || column.words.includes(scale) ? number : number * (SCALES[scale] ?? 1);
}
