import type { Column } from "./columns.ts";
import { type Comparison, comparisonTexts, readComparison } from "./comparisons.ts";
import { type CellMention, type ColumnMention, cellMentions, columnMentions } from "./mentions.ts";
import { type Best, bestColumn, findSuperlative } from "./superlatives.ts";
import { type Aggregator, readTarget } from "./target.ts";
import { everythingUnderstood } from "./understood.ts";
import { BEYOND } from "./vocabulary.ts";
import { words } from "./words.ts";

export interface YesNoFilter {
  readonly column: Column;
  readonly yes: boolean;
}

/** What a question asks of a table. */
export interface Query {
  readonly aggregator: Aggregator;
  /** The column the answer is taken from; of a count, what is counted. */
  readonly target: Column;
  /** True when equal cells count once. */
  readonly distinct: boolean;
  readonly cells: readonly CellMention[];
  readonly yesNo: readonly YesNoFilter[];
  readonly comparisons: readonly Comparison[];
  readonly best: Best | null;
}

const ASKS_LIST = /\b(?:list|show|all|what are|which are|who are|names of)\b/i;
const NEGATED = /\b(?:not|no|never|without)\b|n['’]t\b|\bun(?:paid|finished|sold|read|used|available)\b/i;

/**
 * Reads a question against the columns of a table; `null` when some of it has no counterpart there, so that
 * an answer would ignore what was asked.
 */
export function readQuery(columns: readonly Column[], question: string): Query | null {
  const superlative = findSuperlative(question);
  if (BEYOND.test(question) || superlative === "unknown") return null;
  const asked = words(question);
  const mentioned = columnMentions(columns, asked);
  const compared = comparisonTexts(question);
  const comparisons = compared.flatMap((text) => readComparison(columns, mentioned, text) ?? []);
  const best = superlative === null ? null : bestColumn(columns, mentioned, superlative);
  if (comparisons.length < compared.length || (superlative !== null && best === null)) return null;

  const taken = new Set([
    ...compared.flatMap(({ text }) => positionsOf(asked, words(text))),
    ...namePositions(mentioned),
  ]);
  const limits = new Set(compared.flatMap(({ value }) => positionsOf(asked, words(value))));
  const cells = cellMentions(columns, asked, taken).filter(({ from }) => !limits.has(from));
  const yesNo = yesNoFilters(mentioned, question);
  const found = { question, columns, mentioned, cells, comparisons, best };
  const target = readTarget(found);
  if (target === null) return null;
  const everyRow = cells.length === 0 && yesNo.length === 0 && comparisons.length === 0 && best === null;
  if (everyRow && target.aggregator === "NONE" && !ASKS_LIST.test(question)) return null;
  if (!everythingUnderstood({ ...found, ...target, superlative, compared })) return null;
  return { ...target, cells, yesNo, comparisons, best };
}

const namePositions = (mentioned: readonly ColumnMention[]): number[] =>
  mentioned.flatMap(({ at, worth }) => (worth >= 1 ? [...at] : []));

function positionsOf(asked: readonly string[], part: readonly string[]): number[] {
  const from = asked.findIndex((_, at) => part.length > 0 && part.every((word, offset) => asked[at + offset] === word));
  return from === -1 ? [] : part.map((_, offset) => from + offset);
}

const yesNoFilters = (mentioned: readonly ColumnMention[], question: string): YesNoFilter[] =>
  mentioned
    .filter(({ column, worth }) => column.type === "yes-no" && worth >= 1)
    .map(({ column }) => ({ column, yes: !NEGATED.test(question) }));
