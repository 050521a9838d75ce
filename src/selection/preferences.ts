import type { Score } from "../domain/catalogue.ts";
import type { Constraints } from "../domain/constraints.ts";
import { endpointKey } from "../domain/endpoints.ts";
import { firstOfEach } from "../domain/first-of-each.ts";
import {
  type ComparableFigures,
  choose,
  isBetter,
  measuredOn,
  metricInWords,
  sourceInWords,
  valueInWords,
} from "./benchmark.ts";
import type { SelectionContext } from "./condition.ts";
import { type ExpertIndex, isSureToKnow } from "./expert-index.ts";
import { appliesTo } from "./filters.ts";
import { costsNoMore } from "./prices.ts";
import { isBuiltIn, type RankKey, type RatedExpert } from "./rank.ts";

/** An order that the caller asked for; it ranks candidates before the usual score does. */
export interface Preference {
  /** The most significant first. */
  readonly keys: readonly RankKey[];
  /** The reason for an expert's place in this order, in plain words and without a full stop. */
  readonly why: (expert: RatedExpert) => string;
  /** A sentence for the caller where the preference had no effect; null otherwise. */
  readonly note: string | null;
}

/**
 * The preferences among the constraints that apply to a task type, over the experts that satisfy every condition.
 * Benchmarks come before sizes and sizes before prices: many models share a size, and all endpoints of one model do.
 */
export function preferencesFor(
  taskType: string,
  index: ExpertIndex,
  satisfying: readonly RatedExpert[],
  constraints: readonly Constraints[],
  context: SelectionContext,
): readonly Preference[] {
  const sizes = new Set(constraints.flatMap(({ size }) => size?.prefer ?? []));
  return [
    ...preferredBenchmarks(constraints)
      .filter((benchmark) => appliesTo(benchmark, taskType, context))
      .map(({ name }) => byBenchmark(name, taskType, index, satisfying)),
    ...[...sizes].map((prefer) => bySize(prefer, taskType, satisfying)),
    ...(constraints.some(({ prefer }) => prefer === "cheapest") ? [byCost(taskType, satisfying)] : []),
  ];
}

/** In the order they were stated, each once. */
function preferredBenchmarks(constraints: readonly Constraints[]): readonly NonNullable<Constraints["benchmark"]>[] {
  const preferred = constraints.flatMap(({ benchmark }) => (benchmark?.prefer === undefined ? [] : [benchmark]));
  return firstOfEach(preferred, ({ name, for: task }) => `${name.toLowerCase()} for ${task?.toLowerCase()}`);
}

interface OrderParts {
  /** Whether the task's arguments name a language. */
  readonly isAboutLanguage: boolean;
  readonly preferences: readonly Preference[];
  /** The standing of an expert with what its recent calls add to it. */
  readonly scoreOf: (expert: RatedExpert) => number;
}

/**
 * The order of the experts for a task: by grade, then those whose languages are known if the task needs one, then by the
 * preferences, then what is built in, then by score.
 */
export const orderOf = ({ isAboutLanguage, preferences, scoreOf }: OrderParts): readonly RankKey[] => [
  ...firstKeys(isAboutLanguage),
  ...preferences.flatMap(({ keys }) => keys),
  (expert) => Number(!isBuiltIn(expert)),
  (expert) => -scoreOf(expert),
];

/** The keys that come before any preference, and that a language model's choice keeps to as well. */
export const firstKeys = (isAboutLanguage: boolean): readonly RankKey[] => [
  ({ grade }) => grade,
  ...(isAboutLanguage ? [(expert: RatedExpert) => Number(!isSureToKnow(expert))] : []),
];

/** The preference for the best on a benchmark. */
function byBenchmark(
  name: string,
  taskType: string,
  index: ExpertIndex,
  satisfying: readonly RatedExpert[],
): Preference {
  const left = new Set(satisfying.map(({ facts }) => facts.id));
  const figures = choose(index.meant(name), (id) => left.has(id));
  return figures ? byFigures(name, figures, left) : noFigures(name, taskType);
}

const noFigures = (name: string, taskType: string): Preference => ({
  keys: [],
  why: () => `No figure on ${name} is known here, so that the usual order stands`,
  note: `For ${taskType} no model that can be used here has a figure on ${name}, so that the usual order stands.`,
});

type ScoreOfModel = readonly [id: string, score: Score];

/** Models with sure or verified figures come first, then those with unsure ones, then those with none; best first in each. */
function byFigures(
  name: string,
  { deciding, unsure, named }: ComparableFigures,
  left: ReadonlySet<string>,
): Preference {
  const figureOf = ({ facts: { id } }: RatedExpert): Score | undefined => deciding.get(id) ?? unsure.get(id);
  const amongLeft = (all: ReadonlyMap<string, Score>): readonly ScoreOfModel[] =>
    [...all].filter(([id]) => left.has(id));
  const [sure, doubtful] = [amongLeft(deciding), amongLeft(unsure)];
  const scope = ofThose("with a sure figure", sure.length, left.size);
  const mention = betterButUnsure(sure, doubtful);

  const why = (expert: RatedExpert): string => {
    const figure = figureOf(expert);
    if (!figure) return `No figure on ${measuredOn(named)}, so behind those that have one`;
    const isSure = deciding.has(expert.facts.id);
    const before = (isSure ? sure : doubtful).filter(([, other]) => isBetter(figure, other.value, figure.value)).length;
    const metric = metricInWords(figure.metric);
    const what = `on ${measuredOn(figure)}: ${valueInWords(figure)}, from ${sourceInWords(figure)}`;
    if (!isSure)
      return `By an unsure figure, ${sure.length > 0 ? "so behind sure ones" : "as there is no sure one"}, ${metric} ${what}`;
    return before === 0
      ? `Best ${metric}${scope} ${what}${mention}`
      : `Number ${before + 1}${scope} in ${metric} ${what}`;
  };
  return {
    keys: [
      ({ facts: { id } }) => (deciding.has(id) ? 0 : unsure.has(id) ? 1 : 2),
      (expert) => (figureOf(expert)?.value ?? 0) * (named.higherIsBetter ? -1 : 1),
    ],
    why,
    note: sure.length > 0 ? null : `The figures on ${name} that are known here are unsure, and nothing better decided.`,
  };
}

