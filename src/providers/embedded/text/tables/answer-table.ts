import type { WordSenses } from "../../../../words/senses.ts";
import type { WordVectors } from "../../../../words/vectors.ts";
import { WORTH_SAYING } from "../worth-saying.ts";
import { type Choice, choose, type Weights } from "./choose.ts";
import { typedTable } from "./columns.ts";
import { lexiconOf } from "./lexicon.ts";
import type { Query } from "./query.ts";
import type { Table } from "./read-table.ts";
import { readingsOf } from "./readings.ts";
import FITTED from "./weights.json" with { type: "json" };

/** The likeliest answer to a question from a table. */
export interface TableAnswer extends Choice {
  /** Whether it is sure enough to be given. */
  readonly isSure: boolean;
  /** Words of the question that tell something and have no part in it. */
  readonly missed: readonly string[];
}

/**
 * Answers a question from a table; `null` where nothing can be meant.
 * @param fits the queries that may be meant; all where it is left out
 */
export function answerTable(
  table: Table,
  question: string,
  vectors: WordVectors,
  senses: WordSenses,
  fits: (query: Query) => boolean = () => true,
): TableAnswer | null {
  const typed = typedTable(table);
  const { tokens, readings } = readingsOf(question, typed, lexiconOf(vectors, senses));
  const weights: Weights = FITTED;
  const choice = choose(
    readings.filter(({ query }) => fits(query)),
    typed.rows,
    weights,
  );
  if (choice === null) return null;
  const missed = choice.reading.missed.map((at) => tokens[at]?.text ?? "");
  return { ...choice, isSure: choice.confidence >= WORTH_SAYING, missed };
}
