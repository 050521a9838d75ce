import type { Calibration } from "../../src/planning/embedded/rank/sketch.ts";
import { fitLogistic } from "./logistic.ts";

/** A plan that was chosen: how sure the network was of it, and whether it was right in all. */
interface Chosen {
  readonly sureness: number;
  readonly isRight: boolean;
}

const ITERATIONS = 40;

/** From how sure the network is of plans to the probability that they are right, by a logistic curve (Platt 1999). */
export function fitCalibration(chosen: readonly Chosen[]): Calibration {
  const rows = chosen.map(({ sureness, isRight }) => ({
    columns: Int32Array.of(0),
    values: Float32Array.of(sureness),
    target: Number(isRight),
  }));
  const [slope = 1, offset = 0] = fitLogistic(rows, 1, { l2: 0, iterations: ITERATIONS });
  return { slope, offset };
}
