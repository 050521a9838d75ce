import type { Ontology } from "../../src/domain/task-types/index.ts";
import type { Profile } from "../../src/planning/embedded/rank/profile.ts";
import { rankColumns } from "../../src/planning/embedded/rank/rank-candidates.ts";
import { scoreRequest } from "../../src/planning/embedded/rank/scored-request.ts";
import { decide, weigh } from "../../src/planning/embedded/rank/weigh.ts";
import type { Example } from "../example.ts";
import { foldOf } from "../folds.ts";
import { fitArcs, type Seen } from "./arcs.ts";
import { fitCalibration } from "./calibration.ts";
import { isRight, likenessOf } from "./likeness.ts";
import { fitLinear, type LinearOptions } from "./linear.ts";
import { fitPaths } from "./path.ts";
import { fitRank, rankExampleOf } from "./rank.ts";
import { rightOrder } from "./right-order.ts";

export interface ProfileOptions {
  readonly linear: LinearOptions;
  /** Strength of the penalties of the path, link and ranking models. */
  readonly l2: { readonly paths: number; readonly arcs: number; readonly ranking: number };
}

/** What a profile is fitted to. */
export interface Material {
  readonly examples: readonly Example[];
  /** The task types that it is to know. */
  readonly types: readonly string[];
  readonly ontology: Ontology;
}

/** How far each model is fitted. */
const ITERATIONS = { paths: 40, arcs: 60, ranking: 60 } as const;

/** Fits all parts of a profile, each on what the classifiers say of requests that they have not seen. Deterministic. */
export function fitProfile({ examples, types, ontology }: Material, options: ProfileOptions): Profile {
  const { l2 } = options;
  const seen = seenByOthers(examples, types, ontology, options.linear);
  const linear = fitLinear(examples, types, options.linear);
  const paths = fitPaths(
    seen.flatMap(({ example, outlook }) => {
      const order = rightOrder(example, outlook);
      return order ? [{ outlook, order }] : [];
    }),
    types.length,
    { l2: l2.paths, iterations: ITERATIONS.paths },
  );
  const arcs = fitArcs(seen, types.length, { l2: l2.arcs, iterations: ITERATIONS.arcs });
  const plan = { types, paths: [...paths], arcs: [...arcs] };
  const weighed = seen.map(({ example, outlook }) => ({ example, weighed: weigh(outlook, plan) }));
  const ranking = [
    ...fitRank(
      weighed.map((one) => rankExampleOf(one.weighed, one.example)),
      rankColumns(types.length).length,
      { l2: l2.ranking, iterations: ITERATIONS.ranking },
    ),
  ];
  const chosen = weighed.flatMap((one) => {
    // How sure a plan is has to be true of what people think of, and not of what a program drew.
    if (one.example.isDrawn) return [];
    const decided = decide(one.weighed, ranking);
    if (!decided) return [];
    const likeness = likenessOf(decided.graph, one.weighed.outlook, one.example);
    return [{ share: decided.share, isRight: isRight(likeness) }];
  });
  return { ...plan, linear, ranking, calibration: fitCalibration(chosen) };
}

/** Classifiers are too sure of what they were fitted to, so that each part is looked at by those of the others. */
const FOLDS = 5;

/** The examples that have tasks, and were written as they are, each as classifiers that were fitted to other parts see it. */
function seenByOthers(
  examples: readonly Example[],
  types: readonly string[],
  ontology: Ontology,
  options: LinearOptions,
): readonly Seen[] {
  const isIn = ({ group }: Example, fold: number): boolean => foldOf(group, FOLDS, "within ") === fold;
  const seen = new Map<Example, Seen>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = examples.filter((example) => !isIn(example, fold));
    const linear = fitLinear(others, types, options);
    for (const example of examples)
      if (isIn(example, fold) && example.types.length > 0 && !example.isComposed)
        seen.set(example, { example, outlook: scoreRequest(example.view, example.features, linear, types, ontology) });
  }
  return examples.flatMap((example) => seen.get(example) ?? []);
}
