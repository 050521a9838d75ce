import type { FeatureName, ReadingFeatures } from "./features.ts";
import type { QueryReading } from "./readings.ts";
import { type QueryResult, runQuery } from "./run-query.ts";

/** What each feature is worth, fitted by `training/table-weights.ts`; "none" is what it is worth not to answer. */
export type Weights = Readonly<Partial<Record<FeatureName | "none", number>>>;

/** A reading with what its query gives. */
export interface Answered {
  readonly reading: QueryReading;
  readonly result: QueryResult;
}

export interface Choice extends Answered {
  /** The probability that this answer is right, from 0 to 1, among those that were thought of and none. */
  readonly confidence: number;
}

/** Readings whose queries are run: those of lower scores hardly count. */
const MAX_RUN = 48;

export const scoreOf = (features: ReadingFeatures, weights: Weights): number => {
  let sum = 0;
  for (const [name, value] of Object.entries(features)) sum += value * (weights[name as FeatureName] ?? 0);
  return sum;
};

/** What an answer comes to: of the first of some rows or groups their names, whatever figure these were ordered by. */
function gist({ reading: { query }, result }: Answered): string {
  const isFirst = (query.form === "rows" || query.form === "groups") && query.order?.most === 1;
  return isFirst ? [...new Set(result.rows.map(([name]) => name))].join("\n") : result.answer;
}

/**
 * The likeliest answer: the probability of each is that of all readings that come to it (log-linear model). `null` where
 * no reading gives anything.
 */
export function choose(readings: readonly QueryReading[], rows: readonly number[], weights: Weights): Choice | null {
  const scored = readings
    .map((reading) => ({ reading, score: scoreOf(reading.features, weights) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_RUN);
  const run = scored.flatMap(({ reading, score }) => {
    const result = runQuery(reading.query, rows);
    return result === null ? [] : [{ reading, result, score }];
  });
  const none = weights.none ?? 0;
  const most = Math.max(none, ...run.map(({ score }) => score));
  const whole = run.reduce((sum, { score }) => sum + Math.exp(score - most), Math.exp(none - most));
  const byAnswer = [...Map.groupBy(run, gist).values()].map((same) => ({
    best: same[0],
    share: same.reduce((sum, { score }) => sum + Math.exp(score - most), 0) / whole,
  }));
  const [first] = byAnswer.toSorted((one, other) => other.share - one.share);
  return first?.best === undefined ? null : { ...first.best, confidence: first.share };
}
