import { isYears } from "./columns.ts";
import { added, byOf, directionOf, type FormReading } from "./form-reading.ts";
import { isNaming } from "./mentions.ts";
import { asOperation, type ColumnReading, flag, NOTHING, type Parts } from "./parts.ts";
import type { QueryForm } from "./query.ts";
import { type SaidWords, signalOf } from "./said.ts";
import type { Signal } from "./signals.ts";

/** The forms that tell rows: as they stand, the first of them, or all in another order. */
export const rowForms = (said: SaidWords, parts: Parts): FormReading[] => [
  ...lists(said, parts),
  ...rankings(said, parts),
  ...sortings(said, parts),
];

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
