import { sureParameters } from "../domain/catalogue.ts";
import type { Expert, Health } from "../domain/experts.ts";
import type { Evidence } from "./benchmark.ts";
import { usdACall } from "./prices.ts";

/** How rows are put in order. Total as long as no two rows share a name. */
export interface RowOrder {
  /** One after the other, each by row; lower comes first. */
  readonly keys: readonly ArrayLike<number>[];
  /** Then the higher score. */
  readonly score: (row: number) => number;
  /** No less than the score, and cheaper to have. */
  readonly scoreBound: (row: number) => number;
  /** Then the name that comes first. */
  readonly name: (row: number) => string;
}

interface Standing {
  readonly row: number;
  readonly score: number;
}

/** How many rows there is room for. */
export interface Room {
  readonly count: number;
  /** Rows of one kind, as long as there are others. */
  readonly ofAKind: number;
  readonly kindOf: (row: number) => string;
}

/**
 * The first rows in order, of each kind no more than there is room for; where that leaves places, the first of the others
 * have them. Whoever is there, all stand in order. Nothing is sorted, and what cannot be among them is not scored.
 */
export function firstOf(rows: readonly number[], order: RowOrder, { count, ofAKind, kindOf }: Room): readonly number[] {
  const first = gather(rows, order, count, (standings, { row }) => {
    const alike = standings.filter((other) => kindOf(other.row) === kindOf(row));
    return alike.length < ofAKind ? undefined : alike.at(-1);
  });
  if (first.length < Math.min(count, rows.length)) {
    const taken = new Set(first.map(({ row }) => row));
    const others = rows.filter((row) => !taken.has(row));
    for (const one of gather(others, order, count - first.length, () => undefined)) insert(one, first, order);
  }
  return first.map(({ row }) => row);
}

/** @param rival the one of those that are there already that a further one can only take the place of */
function gather(
  rows: readonly number[],
  order: RowOrder,
  count: number,
  rival: (first: readonly Standing[], one: Standing) => Standing | undefined,
): Standing[] {
  const { keys, score, scoreBound } = order;
  const first: Standing[] = [];
  for (const row of rows) {
    const last = first.length < count ? undefined : first.at(-1);
    const against = last ? compareKeys(keys, row, last.row) : -1;
    if (against > 0 || (last && against === 0 && scoreBound(row) < last.score)) continue;
    const standing = { row, score: score(row) };
    const beaten = rival(first, standing) ?? last;
    if (beaten && !comesBefore(standing, beaten, order)) continue;
    if (beaten) first.splice(first.indexOf(beaten), 1);
    insert(standing, first, order);
  }
  return first;
}

function insert(standing: Standing, into: Standing[], order: RowOrder): void {
  const place = into.findIndex((other) => comesBefore(standing, other, order));
  into.splice(place === -1 ? into.length : place, 0, standing);
}

/** Negative where one row comes before another by its keys, 0 where they don't tell. */
export function compareKeys(keys: RowOrder["keys"], one: number, other: number): number {
  for (const key of keys) {
    const difference = (key[one] ?? 0) - (key[other] ?? 0);
    // Two that are infinite differ by no number.
    if (difference < 0 || difference > 0) return difference;
  }
  return 0;
}

function comesBefore(one: Standing, other: Standing, { keys, name }: RowOrder): boolean {
  const difference = compareKeys(keys, one.row, other.row);
  if (difference !== 0) return difference < 0;
  if (one.score !== other.score) return one.score > other.score;
  return name(one.row) < name(other.row);
}

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

/**
 * Lower comes first, whatever was asked for: what does the task, then models that do it by instruction, then simple
 * methods inside the Worker. A stand-in never beats a real model that can run.
 */
export const gradeOf = ({ endpoint }: Expert): number => {
  if (endpoint.grade === "full") return 0;
  return endpoint.provider === "embedded" ? 2 : 1;
};

/** What is built in and as good as any comes before what must be called. */
export const isBuiltIn = ({ endpoint }: Expert): boolean =>
  endpoint.provider === "embedded" && endpoint.grade === "full";