/**
 * What keeps a superlative to what is known: " of those whose size is known for sure (3 of 7)". Empty where it is known of
 * all, so that the superlative stands alone.
 */
const ofThose = (known: string, count: number, all: number): string =>
  count === all ? "" : ` of those ${known} (${count} of ${all})`;

/** Names the unsure figure that is better than the best sure one, to go after the winner's reason; "" where there is none. */
function betterButUnsure(sure: readonly ScoreOfModel[], doubtful: readonly ScoreOfModel[]): string {
  const [best] = sure.map(([, score]) => score).toSorted(byValue);
  const [first] = doubtful.toSorted(([a, one], [b, other]) => byValue(one, other) || (a < b ? -1 : 1));
  if (!best || !first || !isBetter(best, first[1].value, best.value)) return "";
  return `; ${first[0]} has ${valueInWords(first[1])} by an unsure figure, which did not decide`;
}

const byValue = (one: Score, other: Score): number =>
  isBetter(one, one.value, other.value) ? -1 : Number(one.value !== other.value);

/** The preference for the smallest or the largest model. */
function bySize(
  prefer: NonNullable<NonNullable<Constraints["size"]>["prefer"]>,
  taskType: string,
  satisfying: readonly RatedExpert[],
): Preference {
  const isSmallest = prefer === "smallest";
  return byLeast(({ size }) => (isSmallest || !Number.isFinite(size) ? size : -size), satisfying, {
    nameOf: ({ facts }) => facts.id,
    least: isSmallest ? 0 : Number.NEGATIVE_INFINITY,
    first: () => `The ${prefer}`,
    known: "whose size is known for sure",
    ahead: isSmallest ? "smaller" : "larger",
    unknown: "Its size is not known for sure, so behind those whose size is",
    noneKnown: "Nobody says for sure how large the models for it are, so that the usual order stands",
    note: `For ${taskType} the size of no model that can be used here is known for sure, so that the usual order stands.`,
  });
}

/** The preference for the model whose calls cost the least. */
const byCost = (taskType: string, satisfying: readonly RatedExpert[]): Preference =>
  byLeast(({ cost }) => cost, satisfying, {
    nameOf: ({ endpoint }) => endpointKey(endpoint),
    least: 0,
    first: (expert, others) =>
      others.every((other) => costsNoMore(expert, other)) ? "The cheapest" : "By an estimate the cheapest",
    known: "whose price is known",
    ahead: "cheaper",
    unknown: "Its price is not known, so behind those whose price is",
    noneKnown: "Nobody says what the models for it cost, so that the usual order stands",
    note: `For ${taskType} the price of no model that can be used here is known, so that the usual order stands.`,
  });

interface LeastWords {
  /** What is counted: experts with the same name count once. */
  readonly nameOf: (expert: RatedExpert) => string;
  /** Less than this is not possible, so that who has it is first whatever the others have. */
  readonly least: number;
  /** "The smallest", for an expert that none of the others whose value is known is ahead of. */
  readonly first: (expert: RatedExpert, others: readonly RatedExpert[]) => string;
  /** "whose size is known" */
  readonly known: string;
  /** "smaller" */
  readonly ahead: string;
  readonly unknown: string;
  readonly noneKnown: string;
  /** For the caller, where the value of no model is known. */
  readonly note: string;
}

/**
 * The preference for the least of some value; models whose value is not known come last.
 * @param amountOf the value, Infinity where not known
 */
function byLeast(amountOf: RankKey, satisfying: readonly RatedExpert[], words: LeastWords): Preference {
  const isKnown = (expert: RatedExpert): boolean => Number.isFinite(amountOf(expert));
  if (!satisfying.some(isKnown)) return { keys: [], why: () => words.noneKnown, note: words.note };
  const count = (experts: readonly RatedExpert[]): number => new Set(experts.map(words.nameOf)).size;
  const why = (expert: RatedExpert): string => {
    if (!isKnown(expert)) return words.unknown;
    // Only models of one grade are compared.
    const rivals = satisfying.filter(({ grade }) => grade === expert.grade);
    const known = rivals.filter(isKnown);
    const before = count(known.filter((other) => amountOf(other) < amountOf(expert)));
    if (before > 0) return `${before} ${before === 1 ? "is" : "are"} ${words.ahead}`;
    const first = words.first(
      expert,
      known.filter((other) => other !== expert),
    );
    return amountOf(expert) <= words.least ? first : `${first}${ofThose(words.known, count(known), count(rivals))}`;
  };
  return { keys: [amountOf], why, note: null };
}
