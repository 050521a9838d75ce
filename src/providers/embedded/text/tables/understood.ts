import { type TextToken, tokens } from "../english.ts";
import type { Column } from "./columns.ts";
import type { ComparisonText } from "./comparisons.ts";
import { sameStem } from "./mentions.ts";
import type { FoundSuperlative } from "./superlatives.ts";
import { type Aggregator, type QuestionFacts, rowName } from "./target.ts";
import { ANY_ROW, ROW_NOUNS } from "./vocabulary.ts";
import { words } from "./words.ts";

/** Nouns that only dress a question up. */
const DRESSING =
  /^(?:table|value|total|sum|average|mean|number|count|amount|list|name|row|column|entry|data|record|km|kilometre|kilometer|metre|meter|m|kg|hour|minute|day|year|dollar|euro|pound|percent|unit|high|low|most|least|many|much|maximum|minimum|max|min|people|person|place|time|altogether|all|one|money|result|score|mark|figure|point|level)$/;

export interface TableQuestion extends QuestionFacts {
  readonly superlative: FoundSuperlative | null;
  readonly compared: readonly ComparisonText[];
  readonly aggregator: Aggregator;
  readonly target: Column;
}

/** False when a name, number or noun of the question has no counterpart in the table: an answer would ignore it. */
export function everythingUnderstood(understanding: TableQuestion): boolean {
  const { question, columns, cells, comparisons, compared, superlative, aggregator, target } = understanding;
  const known = knownWords(understanding);
  const isKnown = (word: string): boolean =>
    DRESSING.test(word) || ANY_ROW.has(word) || known.has(word) || [...known].some((other) => sameStem(other, word));
  const unknown = tokens(question)
    .filter((token) => compared.every(({ start, end }) => token.end <= start || token.start >= end))
    .filter((token, index) => isContent(token, index) && words(token.text).some((word) => !isKnown(word)));

  // What rows are called need not stand in the table, if something else says which are meant: the noun behind
  // "how many", "which", or a superlative.
  const filtered = cells.length > 0 || comparisons.length > 0;
  const namesRows = target === rowName(columns) && cells.every((cell) => cell.column !== target);
  const isRowNoun = (token: TextToken): boolean => {
    const before = question.slice(0, token.start).toLowerCase().trimEnd();
    if (superlative !== null && before.endsWith(superlative.word)) return true;
    if (!filtered || token.pos !== "NOUN") return false;
    return aggregator === "COUNT"
      ? /\b(?:how many|number of)(?: \w+)?$/.test(before)
      : namesRows && /\b(?:which|what)$/.test(before);
  };
  return unknown.every(isRowNoun);
}

const isContent = (token: TextToken, index: number): boolean =>
  token.pos === "NOUN" || token.pos === "PROPN" || token.pos === "NUM" || (index > 0 && /^\p{Lu}/u.test(token.text));

function knownWords({ question, columns, mentioned, cells, superlative }: TableQuestion): ReadonlySet<string> {
  const asked = words(question);
  const known = new Set<string>(words(superlative?.word ?? ""));
  for (const { at } of mentioned) for (const position of at) known.add(asked[position] ?? "");
  for (const { from, to } of cells) for (const word of asked.slice(from, to)) known.add(word);
  for (const column of columns) {
    for (const word of column.words) {
      known.add(word);
      for (const noun of ROW_NOUNS[word] ?? []) known.add(noun);
    }
  }
  return known;
}
