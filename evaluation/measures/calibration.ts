import { mean } from "./means.ts";

/** A confidence between 0 and 1, and whether what it was put in was right. */
export interface Forecast {
  readonly confidence: number;
  readonly right: boolean;
}

export interface Bin {
  /** Confidences from here on, up to but without `to`; the last bin holds 1 as well. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The mean; `null` where nothing fell, as is `right`. */
  readonly confidence: number | null;
  /** The share that was right. */
  readonly right: number | null;
}

const BINS = 10;

/** A reliability table: ten bins of equal width. */
export function reliability(forecasts: readonly Forecast[]): readonly Bin[] {
  const byBin = Map.groupBy(forecasts, ({ confidence }) => binOf(confidence));
  return Array.from({ length: BINS }, (_, bin) => {
    const own = byBin.get(bin) ?? [];
    return {
      from: bin / BINS,
      to: (bin + 1) / BINS,
      count: own.length,
      confidence: mean(own.map(({ confidence }) => confidence)),
      right: mean(own.map(({ right }) => Number(right))),
    };
  });
}

const binOf = (confidence: number): number => Math.min(BINS - 1, Math.max(0, Math.floor(confidence * BINS)));

/** What it costs to ask below a threshold and to do the rest, as shares of all forecasts. */
export interface ThresholdCost {
  readonly threshold: number;
  readonly asked: number | null;
  /** Done, and wrong. */
  readonly wrong: number | null;
  /** Of a forecast on average: a question back counts 1, a wrong one that is done `WRONG_COST`. */
  readonly cost: number | null;
}

/** Whoever gets something else than was asked for loses more than whoever is asked. */
const WRONG_COST = 3;

/** The cost of each threshold from 0 to 0.9. */
export const thresholdCosts = (forecasts: readonly Forecast[]): readonly ThresholdCost[] =>
  Array.from({ length: BINS }, (_, step) => {
    const threshold = step / BINS;
    const asked = mean(forecasts.map(({ confidence }) => Number(confidence < threshold)));
    const wrong = mean(forecasts.map(({ confidence, right }) => Number(confidence >= threshold && !right)));
    return { threshold, asked, wrong, cost: asked === null || wrong === null ? null : asked + WRONG_COST * wrong };
  });

/**
 * The expected calibration error (Naeini et al. 2015): how far the mean confidence of a bin is from its share of right
 * ones, the mean over all forecasts. `null` of none.
 */
export function calibrationError(forecasts: readonly Forecast[]): number | null {
  if (forecasts.length === 0) return null;
  const gaps = reliability(forecasts).map(
    ({ count, confidence, right }) => count * Math.abs((confidence ?? 0) - (right ?? 0)),
  );
  return gaps.reduce((sum, gap) => sum + gap, 0) / forecasts.length;
}

/**
 * The area under the ROC curve: how likely a right one has a higher confidence than a wrong one, where equal ones count
 * half (Mann and Whitney's U over its maximum). `null` unless there are both.
 */
export function areaUnderCurve(forecasts: readonly Forecast[]): number | null {
  const right = forecasts.filter((forecast) => forecast.right).length;
  const wrong = forecasts.length - right;
  if (right === 0 || wrong === 0) return null;
  const ranked = Map.groupBy(
    forecasts.toSorted((a, b) => a.confidence - b.confidence),
    ({ confidence }) => confidence,
  );
  let below = 0;
  let rankSum = 0;
  for (const equal of ranked.values()) {
    // Ranks count from 1; equal ones share their mean.
    const rank = below + (equal.length + 1) / 2;
    rankSum += rank * equal.filter((forecast) => forecast.right).length;
    below += equal.length;
  }
  return (rankSum - (right * (right + 1)) / 2) / (right * wrong);
}
