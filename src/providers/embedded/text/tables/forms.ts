import { type Column, isFigure, isYears, onlyNames } from "./columns.ts";
import type { ConditionReading } from "./condition-reading.ts";
import { joined } from "./conditions.ts";
import { addTo, type Explained, type FeatureName, type ReadingFeatures } from "./features.ts";
import { isNaming } from "./mentions.ts";
import { asOperation, type ColumnReading, flag, NOTHING, type Parts, partsOf } from "./parts.ts";
import type { QueryForm, RowCondition, TableMeasure, TableOperation } from "./query.ts";
import { type SaidWords, signalOf } from "./said.ts";
import { type Deed, OF_MANY, type Signal } from "./signals.ts";

/** A form of a query with what it accounts for. */
export interface FormReading {
  readonly query: QueryForm;
  readonly explained: readonly Explained[];
  readonly features: ReadingFeatures;
  /** Of what has the highest figure: whether the figure is asked for, or what has it; `null` where that cannot be told. */
  readonly asks?: "figure" | "row" | null | undefined;
  /** The conditions that still limit its rows; those that a difference or a share is of do not. */
  readonly where?: readonly RowCondition[];
}

/** A part of a query with what it accounts for. */
interface Reckoned {
  readonly measure: TableMeasure;
  readonly explained: readonly Explained[];
  readonly features: ReadingFeatures;
}

/** All that may be asked of the rows that some conditions leave. */
export function formsOf(all: SaidWords, chosen: readonly ConditionReading[]): FormReading[] {
  const said = { ...all, signals: all.signals.filter((signal) => !isOfCondition(signal, chosen)) };
  const parts = partsOf(said, chosen);
  const figures = [...reckonedColumns(said, parts), ...counted(said, parts)];
  return [
    ...lists(said, parts),
    ...rankings(said, parts),
    ...sortings(said, parts),
    ...[...figures, ...extremes(said, parts)].map(
      ({ measure, ...rest }): FormReading => ({ query: { form: "figure", measure }, ...rest }),
    ),
    ...groups(said, parts, figures),
    ...differences(said, parts, chosen),
    ...shares(said, parts, chosen),
  ];
}

/** "Least" in "at least 5" asks for nothing of its own. */
const isOfCondition = ({ from, at }: Signal, chosen: readonly ConditionReading[]): boolean =>
  chosen.some(({ explained }) =>
    [from, ...at].some((place) => explained.get(place) === "literal" || explained.get(place) === "cell"),
  );

const isMeasured = ({ column }: ColumnReading): boolean => isFigure(column);

/** Sums of what both have. */
function added(one: ReadingFeatures, other: ReadingFeatures): ReadingFeatures {
  const sum: Partial<Record<FeatureName, number>> = { ...one };
  addTo(sum, other);
  return sum;
}

/** The cells of a column, or of two that "and" joins. */
function lists(said: SaidWords, { conditions, shows }: Parts): FormReading[] {
  const wholeColumn = flag(conditions.length === 0 && said.table.rows.length > 1);
  // "Which entries ..." asks for no column: they are told as they stand.
  const ofRows = said.tokens.some(({ word }) => /^(?:row|entry|record)$/.test(word));
  const single = shows.map(
    ({ column, explained, features }): FormReading => ({
      query: {
        form: "rows",
        show: [column],
        ...(ofRows && explained.size === 0 ? { whole: said.table.columns } : {}),
        order: null,
      },
      explained: [explained],
      features: { ...features, wholeColumn },
    }),
  );
  const pairs = said.tokens
    .filter(({ word }) => word === "and")
    .flatMap(({ at }) =>
      shows
        .filter(({ explained }) => explained.has(at - 1))
        .flatMap((one) =>
          shows
            .filter(({ column, explained }) => explained.has(at + 1) && column !== one.column)
            .map(
              (other): FormReading => ({
                query: { form: "rows", show: [one.column, other.column], order: null },
                explained: [one.explained, other.explained],
                features: { ...one.features, wholeColumn },
              }),
            ),
        ),
    );
  return [...single, ...pairs, ...rowsMeant(said, conditions)];
}

