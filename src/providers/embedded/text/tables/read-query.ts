import type { Column } from "./columns.ts";
import { isAmount, isUnique } from "./columns.ts";
import { comparisonTexts } from "./comparisons.ts";
import { readConditions } from "./conditions.ts";
import { readGroups } from "./intents/groups.ts";
import { readPlain } from "./intents/plain.ts";
import { readRanking } from "./intents/ranking.ts";
import type { Intent, SaidOfTable } from "./intents/said.ts";
import { columnOfRows } from "./meaning.ts";
import { type ColumnMention, findMentions, namesIn, range } from "./mentions.ts";
import type { Query } from "./query.ts";
import { isTerm, readReckoning, superlatives } from "./terms.ts";
import { FIGURE_NOUNS, isPlainWord } from "./vocabulary.ts";
import { type Token, tokensOf } from "./words.ts";

/** A question that wants yes or no, which no query gives. */
const YES_OR_NO = /^(?:is|are|was|were|am|do|does|did|has|have|had|should)$/;

/**
 * Reads a question as a query; `null` when a word of it has no part in the query, so that an answer would ignore what
 * was asked. "Units sold in the north" is the sum of the units of all rows whose region is North.
 */
export function readQuery(columns: readonly Column[], question: string): Query | null {
  const tokens = tokensOf(question);
  if (tokens.length === 0 || YES_OR_NO.test(tokens[0]?.text.toLowerCase() ?? "")) return null;

  // What compares and ranks has numbers that are no cells; what is named has words that do not reckon.
  const compared = comparisonTexts(tokens);
  const counts = superlatives(masked(tokens, namesIn(columns, tokens))).filter(({ count }) => count !== null);
  const reserved = new Set([...compared.flatMap(({ at }) => at), ...counts.flatMap(({ from, to }) => range(from, to))]);
  const mentions = findMentions(columns, tokens, (at) => !reserved.has(at), isTerm);
  const named = [...mentions.cells, ...mentions.columns.filter(({ by }) => by === "name")];
  const taken = new Set([...compared.flatMap(({ at }) => at), ...named.flatMap(({ from, to }) => range(from, to))]);
  const isFree = (at: number): boolean => !taken.has(at);
  const [superlative = null, another] = superlatives(masked(tokens, taken));
  const reckoning = readReckoning(tokens, isFree);
  const conditions = readConditions(columns, { question, tokens }, mentions, compared);
  if (another !== undefined || reckoning === null || conditions === null) return null;

  const rows = [...(columns[0]?.cells.keys() ?? [])];
  const said: SaidOfTable = {
    columns,
    tokens,
    open: mentions.columns.filter(
      (mention) =>
        !conditions.mentions.includes(mention) &&
        (superlative === null || mention.to <= superlative.from || mention.from >= superlative.to),
    ),
    conditions: conditions.all,
    rows: rows.filter((row) => conditions.all.every(({ holds }) => holds(row))),
    reckoning,
    superlative,
    isFree,
  };
  const intent = readGroups(said) ?? (superlative === null ? readPlain(said) : readRanking(said, superlative));
  if (intent === null || intent === "unclear") return null;

  const explained = new Set([
    ...conditions.at,
    ...conditions.mentions.flatMap(({ from, to }) => range(from, to)),
    ...reckoning.at,
    ...(superlative === null ? [] : range(superlative.from, superlative.to)),
    ...intent.at,
    ...said.open.filter((mention) => hasPart(mention, intent, said)).flatMap(({ from, to }) => range(from, to)),
  ]);
  const isExplained = (at: number): boolean => {
    const word = tokens[at]?.word ?? "";
    const ofFigures = FIGURE_NOUNS.has(word) && intent.columns.some(isAmount);
    return explained.has(at) || isPlainWord(word) || ofFigures || columnOfRows(word, columns) !== null;
  };
  if (![...tokens.keys()].every(isExplained)) return null;
  const unnamed = intent.columns.filter(
    (column) =>
      isAmount(column) && mentions.columns.every((other) => other.column !== column || other.by === "meaning"),
  );
  return { ...intent.query, conditions: conditions.all, unnamed };
}

/** The words with nothing in some places. */
const masked = (tokens: readonly Token[], taken: ReadonlySet<number>): Token[] =>
  tokens.map((token, at) => (taken.has(at) ? { text: "", word: "" } : token));

/** Dates of what all rows tell of, such as "Borrowed": the verb then says nothing more of them. */
const isEvent = ({ type, words, values }: Column): boolean =>
  type === "date" && words.length === 1 && /ed$/.test(words[0] ?? "") && !values.includes(null);

/** Whether a column that is named has a part in the query, or says no more than what its rows are. */
const hasPart = ({ column, by }: ColumnMention, intent: Intent, { columns, conditions }: SaidOfTable): boolean =>
  (by === "meaning" && column.type !== "unclear") ||
  intent.columns.some(({ index }) => index === column.index) ||
  conditions.some((condition) => condition.column === column) ||
  isEvent(column) ||
  (isUnique(column) && !isAmount(column) && (column.type === "text" || column === columns[0]));
