import { FifoCache } from "../domain/caches.ts";
import { sureParameters } from "../domain/catalogue.ts";
import { endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { type ComparableFigures, type Evidence, evidenceIn, figuresMeant, figuresOf, type Meant } from "./benchmark.ts";
import type { ExpertMatcher } from "./condition.ts";
import { matchExperts } from "./condition.ts";
import { usdOf } from "./prices.ts";
import { gradeOf, isBuiltIn, standingScore } from "./rank.ts";

/** All that can be said of the experts for one task type before anything is asked. What is by row is by their place. */
export interface ExpertIndex extends ExpertMatcher {
  /** The best known first: those that people are likeliest to ask about. */
  readonly experts: readonly Expert[];
  /** The expert of a row, which must be there. */
  at(row: number): Expert;
  /** By row: `gradeOf`. */
  readonly grades: Uint8Array;
  /** By row: 0 for what is built in and as good as any, 1 for the others. */
  readonly notBuiltIn: Uint8Array;
  /** By row: 1 where nobody knows which languages it knows. */
  readonly notSureToKnow: Uint8Array;
  /** By row: parameters, infinitely many where that is not known for sure. */
  readonly sizes: Float64Array;
  /** By row: about what a call costs, in US dollars; infinitely much where nobody knows. */
  readonly costs: Float64Array;
  /** By row: the part of its score that doesn't change from call to call. */
  readonly scores: Float64Array;
  /** How a model does where its figures compare with others', by its id. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** The rows of a model that has figures. */
  rowsOf(id: string): readonly number[];
  /** The figures that somebody's words for a benchmark may mean. */
  meant(benchmark: string): readonly Meant[];
}

/** Names of benchmarks remembered for an index: a request names one or two. */
const MAX_NAMES = 32;

const indexes = new WeakMap<readonly Expert[], ExpertIndex>();

/** Made once for each list of experts, as making it costs milliseconds where there are thousands. */
export function expertIndexOf(experts: readonly Expert[]): ExpertIndex {
  const known = indexes.get(experts);
  if (known) return known;
  const index = indexExperts(experts.toSorted(byRenown));
  indexes.set(experts, index);
  return index;
}

function indexExperts(experts: readonly Expert[]): ExpertIndex {
  const figures = figuresOf(experts);
  const evidence = evidenceIn(figures);
  const rows = measuredRows(experts);
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
    ...matchExperts(experts),
    evidence,
    rowsOf: (id) => rows.get(id) ?? [],
    meant: rememberMeant(figures),
  };
}

/** By id. A figure is a model's, also where another of its endpoints has it. */
function measuredRows(experts: readonly Expert[]): ReadonlyMap<string, readonly number[]> {
  const measured = new Set(experts.flatMap(({ facts }) => (facts.scores.length > 0 ? facts.id : [])));
  const rows = new Map<string, readonly number[]>();
  for (const [row, { facts }] of experts.entries()) {
    const others = rows.get(facts.id);
    if (measured.has(facts.id)) rows.set(facts.id, others ? [...others, row] : [row]);
  }
  return rows;
}

function rememberMeant(figures: readonly ComparableFigures[]): ExpertIndex["meant"] {
  const kept = new FifoCache<readonly Meant[]>(MAX_NAMES);
  return (benchmark) => kept.get(benchmark, () => figuresMeant(benchmark, figures));
}

function byRenown(one: Expert, other: Expert): number {
  const [mine, theirs] = [one.facts.downloads ?? -1, other.facts.downloads ?? -1];
  return theirs - mine || (keyOf(one) < keyOf(other) ? -1 : 1);
}

export const keyOf = ({ endpoint }: Expert): string => endpointKey(endpoint);

export const isSureToKnow = ({ facts }: Expert): boolean => facts.languages !== null;