/** "Show me all orders from March", where nothing is headed by orders: the rows as they stand. */
function rowsMeant(
  { rows, mentions, signals, table, rowName }: SaidWords,
  conditions: Parts["conditions"],
): FormReading[] {
  const isNamed = (at: number): boolean => mentions.some(({ by }) => isNaming(by.get(at)));
  const name = rowName ?? table.columns[0];
  if (name === undefined || conditions.length === 0 || signals.length > 0 || ![...rows].some((at) => !isNamed(at)))
    return [];
  const query: QueryForm = { form: "rows", show: [name], whole: table.columns, order: null };
  return [{ query, explained: [], features: {} }];
}

/** The first rows by a figure or a date: "the cheapest", "top 3 by revenue". */
function rankings(said: SaidWords, { shows, measures, quantities }: Parts): FormReading[] {
  const top = signalOf(said, "top", "bottom");
  if (top === undefined) return [];
  const word = said.tokens[top.from]?.word ?? "";
  const ofTime = TIMES.has(top.adjective?.lemma ?? "") || TIMES.has(word);
  return measures.flatMap((measure) => {
    const { column } = measure;
    const order = { by: column, direction: directionOf(top, column), most: top.most ?? 1 };
    const isTime = column.type === "date" || isYears(column);
    // What has several rows is asked for the sum of these.
    const single = shows.filter((show) => quantities.length === 0 || show.column.distinct === said.table.rows.length);
    return single.map((show): FormReading => {
      const repeats = show.column.distinct < said.table.rows.length && show.column !== column;
      return {
        query: { form: "rows", show: [show.column], order },
        explained: [measure.explained, asOperation(top), show.explained, byOf(said, measure.explained)],
        asks: askedOf(said, top, measure, show),
        features: {
          ...show.features,
          ...added(measure.features, show.features),
          topNotTime: flag(isTime !== ofTime),
          topRepeatsMost: flag(repeats && /^(?:most|least|best|top)$/.test(word)),
        },
      };
    });
  });
}

/** "Highest salary" asks for the figure, "who has the highest salary" and "cheapest flat" for what has it. */
function askedOf(
  said: SaidWords,
  top: Signal,
  measure: ColumnReading,
  show: ColumnReading,
): NonNullable<FormReading["asks"]> | null {
  const isAsked = said.tokens.some(({ word }) => /^(?:which|who|whose|whom|where|when)$/.test(word));
  if (isAsked || [...show.explained.values()].some((way) => way === "same" || way === "stem")) return "row";
  const names = show.column === said.rowName && show.column.type === "text";
  const isNamedBefore = said.tokens.some(({ at, plain }) => at < top.from && !plain);
  const isFigure = measure.explained.has(Math.max(top.from, top.adjective?.at ?? 0) + 1);
  if (isNamedBefore || (names && !isFigure)) return names ? "row" : null;
  return "figure";
}

/** The table in another order, or its first rows: "sort by units, highest first", "sort it by hours and show the top 3". */
function sortings(said: SaidWords, { shows, measures }: Parts): FormReading[] {
  const sort = signalOf(said, "sort");
  if (sort === undefined) return [];
  const tops = said.signals.filter(({ deed }) => deed === "top" || deed === "bottom");
  // "First hired first" is of another figure, and "then" of a second one.
  const isOfOrder = ({ from, at, most }: Signal): boolean =>
    most !== null || at.some((place) => place > from && said.tokens[place]?.word === "first");
  if (!tops.every(isOfOrder) || said.tokens.some(({ word }) => word === "then")) return [];
  const [first] = tops;
  const isFalling = said.tokens.some(
    ({ word, lemma }) => /^(?:descend|fall|decrease)/.test(lemma) || word === "descending",
  );
  const by = said.tokens.filter(({ word }) => /^(?:by|descending|ascending|order)$/.test(word));
  const behind = by.find(({ word }) => word === "by");
  const next = behind === undefined ? null : said.tokens.slice(behind.at + 1).find(({ plain }) => !plain);
  const isNamed = ({ explained }: ColumnReading): boolean =>
    next === null ? [...explained.values()].includes("same") : next !== undefined && explained.has(next.at);
  return measures.filter(isNamed).map((measure): FormReading => {
    const name = said.rowName ?? measure.column;
    const direction = first ? directionOf(first, measure.column) : isFalling ? "falling" : "rising";
    return {
      query: {
        form: "rows",
        show: [name],
        whole: said.table.columns,
        order: { by: measure.column, direction, most: tops.find(({ most }) => most !== null)?.most ?? null },
      },
      explained: [
        measure.explained,
        asOperation(sort),
        ...tops.map(asOperation),
        new Map(by.map(({ at }) => [at, "operation"])),
        shows.find(({ column }) => column === name)?.explained ?? NOTHING,
      ],
      features: measure.features,
    };
  });
}

