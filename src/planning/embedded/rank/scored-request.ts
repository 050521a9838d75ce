import type { Ontology } from "../../../domain/task-types/index.ts";
import type { Step } from "./between.ts";
import type { Prediction } from "./network.ts";
import { type Pair, pairsOf } from "./pairs.ts";
import { prospectOf, type TaskTypeCandidate } from "./task-type-candidate.ts";
import type { RequestView } from "./view.ts";

/** What is said of a plan before its tasks are chosen and linked. */
export interface ScoredRequest {
  /** The likeliest types, at most `MAX_PROSPECTS`, in the order of their places. */
  readonly prospects: readonly TaskTypeCandidate[];
  /** `pairs[a][b]`, by their places among the prospects. */
  readonly pairs: readonly (readonly Pair[])[];
  /** Log-odds that the plan has at least two tasks, three, and so on to `MAX_COUNTED`. */
  readonly atLeast: readonly number[];
  /** Log-odds that it is more than a chain. */
  readonly branching: number;
}

/** All their subsets and orders are summed over, so that each more would double the time. */
export const MAX_CANDIDATES = 8;
/** "At least so many tasks" is asked of 2 to this many. */
export const MAX_COUNTED = 6;

/** Gathers what is known of a request. @param types those that the network knows; of them, those of the ontology count. */
export function scoreRequest(
  view: RequestView,
  prediction: Prediction,
  types: readonly string[],
  ontology: Ontology,
): ScoredRequest {
  const { odds } = prediction;
  const prospects = [...types.entries()]
    .flatMap(([type, name]) => {
      const found = ontology.get(name);
      return found ? [{ type, found, node: odds(`node:${name}`) }] : [];
    })
    .toSorted((a, b) => b.node - a.node)
    .slice(0, MAX_CANDIDATES)
    .map(({ type, found }) => prospectOf(type, found, view, prediction))
    .toSorted((a, b) => a.place - b.place || b.node - a.node);
  return {
    prospects,
    pairs: pairsOf(prospects, view, prediction, ontology),
    atLeast: Array.from({ length: MAX_COUNTED - 1 }, (_, index) => odds(`size:${index + 2}`)),
    branching: odds("branching"),
  };
}

/** @throws {RangeError} when there is no such place. */
export const candidateAt = ({ prospects }: ScoredRequest, at: number): TaskTypeCandidate => entry(prospects, at);

/** @throws {RangeError} when there is no such place. */
export const pairAt = ({ pairs }: ScoredRequest, from: number, to: number): Pair => entry(entry(pairs, from), to);

/** The step from one prospect to another. @throws {RangeError} when there is no such place. */
export const stepAt = (outlook: ScoredRequest, from: number, to: number): Step => ({
  from: candidateAt(outlook, from),
  to: candidateAt(outlook, to),
  there: pairAt(outlook, from, to),
  back: pairAt(outlook, to, from),
});

function entry<T>(entries: readonly T[], at: number): T {
  const found = entries[at];
  if (found === undefined) throw new RangeError(`There is nothing at place ${at} of ${entries.length}`);
  return found;
}
