import { sureParameters } from "../domain/catalogue.ts";
import { endpointKey } from "../domain/endpoints.ts";
import { type Expert, type Health, isBelowInstructions } from "../domain/experts.ts";
import type { Evidence } from "./benchmark.ts";
import { usdACall } from "./prices.ts";

/** An expert with what ranks it, whatever a request asks for. */
export interface RatedExpert extends Expert {
  /** As `gradeOf`. */
  readonly grade: number;
  /** The part of its score that does not change from call to call. */
  readonly standing: number;
  /** Parameters, or Infinity where they are not known for sure. */
  readonly size: number;
  /** About what a call costs in US dollars, or Infinity where that is not known. */
  readonly cost: number;
  /** How its model compares with others on benchmarks; null where it has been compared with none. */
  readonly evidence: Evidence | null;
}

/** A sort key: lower values come first. */
export type RankKey = (expert: RatedExpert) => number;

/** How many experts are taken. */
interface Quota {
  readonly count: number;
  /** The most that are taken of one model while there are others. */
  readonly ofAModel: number;
}

/**
 * The first experts by some keys, the most significant first, with at most `ofAModel` of each model; places that this
 * leaves empty go to the first of the others. The result is in order too, which is total: where all keys are equal, the
 * names decide.
 */
export function firstOf(
  experts: readonly RatedExpert[],
  keys: readonly RankKey[],
  { count, ofAModel }: Quota,
): readonly RatedExpert[] {
  const compare = (one: RatedExpert, other: RatedExpert): number =>
    compareKeys(keys, one, other) || (endpointKey(one.endpoint) < endpointKey(other.endpoint) ? -1 : 1);
  /** One look at each, without sorting what may be thousands. */
  const first = (among: readonly RatedExpert[], most: number, mostOfAModel: number): RatedExpert[] => {
    const taken: RatedExpert[] = [];
    for (const expert of among) {
      const last = taken.at(-1);
      if (last && taken.length === most && compare(expert, last) > 0) continue;
      taken.push(expert);
      taken.sort(compare);
      const ofIts = taken.filter(({ facts }) => facts.id === expert.facts.id);
      const surplus = ofIts.length > mostOfAModel ? ofIts.at(-1) : taken[most];
      if (surplus) taken.splice(taken.indexOf(surplus), 1);
    }
    return taken;
  };
  const taken = first(experts, count, ofAModel);
  if (taken.length === Math.min(count, experts.length)) return taken;
  const others = experts.filter((expert) => !taken.includes(expert));
  return [...taken, ...first(others, count - taken.length, count)].sort(compare);
}

/** Negative where one expert comes before another by the keys, positive where it comes after, 0 where all are equal. */
export function compareKeys(keys: readonly RankKey[], one: RatedExpert, other: RatedExpert): number {
  for (const key of keys) {
    const difference = key(one) - key(other);
    // The difference of two infinite keys is NaN: they are equal.
    if (difference < 0 || difference > 0) return difference;
  }
  return 0;
}

/**
 * How much each fact counts in the score, which ranks experts where nobody asked for another order. Each is scaled from 0
 * to 1, with 0.5 where it is not known, and the weights add up to 1.
 */
const WEIGHTS = {
  /** Whether its recent calls succeeded: nothing else matters of a model that cannot be reached. */
  success: 0.3,
  /** Benchmarks say more of the quality than anything else. */
  evidence: 0.3,
  /** A model that many use has proved useful; less telling than a benchmark. */
  downloads: 0.15,
  /** Near and known to the deployment; decides where the rest is about equal. */
  tier: 0.1,
  /** How long its recent calls took. */
  latency: 0.05,
  /** Of two equally good models the smaller one. */
  size: 0.05,
  /** Of two equally good models the cheaper one. */
  price: 0.05,
} as const;

/** The part of the score that does not change from call to call: all but success and latency. */
export const standingScore = ({ endpoint, facts, prices }: Expert, evidence: Evidence | null): number =>
  WEIGHTS.evidence * (evidence?.share ?? UNKNOWN) +
  WEIGHTS.downloads * downloadsShare(facts.downloads) +
  WEIGHTS.tier * (LOCAL_TIER.has(endpoint.provider) ? 1 : 0) +
  WEIGHTS.size * logShare(sureParameters(facts), LIGHTEST, HEAVIEST) +
  WEIGHTS.price * logShare(usdACall(prices), CHEAPEST_USD, DEAREST_USD);

/** What an expert's recent calls add to its score. */
export const healthScore = (health: Health | null): number =>
  WEIGHTS.success * successShare(health) +
  WEIGHTS.latency * logShare(health?.medianMs ?? null, QUICKEST_MS, SLOWEST_MS);

const UNKNOWN = 0.5;
/** Wider than what a constraint calls `local`: Workers AI is near the Worker, but not the deployment's own. */
const LOCAL_TIER: ReadonlySet<string> = new Set(["embedded", "custom", "workers-ai"]);

/** Downloads of the most used models, in a month. */
const MANY_DOWNLOADS = 1e8;
const downloadsShare = (downloads: number | null): number =>
  downloads === null ? UNKNOWN : Math.min(1, Math.log1p(Math.max(0, downloads)) / Math.log1p(MANY_DOWNLOADS));

const [LIGHTEST, HEAVIEST] = [1e6, 1e12];
const [CHEAPEST_USD, DEAREST_USD] = [1e-6, 1];
const [QUICKEST_MS, SLOWEST_MS] = [100, 60_000];

/** 1 at `best` and below, 0 at `worst` and above, and logarithmic between. */
function logShare(value: number | null, best: number, worst: number): number {
  if (value === null) return UNKNOWN;
  const share = Math.log(worst / Math.max(value, best)) / Math.log(worst / best);
  return Math.max(0, share);
}

/** Every expert starts with so many calls of usual success, so that a single failure does not decide. */
const PRIOR_CALLS = 4;
const PRIOR_SUCCESS = 0.95;
function successShare(health: Health | null): number {
  if (!health) return PRIOR_SUCCESS;
  const succeeded = Math.max(0, health.calls - health.failures);
  return (succeeded + PRIOR_CALLS * PRIOR_SUCCESS) / (Math.max(0, health.calls) + PRIOR_CALLS);
}

/**
 * 0 for models made for the task, 1 for general models that do it by instruction, 2 for simple methods inside the Worker, 3 for
 * general models too small for instructions. A lower grade comes first whatever was asked for, so that a substitute never
 * comes before a real model that can run.
 */
export const gradeOf = ({ endpoint, facts }: Expert): number => {
  if (endpoint.grade === "full") return 0;
  if (endpoint.provider === "embedded") return 2;
  return isBelowInstructions(facts) ? 3 : 1;
};

/** Whether an expert runs inside the Worker and is of full grade: these come before what must be called. */
export const isBuiltIn = ({ endpoint }: Expert): boolean =>
  endpoint.provider === "embedded" && endpoint.grade === "full";
