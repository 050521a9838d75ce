import * as z from "zod";
import { arcColumns } from "./arcs.ts";
import type { Linear } from "./linear.ts";
import { pathColumns } from "./paths.ts";
import { rankColumns } from "./rank-candidates.ts";

/** A trained planner: all that was learnt from one kind of labelled requests. */
export interface Profile {
  /** The task types that it knows. */
  readonly types: readonly string[];
  readonly linear: Linear;
  /** Weights of the path model, the link model and the ranking model, one a column. */
  readonly paths: readonly number[];
  readonly arcs: readonly number[];
  readonly ranking: readonly number[];
  /** From the log-odds of the chosen candidate to those of the plan being right. */
  readonly calibration: readonly [slope: number, offset: number];
}

/** One character a weight, the middle one being 0: text that compresses better than bytes in base64. */
export const STEPS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";
/** Steps to either side of 0. */
export const REACH = (STEPS.length - 1) / 2;

/** A profile as it is stored. */
const storedShape = z.strictObject({
  types: z.array(z.string()),
  outputs: z.array(z.string()),
  /** Keys of the features, sorted, by line. */
  keys: z.string(),
  /** Output by output, one character of `STEPS` a key. */
  weights: z.string().regex(/^[A-Za-z0-9+]*$/),
  /** What a step is worth, output by output. */
  scales: z.array(z.number()),
  biases: z.array(z.number()),
  paths: z.array(z.number()),
  arcs: z.array(z.number()),
  ranking: z.array(z.number()),
  calibration: z.tuple([z.number(), z.number()]),
});
export type StoredProfile = z.infer<typeof storedShape>;

export const storedProfile = storedShape.refine(isFitting, "Weights and columns differ in number: train them again");

function isFitting({ types, outputs, keys, weights, scales, biases, paths, arcs, ranking }: StoredProfile): boolean {
  return (
    weights.length === outputs.length * keysOf(keys).length &&
    scales.length === outputs.length &&
    biases.length === outputs.length &&
    paths.length === pathColumns(types.length).length &&
    arcs.length === arcColumns(types.length).length &&
    ranking.length === rankColumns(types.length).length
  );
}

let loaded: Promise<Profile> | undefined;

/** The profile of the Worker's own planner, unpacked when it is first needed. */
export function loadProfile(): Promise<Profile> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Profile> {
  const { default: stored } = await import("./weights.json", { with: { type: "json" } });
  return readProfile(storedProfile.parse(stored));
}

const keysOf = (lines: string): readonly string[] => (lines === "" ? [] : lines.split("\n"));

/** Unpacks a stored profile. */
export function readProfile({ types, paths, arcs, ranking, calibration, ...stored }: StoredProfile): Profile {
  return { types, linear: readLinear(stored), paths, arcs, ranking, calibration };
}

function readLinear({
  outputs,
  keys: lines,
  weights: steps,
  scales,
  biases,
}: Pick<StoredProfile, "outputs" | "keys" | "weights" | "scales" | "biases">): Linear {
  const keys = keysOf(lines);
  const stepOf = new Int8Array(128);
  for (const [index, char] of [...STEPS].entries()) stepOf[char.charCodeAt(0)] = index - REACH;
  const weights = new Float32Array(keys.length * outputs.length);
  for (let output = 0; output < outputs.length; output++) {
    const scale = scales[output] ?? 0;
    for (let row = 0; row < keys.length; row++)
      weights[row * outputs.length + output] = scale * (stepOf[steps.charCodeAt(output * keys.length + row)] ?? 0);
  }
  return {
    outputs,
    places: new Map(outputs.map((output, place) => [output, place])),
    rows: new Map(keys.map((key, row) => [key, row])),
    weights,
    biases: Float32Array.from(biases),
  };
}
