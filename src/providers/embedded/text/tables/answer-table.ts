import type { WordSenses } from "../../../../words/senses.ts";
import type { WordVectors } from "../../../../words/vectors.ts";
import { WORTH_SAYING } from "../worth-saying.ts";
import { type Choice, choose, type Weights } from "./choose.ts";
import { isFigure, typedTable } from "./columns.ts";
import { lexiconOf } from "./lexicon.ts";
import { type Query, queryInWords } from "./query.ts";
import type { Table } from "./read-table.ts";
import { readingsOf } from "./readings.ts";
import { signalsIn } from "./signals.ts";
import FITTED from "./weights.json" with { type: "json" };

/** The likeliest answer to a question from a table. */
export interface TableAnswer extends Choice {
  /** The query, or the two of a question that asks on, in words. */
  readonly words: string;
  /** Whether it is sure enough to be given. */
  readonly isSure: boolean;
  /** Words of the question that tell something and that the table has nothing for: an answer that is given shows more. */
  readonly unknown: readonly string[];
  /** What would be answered without the words that are unknown, where that is sure. */
  readonly without: string | null;
  /** What the question leaves open, as a sentence; `null` where it is nothing that one could say. */
  readonly open: string | null;
}

/** Queries that give a figure for each of several things. */
const isSeries = (query: Query): boolean =>
  (query.form === "groups" || query.form === "rows") &&
  (query.form === "groups" || query.order !== null) &&
  query.order?.most !== 1;

/** "Sort the table by price": all rows with all columns. */
const isWholeTable = (query: Query): boolean =>
  query.form === "rows" && query.whole !== undefined && query.order !== null;

/** An answer, and whether it leaves aside that something is to be reckoned: "average order" asks for no list in order. */
interface Told {
  readonly answer: TableAnswer;
  readonly asksMore: boolean;
}

/** Whether it shows more than was asked, of the figures that were: what it does not show can be told beside it. */
const showsMore = ({ reading: { query, features } }: Choice, isOfSeries: boolean): boolean =>
  (isOfSeries || isWholeTable(query)) && !features.measureOnly && !features.measureUnnamed;

/** With more words unknown something else is asked. */
const MAX_UNKNOWN = 3;

/** "How many are coming and how many of those …": the second part asks on, of the rows that the first was about. */
const ASKS_ON = /^(.*\S)\s+((?:how many|who|which|what)\s+of\s+(?:those|these|them)\b.*)$/is;
/** What the rows are is said behind it in "which of these employees". */
const OF_THOSE = /\bof\s+(?:those|these|them)\b(?!\s+(?:people|\p{L}{4,}(?<!does)s)\b)/iu;

/**
 * Answers a question from a table; `null` where nothing can be meant.
 * @param isOfSeries whether it asks for a figure for each of several things
 */
export function answerTable(
  table: Table,
  question: string,
  vectors: WordVectors,
  senses: WordSenses,
  isOfSeries = false,
): TableAnswer | null {
  const typed = typedTable(table);
  const lexicon = lexiconOf(vectors, senses);
  const weights: Weights = FITTED;
  const told = (asked: string, rows: readonly number[], aside: readonly string[] = []): Told | null => {
    const { tokens, readings } = readingsOf(asked, typed, lexicon, isOfSeries, new Set(aside));
    const choice = choose(isOfSeries ? readings.filter(({ query }) => isSeries(query)) : readings, rows, weights);
    if (choice === null) return null;
    const { query, assumed, uncarried } = choice.reading;
    const unknown = [...aside, ...uncarried.map((at) => tokens[at]?.text ?? "")];
    const asksMore = signalsIn(tokens).some(({ from }) => uncarried.includes(from));
    const nouns = assumed.map((at) => `"${tokens[at]?.text}"`).join(" and ");
    const isReckoned = query.form !== "rows" || query.order !== null;
    const figures = typed.columns.filter(isFigure).map(({ name }) => `"${name}"`);
    const isByMany = isReckoned && unknown.length === 0 && figures.length > 1;
    const answer: TableAnswer = {
      ...choice,
      words: `${queryInWords(query)}${nouns === "" ? "" : `, taken to be of ${nouns}, which the table does not name`}`,
      isSure:
        choice.confidence >= WORTH_SAYING && (unknown.length === 0 || isOfSeries || (isWholeTable(query) && !asksMore)),
      unknown,
      without: null,
      open:
        isByMany && choice.confidence < WORTH_SAYING ? `Which of its figures is meant: ${figures.join(", ")}?` : null,
    };
    return { answer, asksMore };
  };
  const answer = (asked: string, rows: readonly number[]): TableAnswer | null => {
    const first = told(asked, rows);
    if (first === null) return null;
    const found = first.answer;
    if (found.isSure || found.unknown.length === 0 || first.asksMore) return found;
    const more = told(asked, rows, found.unknown)?.answer;
    if (!more) return found;
    if (more.isSure && showsMore(found, isOfSeries)) return more;
    const { measureOnly, measureUnnamed } = more.reading.features;
    const isKnown = more.unknown.length === found.unknown.length && found.unknown.length <= MAX_UNKNOWN;
    // "The most callbacks": without these it is not known of what.
    const isNamed =
      !measureOnly && !measureUnnamed && !(more.reading.query.form === "rows" && more.reading.query.order);
    return isKnown && isNamed && more.confidence >= WORTH_SAYING ? { ...found, without: more.result.answer } : found;
  };
  const [, before, after] = (OF_THOSE.test(question) && ASKS_ON.exec(question)) || [];
  if (before === undefined || after === undefined) {
    const only = answer(question, typed.rows);
    if (only === null || !OF_THOSE.test(question)) return only;
    return { ...only, isSure: false, open: "It is not said here which rows those are." };
  }
  const first = answer(before.replace(/[\s,;.?]+(?:and)?$/i, ""), typed.rows);
  if (!first?.isSure) return first;
  const second = answer(after, first.result.sources);
  const further = second?.isSure ? second : null;
  return {
    ...(further ?? first),
    words: further ? `${first.words}; of those: ${further.words}` : first.words,
    confidence: Math.min(first.confidence, further?.confidence ?? 1),
    result: {
      ...(further ?? first).result,
      answer: `${first.result.answer}; of those, ${further?.result.answer ?? "the table does not say"}`,
    },
  };
}
