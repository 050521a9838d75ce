import { type Column, partOfDate } from "./columns.ts";
import { type CellCondition, type ComparisonText, readComparison } from "./comparisons.ts";
import { monthNamed } from "./dates.ts";
import { type CellMention, type ColumnMention, type Mentions, range } from "./mentions.ts";
import type { Token } from "./words.ts";

/** Which rows a question speaks of. */
export interface Conditions {
  readonly all: readonly CellCondition[];
  /** Positions of the words that say so. */
  readonly at: readonly number[];
  /** Mentions of columns that name what is compared or is so or not. */
  readonly mentions: readonly ColumnMention[];
}

const NOT = /^(?:not|no|without|except|excluding|never)$|n['’]t$/;
/** Words between a "not" and what it is about. */
const NOT_REACH = 2;

interface Asked {
  readonly question: string;
  readonly tokens: readonly Token[];
}

/** `null` when a comparison is of no one column, or what is said is no conditions that must all hold. */
export function readConditions(
  columns: readonly Column[],
  asked: Asked,
  mentions: Mentions,
  compared: readonly ComparisonText[],
): Conditions | null {
  const { tokens } = asked;
  const comparisons = compared.map((text) => readComparison(columns, mentions.columns, text));
  if (comparisons.includes(null)) return null;
  const limits = comparisons.flatMap((found) => found ?? []);
  const flags = mentions.columns.filter(({ column }) => column.type === "yes-no");
  const negations = new Map<number, number>();
  for (const { from } of [...mentions.cells, ...flags]) {
    const at = range(Math.max(0, from - NOT_REACH), from).findLast((place) => NOT.test(tokens[place]?.word ?? ""));
    if (at !== undefined) negations.set(from, at);
  }
  const cells = cellConditions(mentions.cells, ({ from }) => negations.has(from));
  const dates = dateConditions(columns, asked, new Set(mentions.cells.flatMap(({ from, to }) => range(from, to))));
  if (cells === null || dates === null) return null;
  const places: readonly Place[] = [
    ...compared.flatMap(({ at }) => ({ at: Math.min(...at), alternativeTo: null })),
    ...mentions.cells.map(({ column, from }) => ({ at: from, alternativeTo: column })),
    ...flags.map(({ from }) => ({ at: from, alternativeTo: null })),
    ...dates.at.map((at) => ({ at, alternativeTo: "dates" as const })),
  ];
  if (isEitherOr(tokens, places)) return null;
  return {
    all: [
      ...limits.map(({ condition }) => condition),
      ...cells,
      ...flags.map(({ column, from }) => ({
        column,
        holds: (row: number) => (column.values[row] === 1) !== negations.has(from),
      })),
      ...dates.conditions,
    ],
    at: [
      ...compared.flatMap(({ at }) => at),
      ...mentions.cells.flatMap(({ from, to }) => range(from, to)),
      ...negations.values(),
      ...dates.at,
    ],
    mentions: [...limits.flatMap(({ mention }) => mention ?? []), ...flags],
  };
}

/** Where a condition is said, and of what others it may be an alternative; `null` where of none. */
interface Place {
  readonly at: number;
  readonly alternativeTo: Column | "dates" | null;
}

/** Whether "or" stands between conditions that would all have to hold: "by Ann or over 60". */
function isEitherOr(tokens: readonly Token[], places: readonly Place[]): boolean {
  const inOrder = places.toSorted((a, b) => a.at - b.at);
  return inOrder.some((place, index) => {
    const next = inOrder[index + 1];
    if (next === undefined || (place.alternativeTo !== null && place.alternativeTo === next.alternativeTo))
      return false;
    return tokens.slice(place.at, next.at).some(({ word }) => word === "or");
  });
}

/** Cells of one column are alternatives, those of different columns must all hold; `null` for "A but not B". */
function cellConditions(cells: readonly CellMention[], isNot: (cell: CellMention) => boolean): CellCondition[] | null {
  const byColumn = [...Map.groupBy(cells, ({ column }) => column)];
  if (byColumn.some(([, of]) => of.length > 1 && of.some(isNot))) return null;
  return byColumn.map(([column, of]) => {
    const not = of.some(isNot);
    return { column, holds: (row) => of.some(({ rows }) => rows.has(row)) !== not };
  });
}

/** What stands between the ends of a stretch of time. */
const UP_TO = /^(?:to|through|thru|till|until)$/;
const DASHED = /(?<!\p{L})(\p{L}{3,9})\.?(?:,?\s\d{4})?\s{0,2}[-–—‒−]\s{0,2}(\p{L}{3,9})/gu;
const DASHED_FIGURES = /\d{4}-\d{2}(?:\s{1,2}[-–—‒−]|[–—‒−])\s{0,2}\d{4}-\d{2}/;

/** Whether a dash joins two months: "January – March", "2026-01 – 2026-03". */
const isDashed = (question: string): boolean =>
  DASHED_FIGURES.test(question) ||
  [...question.toLowerCase().matchAll(DASHED)].some(
    ([, one = "", other = ""]) => monthNamed(one) * monthNamed(other) > 0,
  );

/**
 * "In March", "in 2026", "in March 2026 and January 2025": the rows whose date is in it, where the table has one
 * column of dates. `null` for stretches of time, such as "from January to March", and where it is not clear which
 * year a month is of.
 */
function dateConditions(
  columns: readonly Column[],
  { question, tokens }: Asked,
  taken: ReadonlySet<number>,
): { readonly conditions: readonly CellCondition[]; readonly at: readonly number[] } | null {
  const [dates, another] = columns.filter(({ type }) => type === "date");
  if (dates === undefined || another !== undefined) return { conditions: [], at: [] };
  const place = (fits: (at: number) => boolean): number[] =>
    [...tokens.keys()].filter((at) => !taken.has(at) && fits(at));
  const word = (at: number): string => tokens[at]?.text.toLowerCase() ?? "";
  const inside = (at: number): boolean => /^(?:in|of|during|for)$/.test(word(at - 1)) || monthNamed(word(at - 1)) > 0;
  const named = place((at) => monthNamed(word(at)) > 0 && (word(at) !== "may" || inside(at)));
  const years = place((at) => /^\d{4}$/.test(word(at)) && inside(at));
  const exact = place((at) => /^\d{4}-\d{2}$/.test(word(at)));
  const at = [...named, ...years, ...exact].sort((a, b) => a - b);
  const [first] = at;
  if (first === undefined) return { conditions: [], at };
  if (at.length > 1) {
    const isStretch =
      isDashed(question) ||
      range(first, at.at(-1) ?? first).some((between) => UP_TO.test(word(between))) ||
      range(0, first).some((before) => word(before) === "between");
    // Of several years each has to stand behind its month, "March 2026" or "March of 2026".
    const isBehind = (year: number): boolean =>
      named.includes(year - 1) || (word(year - 1) === "of" && named.includes(year - 2));
    const isMixed = exact.length > 0 && exact.length < at.length;
    if (isStretch || isMixed || (named.length > 0 && years.length > 1 && !years.every(isBehind))) return null;
  }
  // "January and February 2026" are both of that year.
  const yearOf = (month: number): string => {
    const year = years.find((position) => position > month) ?? years.at(-1);
    return year === undefined ? "" : word(year);
  };
  const fits: readonly ((month: string) => boolean)[] =
    named.length > 0
      ? named.map((position) => {
          const [number, year] = [monthNamed(word(position)), yearOf(position)];
          return (month) => Number(month.slice(5)) === number && month.startsWith(year);
        })
      : [...years, ...exact].map((position) => (month) => month.startsWith(word(position)));
  const months = partOfDate(dates, "month").cells;
  return { conditions: [{ column: dates, holds: (row) => fits.some((isIn) => isIn(months[row] ?? "")) }], at };
}
