import type { Profile } from "../src/planning/embedded/rank/profile.ts";
import { calibrated } from "../src/planning/embedded/rank/sketch.ts";
import { decide, weigh } from "../src/planning/embedded/rank/weigh.ts";
import type { Seen } from "./fit/arcs.ts";
import { isRight, likenessOf } from "./fit/likeness.ts";
import { fitProfile, type ProfileOptions } from "./fit/profile.ts";
import { foldOf } from "./folds.ts";

/** How one unseen request was planned. */
export interface Outcome {
  readonly id: string;
  /** F1 of its task types, between 0 and 1. */
  readonly node: number;
  /** F1 of its links; `null` for a right plan without any, as TaskBench counts. */
  readonly link: number | null;
  readonly hasRightTypes: boolean;
  /** All types and all links are right. */
  readonly isRight: boolean;
  readonly confidence: number;
}

/**
 * Plans each request that somebody thought of with a profile fitted to the other parts. The network has seen none of
 * these requests; it has seen those that a program drew, to which the profile is fitted as well.
 */
export function crossValidate(
  seen: readonly Seen[],
  types: readonly string[],
  options: ProfileOptions,
  folds: number,
): readonly Outcome[] {
  return Array.from({ length: folds }, (_, fold) => {
    const isIn = ({ example }: Seen): boolean => foldOf(example.group, folds, "within ") === fold;
    const profile = fitProfile(
      seen.filter((one) => !isIn(one)),
      types,
      options,
    );
    return seen.filter((one) => isIn(one) && !one.example.isDrawn).map((one) => outcomeOf(one, profile));
  }).flat();
}

function outcomeOf({ example, outlook }: Seen, profile: Profile): Outcome {
  const decided = decide(weigh(outlook, profile), profile.ranking);
  const likeness = decided ? likenessOf(decided.graph, outlook, example) : { node: 0, link: 0 };
  return {
    id: example.id,
    node: likeness.node,
    link: example.links.size === 0 ? null : likeness.link,
    hasRightTypes: likeness.node === 1,
    isRight: isRight(likeness),
    confidence: calibrated(decided?.share ?? 0, profile.calibration),
  };
}
