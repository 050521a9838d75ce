import type { Score } from "../domain/catalogue.ts";
import type { Constraints } from "../domain/constraints.ts";
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
import { type ExpertIndex, keyOf } from "./expert-index.ts";
import { isAbout } from "./filters.ts";
import { MAX_HEALTH_SCORE, type RowOrder } from "./rank.ts";
import { hasRow, listRows, type RowSet } from "./rows.ts";

/** What puts candidates in order before the usual score does. */
export interface Preference {
  /** One after the other, each by row; lower comes first. */
  readonly keys: readonly ArrayLike<number>[];
  /** Why the expert of a row stands where it stands, in plain words and without a full stop. */
  readonly why: (row: number) => string;
  /** What a person has to know who asked for it: that it changed nothing, and why. */
  readonly note: string | null;
}

/** Wishes for an order, what was said first before what was said after; what was said twice, once. */
export interface Preferences {
  readonly benchmarks: readonly NonNullable<Constraints["benchmark"]>[];
  readonly sizes: readonly NonNullable<NonNullable<Constraints["size"]>["prefer"]>[];
  readonly wantsCheapest: boolean;
}

export function wishesIn(constraints: readonly Constraints[]): Preferences {
  const benchmarks = new Map<string, NonNullable<Constraints["benchmark"]>>();
  for (const { benchmark } of constraints) {
    const key = `${benchmark?.name.toLowerCase()} for ${benchmark?.for?.toLowerCase()}`;
    if (benchmark?.prefer !== undefined && !benchmarks.has(key)) benchmarks.set(key, benchmark);
  }
  return {
    benchmarks: [...benchmarks.values()],
    sizes: [...new Set(constraints.flatMap(({ size }) => size?.prefer ?? []))],
    wantsCheapest: constraints.some(({ prefer }) => prefer === "cheapest"),
  };
}

/** What puts the experts for a task in order besides what is known of them. */
export interface Wanted {
  /** Whether the task needs a language. */
  readonly isAboutLanguage: boolean;
  readonly preferences: readonly Preference[];
  /** By row. */
  readonly healthScore: (row: number) => number;
}

/** What decides before anything else, whoever chooses: grade, and what is known of the languages that a task needs. */
export const firstKeys = ({ grades, notSureToKnow }: ExpertIndex, isAboutLanguage: boolean): RowOrder["keys"] => [
  grades,
  ...(isAboutLanguage ? [notSureToKnow] : []),
];

/**
 * The order that experts for a task stand in: grade, what is known of the languages that it needs, what was asked for,
 * what is built in, the score, and at last the name, `provider:model`, which no two experts for a task type share.
 */
export function orderOf(index: ExpertIndex, { isAboutLanguage, preferences, healthScore }: Wanted): RowOrder {
  const { at, notBuiltIn, scores } = index;
  return {
    keys: [...firstKeys(index, isAboutLanguage), ...preferences.flatMap((preference) => preference.keys), notBuiltIn],
    score: (row) => (scores[row] ?? 0) + healthScore(row),
    scoreBound: (row) => (scores[row] ?? 0) + MAX_HEALTH_SCORE,
    name: (row) => keyOf(at(row)),
  };
}

/** The wish for the best on a benchmark, over those that satisfy every condition; `null` where it is not about the task. */
export function bestOn(
  benchmark: NonNullable<Constraints["benchmark"]>,
  taskType: string,
  index: ExpertIndex,
  satisfying: RowSet,
  context: SelectionContext,
): Preference | null {
  if (!isAbout(benchmark, taskType, context)) return null;
  const isLeft = (id: string): boolean => index.rowsOf(id).some((row) => hasRow(satisfying, row));
  const figures = choose(index.meant(benchmark.name), isLeft);
  return figures ? byFigures(benchmark.name, figures, index, isLeft) : noFigures(benchmark.name, taskType);
}

const noFigures = (name: string, taskType: string): Preference => ({
  keys: [],
  why: () => `No figure on ${name} is known here, so that the usual order stands`,
  note: `For ${taskType} no model that can be used here has a figure on ${name}, so that the usual order stands.`,
});

const [SURE, UNSURE, NO_FIGURE] = [0, 1, 2];

