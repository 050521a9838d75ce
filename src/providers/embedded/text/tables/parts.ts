import { dividesBy } from "./arithmetic.ts";
import { type Column, isFigure, onlyNames } from "./columns.ts";
import type { ConditionReading } from "./condition-reading.ts";
import type { DatePart } from "./dates.ts";
import type { Explained, ReadingFeatures } from "./features.ts";
import { isOfMoney, isTime, namesMeasure, namesSomeMeasure } from "./glossary.ts";
import { type ColumnMention, isSure } from "./mentions.ts";
import type { Key, RowCondition } from "./query.ts";
import { asksFor, type SaidWords, signalOf } from "./said.ts";
import { OF_MANY, type Signal } from "./signals.ts";
import type { Token } from "./words.ts";

/** Columns of each part of a query that are looked at, the likeliest first. */
const MAX_COLUMNS = 7;
export interface Parts {
  readonly conditions: readonly RowCondition[];
  readonly shows: readonly ColumnReading[];
  readonly measures: readonly ColumnReading[];
  readonly keys: readonly KeyReading[];
  /** The columns that tell how many, where it asks for that of what a condition names: "the most oak", "how many rolls". */
  readonly quantities: readonly Column[];
}
export interface ColumnReading {
  readonly column: Column;
  readonly explained: Explained;
  readonly features: ReadingFeatures;
}
interface KeyReading {
  readonly key: Key;
  /** Whether a figure for each is asked for, as behind "per", and not only which has the highest. */
  readonly isEach: boolean;
  /** Whether only "who" asks for it: of single rows, unless something else is reckoned. */
  readonly isAsked: boolean;
  readonly explained: Explained;
  readonly features: ReadingFeatures;
}

export const NOTHING: Explained = new Map();

export const asOperation = (signal: Signal | undefined): Explained =>
  new Map((signal?.at ?? []).map((at) => [at, "operation"] as const));

export const flag = (holds: boolean): number => (holds ? 1 : 0);

export function partsOf(said: SaidWords, chosen: readonly ConditionReading[]): Parts {
  const { table, mentions, tokens } = said;
  const conditions = chosen.map(({ condition }) => condition);
  const used = new Set(
    chosen.flatMap(({ explained, names }) =>
      [...explained].filter(([, way]) => !names || way === "cell" || way === "literal").map(([at]) => at),
    ),
  );
  const open = mentions.filter(({ by }) => [...by.keys()].some((at) => !used.has(at)));
  const score = ({ by, covered }: ColumnMention): number =>
    covered + [...by.values()].reduce((sum, like) => sum + (like === "same" ? 1 : isSure(like) ? 0.7 : 0.1), 0);
  const likely = open.toSorted((one, other) => score(other) - score(one)).slice(0, MAX_COLUMNS);
  const rivals = new Set(
    likely.filter((one) =>
      likely.some(
        (other) =>
          other !== one && other.covered >= one.covered && [...one.by].every(([at, like]) => other.by.get(at) === like),
      ),
    ),
  );
  const rival = (column: Column): ReadingFeatures => ({
    rival: flag([...rivals].some((one) => one.column === column)),
  });
  const unnamed = table.columns.filter((column) => !likely.some((mention) => mention.column === column));
  const shown = [
    ...likely.map(({ column }) => column),
    ...unnamed.filter((column) => column === said.rowName || column.index === 0 || asksFor(said, column) !== null),
  ];
  const conditioned = new Set(conditions.map(({ column }) => column));
  const shows = shown.slice(0, 2 * MAX_COLUMNS).map((column) => {
    const reading = showReading(said, column, likely, conditioned);
    return { ...reading, features: { ...reading.features, ...rival(column) } };
  });
  const figures = table.columns.filter((column) => isFigure(column) && !onlyNames(column));
  const isNamed = mentions.some(({ column, by }) => isFigure(column) && [...by.values()].includes("same"));
  const quantities = !isNamed && asksOfItems(said, used) ? figures.filter(isQuantity) : [];
  const fitting = quantities.length > 0 ? quantities : figures.filter(fitsQuantity(said));
  const amounts = fitting.length > 0 ? fitting : figures;
  const isOften = tokens.some(({ word }) => word === "often");
  const measured = table.columns.filter(
    (column) => ((isFigure(column) && !onlyNames(column)) || column.type === "date") && (!isOften || isOfTimes(column)),
  );
  const measures = (quantities.length > 0 ? quantities : measured)
    .map((column): ColumnReading => {
      const mention = likely.find((other) => other.column === column && !isDivisor(tokens, other));
      return {
        column,
        explained: mention?.by ?? NOTHING,
        features: {
          [amounts.length === 1 && amounts[0] === column ? "measureOnly" : "measureUnnamed"]: flag(
            mention === undefined,
          ),
          namePartsMissing: mention === undefined ? 0 : 1 - mention.covered,
          ...(quantities.length === 1 ? {} : rival(column)),
        },
      };
    })
    .toSorted((one, other) => other.explained.size - one.explained.size)
    .slice(0, MAX_COLUMNS);
  return {
    conditions,
    shows,
    measures,
    keys: [...comparedKeys(said, conditions), ...keysOf(said, likely)],
    quantities,
  };
}

