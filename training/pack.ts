import { type Profile, STEPS, type StoredProfile } from "../src/planning/embedded/trained/profile.ts";

/** Steps to either side of 0. */
const REACH = (STEPS.length - 1) / 2;
/** Weights of the smaller models keep so many digits after the point. */
const DIGITS = 3;

/** A profile as it is stored; see `storedProfile`. */
export function packProfile({ types, linear, paths, arcs, ranking, calibration }: Profile): StoredProfile {
  const { outputs, rows, weights, biases } = linear;
  const keys = [...rows.keys()];
  const columns = outputs.map((_, output) => keys.map((_, row) => weights[row * outputs.length + output] ?? 0));
  const scales = columns.map((column) => Math.max(0, ...column.map(Math.abs)) / REACH);
  const step = (weight: number, scale: number): string =>
    STEPS[REACH + (scale > 0 ? Math.round(weight / scale) : 0)] ?? "";
  return {
    types: [...types],
    outputs: [...outputs],
    keys: keys.join("\n"),
    weights: columns
      .map((column, output) => column.map((weight) => step(weight, scales[output] ?? 0)).join(""))
      .join(""),
    scales: scales.map((scale) => rounded(scale, 6)),
    biases: [...biases].map((bias) => rounded(bias, DIGITS)),
    paths: paths.map((weight) => rounded(weight, DIGITS)),
    arcs: arcs.map((weight) => rounded(weight, DIGITS)),
    ranking: ranking.map((weight) => rounded(weight, DIGITS)),
    calibration: [rounded(calibration[0], DIGITS), rounded(calibration[1], DIGITS)],
  };
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits || 0;