/** Sure and verified figures decide; unsure ones stand behind them, and models without one last. */
function byFigures(
  name: string,
  { deciding, unsure, named }: ComparableFigures,
  { at, experts, rowsOf }: ExpertIndex,
  isLeft: (id: string) => boolean,
): Preference {
  const distrust = new Uint8Array(experts.length).fill(NO_FIGURE);
  const value = new Float64Array(experts.length);
  const place = (figures: ReadonlyMap<string, Score>, howUnsure: number): void => {
    for (const [id, score] of figures) {
      for (const row of rowsOf(id)) {
        distrust[row] = howUnsure;
        value[row] = named.higherIsBetter ? -score.value : score.value;
      }
    }
  };
  place(deciding, SURE);
  place(unsure, UNSURE);
  const held = (all: ReadonlyMap<string, Score>): readonly (readonly [string, Score])[] =>
    [...all].filter(([id]) => isLeft(id));
  const [sure, doubtful] = [held(deciding), held(unsure)];
  const mention = whatMightHaveWon(sure, doubtful);

  const why = (row: number): string => {
    const { id } = at(row).facts;
    const figure = deciding.get(id) ?? unsure.get(id);
    if (!figure) return `No figure on ${measuredOn(named)}, so behind those that have one`;
    const isSure = distrust[row] === SURE;
    const before = (isSure ? sure : doubtful).filter(([, other]) => isBetter(figure, other.value, figure.value)).length;
    const what = `${metricInWords(figure.metric)} on ${measuredOn(figure)}: ${valueInWords(figure)}, from ${sourceInWords(figure)}`;
    if (!isSure)
      return `By an unsure figure, ${sure.length > 0 ? "so behind sure ones" : "as there is no sure one"}, ${what}`;
    return before === 0 ? `Best ${what}${mention}` : `Number ${before + 1} in ${what}`;
  };
  return {
    keys: [distrust, value],
    why,
    note: sure.length > 0 ? null : `The figures on ${name} that are known here are unsure, and nothing better decided.`,
  };
}

/** The unsure figure that would have been the best, so that it is not passed over in silence. */
function whatMightHaveWon(
  sure: readonly (readonly [string, Score])[],
  doubtful: readonly (readonly [string, Score])[],
): string {
  const [best] = sure.map(([, score]) => score).toSorted(byValue);
  const [first] = doubtful.toSorted(([a, one], [b, other]) => byValue(one, other) || (a < b ? -1 : 1));
  if (!best || !first || !isBetter(best, first[1].value, best.value)) return "";
  return `; ${first[0]} has ${valueInWords(first[1])} by an unsure figure, which did not decide`;
}

const byValue = (one: Score, other: Score): number =>
  isBetter(one, one.value, other.value) ? -1 : Number(one.value !== other.value);

/** The wish for the smallest or the largest model, over those that satisfy every condition; sizes that nobody knows come last. */
export function bySize(
  prefer: NonNullable<NonNullable<Constraints["size"]>["prefer"]>,
  taskType: string,
  { sizes, grades }: ExpertIndex,
  satisfying: RowSet,
): Preference {
  const isSmallest = prefer === "smallest";
  return byLeast(isSmallest ? sizes : sizes.map((size) => (Number.isFinite(size) ? -size : size)), grades, satisfying, {
    first: `The ${prefer}`,
    ahead: isSmallest ? "smaller" : "larger",
    unknown: "Its size is not known for sure, so behind those whose size is",
    noneKnown: "Nobody says how large the models for it are, so that the usual order stands",
    note: `For ${taskType} the size of no model that can be used here is known, so that the usual order stands.`,
  });
}

/** The wish for the model whose calls cost the least, over those that satisfy every condition; unknown prices come last. */
export const byCost = (taskType: string, { costs, grades }: ExpertIndex, satisfying: RowSet): Preference =>
  byLeast(costs, grades, satisfying, {
    first: "The cheapest",
    ahead: "cheaper",
    unknown: "Its price is not known, so behind those whose price is",
    noneKnown: "Nobody says what the models for it cost, so that the usual order stands",
    note: `For ${taskType} the price of no model that can be used here is known, so that the usual order stands.`,
  });

/** How it is told why an expert stands where it stands. */
export interface LeastWords {
  /** "The smallest" */
  readonly first: string;
  /** "smaller" */
  readonly ahead: string;
  readonly unknown: string;
  readonly noneKnown: string;
  /** For who asked, where it is known of none. */
  readonly note: string;
}

/**
 * The wish for the least of something, over those that satisfy every condition; what nobody knows comes last.
 * @param key by row, infinite where it is not known
 * @param grades by row: those of another grade are not compared
 */
export function byLeast(
  key: Float64Array,
  grades: Uint8Array,
  satisfying: RowSet,
  { first, ahead, unknown, noneKnown, note }: LeastWords,
): Preference {
  const rows = listRows(satisfying);
  const isKnown = (row: number): boolean => Number.isFinite(key[row]);
  if (!rows.some(isKnown)) return { keys: [], why: () => noneKnown, note };
  return {
    keys: [key],
    why: (row) => {
      if (!isKnown(row)) return unknown;
      const [grade, place] = [grades[row] ?? 0, key[row] ?? 0];
      let before = 0;
      for (const other of rows) if (grades[other] === grade && (key[other] ?? 0) < place) before++;
      return before === 0 ? first : `${before} ${before === 1 ? "is" : "are"} ${ahead}`;
    },
    note: null,
  };
}
