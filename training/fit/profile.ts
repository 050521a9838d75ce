import type { Ontology } from "../../src/domain/task-types/index.ts";
import type { Network } from "../../src/planning/embedded/rank/network.ts";
import type { Profile } from "../../src/planning/embedded/rank/profile.ts";
import { rankColumns } from "../../src/planning/embedded/rank/rank-candidates.ts";
import { scoreRequest } from "../../src/planning/embedded/rank/scored-request.ts";
import { decide, weigh } from "../../src/planning/embedded/rank/weigh.ts";
import type { Example } from "../example.ts";
import { fitArcs, type Seen } from "./arcs.ts";
import { fitCalibration } from "./calibration.ts";
import { isRight, likenessOf } from "./likeness.ts";
import { fitPaths } from "./path.ts";
import { fitRank, rankExampleOf } from "./rank.ts";
import { rightOrder } from "./right-order.ts";

/** Strength of the penalties. */
export interface ProfileOptions {
  readonly paths: number;
  readonly arcs: number;
  readonly ranking: number;
}

/** How far each model is fitted. */
const ITERATIONS = { paths: 40, arcs: 60, ranking: 60 } as const;

/**
 * The examples that have tasks and were written as they are, each as the network sees it.
 * @param network has not seen those that somebody thought of: it would be too sure of what it knows. It has seen those
 * that a program drew (`requests/drawn/`): they alone have many tasks, and only the calibration leaves them out.
 */
export const seenBy = (examples: readonly Example[], network: Network, ontology: Ontology): readonly Seen[] =>
  examples
    .filter(({ types, isComposed }) => types.length > 0 && !isComposed)
    .map((example) => ({
      example,
      outlook: scoreRequest(example.view, network.read(example.view), network.types, ontology),
    }));

/** Fits all parts of a profile. Deterministic. */
export function fitProfile(seen: readonly Seen[], types: readonly string[], l2: ProfileOptions): Profile {
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
  return { ...plan, ranking, calibration: fitCalibration(chosen) };
}
