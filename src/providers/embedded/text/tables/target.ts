import type { Column } from "./columns.ts";
import type { Comparison } from "./comparisons.ts";
import { type CellMention, type ColumnMention, sameStem } from "./mentions.ts";
import type { Best } from "./superlatives.ts";
import { MEASURES } from "./vocabulary.ts";
import { words } from "./words.ts";

export type Aggregator = "NONE" | "COUNT" | "SUM" | "AVERAGE";

/** What is known of a question before it is known what it wants. */
export interface QuestionFacts {
  readonly question: string;
  readonly columns: readonly Column[];
  readonly mentioned: readonly ColumnMention[];
  readonly cells: readonly CellMention[];
  readonly comparisons: readonly Comparison[];
  readonly best: Best | null;
}

const ASKS_SUM = /\b(?:total|sum|altogether|combined|in all|overall)\b/i;
const ASKS_AVERAGE = /\b(?:average|mean|on average)\b/i;
const ASKS_COUNT = /\bhow many\b|\bcount\b|(?:^|\bthe |\btotal )number of\b/i;
/** "How much was spent on travel" adds up what it finds. */
const ASKS_AMOUNT = /^\s*how much\b/i;

/** What is done with the answer's cells, and the column they stand in; `null` when that cannot be told. */
export function readTarget(asked: QuestionFacts): { aggregator: Aggregator; target: Column; distinct: boolean } | null {
  const aggregator = aggregatorOf(asked);
  if (aggregator === "COUNT") {
    const counted = countedTexts(asked);
    const target = counted ?? rowName(asked.columns);
    return target === null ? null : { aggregator, target, distinct: counted !== null };
  }
  const target = aggregator === "NONE" && !ASKS_COUNT.test(asked.question) ? cellColumn(asked) : numberColumn(asked);
  if (target === null) return null;
  const adds =
    aggregator === "NONE" &&
    asked.best === null &&
    ASKS_AMOUNT.test(asked.question) &&
    isAmount(target) &&
    manyRows(asked.cells);
  return { aggregator: adds ? "SUM" : aggregator, target, distinct: false };
}

const manyRows = (cells: readonly CellMention[]): boolean =>
  cells.length > 0 && cells.every((cell) => cell.rows.size > 1);

function aggregatorOf({ question, columns, mentioned, cells }: QuestionFacts): Aggregator {
  if (ASKS_AVERAGE.test(question)) return "AVERAGE";
  const oneRow = cells.some((cell) => cell.rows.size === 1);
  if (ASKS_COUNT.test(question))
    return countsItself(question, columns, mentioned, oneRow) ? (oneRow ? "NONE" : "SUM") : "COUNT";
  const numbers = columns.filter((column) => column.type === "number");
  const summable = numbers.length === 1 || mentioned.some(({ column }) => column.type === "number");
  return ASKS_SUM.test(question) && summable ? "SUM" : "NONE";
}

const countedNoun = (question: string): string =>
  words(/\b(?:how many|number of)\s+(\p{L}+)/iu.exec(question)?.[1] ?? "")[0] ?? "";

/** "How many brackets are in stock", "how many minutes": a column already counts. */
function countsItself(
  question: string,
  columns: readonly Column[],
  mentioned: readonly ColumnMention[],
  oneRow: boolean,
): boolean {
  const noun = countedNoun(question);
  const byNoun = columns.find(
    (column) => column.type === "number" && column.words.some((word) => sameStem(word, noun)),
  );
  const byName = mentioned.find(({ column, worth }) => column.type === "number" && worth >= 1)?.column;
  const column = byNoun ?? (oneRow ? byName : undefined);
  return column !== undefined && isAmount(column);
}

/** "How many departments": a column of texts, of which each counts once. */
function countedTexts({ question, columns }: QuestionFacts): Column | null {
  const noun = countedNoun(question);
  const column = columns.find((other) => other.type === "text" && other.words.some((word) => sameStem(word, noun)));
  return column ?? null;
}

/** Order numbers and years are numbers, and no amounts. */
export const isAmount = (column: Column): boolean =>
  column.type === "number" && !column.words.some((word) => /^(?:year|id|order|no|number|code|zip|phone)$/.test(word));

