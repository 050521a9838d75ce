import type { Profile } from "../src/planning/embedded/rank/profile.ts";
import { scoreRequest } from "../src/planning/embedded/rank/scored-request.ts";
import { calibrated } from "../src/planning/embedded/rank/sketch.ts";
import { decide, weigh } from "../src/planning/embedded/rank/weigh.ts";
import type { Example } from "./example.ts";
import { isRight, likenessOf } from "./fit/likeness.ts";
import { fitProfile, type Material, type ProfileOptions } from "./fit/profile.ts";
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

interface Validation {
  /** Parts that the examples fall into. */
  readonly folds: number;
  /** Of them, how many are planned. */
  readonly planned: number;
  /** Called after each. */
  readonly onFold: () => void;
}

/** Plans each request that has tasks with a profile fitted to the other parts. */
export function crossValidate(
  { examples, types, ontology }: Material,
  options: ProfileOptions,
  { folds, planned, onFold }: Validation,
): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  for (let fold = 0; fold < planned; fold++) {
    const isIn = ({ group }: Example): boolean => foldOf(group, folds, "") === fold;
    const others = examples.filter((example) => !isIn(example));
    const profile = fitProfile({ examples: others, types, ontology }, options);
    for (const example of examples)
      if (isIn(example) && example.types.length > 0 && !example.isComposed && !example.isDrawn)
        outcomes.push(outcomeOf(example, profile, ontology));
    onFold();
  }
  return outcomes;
}

function outcomeOf(example: Example, profile: Profile, ontology: Material["ontology"]): Outcome {
  const outlook = scoreRequest(example.view, example.features, profile.linear, profile.types, ontology);
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
