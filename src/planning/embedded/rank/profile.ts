import * as z from "zod";
import { arcColumns } from "./arcs.ts";
import { pathColumns } from "./paths.ts";
import { rankColumns } from "./rank-candidates.ts";

/** What turns the network's impression into a plan: weights of three small models over it, one a column. */
export interface Profile {
  /** The task types that the columns are for. */
  readonly types: readonly string[];
  readonly paths: readonly number[];
  readonly arcs: readonly number[];
  readonly ranking: readonly number[];
  /** From the log-odds of the chosen candidate to those of the plan being right. */
  readonly calibration: readonly [slope: number, offset: number];
}

const profileShape = z.strictObject({
  types: z.array(z.string()),
  paths: z.array(z.number()),
  arcs: z.array(z.number()),
  ranking: z.array(z.number()),
  calibration: z.tuple([z.number(), z.number()]),
});

/** A profile as it is stored. */
export const storedProfile = profileShape.refine(isFitting, "Weights and columns differ in number: train them again");

function isFitting({ types, paths, arcs, ranking }: Profile): boolean {
  return (
    paths.length === pathColumns(types.length).length &&
    arcs.length === arcColumns(types.length).length &&
    ranking.length === rankColumns(types.length).length
  );
}

let loaded: Promise<Profile> | undefined;

/** The profile of the Worker's own planner, unpacked when it is first needed. */
export function loadProfile(): Promise<Profile> {
  loaded ??= import("./weights.json", { with: { type: "json" } }).then(({ default: stored }) =>
    storedProfile.parse(stored),
  );
  return loaded;
}
