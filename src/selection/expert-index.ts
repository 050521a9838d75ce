import { FifoCache } from "../domain/caches.ts";
import { sureParameters } from "../domain/catalogue.ts";
import { endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { evidenceIn, figuresMeant, figuresOf, type Meant } from "./benchmark.ts";
import { usdOf } from "./prices.ts";
import { gradeOf, type RatedExpert, standingScore } from "./rank.ts";

/** The experts for one task type, with all that is known of them before any constraint. */
export interface ExpertIndex {
  /** The most downloaded first: these are likeliest to be asked about. */
  readonly experts: readonly RatedExpert[];
  /** The figures that a name for a benchmark may mean. */
  meant(benchmark: string): readonly Meant[];
}

/** Names of benchmarks remembered for an index: a request names one or two. */
const MAX_NAMES = 32;

const indexes = new WeakMap<readonly Expert[], ExpertIndex>();

/** The index of a list of experts, made once for each list: it takes milliseconds where there are thousands. */
export function expertIndexOf(experts: readonly Expert[]): ExpertIndex {
  const known = indexes.get(experts);
  if (known) return known;
  const figures = figuresOf(experts.map(({ facts }) => facts));
  const evidenceOf = evidenceIn(figures);
  const meant = new FifoCache<readonly Meant[]>(MAX_NAMES);
  const index: ExpertIndex = {
    experts: experts.toSorted(byDownloads).map((expert) => {
      const evidence = evidenceOf.get(expert.facts.id) ?? null;
      return {
        ...expert,
        grade: gradeOf(expert),
        standing: standingScore(expert, evidence),
        size: sureParameters(expert.facts) ?? Number.POSITIVE_INFINITY,
        cost: usdOf(expert) ?? Number.POSITIVE_INFINITY,
        evidence,
      };
    }),
    meant: (benchmark) => meant.get(benchmark, () => figuresMeant(benchmark, figures)),
  };
  indexes.set(experts, index);
  return index;
}

function byDownloads(one: Expert, other: Expert): number {
  const [mine, theirs] = [one.facts.downloads ?? -1, other.facts.downloads ?? -1];
  return theirs - mine || (keyOf(one) < keyOf(other) ? -1 : 1);
}

/** `provider:model`, which no two experts for one task type share. */
export const keyOf = ({ endpoint }: Expert): string => endpointKey(endpoint);

export const isSureToKnow = ({ facts }: Expert): boolean => facts.languages !== null;
