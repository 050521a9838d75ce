import { fitsAny } from "../../../domain/kinds.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import type { Prediction } from "./network.ts";
import type { TaskTypeCandidate } from "./task-type-candidate.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";

/** Two prospects in order: what is known of the second taking from the first. */
export interface Pair {
  /** What the first gives is of a kind that the second takes. */
  readonly feeds: boolean;
  /** The share of what speaks for the first that stands in the clause of the second; 0 when both have one clause. */
  readonly refers: number;
  /** Log-odds of the second taking from the first, by the network. */
  readonly link: number;
}

/** What is known of every two prospects. */
export function pairsOf(
  prospects: readonly TaskTypeCandidate[],
  { tokens }: RequestView,
  { link }: Prediction,
  ontology: Ontology,
): readonly (readonly Pair[])[] {
  return prospects.map((giver, from) =>
    prospects.map(
      (taker, to): Pair => ({
        feeds: from !== to && feeds(ontology.get(giver.name), ontology.get(taker.name)),
        refers: refers(giver, taker, tokens),
        link: from === to ? 0 : link(giver.name, taker.name),
      }),
    ),
  );
}

const feeds = (giver: TaskType | undefined, taker: TaskType | undefined): boolean =>
  giver?.outputs.some(({ kinds }) =>
    kinds.some((kind) => taker?.inputs.some((port) => fitsAny(kind, port.kinds)) ?? false),
  ) ?? false;

function refers(giver: TaskTypeCandidate, taker: TaskTypeCandidate, tokens: readonly RequestToken[]): number {
  if (giver.clause === taker.clause) return 0;
  let own = 0;
  let total = 0;
  for (const [place, share] of giver.evidence.entries()) {
    total += share;
    if (tokens[place]?.clause === taker.clause) own += share;
  }
  return total > 0 ? own / total : 0;
}
