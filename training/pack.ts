import type { Linear } from "../src/planning/embedded/rank/linear.ts";
import { type Profile, REACH, STEPS, type StoredProfile } from "../src/planning/embedded/rank/profile.ts";

/** Weights of the smaller models, and biases, keep so many digits after the point. */
const DIGITS = 3;
/** A scale is the weight of one step, and many steps are taken. */
const SCALE_DIGITS = 6;

/** A profile as it is stored; see `storedProfile`. Weights of the classifiers lose at most half a step. */
export function packProfile({ types, linear, paths, arcs, ranking, calibration }: Profile): StoredProfile {
  const [slope, offset] = calibration;
  return {
    types: [...types],
    ...packLinear(linear),
    paths: paths.map(rounded),
    arcs: arcs.map(rounded),
    ranking: ranking.map(rounded),
    calibration: [rounded(slope), rounded(offset)],
  };
}

function packLinear({
  outputs,
  rows,
  weights,
  biases,
}: Linear): Pick<StoredProfile, "outputs" | "keys" | "weights" | "scales" | "biases"> {
  const keys = [...rows.keys()];
  const byOutput = outputs.map((_, output) => keys.map((_, row) => weights[row * outputs.length + output] ?? 0));
  const scales = byOutput.map((own) => Math.max(0, ...own.map(Math.abs)) / REACH);
  return {
    outputs: [...outputs],
    keys: keys.join("\n"),
    weights: byOutput.map((own, output) => own.map((weight) => stepOf(weight, scales[output] ?? 0)).join("")).join(""),
    scales: scales.map((scale) => toDigits(scale, SCALE_DIGITS)),
    biases: [...biases].map(rounded),
  };
}

const stepOf = (weight: number, scale: number): string =>
  STEPS[REACH + (scale > 0 ? Math.round(weight / scale) : 0)] ?? "";

const rounded = (value: number): number => toDigits(value, DIGITS);

/** Never −0, which JSON does not know. */
const toDigits = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits || 0;
