import { type Column, isYears, onlyNames } from "./columns.ts";
import type { Explained, FeatureName, Way } from "./features.ts";
import { isNaming } from "./mentions.ts";
import type { Query } from "./query.ts";
import type { SaidWords } from "./said.ts";

/**
 * Places of words that limit what is asked for, or ask for something else, and that nothing of the table carries: no column,
 * cell or figure that the query has to do with, no operation, and no word for what its rows are. An answer that leaves such
 * a word aside answers another question: "the average price for the Bergen branch", where no cell is Bergen.
 */
export function uncarried(said: SaidWords, query: Query, explained: Explained): number[] {
  const { tokens, kinds, mentions, rows } = said;
  const used = columnsOf(query);
  const spoken = mentions.filter(({ column }) => used.has(column));
  return [...kinds].flatMap(([at, kind]) => {
    const isCarried =
      (isTelling(explained.get(at)) && !(LATEST.test(tokens[at]?.word ?? "") && !goesByTime(query))) ||
      rows.has(at) ||
      spoken.some(({ by }) => isNaming(by.get(at)) || by.get(at) === "derived") ||
      (isVerb(said, explained, at, kind) && joinsParts(said, query, at)) ||
      isOfNeighbour(said, query, explained, at);
    return isCarried || tokens[at] === undefined ? [] : [at];
  });
}

/** They ask for an order by time: "last month" is not the month with the most. */
const LATEST = /^(?:last|latest|newest|earliest)$/;

function goesByTime(query: Query): boolean {
  const by = "measure" in query ? query.measure.column : query.order?.by;
  return (
    by !== undefined &&
    (by.type === "date" || isYears(by) || onlyNames(by) || /\b(?:place|rank|position)/i.test(by.name))
  );
}

/** Words that are only of one topic, or of one kind, mean other things: "holiday" is no day of the week. */
const isTelling = (way: Way | undefined): boolean => way !== undefined && way !== "near" && way !== "broader";

/** All columns that a query shows, reckons with, goes by or asks of. */
function columnsOf(query: Query): ReadonlySet<Column> {
  const shown = query.form === "rows" ? query.show : query.form === "groups" ? [query.key.column] : [];
  const reckoned = "measure" in query ? [query.measure.column] : query.order === null ? [] : [query.order.by];
  const limits = query.form === "difference" ? query.between : query.form === "share" ? query.part : [];
  const all = [...shown, ...reckoned, ...[...query.where, ...limits].map(({ column }) => column)];
  return new Set(all.flatMap((column) => [column, ...(column.operands ?? [])]));
}

const DETERMINER = /^(?:a|an|the|this|that|its|their|his|her|our|my|your|for)$/;

/**
 * Whether a verb says how parts of a query belong together: "how many books did Ines borrow". By itself it limits rows:
 * "how many plants died". Behind a determiner it is no verb, whatever it looks like.
 */
const joinsParts = ({ tokens }: SaidWords, query: Query, at: number): boolean =>
  !DETERMINER.test(tokens[at - 1]?.word ?? "") &&
  !(query.where.length === 0 && "measure" in query && /^(?:count|distinct)$/.test(query.measure.operation));

/**
 * Whether a word is a verb: as a lexicon has it, or as it stands behind the subject of "do" ("how many books did Ines
 * borrow"), or between what is asked for and a superlative ("which weaver wove the most").
 */
function isVerb({ tokens, signals }: SaidWords, explained: Explained, at: number, kind: FeatureName): boolean {
  if (kind === "missedVerb") return true;
  const before = tokens[at - 1]?.word ?? "";
  const isSubject = /^cell/.test(explained.get(at - 1) ?? "") || /^(?:i|you|he|she|we|they)$/.test(before);
  if (isSubject && tokens.slice(0, at - 1).some(({ word }) => /^(?:do|does|did)$/.test(word))) return true;
  const next = tokens[at + 1]?.word === "the" ? at + 2 : at + 1;
  const isBefore = signals.some(({ deed, from }) => from === next && (deed === "top" || deed === "bottom"));
  return kind === "missedWord" && isBefore && (explained.has(at - 1) || before === "who");
}

/** "Between Kiel and Ulm", "by Mira Sol", "more than 10 times", "longer than 2000 km": what belongs to a word that is carried. */
function isOfNeighbour({ tokens }: SaidWords, query: Query, explained: Explained, at: number): boolean {
  const word = tokens[at]?.word ?? "";
  if (word === "between") return query.form === "difference";
  if (word === "by") return /^cell/.test(explained.get(at + 1) ?? "");
  if (word === "time") return explained.get(at - 1) === "literal";
  return tokens[at + 1]?.word === "than" && explained.get(at + 1) === "literal";
}
