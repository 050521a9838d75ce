import type { WordSenses } from "../../../../words/senses.ts";
import type { WordVectors } from "../../../../words/vectors.ts";
import { type Choice, choose, type Weights } from "./choose.ts";
import { typedTable } from "./columns.ts";
import { lexiconOf } from "./lexicon.ts";
import type { Table } from "./read-table.ts";
import { readingsOf } from "./readings.ts";
import FITTED from "./weights.json" with { type: "json" };

/** A wrong answer costs three times as much as none, so that one is given from this probability of being right. */
const SURE = 2 / 3;

/** The likeliest answer to a question from a table, and whether it is sure enough to be given. */
export function answerTable(
  table: Table,
  question: string,
  vectors: WordVectors,
  senses: WordSenses,
  weights: Weights = FITTED,
): (Choice & { readonly isSure: boolean }) | null {
  const typed = typedTable(table);
  const choice = choose(readingsOf(question, typed, lexiconOf(vectors, senses)), typed.rows, weights);
  return choice === null ? null : { ...choice, isSure: choice.confidence >= SURE };
}
