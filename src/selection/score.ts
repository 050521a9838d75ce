import { sureParameters } from "../domain/catalogue.ts";
import type { Expert, Health } from "../domain/experts.ts";
import type { Evidence } from "./benchmark/evidence.ts";
import { usdACall } from "./prices.ts";

/**
 * How much each thing counts where nobody asked for an order. All are from 0 to 1, 0.5 where nothing is known of what
 * could be either, and the weights add up to 1.
 */
export const WEIGHTS = {
  /** Whether its latest calls succeeded: nothing helps a model that cannot be reached. */
  success: 0.3,
  /** What was measured says more of the quality than anything else does. */
  evidence: 0.3,
  /** What many use has been found to be of use; less than a measurement. */
  downloads: 0.15,
  /** Near, and known to the deployment; decides where the rest is about equal. */
  tier: 0.1,
  /** How long its latest calls took. */
  latency: 0.05,
  /** Of two that are as good the lighter one. */
  size: 0.05,
  /** Of two that are as good the cheaper one. */
  price: 0.05,
} as const;

/** What of a score is the same at every call: all but success and latency. */
export const standingScore = ({ endpoint, facts, prices }: Expert, evidence: Evidence | null): number =>
  WEIGHTS.evidence * (evidence?.share ?? UNKNOWN) +
  WEIGHTS.downloads * downloadsShare(facts.downloads) +
  WEIGHTS.tier * (LOCAL_TIER.has(endpoint.provider) ? 1 : 0) +
  WEIGHTS.size * logShare(sureParameters(facts), LIGHTEST, HEAVIEST) +
  WEIGHTS.price * logShare(usdACall(prices), CHEAPEST_USD, DEAREST_USD);

/** What recent calls add to it. */
export const healthScore = (health: Health | null): number =>
  WEIGHTS.success * successShare(health) +
  WEIGHTS.latency * logShare(health?.medianMs ?? null, QUICKEST_MS, SLOWEST_MS);

/** The most that `healthScore` can be. */
export const MAX_HEALTH_SCORE = WEIGHTS.success + WEIGHTS.latency;

const UNKNOWN = 0.5;
/** Wider than what a constraint calls `local`: Workers AI runs beside the Worker, and yet not in the house. */
const LOCAL_TIER: ReadonlySet<string> = new Set(["embedded", "custom", "workers-ai"]);

/** What the most used models have in a month. */
const MANY_DOWNLOADS = 1e8;
const downloadsShare = (downloads: number | null): number =>
  downloads === null ? UNKNOWN : Math.min(1, Math.log1p(Math.max(0, downloads)) / Math.log1p(MANY_DOWNLOADS));

const [LIGHTEST, HEAVIEST] = [1e6, 1e12];
const [CHEAPEST_USD, DEAREST_USD] = [1e-6, 1];
const [QUICKEST_MS, SLOWEST_MS] = [100, 60_000];

/** 1 at `best` and below, 0 at `worst` and above, even steps for even factors between. */
function logShare(value: number | null, best: number, worst: number): number {
  if (value === null) return UNKNOWN;
  const share = Math.log(worst / Math.max(value, best)) / Math.log(worst / best);
  return Math.max(0, share);
}

/** Calls taken to have gone as most do before any was made, so that one failure is no verdict. */
const PRIOR_CALLS = 4;
const PRIOR_SUCCESS = 0.95;
function successShare(health: Health | null): number {
  if (!health) return PRIOR_SUCCESS;
  const succeeded = Math.max(0, health.calls - health.failures);
  return (succeeded + PRIOR_CALLS * PRIOR_SUCCESS) / (Math.max(0, health.calls) + PRIOR_CALLS);
}
