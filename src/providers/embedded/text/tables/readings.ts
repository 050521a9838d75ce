import { isFigure, type TypedTable } from "./columns.ts";
import type { ConditionReading, ConditionSlot } from "./condition-reading.ts";
import { joined } from "./conditions.ts";
import { uncarried } from "./coverage.ts";
import { addTo, type FeatureName, type ReadingFeatures, WAYS, type Way } from "./features.ts";
import type { FormReading } from "./form-reading.ts";
import { formsOf } from "./forms.ts";
import { namesMeasure } from "./glossary.ts";
import type { Lexicon } from "./lexicon.ts";
import { isSure } from "./mentions.ts";
import type { Query, QueryForm } from "./query.ts";
import { type SaidWords, signalOf, whatIsSaid } from "./said.ts";
import { type Token, tokensOf, withComparisonsInWords } from "./words.ts";

/** A query that a question may mean, and what speaks for and against it. */
export interface QueryReading {
  readonly query: Query;
  readonly features: ReadingFeatures;
  /** Places of words that tell something and that nothing of the table carries. */
  readonly uncarried: readonly number[];
  /** As `FormReading`. */
  readonly asks: FormReading["asks"];
  /** Places of words that the table has nothing for, and that name what its only figures are taken to be of. */
  readonly assumed: readonly number[];
}

/** Choices of conditions that are looked at, and readings in all. */
const MAX_COMBINATIONS = 20;
const MAX_READINGS = 3_000;
/** Words of a question that are read; a longer one asks more than one thing. */
export const MAX_WORDS = 60;

/** A clause in brackets says on what the rest depends: "what is due? (paid below billed)". */
const REMARK = /\s\(([^()\s]+(?:\s+[^()\s]+){2,})\)/g;

/**
 * A question's words, and all queries that it may mean: none for one that is too long.
 * @param isOfSeries whether it asks for a figure for each of several things, as charts show them
 * @param aside words of it that are taken to say nothing
 */
export function readingsOf(
  question: string,
  table: TypedTable,
  lexicon: Lexicon,
  isOfSeries = false,
  aside: ReadonlySet<string> = new Set(),
): { readonly tokens: readonly Token[]; readonly readings: readonly QueryReading[] } {
  const tokens = tokensOf(withComparisonsInWords(question.replace(REMARK, " if $1 ")), aside);
  const readings: QueryReading[] = [];
  if (tokens.length === 0 || tokens.length > MAX_WORDS) return { tokens, readings };
  const said = whatIsSaid(question, tokens, table, lexicon, isOfSeries);
  for (const chosen of combinations(said.slots)) {
    for (const form of formsOf(said, chosen)) {
      if (readings.length >= MAX_READINGS) return { tokens, readings };
      readings.push(weighed(said, chosen, form));
    }
  }
  return { tokens, readings };
}

/** All choices of at most one reading of each slot; those that account for more come first. */
function combinations(slots: readonly ConditionSlot[]): ConditionReading[][] {
  let all: ConditionReading[][] = [[]];
  for (const slot of slots)
    all = all
      .flatMap((chosen) => [...slot.map((reading) => [...chosen, reading]), chosen])
      .slice(0, 4 * MAX_COMBINATIONS);
  const words = (chosen: readonly ConditionReading[]): number =>
    new Set(chosen.flatMap(({ explained }) => [...explained.keys()])).size;
  return all.toSorted((one, other) => words(other) - words(one)).slice(0, MAX_COMBINATIONS);
}

