import { tokens as wordClasses } from "../english.ts";
import { columnsOfTwo } from "./arithmetic.ts";
import { type Column, isFigure, isYears, onlyNames, type TypedTable } from "./columns.ts";
import { comparisonsIn } from "./compared-columns.ts";
import type { ConditionSlot } from "./condition-reading.ts";
import { conditionSlots, workPlaces } from "./conditions.ts";
import type { FeatureName } from "./features.ts";
import { PEOPLE, PLACES, TIMES } from "./glossary.ts";
import type { Lexicon } from "./lexicon.ts";
import { type ColumnMention, cellMentions, columnMentions, isSure } from "./mentions.ts";
import { isPerSale, rowWords } from "./row-words.ts";
import { type Deed, type Signal, signalsIn } from "./signals.ts";
import { timeLimits, wholeTimes } from "./spans.ts";
import { isDenial, type Token, words } from "./words.ts";

/** What figures are called, whatever they are of: they say nothing behind the name of a column. */
const FIGURE_NOUNS = new Set("value result score mark grade figure level number amount reading".split(" "));

/** What a question says, before it is told what it asks. */
export interface SaidWords {
  readonly table: TypedTable;
  readonly tokens: readonly Token[];
  readonly mentions: readonly ColumnMention[];
  readonly slots: readonly ConditionSlot[];
  readonly signals: readonly Signal[];
  /** Places of words that say what all rows are. */
  readonly rows: ReadonlySet<number>;
  /** Places of "month" in "last month" and the like, which are of no column. */
  readonly limits: ReadonlySet<number>;
  /** What a word might be, where a reading leaves it aside. */
  readonly kinds: ReadonlyMap<number, FeatureName>;
  readonly rowName: Column | undefined;
  /** Columns of texts that are headed by what people are called. */
  readonly people: ReadonlySet<Column>;
  /** Whether a figure for each of several things is asked for, which need not be said. */
  readonly isOfSeries: boolean;
}

export function whatIsSaid(
  question: string,
  tokens: readonly Token[],
  read: TypedTable,
  lexicon: Lexicon,
  isOfSeries: boolean,
): SaidWords {
  const limits = new Set(timeLimits(tokens));
  const named = columnMentions(tokens, read.columns, (asked, heading) => {
    if (limits.has(asked.at)) return null;
    const likeness = lexicon.likeness(asked, heading);
    if (likeness !== "same" && isPerSale(tokens, asked)) return null;
    // "Much" is often used beside units, and is none.
    return likeness === "near" && /^(?:much|many)$/.test(asked.word) ? null : likeness;
  });
  const { comparing, compared } = comparisonsIn(tokens, named);
  // "Below the minimum" asks for no minimum.
  const signals = signalsIn(tokens).filter(({ from }) => !compared.has(from));
  const signalled = new Set(signals.flatMap(({ at }) => at));
  const sums = new Set(signals.filter(({ deed }) => deed === "sum").flatMap(({ at }) => at));
  const cells = cellMentions(tokens, read.columns);
  const verbs = new Set(
    wordClasses(question)
      .filter(({ pos }) => pos === "VERB")
      .map(({ text }) => text),
  );
  const slots = conditionSlots(tokens, read.columns, named, cells, verbs);
  const reckoned = columnsOfTwo(tokens, read, named);
  const mentions = [...named, ...reckoned];
  const table = { ...read, columns: [...read.columns, ...reckoned.map(({ column }) => column)] };
  const sure = new Set(mentions.flatMap(({ by }) => [...by].filter(([, like]) => isSure(like)).map(([at]) => at)));
  const inCells = new Set(cells.flatMap(({ from, to }) => tokens.slice(from, to).map(({ at }) => at)));
  const amounts = new Set(mentions.filter(({ column }) => isFigure(column)).flatMap(({ by }) => [...by.keys()]));
  const isFigureNoun = ({ at, word }: Token): boolean => FIGURE_NOUNS.has(word) && amounts.has(at - 1);
  const rowName = rowNameOf(table);
  const people = peopleIn(read, rowName, lexicon);
  const isOfPeople = rowName !== undefined && people.has(rowName);
  const rows = rowWords(tokens, table, {
    rowName,
    mentions,
    isOfPeople,
    apart: inCells.union(limits),
    likening: lexicon.likeness,
  });
  const whole = new Set(wholeTimes(tokens, read));
  const working = new Set(workPlaces(tokens, read.columns));
  const kindOf = (token: Token): FeatureName | null => {
    if (whole.has(token.at)) return null;
    if (working.has(token.at)) return "missedOperation";
    if (sums.has(token.at)) return "missedSum";
    if (signalled.has(token.at)) return "missedOperation";
    if (/^\d/.test(token.text)) return "missedLiteral";
    if (isDenial(token)) return "missedOperation";
    // "From Oslo", where a column is headed "from".
    if (token.plain && inCells.has(token.at + 1) && mentions.some(({ by }) => by.get(token.at) === "same"))
      return "missedColumn";
    if (token.plain || isFigureNoun(token)) return null;
    if (comparing.has(token.at)) return "missedOperation";
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
    // The orders of orders.csv are not to be ordered.
    signals: signals.filter(({ deed, from }) => deed !== "sort" || from === 0 || !rows.has(from)),
    rows,
    limits,
    kinds,
    rowName,
    people,
    isOfSeries,
  };
}