/** "Pieces", "Kilos": how much of something a row is of; hours are spent on it. */
const isQuantity = (column: Column): boolean =>
  namesMeasure(column, "many") || (namesMeasure(column, "much") && !isTime(column));

/** Whether a cell's words stand right behind "how many", "how much", "most" or "fewest". */
const asksOfItems = ({ signals, tokens }: SaidWords, inCells: ReadonlySet<number>): boolean =>
  signals.some(
    ({ deed, from }) =>
      (deed === "count" || deed === "much" || OF_MANY.test(tokens[from]?.word ?? "")) &&
      inCells.has(tokens.slice(from + 1).find(({ plain }) => !plain)?.at ?? -1),
  );

const asksWho = (tokens: readonly Token[]): boolean =>
  tokens.some(({ word }) => /^(?:who|whose|whom|when|where)$/.test(word));

/** "Hectares" is not what is asked for by "tonnes per hectare". */
function isDivisor(tokens: readonly Token[], { by }: ColumnMention): boolean {
  const first = Math.min(...by.keys());
  return tokens[first - 1]?.word === "per";
}

const isCount = (column: Column): boolean =>
  column.type === "number" &&
  !isOfMoney(column) &&
  column.values.every((value) => value === null || Number.isInteger(value));

/** What may have happened so often: neither a distance nor the number of a week. */
const isOfTimes = (column: Column): boolean => isCount(column) && !namesSomeMeasure(column) && !isTime(column);

/** "How many" asks of what is counted in whole numbers, "how much" of money, where there is any. */
function fitsQuantity(said: SaidWords): (column: Column) => boolean {
  if (signalOf(said, "count") !== undefined) return isCount;
  return signalOf(said, "much") === undefined ? () => true : isOfMoney;
}

function showReading(
  said: SaidWords,
  column: Column,
  likely: readonly ColumnMention[],
  conditioned: ReadonlySet<Column>,
): ColumnReading {
  const { tokens, table, rowName } = said;
  const mention = likely.find((other) => other.column === column);
  const asked = asksFor(said, column);
  const which = tokens.find(({ word }) => word === "which" || word === "what");
  // "Which shop", "in which of the cities".
  const noun = which === undefined ? undefined : tokens.slice(which.at + 1, which.at + 4).find(({ plain }) => !plain);
  const like = noun === undefined ? undefined : mention?.by.get(noun.at);
  return {
    column,
    explained: mention?.by ?? NOTHING,
    features: {
      namePartsMissing: mention === undefined ? 0 : 1 - mention.covered,
      showRowName: flag(column === rowName),
      showFirst: flag(column.index === 0),
      showCondition: flag(conditioned.has(column)),
      showId: flag(onlyNames(column)),
      showFigure: flag(isFigure(column) && !onlyNames(column)),
      whoFirst: flag(
        asked !== null && !table.columns.slice(0, column.index).some((other) => asksFor(said, other) !== null),
      ),
      whoWrong: flag(asksWho(tokens) && asked === null),
      whichRight: flag(like !== undefined && isSure(like)),
    },
  };
}

