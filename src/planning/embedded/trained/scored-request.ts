import type { Ontology } from "../../../domain/task-types/index.ts";
import type { Step } from "./between.ts";
import type { Feature } from "./features.ts";
import { type Linear, logOdds } from "./linear.ts";
import { pairsOf } from "./pairs.ts";
import { prospectOf } from "./prospects.ts";
import type { RequestView } from "./view.ts";

/** A task type that may be in the plan, and what the words say of it. */
export interface TaskTypeCandidate {
  /** Its place among the types that the model knows, and its name. */
  readonly type: number;
  readonly name: string;
  /** Log-odds that it is in the plan, that it takes from no other task, that nothing takes from it. */
  readonly node: number;
  readonly root: number;
  readonly leaf: number;
  /** The token that speaks for it most, and the clause that this stands in. */
  readonly place: number;
  readonly clause: number;
  /**
   * The mean place of all tokens that speak for it, and the last that does at least half as much as the strongest: 0 and
   * the very last where none speaks for it.
   */
  readonly centre: number;
  readonly last: number;
  /** How much each token speaks for it, 0 or more. */
  readonly evidence: Float32Array;
  /** A file at hand is what it takes. */
  readonly isServed: boolean;
  /** It takes no text, so that it can't begin a plan without a file. */
  readonly needsFile: boolean;
  /** The rules' plan has it. */
  readonly isByRules: boolean;
}

/** Two prospects in order: what is known of the second taking from the first. */
export interface Pair {
  /** What the first gives is of a kind that the second takes. */
  readonly feeds: boolean;
  /** The share of what speaks for the first that stands in the clause of the second; 0 when both have one clause. */
  readonly refers: number;
  /** Where the second stands, the result of the first is spoken of: "the edited image". */
  readonly isNamed: boolean;
  /** The rules' plan has this link. */
  readonly isByRules: boolean;
}

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
  /** Task types in the rules' plan. */
  readonly rulesSize: number;
}

/** All their subsets and orders are summed over, so that each more would double the time. */
export const MAX_CANDIDATES = 8;
/** "At least so many tasks" is asked of 2 to this many. */
export const MAX_COUNTED = 6;

/** Looks at a request with one-vs-rest classifiers. @param types those that it knows; of them, those of the ontology count. */
export function scoreRequest(
  view: RequestView,
  features: readonly Feature[],
  linear: Linear,
  types: readonly string[],
  ontology: Ontology,
): ScoredRequest {
  const odds = logOdds(linear, features);
  const oddsOf = (output: string): number => odds[linear.places.get(output) ?? -1] ?? 0;
  const prospects = [...types.entries()]
    .flatMap(([type, name]) => {
      const found = ontology.get(name);
      return found ? [{ type, found, node: oddsOf(`node:${name}`) }] : [];
    })
    .toSorted((a, b) => b.node - a.node)
    .slice(0, MAX_CANDIDATES)
    .map(({ type, found }) => prospectOf(type, found, oddsOf, view, features, linear))
    .toSorted((a, b) => a.place - b.place || b.node - a.node);
  return {
    prospects,
    pairs: pairsOf(prospects, view, ontology),
    atLeast: Array.from({ length: MAX_COUNTED - 1 }, (_, index) => oddsOf(`size:${index + 2}`)),
    branching: oddsOf("branching"),
    rulesSize: new Set(view.byRules.types).size,
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
