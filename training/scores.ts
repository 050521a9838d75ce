import {
  areaUnderCurve,
  type Bin,
  calibrationError,
  reliability,
  type ThresholdCost,
  thresholdCosts,
} from "../evaluation/measures/calibration.ts";
import { mean } from "../evaluation/measures/means.ts";
import type { Outcome } from "./validate.ts";

/** What is written beside the weights; shares and F1 between 0 and 1. */
export interface Scores {
  /** Labelled requests, and those planned while unseen. */
  readonly requests: number;
  readonly validated: number;
  readonly nodeF1: number | null;
  /** Over right plans with links. */
  readonly linkF1: number | null;
  readonly rightTypes: number | null;
  /** All types and all links. */
  readonly right: number | null;
  readonly calibrationError: number | null;
  readonly areaUnderCurve: number | null;
  readonly reliability: readonly Bin[];
  /** What asking below a confidence costs. */
  readonly thresholds: readonly ThresholdCost[];
}

/** Sums up how requests were planned unseen. @param requests labelled requests in all. */
export function scoresOf(requests: number, outcomes: readonly (Outcome & { readonly confidence: number })[]): Scores {
  const forecasts = outcomes.map(({ confidence, isRight }) => ({ confidence, right: isRight }));
  return {
    requests,
    validated: outcomes.length,
    nodeF1: rounded(mean(outcomes.map(({ node }) => node))),
    linkF1: rounded(mean(outcomes.flatMap(({ link }) => (link === null ? [] : [link])))),
    rightTypes: rounded(mean(outcomes.map(({ hasRightTypes }) => Number(hasRightTypes)))),
    right: rounded(mean(outcomes.map(({ isRight }) => Number(isRight)))),
    calibrationError: rounded(calibrationError(forecasts)),
    areaUnderCurve: rounded(areaUnderCurve(forecasts)),
    reliability: reliability(forecasts).map((bin) => ({
      ...bin,
      confidence: rounded(bin.confidence),
      right: rounded(bin.right),
    })),
    thresholds: thresholdCosts(forecasts).map((row) => ({
      ...row,
      asked: rounded(row.asked),
      wrong: rounded(row.wrong),
      cost: rounded(row.cost),
    })),
  };
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000);
