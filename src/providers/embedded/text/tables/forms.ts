import { isFigure, onlyNames } from "./columns.ts";
import type { ConditionReading } from "./condition-reading.ts";
import { joined } from "./conditions.ts";
import type { Explained, ReadingFeatures } from "./features.ts";
import { added, byOf, directionOf, type FormReading } from "./form-reading.ts";
import { asOperation, type ColumnReading, flag, NOTHING, type Parts, partsOf } from "./parts.ts";
import type { TableMeasure, TableOperation } from "./query.ts";
import { rowForms } from "./row-forms.ts";
import { type SaidWords, signalOf } from "./said.ts";
import { type Deed, OF_MANY, type Signal } from "./signals.ts";

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
    ...rowForms(said, parts),
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