function weighed(said: SaidWords, chosen: readonly ConditionReading[], form: FormReading): QueryReading {
  const explained = new Map<number, Way>();
  for (const part of [...chosen.map((reading) => reading.explained), ...form.explained])
    for (const [at, way] of part) {
      const known = explained.get(at);
      if (known === undefined || WAYS.indexOf(way) < WAYS.indexOf(known)) explained.set(at, way);
    }
  if (isOfAmounts(form.query)) for (const at of signalOf(said, "much")?.at ?? []) explained.set(at, "operation");
  const measured = measuredBy(said, chosen, form);
  const assumed = measured.filter((at) => said.kinds.get(at) === "missedWord");
  for (const at of measured) explained.set(at, "glossary");
  const features: Partial<Record<FeatureName, number>> = traitsOf(form.query);
  if (form.query.form === "figure" && said.tokens.some(({ word }) => /^(?:who|whose|whom)$/.test(word)))
    addTo(features, { whoFigure: 1 });
  if (form.query.form === "figure" && asksToDo(said)) addTo(features, { toDoFigure: 1 });
  for (const reading of chosen) addTo(features, reading.features);
  addTo(features, form.features);
  // What a column is called may ask for it, though the rows are called so too.
  const sure = new Set(said.mentions.flatMap(({ by }) => [...by].filter(([, like]) => isSure(like)).map(([at]) => at)));
  let missed = 0;
  for (const [at, kind] of said.kinds) {
    const way = explained.get(at);
    if (way !== undefined) addTo(features, { [`by:${way}`]: 1 });
    else if (!said.rows.has(at) || sure.has(at)) {
      addTo(features, { [kind]: 1 });
      missed++;
    }
  }
  if (missed === 0) addTo(features, { nothingMissed: 1 });
  // A word without a part may be the name of another figure: "total profit", where there are salaries alone.
  else if (features.measureOnly === 1) addTo(features, { measureUnnamed: 1 });
  const query: Query = { ...form.query, where: form.where ?? joined(chosen) };
  return { query, features, uncarried: uncarried(said, query, explained), asks: form.asks, assumed };
}

/** "What do we need to buy?" asks for things and no figure, unless it says which: "what should the total be?". */
const asksToDo = ({ tokens, signals }: SaidWords): boolean =>
  /^(?:what|which)$/.test(tokens[0]?.word ?? "") &&
  signals.length === 0 &&
  tokens.some(
    ({ at, word }) =>
      /^(?:need|must|should)$/.test(word) || (/^(?:have|has)$/.test(word) && tokens[at + 1]?.word === "to"),
  );

/**
 * Places of what is measured, and of how it came about, where the only figures are called by their measure alone: "how
 * much milk did Rosa give" of a column "Litres". What some column of texts may have, of which nothing speaks, is none.
 */
function measuredBy(
  { table, kinds, signals, mentions }: SaidWords,
  chosen: readonly ConditionReading[],
  { query }: FormReading,
): number[] {
  const spoken = new Set(chosen.map(({ condition }) => condition.column));
  for (const column of query.form === "rows" ? query.show : query.form === "groups" ? [query.key.column] : [])
    spoken.add(column);
  const column = "measure" in query ? query.measure.column : query.order?.by;
  const isNamed = mentions.some((mention) => mention.column === column && [...mention.by.values()].includes("same"));
  if (column === undefined || isNamed || table.columns.some((other) => other.type === "text" && !spoken.has(other)))
    return [];
  const asking = signals.find(({ deed }) =>
    deed === "much" || deed === "top" || deed === "bottom"
      ? namesMeasure(column, "much")
      : deed === "count" && namesMeasure(column, "many"),
  );
  if (asking === undefined) return [];
  // "How much milk", "how many oak boards".
  const inCells = new Set(
    chosen.flatMap(({ explained }) => [...explained].flatMap(([at, way]) => (way === "cell" ? [at] : []))),
  );
  const isRightBehind = (at: number): boolean => {
    for (let place = asking.from + 1; place < at; place++) if (!inCells.has(place)) return false;
    return at > asking.from;
  };
  return [...kinds].flatMap(([at, kind]) =>
    kind === "missedVerb" || (kind === "missedWord" && isRightBehind(at)) ? [at] : [],
  );
}

/** Whether it tells figures of the table: "how much" asks for such, and not how many rows there are. */
const isOfAmounts = (query: QueryForm): boolean =>
  "measure" in query
    ? query.measure.operation !== "count" && query.measure.operation !== "distinct"
    : query.show.some(isFigure);

/** What kind of a query it is, as some are asked for more often than others. */
const traitsOf = (query: QueryForm): Partial<Record<FeatureName, number>> => ({
  [`form:${query.form}`]: 1,
  ...("measure" in query ? { [`form:${query.measure.operation}`]: 1 } : {}),
  ...("order" in query && query.order !== null
    ? { [`form:${query.order.most === null ? "ordered" : "first"}`]: 1 }
    : {}),
});
