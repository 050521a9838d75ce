import { type Column, isFigure, isYears, onlyNames } from "./columns.ts";
import { type ConditionReading, joined } from "./conditions.ts";
import { addTo, type Explained, type FeatureName, type ReadingFeatures } from "./features.ts";
import { isMeantBy } from "./glossary.ts";
import { flag, type MeasureReading, NOTHING, type Parts, partsOf } from "./parts.ts";
import type { QueryForm, RowCondition, TableMeasure, TableOperation } from "./query.ts";
import { asksFigure, asksYes, type SaidWords, signalOf } from "./said.ts";
import type { Deed, Signal } from "./signals.ts";
import { words } from "./words.ts";

/** A form of a query with what it accounts for. */
export interface FormReading {
  readonly query: QueryForm;
  readonly explained: readonly Explained[];
  readonly features: ReadingFeatures;
  /** The conditions that still limit its rows; those that a difference or a share is of do not. */
  readonly where?: readonly RowCondition[];
}

const asOperation = (signal: Signal | undefined): Explained =>
  new Map((signal?.at ?? []).map((at) => [at, "operation"] as const));

export function formsOf(said: SaidWords, chosen: readonly ConditionReading[], left: number): FormReading[] {
  const parts = { ...partsOf(said, chosen), left };
  return [
    ...lists(said, parts),
    ...rankings(said, parts),
    ...figures(said, parts),
    ...groups(said, parts),
    ...comparisons(said, parts, chosen),
  ];
}

function lists(said: SaidWords, { conditions, shows, left }: Parts): FormReading[] {
  const common = (columns: readonly Column[]): ReadingFeatures => ({
    wholeColumn: flag(conditions.length === 0 && said.table.rows.length > 1),
    figureNotAsked: flag(asksFigure(said) && !columns.every(isFigure)),
    figureAsked: flag(asksFigure(said) && columns.every(isFigure)),
    isQuestionOfYes: flag(asksYes(said)),
    listFigures: flag(left > 1 && columns.some((column) => isFigure(column) && !onlyNames(column))),
  });
  const single = shows.map(
    ({ column, explained, features }): FormReading => ({
      query: { form: "rows", show: [column], order: null },
      explained: [explained],
      features: { ...features, ...common([column]), "form:list": 1 },
    }),
  );
  const and = said.tokens.filter(({ word }) => word === "and");
  const pairs = and.flatMap(({ at }) =>
    shows.flatMap((one) =>
      shows.flatMap((other): FormReading[] => {
        if (!one.explained.has(at - 1) || !other.explained.has(at + 1) || one.column === other.column) return [];
        return [
          {
            query: { form: "rows", show: [one.column, other.column], order: null },
            explained: [one.explained, other.explained],
            features: { ...one.features, ...common([one.column, other.column]), "form:list2": 1 },
          },
        ];
      }),
    ),
  );
  return [...single, ...pairs];
}

function rankings(said: SaidWords, { shows, measures }: Parts): FormReading[] {
  const sort = signalOf(said, "sort");
  const top = signalOf(said, "top", "bottom");
  const ranked = measures.flatMap((measure) => {
    const direction = directionOf(top, measure.column);
    const explained = [measure.explained, asOperation(top)];
    const isNext =
      top !== undefined && [...measure.explained.keys()].some((at) => at >= top.from && at <= top.from + 2);
    const isTime = measure.column.type === "date" || isYears(measure.column);
    const ofTime = TIMES.has(top?.adjective?.lemma ?? "") || TIMES.has(said.tokens[top?.from ?? -1]?.word ?? "");
    const repeats = (shown: Column): boolean => shown.distinct < said.table.rows.length && shown !== measure.column;
    if (top === undefined) return [];
    return shows.map(
      (show): FormReading => ({
        query: { form: "rows", show: [show.column], order: { by: measure.column, direction, most: top.most ?? 1 } },
        explained: [...explained, show.explained, byOf(said, measure)],
        features: {
          ...show.features,
          ...added(measure.features, show.features),
          measureNext: flag(isNext),
          topTime: flag(isTime && ofTime),
          topNotTime: flag(isTime !== ofTime),
          topRepeats: flag(repeats(show.column)),
          topRepeatsMost: flag(
            repeats(show.column) && /^(?:most|least|best|top)$/.test(said.tokens[top.from]?.word ?? ""),
          ),
          "form:top": 1,
          figureNotAsked: flag(asksFigure(said)),
        },
      }),
    );
  });
  if (sort === undefined) return ranked;
  const falling = said.tokens.some(
    ({ word, lemma }) => /^(?:descend|fall|decrease)/.test(lemma) || word === "descending",
  );
  const sorted = measures.map((measure): FormReading => {
    const show = said.rowName ?? measure.column;
    const by = said.tokens.flatMap(({ at, word }) =>
      /^(?:by|descending|ascending)$/.test(word) ? [[at, "operation"] as const] : [],
    );
    const nouns = shows.find(({ column }) => column === show)?.explained ?? NOTHING;
    return {
      query: {
        form: "rows",
        show: [show],
        order: { by: measure.column, direction: falling ? "falling" : "rising", most: null },
      },
      explained: [measure.explained, asOperation(sort), new Map(by), nouns],
      features: { ...measure.features, "form:sort": 1 },
    };
  });
  return [...ranked, ...sorted];
}

