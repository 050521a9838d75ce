import type { Ontology } from "../src/domain/task-types/index.ts";
import { lookAt } from "../src/planning/embedded/trained/outlook.ts";
import { calibrated, decide, weigh } from "../src/planning/embedded/trained/sketch.ts";
import type { Example } from "./example.ts";
import { fitProfile, type ProfileOptions, scoresOf } from "./fit/profile.ts";
import { foldOf } from "./folds.ts";

/** How one unseen request was planned. */
export interface Outcome {
  readonly id: string;
  readonly node: number;
  /** `null` for a right plan without links, as TaskBench counts. */
  readonly link: number | null;
  /** All types and all links are right. */
  readonly isRight: boolean;
  readonly hasRightTypes: boolean;
  readonly confidence: number;
}

/** Plans each request that has tasks with a profile fitted to the other parts. */
export function crossValidate(
  examples: readonly Example[],
  types: readonly string[],
  ontology: Ontology,
  options: ProfileOptions,
  {
    folds,
    only = folds,
    progress,
  }: { readonly folds: number; readonly only?: number; readonly progress: (done: number) => void },
): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  for (let fold = 0; fold < only; fold++) {
    const isIn = ({ id }: Example): boolean => foldOf(id, folds, "") === fold;
    const profile = fitProfile(
      examples.filter((example) => !isIn(example)),
      [],
      types,
      ontology,
      options,
    );
    for (const example of examples.filter((one) => isIn(one) && one.types.length > 0)) {
      const weighed = weigh(lookAt(example.view, example.features, profile.linear, types, ontology), profile);
      const { at, share } = decide(weighed, profile.ranking);
      const graph = weighed.graphs[at];
      const { node, link } = graph ? scoresOf(weighed, graph, example) : { node: 0, link: 0 };
      outcomes.push({
        id: example.id,
        node,
        link: example.links.size === 0 ? null : link,
        isRight: node === 1 && link === 1,
        hasRightTypes: node === 1,
        confidence: calibrated(share, profile.calibration),
      });
    }
    progress(fold + 1);
  }
  return outcomes;
}
