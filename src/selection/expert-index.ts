import { FifoCache } from "../domain/caches.ts";
import { sureParameters } from "../domain/catalogue.ts";
import { endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { type Evidence, evidenceIn, figuresMeant, figuresOf, type Meant } from "./benchmark.ts";
import type { Condition } from "./condition.ts";
import { usdOf } from "./prices.ts";
import { gradeOf, isBuiltIn, standingScore } from "./rank.ts";

/**
 * The experts for one task type, with all that is known of them before any constraint: columns by row, where the row is
 * the expert's place in `experts`.
 */
export interface ExpertIndex {
  /** The most downloaded first: these are likeliest to be asked about. */
  readonly experts: readonly Expert[];
  /** The expert of a row; throws where there is none. */
  at(row: number): Expert;
  /** By row: `gradeOf`. */
  readonly grades: Uint8Array;
  /** By row: 0 for what is built in and of full grade, 1 for the others. */
  readonly notBuiltIn: Uint8Array;
  /** By row: 1 where its languages are not known. */
  readonly notSureToKnow: Uint8Array;
  /** By row: parameters, or Infinity where they are not known for sure. */
  readonly sizes: Float64Array;
  /** By row: about what a call costs in US dollars, or Infinity where that is not known. */
  readonly costs: Float64Array;
  /** By row: the part of its score that does not change from call to call. */
  readonly scores: Float64Array;
  /** How a model compares with others on benchmarks, by its id. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** By row: 1 where the expert satisfies a condition. Each but those on recent calls is evaluated once. */
  verdicts(condition: Condition): Verdicts;
  /** The rows of a model that has figures. */
  rowsOf(id: string): readonly number[];
  /** The figures that a name for a benchmark may mean. */
  meant(benchmark: string): readonly Meant[];
}

export type Verdicts = Uint8Array;

/** Conditions remembered for an index, at one byte for each expert. */
const MAX_CONDITIONS = 32;
/** Names of benchmarks remembered for an index: a request names one or two. */
const MAX_NAMES = 32;

const indexes = new WeakMap<readonly Expert[], ExpertIndex>();

/** The index of a list of experts, made once for each list: it takes milliseconds where there are thousands. */
export function expertIndexOf(experts: readonly Expert[]): ExpertIndex {
  const known = indexes.get(experts);
  if (known) return known;
  const index = indexExperts(experts.toSorted(byDownloads));
  indexes.set(experts, index);
  return index;
}

function indexExperts(experts: readonly Expert[]): ExpertIndex {
  const figures = figuresOf(experts.map(({ facts }) => facts));
  const evidence = evidenceIn(figures);
  const rows = measuredRows(experts);
  const known = new FifoCache<Verdicts>(MAX_CONDITIONS);
  const meant = new FifoCache<readonly Meant[]>(MAX_NAMES);
  return {
    experts,
    at: (row) => {
      const expert = experts[row];
      if (!expert) throw new RangeError(`There is no expert ${row}`);
      return expert;
    },
    grades: Uint8Array.from(experts, gradeOf),
    notBuiltIn: Uint8Array.from(experts, (expert) => Number(!isBuiltIn(expert))),
    notSureToKnow: Uint8Array.from(experts, (expert) => Number(!isSureToKnow(expert))),
    sizes: Float64Array.from(experts, ({ facts }) => sureParameters(facts) ?? Number.POSITIVE_INFINITY),
    costs: Float64Array.from(experts, (expert) => usdOf(expert) ?? Number.POSITIVE_INFINITY),
    scores: Float64Array.from(experts, (expert) => standingScore(expert, evidence.get(expert.facts.id) ?? null)),
    verdicts({ exactly, holds }) {
      const evaluate = () => Uint8Array.from(experts, (expert) => Number(holds(expert)));
      return exactly === null ? evaluate() : known.get(exactly, evaluate);
    },
    evidence,
    rowsOf: (id) => rows.get(id) ?? [],
    meant: (benchmark) => meant.get(benchmark, () => figuresMeant(benchmark, figures)),
  };
}

/** Rows by model id. All endpoints of a model share its figures, whichever of them they were stated for. */
function measuredRows(experts: readonly Expert[]): ReadonlyMap<string, readonly number[]> {
  const measured = new Set(experts.flatMap(({ facts }) => (facts.scores.length > 0 ? facts.id : [])));
  const rows = new Map<string, readonly number[]>();
  for (const [row, { facts }] of experts.entries()) {
    const others = rows.get(facts.id);
    if (measured.has(facts.id)) rows.set(facts.id, others ? [...others, row] : [row]);
  }
  return rows;
}

function byDownloads(one: Expert, other: Expert): number {
  const [mine, theirs] = [one.facts.downloads ?? -1, other.facts.downloads ?? -1];
  return theirs - mine || (keyOf(one) < keyOf(other) ? -1 : 1);
}

/** `provider:model`, which no two experts for one task type share. */
export const keyOf = ({ endpoint }: Expert): string => endpointKey(endpoint);

export const isSureToKnow = ({ facts }: Expert): boolean => facts.languages !== null;
