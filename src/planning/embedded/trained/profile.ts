import * as z from "zod";
import type { Linear } from "./linear.ts";

/** A trained planner: all that was learnt from one kind of labelled requests. */
export interface Profile {
  /** The task types that it knows. */
  readonly types: readonly string[];
  readonly linear: Linear;
  readonly paths: readonly number[];
  readonly arcs: readonly number[];
  readonly ranking: readonly number[];
  /** From the log-odds of the chosen candidate to those of the plan being right: slope and offset. */
  readonly calibration: readonly [slope: number, offset: number];
}

/** One character a weight: the middle one is 0. They compress better than bytes in base64 do. */
export const STEPS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";
const MIDDLE = (STEPS.length - 1) / 2;

/** A profile as it is stored; weights are steps, output by output, in units of the output's scale. */
export const storedProfile = z.strictObject({
  types: z.array(z.string()),
  outputs: z.array(z.string()),
  /** Keys of the features, sorted, by line. */
  keys: z.string(),
  weights: z.string().regex(/^[A-Za-z0-9+]*$/),
  scales: z.array(z.number()),
  biases: z.array(z.number()),
  paths: z.array(z.number()),
  arcs: z.array(z.number()),
  ranking: z.array(z.number()),
  calibration: z.tuple([z.number(), z.number()]),
});
export type StoredProfile = z.infer<typeof storedProfile>;

/** Unpacks a stored profile. */
export function readProfile(stored: StoredProfile): Profile {
  const keys = stored.keys.split("\n");
  const { outputs, scales, weights: steps } = stored;
  const stepOf = new Int8Array(128);
  for (const [index, char] of [...STEPS].entries()) stepOf[char.charCodeAt(0)] = index - MIDDLE;
  const weights = new Float32Array(keys.length * outputs.length);
  for (let output = 0; output < outputs.length; output++) {
    const scale = scales[output] ?? 0;
    for (let row = 0; row < keys.length; row++)
      weights[row * outputs.length + output] = scale * (stepOf[steps.charCodeAt(output * keys.length + row)] ?? 0);
  }
  return {
    types: stored.types,
    linear: {
      outputs,
      places: new Map(outputs.map((output, place) => [output, place])),
      rows: new Map(keys.map((key, row) => [key, row])),
      weights,
      biases: Float32Array.from(stored.biases),
    },
    paths: stored.paths,
    arcs: stored.arcs,
    ranking: stored.ranking,
    calibration: stored.calibration,
  };
}