/** What is said of times. */
const TIMES = new Set("latest last newest earliest first recent new late early old young".split(" "));

/** The "by" of "top 3 by revenue". */
const byOf = ({ tokens }: SaidWords, { first }: MeasureReading): Explained =>
  new Map(
    tokens.filter(({ at, word }) => word === "by" && at < first && at >= first - 2).map(({ at }) => [at, "operation"]),
  );

/** Sums of what both have. */
function added(one: ReadingFeatures, other: ReadingFeatures): ReadingFeatures {
  const sum: Partial<Record<FeatureName, number>> = { ...one };
  addTo(sum, other);
  return sum;
}

/** The best rank is the least, the youngest was born last. */
function directionOf(top: Signal | undefined, column: Column): "rising" | "falling" {
  const adjective = top?.adjective?.lemma ?? "";
  const turned =
    (/^(?:rank|place|position)/i.test(column.name) && /^(?:good|bad)$/.test(adjective)) ||
    ((column.type === "date" || isYears(column)) && /^(?:old|young|long)$/.test(adjective)) ||
    (/\b(?:min|time|minute|duration|second)/i.test(column.name) && /^(?:fast|quick|slow)$/.test(adjective));
  return (top?.deed === "bottom") !== turned ? "rising" : "falling";
}

const ADDING: readonly TableOperation[] = ["sum", "mean", "median"];

function figures(said: SaidWords, { conditions, measures, shows }: Parts): FormReading[] {
  const found: FormReading[] = [];
  const operations: TableOperation[] = [
    "sum",
    ...ADDING.filter((one) => one !== "sum" && signalOf(said, one as Deed) !== undefined),
  ];
  const top = signalOf(said, "top", "bottom");
  for (const measure of measures.filter(({ column }) => isFigure(column))) {
    for (const operation of operations)
      found.push(figureReading(said, measure, operation, signalOf(said, operation as Deed)));
    if (top !== undefined)
      found.push({
        ...figureReading(said, measure, directionOf(top, measure.column) === "falling" ? "max" : "min", top),
      });
  }
  const count = signalOf(said, "count");
  const counted = said.rowName ?? said.table.columns[0];
  if (counted === undefined) return found;
  const nouns = shows.filter(({ column, explained }) => (!isFigure(column) || onlyNames(column)) && explained.size > 0);
  const rows: FormReading = {
    query: { form: "figure", measure: { operation: "count", column: counted } },
    explained: [asOperation(count)],
    features: {
      "form:count": 1,
      operationUnasked: flag(count === undefined),
      countAll: flag(conditions.length === 0),
    },
  };
  found.push(rows);
  for (const noun of nouns) {
    const distinct = signalOf(said, "distinct");
    // "How many orders", where the column names each row, and "how many cities", where it does not.
    found.push({
      ...rows,
      explained: [asOperation(count), noun.explained],
      features: {
        ...rows.features,
        keyUnique: flag(noun.column.distinct === said.table.rows.length),
        namePartsMissing: noun.features.namePartsMissing ?? 0,
      },
    });
    found.push({
      query: { form: "figure", measure: { operation: "distinct", column: noun.column } },
      explained: [asOperation(count), asOperation(distinct), noun.explained],
      features: {
        "form:distinct": 1,
        operationUnasked: flag(count === undefined && distinct === undefined),
        keyUnique: flag(noun.column.distinct === said.table.rows.length),
        namePartsMissing: noun.features.namePartsMissing ?? 0,
      },
    });
  }
  return found;
}

const isPrice = (column: Column): boolean => words(column.name).some((word) => isMeantBy(word, "pricey"));

/** What speaks for and against reckoning with a column. */
function measureFeatures(
  said: SaidWords,
  measure: MeasureReading,
  operation: TableOperation,
  signal: Signal | undefined,
): ReadingFeatures {
  const places = [...measure.explained.keys()];
  return {
    ...measure.features,
    operationUnasked: flag(signal === undefined && operation !== "sum"),
    sumUnasked: flag(signal === undefined && operation === "sum"),
    sumOfPrices: flag(operation === "sum" && isPrice(measure.column)),
    sumOfShares: flag(operation === "sum" && (measure.column.type === "percentage" || isYears(measure.column))),
    measureNext: flag(signal !== undefined && places.some((at) => at >= signal.from && at <= signal.from + 3)),
    figureAsked: flag(asksFigure(said)),
  };
}

