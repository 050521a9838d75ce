import { tokens as wordClasses } from "../english.ts";
import { type Column, isFigure, isYears, onlyNames, type TypedTable } from "./columns.ts";
import { type ConditionSlot, conditionSlots } from "./conditions.ts";
import type { FeatureName } from "./features.ts";
import { PEOPLE, PLACES } from "./glossary.ts";
import type { Lexicon } from "./lexicon.ts";
import { type ColumnMention, cellMentions, columnMentions, isSure } from "./mentions.ts";
import { type Deed, type Signal, signalsIn } from "./signals.ts";
import { type Token, words } from "./words.ts";

/** What figures are called, whatever they are of: they say nothing behind the name of a column. */
const FIGURE_NOUNS = new Set("value result score mark grade figure level number amount reading".split(" "));

/** What a question says, before it is told what it asks. */
export interface SaidWords {
  readonly table: TypedTable;
  readonly tokens: readonly Token[];
  readonly mentions: readonly ColumnMention[];
  readonly slots: readonly ConditionSlot[];
  readonly signals: readonly Signal[];
  /** What a word might be, where a reading leaves it aside. */
  readonly kinds: ReadonlyMap<number, FeatureName>;
  /** The place of the word that a question calls the rows by. */
  readonly rowsAt: number | null;
  readonly rowName: Column | undefined;
}

export function whatIsSaid(question: string, tokens: readonly Token[], table: TypedTable, lexicon: Lexicon): SaidWords {
  const mentions = columnMentions(tokens, table.columns, lexicon);
  const cells = cellMentions(tokens, table.columns, lexicon);
  const slots = conditionSlots(tokens, table.columns, mentions, cells);
  const sure = new Set(mentions.flatMap(({ by }) => [...by].filter(([, like]) => isSure(like)).map(([at]) => at)));
  const inCells = new Set(cells.flatMap(({ from, to }) => tokens.slice(from, to).map(({ at }) => at)));
  const signals = signalsIn(tokens, lexicon, (at) => sure.has(at) || inCells.has(at));
  const signalled = new Set(signals.flatMap(({ at }) => at));
  const verbs = new Set(
    wordClasses(question)
      .filter(({ pos }) => pos === "VERB")
      .map(({ text }) => text),
  );
  const amounts = new Set(mentions.filter(({ column }) => isFigure(column)).flatMap(({ by }) => [...by.keys()]));
  const isFigureNoun = ({ at, word }: Token): boolean => FIGURE_NOUNS.has(word) && amounts.has(at - 1);
  const kindOf = (token: Token): FeatureName | null => {
    if (signalled.has(token.at)) return "missedOperation";
    if (/^\d/.test(token.text)) return "missedLiteral";
    if (/^(?:not|no|never|without|except|excluding|\p{L}+n['’]t)$/iu.test(token.text)) return "missedOperation";
    // "From Oslo", where a column is headed "from".
    if (token.plain && inCells.has(token.at + 1) && mentions.some(({ by }) => by.get(token.at) === "same"))
      return "missedColumn";
    if (token.plain || isFigureNoun(token)) return null;
    if (/^(?:second|third|fourth|fifth|last but)$/.test(token.word)) return "missedOperation";
    if (inCells.has(token.at)) return "missedCell";
    if (sure.has(token.at)) return "missedColumn";
    return verbs.has(token.text) ? "missedVerb" : "missedWord";
  };
  const kinds = new Map(
    tokens.flatMap((token) => {
      const kind = kindOf(token);
      return kind === null ? [] : [[token.at, kind] as const];
    }),
  );
  return {
    table,
    tokens,
    mentions,
    slots,
    signals,
    kinds,
    rowsAt: rowsNoun(tokens, kinds, mentions),
    rowName: rowNameOf(table),
  };
}

/** The column that names the rows: one called so, or one that differs from row to row, or the texts that differ most. */
function rowNameOf({ columns, rows }: TypedTable): Column | undefined {
  const texts = columns.filter((column) => column.type === "text" && !onlyNames(column));
  const called = texts.find(({ name }) => words(name).some((word) => word === "name" || word === "title"));
  const unique = [...texts, ...columns.slice(0, 1)].find(({ distinct }) => distinct === rows.length);
  const [varied] = texts.toSorted((one, other) => other.distinct - one.distinct || one.index - other.index);
  return called ?? unique ?? varied ?? columns[0];
}

/**
 * The noun that only calls the rows something: the last word of the first run of words that tell something, or of the
 * next one where those are all of what is done and with what ("average price of the wines").
 */
function rowsNoun(
  tokens: readonly Token[],
  kinds: ReadonlyMap<number, FeatureName>,
  mentions: readonly ColumnMention[],
): number | null {
  const ofText = new Set(
    mentions
      .filter(({ column }) => column.type === "text")
      .flatMap(({ by }) => [...by].filter(([, like]) => isSure(like)).map(([at]) => at)),
  );
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    while (kinds.has(to)) to++;
    const run = tokens.slice(from, to);
    const noun = run.findLast(({ at }) => kinds.get(at) === "missedWord");
    if (noun !== undefined) return noun.at;
    if (run.some(({ at }) => ofText.has(at))) return null;
    from = Math.max(to, from + 1);
  }
  return null;
}

/** What a question word asks for: "who" a person, "when" a time, "where" a place; `null` where it asks for no such column. */
export function asksFor(tokens: readonly Token[], column: Column): number | null {
  const isOf = (list: string): boolean => words(column.name).some((word) => list.split(" ").includes(word));
  const found = tokens.find(({ word }) =>
    /^(?:who|whose|whom)$/.test(word)
      ? column.type === "text" && isOf(PEOPLE)
      : word === "when"
        ? column.type === "date" || isYears(column)
        : word === "where" && isOf(PLACES),
  );
  return found?.at ?? null;
}

export const signalOf = ({ signals }: SaidWords, ...deeds: readonly Deed[]): Signal | undefined =>
  signals.find(({ deed }) => deeds.includes(deed));