/** The first column of which no two cells are alike, or else of dates. */
function rowKey({ table, rowName }: SaidWords): Column | undefined {
  const named = table.columns.filter(({ type }) => type === "date" || type === "text");
  return (
    named.find(({ distinct }) => distinct === table.rows.length) ?? named.find(({ type }) => type === "date") ?? rowName
  );
}

const PARTS: Readonly<Record<string, DatePart>> = {
  month: "month",
  monthly: "month",
  quarter: "quarter",
  quarterly: "quarter",
  year: "year",
  yearly: "year",
  annual: "year",
};

/** "Compare the revenue of North and South": a figure for each of the cells that rows are limited to. */
function comparedKeys(said: SaidWords, conditions: readonly RowCondition[]): KeyReading[] {
  const compare = signalOf(said, "compare");
  const cellsOf = (column: Column): number =>
    conditions.filter((one) => one.column === column).flatMap(({ words }) => words.split(" or ")).length;
  const columns = new Set(
    compare ? conditions.map(({ column }) => column).filter((one) => !isFigure(one) && cellsOf(one) > 1) : [],
  );
  return [...columns].map((column) => ({
    key: { column, part: null },
    isEach: true,
    isAsked: false,
    explained: asOperation(compare),
    features: {},
  }));
}

function keysOf(said: SaidWords, likely: readonly ColumnMention[]): KeyReading[] {
  const { tokens, table } = said;
  const pers = said.signals.filter(({ deed }) => deed === "per");
  const behindPer = (by: Explained, isEach = false): Pick<KeyReading, "isEach" | "explained"> => {
    const per = pers.findLast(({ from }) => [...by.keys()].some((at) => at > from && at <= from + 3));
    return { isEach: isEach || per !== undefined, explained: new Map([...by, ...asOperation(per)]) };
  };
  // What is divided by makes no groups, and nor does what might be.
  const isDivided = (mention: ColumnMention): boolean =>
    isFigure(mention.column) && isDivisor(tokens, mention) && dividesBy(mention.column, table) !== false;
  const whole = likely
    .filter(({ column, by }) => [...by.values()].some(isSure) && (column.type !== "yes-no" || pers.length > 0))
    .filter((mention) => !isDivided(mention))
    .map(
      ({ column, by, covered }): KeyReading => ({
        key: { column, part: null },
        ...behindPer(by, said.isOfSeries && !isFigure(column)),
        isAsked: false,
        features: {
          namePartsMissing: 1 - covered,
          keyUnique: flag(column.distinct === table.rows.length),
          keyFigure: flag(isFigure(column)),
          whoWrong: flag(asksWho(tokens) && asksFor(said, column) === null),
        },
      }),
    );
  const dates = table.columns.filter(({ type }) => type === "date");
  const ofDates = tokens.flatMap(({ at, word }) => {
    const part = PARTS[word];
    if (part === undefined || said.limits.has(at)) return [];
    return dates.map((column): KeyReading => {
      const mention = likely.find((other) => other.column === column);
      return {
        key: { column, part },
        ...behindPer(new Map([...(mention?.by ?? []), [at, "same"]])),
        isAsked: false,
        features: {},
      };
    });
  });
  const asked = table.columns
    .filter((column) => column.type === "text" && !likely.some((mention) => mention.column === column))
    .filter((column) => asksFor(said, column) !== null)
    .map(
      (column): KeyReading => ({
        key: { column, part: null },
        isEach: false,
        isAsked: true,
        explained: NOTHING,
        features: { keyUnique: flag(column.distinct === table.rows.length) },
      }),
    );
  const named = [...ofDates, ...whole, ...asked];
  const row = said.isOfSeries && !named.some(({ isEach }) => isEach) ? rowKey(said) : undefined;
  const ofRows = row && {
    key: { column: row, part: null },
    isEach: true,
    isAsked: false,
    explained: NOTHING,
    features: {},
  };
  return [...(ofRows ? [ofRows] : []), ...named].slice(0, MAX_COLUMNS);
}