/** "K-07", which stands for a name where there is no other. */
const isCode = (cell: string): boolean => /\d/.test(cell) && !/\s/.test(cell);

/** The column that names the rows: one called so, or one that differs from row to row, or the texts that differ most. */
function rowNameOf({ columns, rows }: TypedTable): Column | undefined {
  const named = columns.filter((column) => column.type === "text" && !onlyNames(column));
  const spelt = named.filter(({ cells }) => !cells.every((cell) => cell === "" || isCode(cell)));
  const texts = spelt.length > 0 ? spelt : named;
  const called = texts.find(({ name }) => words(name).some((word) => word === "name" || word === "title"));
  const unique = [...texts, ...columns.slice(0, 1)].find(({ distinct }) => distinct === rows.length);
  const [varied] = texts.toSorted((one, other) => other.distinct - one.distinct || one.index - other.index);
  return called ?? unique ?? varied ?? columns[0];
}

/** Columns of texts that are headed by what people are called; where there is none, those of teams, and what names each row. */
function peopleIn({ columns, rows }: TypedTable, rowName: Column | undefined, lexicon: Lexicon): ReadonlySet<Column> {
  const texts = columns.filter(({ type }) => type === "text");
  const people = texts.filter((column) => tellsPeople(column, lexicon));
  if (people.length > 0) return new Set(people);
  const teams = texts.filter((column) => isHeaded(column, "team"));
  const names = teams.length > 0 && rowName?.type === "text" && rowName.distinct === rows.length ? [rowName] : [];
  return new Set([...teams, ...names]);
}

const isHeaded = ({ name }: Column, list: string): boolean =>
  words(name).some((word) => list.split(" ").includes(word));

const tellsPeople = (column: Column, { isPerson }: Lexicon): boolean =>
  isHeaded(column, PEOPLE) || isPerson(words(column.name).at(-1) ?? "");

/** What a question word asks for: "who" a person, "when" a time, "where" a place; `null` where it asks for no such column. */
export function asksFor({ tokens, people }: SaidWords, column: Column): number | null {
  const found = tokens.find(({ word }) =>
    /^(?:who|whose|whom)$/.test(word)
      ? people.has(column)
      : word === "when"
        ? column.type === "date" || isYears(column) || (column.type === "text" && isHeaded(column, TIMES))
        : word === "where" && isHeaded(column, PLACES),
  );
  return found?.at ?? null;
}

export const signalOf = ({ signals }: SaidWords, ...deeds: readonly Deed[]): Signal | undefined =>
  signals.find(({ deed }) => deeds.includes(deed));