/** What is said of times. */
const TIMES = new Set("latest last newest earliest first recent new late early old young".split(" "));

/** The "by" of "top 3 by revenue". */
function byOf({ tokens }: SaidWords, measure: Explained = NOTHING): Explained {
  const first = Math.min(...measure.keys());
  const bys = tokens.filter(({ at, word }) => word === "by" && at < first && at >= first - 2);
  return new Map(bys.map(({ at }) => [at, "operation"]));
}

/** The best rank is the least, the youngest was born last. */
function directionOf(top: Signal, column: Column): "rising" | "falling" {
  const adjective = top.adjective?.lemma ?? "";
  const turned =
    (/^(?:rank|place|position)/i.test(column.name) && /^(?:good|bad)$/.test(adjective)) ||
    ((column.type === "date" || isYears(column)) && /^(?:old|young|long)$/.test(adjective)) ||
    (/\b(?:min|time|minute|duration|second)/i.test(column.name) && /^(?:fast|quick|slow)$/.test(adjective));
  return (top.deed === "bottom") !== turned ? "rising" : "falling";
}

const ADDING: readonly (TableOperation & Deed)[] = ["sum", "mean", "median"];

/** Sums, which need not be asked for, and means. */
const reckonedColumns = (said: SaidWords, { measures, keys }: Parts): Reckoned[] =>
  measures.filter(isMeasured).flatMap(({ column, explained, features }) =>
    ADDING.filter((operation) => operation === "sum" || signalOf(said, operation) !== undefined).map((operation) => ({
      measure: { operation, column },
      // "Number of" and "how many" ask for the sum of what is counted in each row.
      explained: [
        explained,
        asOperation(signalOf(said, operation)),
        operation === "median" ? NOTHING : asOperation(signalOf(said, "count")),
        /^(?:mean|median)$/.test(operation) ? perRow(said, keys) : NOTHING,
      ],
      features,
    })),
  );

/** "The average cost per month", of a table with a row for each month, and "per order", of one of orders: that of all rows. */
function perRow(said: SaidWords, keys: Parts["keys"]): Explained {
  const { tokens, signals, rows, table } = said;
  const ofKey = keys.find(
    ({ key, isEach }) =>
      isEach && !isFigure(key.column) && key.part === null && key.column.distinct === table.rows.length,
  );
  if (ofKey) return ofKey.explained;
  const per = signals.find(({ deed, from }) => deed === "per" && tokens[from + 1] && rows.has(from + 1));
  return per ? new Map([per.from, per.from + 1].map((at) => [at, "operation"])) : NOTHING;
}

/** The highest or lowest figure itself. */
function extremes(said: SaidWords, { measures }: Parts): Reckoned[] {
  const top = signalOf(said, "top", "bottom");
  if (top === undefined) return [];
  return measures.filter(isMeasured).map(({ column, explained, features }) => ({
    measure: { operation: directionOf(top, column) === "falling" ? "max" : "min", column },
    explained: [explained, asOperation(top)],
    features,
  }));
}

