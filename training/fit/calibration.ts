import { logOddsOf } from "../../src/planning/embedded/rank/log-odds.ts";
import type { Profile } from "../../src/planning/embedded/rank/profile.ts";
import { fitLogistic } from "./logistic.ts";

/** A plan that was chosen: its share of what was believed, and whether it was right in all. */
export interface Chosen {
  readonly share: number;
  readonly isRight: boolean;
}

const ITERATIONS = 40;

/** From the share of a plan to the probability that it is right, by a logistic curve over its log-odds (Platt 1999). */
export function fitCalibration(chosen: readonly Chosen[]): Profile["calibration"] {
  const rows = chosen.map(({ share, isRight }) => ({
    columns: Int32Array.of(0),
    values: Float32Array.of(logOddsOf(share)),
    target: Number(isRight),
  }));
  const [slope = 1, offset = 0] = fitLogistic(rows, 1, { l2: 0, iterations: ITERATIONS });
  return [slope, offset];
}
