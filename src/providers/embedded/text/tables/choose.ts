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

/** The best of the readings that come to one answer, and the probability of them all. */
interface Shared {
  readonly best: Answered;
  readonly share: number;
}

/** Readings whose queries are run: those of lower scores hardly count. */
const MAX_RUN = 48;

export const scoreOf = (features: ReadingFeatures, weights: Weights): number => {
  let sum = 0;
  for (const [name, value] of Object.entries(features)) sum += value * (weights[name as FeatureName] ?? 0);
  return sum;
};

/** Whether one answer tells the highest figure of a column, and the other what has it: "4700" and "Lions". */
function isOfSame({ reading: { query: figure }, result: told }: Answered, other: Answered): boolean {
  const { query: rows } = other.reading;
  return (
    figure.form === "figure" &&
    rows.form === "rows" &&
    rows.order?.most === 1 &&
    rows.order.by === figure.measure.column &&
    figure.measure.operation === (rows.order.direction === "falling" ? "max" : "min") &&
    other.result.rows[0]?.at(-1) === told.answer
  );
}

/** Two answers of which one tells the highest figure and the other what has it, as one: that which is asked for. */
function joinedOf(one: Shared, other: Shared): Shared | null {
  const rows = isOfSame(one.best, other.best) ? other : isOfSame(other.best, one.best) ? one : null;
  const asks = rows?.best.reading.asks ?? null;
  if (rows === null || asks === null) return null;
  const figure = rows === one ? other : one;
  return { best: (asks === "row" ? rows : figure).best, share: one.share + other.share };
}

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
  const answered = scored.flatMap(({ reading, score }) => {
    const result = runQuery(reading.query, rows);
    return result === null ? [] : [{ reading, result, score }];
  });
  // Beside one that carries all words, those that leave some aside are no answers that might be meant.
  const isCarried = answered[0]?.reading.uncarried.length === 0;
  const run = isCarried ? answered.filter(({ reading }) => reading.uncarried.length === 0) : answered;
  const none = weights.none ?? 0;
  const most = Math.max(none, ...run.map(({ score }) => score));
  const whole = run.reduce((sum, { score }) => sum + Math.exp(score - most), Math.exp(none - most));
  const byAnswer = [...Map.groupBy(run, gist).values()].flatMap((same): Shared[] => {
    const [best] = same;
    const share = same.reduce((sum, { score }) => sum + Math.exp(score - most), 0) / whole;
    return best === undefined ? [] : [{ best, share }];
  });
  const [first, ...others] = byAnswer.toSorted((one, other) => other.share - one.share);
  if (first === undefined) return null;
  const [both] = others.flatMap((other) => joinedOf(first, other) ?? []);
  const { best, share } = both ?? first;
  return { ...best, confidence: share };
}