function figureReading(
  said: SaidWords,
  measure: MeasureReading,
  operation: TableOperation,
  signal: Signal | undefined,
): FormReading {
  return {
    query: { form: "figure", measure: { operation, column: measure.column } },
    // "Number of" and "how many" ask for the sum of what is counted in each row.
    explained: [
      measure.explained,
      asOperation(signal),
      operation === "sum" || operation === "mean" ? asOperation(signalOf(said, "count")) : NOTHING,
    ],
    features: {
      ...measureFeatures(said, measure, operation, signal),
      whichWrong: flag(said.tokens.some(({ word }) => word === "which" || word === "who")),
      isQuestionOfYes: flag(asksYes(said)),
      [operation === "min" || operation === "max" ? "form:figureTop" : "form:figure"]: 1,
    },
  };
}

function groups(said: SaidWords, { measures, keys }: Parts): FormReading[] {
  const per = signalOf(said, "per");
  const top = signalOf(said, "top", "bottom");
  const sort = signalOf(said, "sort");
  const count = signalOf(said, "count");
  if (per === undefined && top === undefined) return [];
  const usable = keys.filter(({ features }) => top !== undefined || features.keyBehindPer === 1);
  const measured: { measure: TableMeasure; explained: readonly Explained[]; features: ReadingFeatures }[] = measures
    .filter(({ column }) => isFigure(column))
    .flatMap((measure) =>
      ADDING.filter((operation) => operation === "sum" || signalOf(said, operation as Deed) !== undefined).map(
        (operation) => {
          const signal = signalOf(said, operation as Deed);
          return {
            measure: { operation, column: measure.column },
            explained: [measure.explained, asOperation(signal), operation === "mean" ? NOTHING : asOperation(count)],
            features: measureFeatures(said, measure, operation, signal),
          };
        },
      ),
    );
  const rows = said.rowName;
  if (rows !== undefined) {
    const nouns = said.mentions.filter(({ column }) => !isFigure(column) || onlyNames(column));
    const counting = { operation: "count", column: rows } as const;
    const unasked = flag(count === undefined);
    measured.push({
      measure: counting,
      explained: [asOperation(count)],
      features: { "form:count": 1, operationUnasked: unasked },
    });
    for (const noun of nouns)
      measured.push({
        measure:
          noun.column.distinct < said.table.rows.length ? { operation: "distinct", column: noun.column } : counting,
        explained: [asOperation(count), noun.by],
        features: {
          [noun.column.distinct < said.table.rows.length ? "form:distinct" : "form:count"]: 1,
          operationUnasked: unasked,
          namePartsMissing: 1 - noun.covered,
        },
      });
  }
  return usable.flatMap(({ key, explained, features }) =>
    measured
      .filter(({ measure }) => measure.column !== key.column || measure.operation === "count")
      .flatMap((reckoned): FormReading[] => {
        const common = added(features, reckoned.features);
        const plain: FormReading = {
          query: {
            form: "groups",
            key,
            measure: reckoned.measure,
            order: sort === undefined ? null : { direction: "falling", most: null },
          },
          explained: [explained, ...reckoned.explained, asOperation(per), asOperation(sort)],
          features: { ...common, "form:groups": 1, orderUnasked: flag(per === undefined) },
        };
        if (top === undefined) return [plain];
        const order = { direction: directionOf(top, reckoned.measure.column), most: top.most ?? 1 } as const;
        const ranked: FormReading = {
          query: { form: "groups", key, measure: reckoned.measure, order },
          explained: [explained, ...reckoned.explained, asOperation(per), asOperation(top)],
          features: { ...common, "form:groupsTop": 1 },
        };
        return per === undefined ? [ranked] : features.keyBehindPer === 1 ? [plain, ranked] : [ranked];
      }),
  );
}

function comparisons(said: SaidWords, { measures }: Parts, chosen: readonly ConditionReading[]): FormReading[] {
  const difference = signalOf(said, "difference");
  const share = signalOf(said, "share");
  const found: FormReading[] = [];
  const figuresOnly = measures.filter(({ column }) => isFigure(column));
  if (difference !== undefined) {
    for (const [index, one] of chosen.entries())
      for (const other of chosen.slice(index + 1)) {
        if (one.condition.column !== other.condition.column) continue;
        const where = chosen.filter((reading) => reading !== one && reading !== other);
        for (const measure of figuresOnly)
          found.push({
            query: {
              form: "difference",
              measure: { operation: "sum", column: measure.column },
              between: [one.condition, other.condition],
            },
            explained: [measure.explained, asOperation(difference)],
            features: { ...measure.features, "form:difference": 1 },
            where: joined(where),
          });
      }
  }
  if (share !== undefined && chosen.length > 0) {
    const count = said.rowName;
    const of: { measure: TableMeasure; explained: Explained; features: ReadingFeatures }[] = figuresOnly.map(
      (measure) => ({
        measure: { operation: "sum", column: measure.column },
        explained: measure.explained,
        features: measure.features,
      }),
    );
    if (count !== undefined)
      of.push({ measure: { operation: "count", column: count }, explained: NOTHING, features: { "form:count": 1 } });
    for (const { measure, explained, features } of of)
      found.push({
        query: { form: "share", measure, part: joined(chosen) },
        explained: [explained, asOperation(share)],
        features: { ...features, "form:share": 1 },
        where: [],
      });
  }
  return found;
}