/** How many rows there are, or different cells: "how many orders", where a column names each row, and "how many cities". */
function counted(said: SaidWords, { conditions, shows, quantities }: Parts): Reckoned[] {
  const count = signalOf(said, "count");
  const distinct = signalOf(said, "distinct");
  const column = said.rowName ?? said.table.columns[0];
  if (column === undefined || quantities.length > 0) return [];
  const rows: Reckoned = {
    measure: { operation: "count", column },
    explained: [asOperation(count)],
    features: {
      operationUnasked: flag(count === undefined),
      countAll: flag(conditions.length === 0),
      countNamed: flag(conditions.some((one) => one.column.distinct === said.table.rows.length)),
    },
  };
  const nouns = shows.filter(
    ({ column, explained }) =>
      (!isFigure(column) || onlyNames(column)) && column.type !== "yes-no" && explained.size > 0,
  );
  return [
    rows,
    ...nouns.flatMap((noun): Reckoned[] => {
      const common = {
        keyUnique: flag(noun.column.distinct === said.table.rows.length),
        namePartsMissing: noun.features.namePartsMissing ?? 0,
      };
      return [
        { ...rows, explained: [asOperation(count), noun.explained], features: { ...rows.features, ...common } },
        {
          measure: { operation: "distinct", column: noun.column },
          explained: [asOperation(count), asOperation(distinct), noun.explained],
          features: { ...common, operationUnasked: flag(count === undefined && distinct === undefined) },
        },
      ];
    }),
  ];
}

/** A figure for each cell of a column or part of a date, or the first of these by their figures. */
function groups(said: SaidWords, { keys }: Parts, figures: readonly Reckoned[]): FormReading[] {
  const top = signalOf(said, "top", "bottom");
  const sort = signalOf(said, "sort");
  const isOfMany = OF_MANY.test(said.tokens[top?.from ?? -1]?.word ?? "");
  return keys.flatMap(({ key, isEach, isAsked, explained, features }) =>
    figures
      .filter(({ measure }) => measure.column !== key.column || measure.operation === "count")
      .filter(({ measure }) => !isAsked || isOfMany || /^(?:mean|median)$/.test(measure.operation))
      .flatMap((reckoned): FormReading[] => {
        const { measure } = reckoned;
        const common = {
          explained: [explained, ...reckoned.explained, byOf(said, reckoned.explained[0])],
          features: added(features, reckoned.features),
        };
        // The mean of a single row is its figure: the mean of all is meant.
        const isOfRows = key.part === null && key.column.distinct === said.table.rows.length;
        const isPerEach = isEach && !(isOfRows && /^(?:mean|median)$/.test(measure.operation));
        const each: FormReading = {
          query: { form: "groups", key, measure, order: sort ? { direction: "falling", most: null } : null },
          ...common,
          explained: [...common.explained, asOperation(sort)],
        };
        if (top === undefined) return isPerEach ? [each] : [];
        const order = { direction: directionOf(top, measure.column), most: top.most ?? 1 } as const;
        const first: FormReading = {
          query: { form: "groups", key, measure, order },
          ...common,
          explained: [...common.explained, asOperation(top)],
        };
        return isPerEach ? [each, first] : [first];
      }),
  );
}

function differences(said: SaidWords, { measures }: Parts, chosen: readonly ConditionReading[]): FormReading[] {
  const signal = signalOf(said, "difference");
  if (signal === undefined) return [];
  return chosen.flatMap((one, index) =>
    chosen
      .slice(index + 1)
      .filter((other) => one.condition.column === other.condition.column)
      .flatMap((other) =>
        measures.filter(isMeasured).map(
          ({ column, explained, features }): FormReading => ({
            query: {
              form: "difference",
              measure: { operation: "sum", column },
              between: [one.condition, other.condition],
            },
            explained: [explained, asOperation(signal)],
            features,
            where: joined(chosen.filter((reading) => reading !== one && reading !== other)),
          }),
        ),
      ),
  );
}

function shares(said: SaidWords, { measures }: Parts, chosen: readonly ConditionReading[]): FormReading[] {
  const signal = signalOf(said, "share");
  if (signal === undefined || chosen.length === 0) return [];
  const of = measures.filter(isMeasured).map(
    ({ column, explained, features }): Reckoned => ({
      measure: { operation: "sum", column },
      explained: [explained],
      features,
    }),
  );
  const rows: Reckoned[] =
    said.rowName === undefined
      ? []
      : [{ measure: { operation: "count", column: said.rowName }, explained: [], features: {} }];
  return [...of, ...rows].map(({ measure, explained, features }) => ({
    query: { form: "share", measure, part: joined(chosen) },
    explained: [...explained, asOperation(signal)],
    features,
    where: [],
  }));
}
