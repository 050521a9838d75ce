import { type Column, partOfDate } from "./columns.ts";
import { type ComparisonText, type Condition, readComparison } from "./comparisons.ts";
import { monthNamed } from "./dates.ts";
import { type CellMention, type ColumnMention, type Mentions, range } from "./mentions.ts";
import type { Token } from "./words.ts";

/** Which rows a question speaks of. */
export interface Conditions {
  readonly all: readonly Condition[];
  /** Positions of the words that say so. */
  readonly at: readonly number[];
  /** Mentions of columns that name what is compared or is so or not. */
  readonly mentions: readonly ColumnMention[];
}

const NOT = /^(?:not|no|without|except|excluding|never)$|n['’]t$/;
/** Words between a "not" and what it is about. */
const NOT_REACH = 2;

/** `null` when a comparison is of no one column. */
export function readConditions(
  columns: readonly Column[],
  tokens: readonly Token[],
  mentions: Mentions,
  compared: readonly ComparisonText[],
): Conditions | null {
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
  const dates = dateConditions(columns, tokens, new Set(mentions.cells.flatMap(({ from, to }) => range(from, to))));
  if (cells === null) return null;
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

/** Cells of one column are alternatives, those of different columns must all hold; `null` for "A but not B". */
function cellConditions(cells: readonly CellMention[], isNot: (cell: CellMention) => boolean): Condition[] | null {
  const byColumn = [...Map.groupBy(cells, ({ column }) => column)];
  if (byColumn.some(([, of]) => of.length > 1 && of.some(isNot))) return null;
  return byColumn.map(([column, of]) => {
    const not = of.some(isNot);
    return { column, holds: (row) => of.some(({ rows }) => rows.has(row)) !== not };
  });
}

/** "In March", "in 2026": the rows whose date is in it, where the table has one column of dates. */
function dateConditions(
  columns: readonly Column[],
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
): { readonly conditions: readonly Condition[]; readonly at: readonly number[] } {
  const [dates, another] = columns.filter(({ type }) => type === "date");
  if (dates === undefined || another !== undefined) return { conditions: [], at: [] };
  const months = partOfDate(dates, "month").cells;
  const place = (fits: (at: number) => boolean): number[] =>
    [...tokens.keys()].filter((at) => !taken.has(at) && fits(at));
  const word = (at: number): string => tokens[at]?.text.toLowerCase() ?? "";
  const inside = (at: number): boolean => /^(?:in|of|during|for)$/.test(word(at - 1)) || monthNamed(word(at - 1)) > 0;
  const named = place((at) => monthNamed(word(at)) > 0 && (word(at) !== "may" || inside(at)));
  const years = place((at) => /^\d{4}$/.test(word(at)) && inside(at));
  const exact = place((at) => /^\d{4}-\d{2}$/.test(word(at)));
  const condition = (at: readonly number[], holds: (month: string, word: string) => boolean): Condition[] =>
    at.length === 0
      ? []
      : [{ column: dates, holds: (row) => at.some((position) => holds(months[row] ?? "", word(position))) }];
  return {
    conditions: [
      ...condition(named, (month, name) => Number(month.slice(5)) === monthNamed(name)),
      ...condition(years, (month, year) => month.startsWith(year)),
      ...condition(exact, (month, name) => month === name),
    ],
    at: [...named, ...years, ...exact],
  };
}