function numberColumn({ columns, mentioned, comparisons }: QuestionFacts): Column | null {
  const numbers = columns.filter((column) => column.type === "number");
  const named = mentioned.filter(({ column }) => column.type === "number");
  const unfiltered = named.find(({ column }) => comparisons.every((other) => other.column !== column));
  return (unfiltered ?? named[0])?.column ?? (numbers.length === 1 ? (numbers[0] ?? null) : null);
}

/** The column whose cells are the answer. */
function cellColumn(asked: QuestionFacts): Column | null {
  const { question, columns, mentioned, cells, comparisons, best } = asked;
  const filtering = new Set([...cells, ...comparisons].map(({ column }) => column));
  const open = mentioned.filter(({ column }) => !filtering.has(column));
  const byNoun = nounColumn(
    question,
    columns.filter((column) => !filtering.has(column)),
  );
  const picks = /^\s*(?:which|in which|in what|what \w+ (?:has|have|is|was|did|does))\b/i.test(question);
  if (picks && byNoun !== undefined && byNoun !== best?.column) return byNoun;
  if (/^\s*(?:\w+ )?who\b/i.test(question)) return whoColumn(columns, open, best);
  if (/^\s*how (?:long|tall|high|old|heavy|big|large|expensive|fast)\b/i.test(question))
    return measureColumn(columns, question);
  if (best !== null) {
    const other = open.find(({ column, worth }) => worth >= 1 && column !== best.column)?.column;
    // "What is the highest salary" wants the value, "which one has" the row.
    const wantsValue = /^\s*(?:what|how much|when)\b/i.test(question) && byNoun === undefined;
    return other ?? (wantsValue ? best.column : rowName(columns));
  }
  const direct = open[0];
  const vague = direct !== undefined && direct.worth < 1 && comparisons.length > 0 && /^\s*which\b/i.test(question);
  if (direct !== undefined && !vague) return direct.column;
  const filtered = cells.length > 0 || comparisons.length > 0;
  return filtered && /^\s*(?:which|what|list|show|name)\b/i.test(question) ? rowName(columns) : null;
}

/** The column that "which …" or "what …" names. */
function nounColumn(question: string, columns: readonly Column[]): Column | undefined {
  const asked = /\b(?:which|what|whose)\s+((?:\p{L}+\s?){1,3})/iu.exec(question)?.[1] ?? "";
  const named = (column: Column, word: string): boolean => column.words.some((name) => sameStem(name, word));
  const noun = words(asked).find((word) => columns.some((column) => named(column, word)));
  return noun === undefined ? undefined : columns.find((column) => named(column, noun));
}

/** The column that names the rows: one called so, or the text that differs most from row to row. */
export function rowName(columns: readonly Column[]): Column | null {
  const texts = columns.filter((column) => column.type === "text");
  const [mostVaried] = texts
    .map((column) => ({ column, distinct: new Set(column.cells).size }))
    .sort((a, b) => b.distinct - a.distinct || a.column.index - b.column.index);
  const called = texts.find((column) => column.words.some((word) => word === "name" || word === "title"));
  return called ?? mostVaried?.column ?? columns[0] ?? null;
}

const PERSON =
  /^(?:name|employee|person|people|customer|client|student|player|member|author|writer|director|artist|winner|owner|manager|seller|user|payee|teacher|captain|president)$/;

function whoColumn(columns: readonly Column[], open: readonly ColumnMention[], best: Best | null): Column | null {
  const isPerson = (column: Column): boolean =>
    column.type === "text" && column.words.some((word) => PERSON.test(word));
  const named = open.find(
    ({ column, worth }) => column !== best?.column && column.type === "text" && (worth >= 1 || isPerson(column)),
  );
  return named?.column ?? columns.find(isPerson) ?? null;
}

function measureColumn(columns: readonly Column[], question: string): Column | null {
  const adjective = /how (\w+)/i.exec(question)?.[1]?.toLowerCase() ?? "";
  const unit = words(/\bin (\p{L}+)\W*$/u.exec(question)?.[1] ?? "")[0];
  const measures = [adjective, ...(MEASURES[adjective] ?? []), ...(unit === undefined ? [] : [unit])];
  return (
    columns.find((column) => column.type === "number" && column.words.some((word) => measures.includes(word))) ?? null
  );
}
