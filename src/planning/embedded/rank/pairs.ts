import { fitsAny } from "../../../domain/kinds.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import type { Prediction } from "./network.ts";
import { referencesTo } from "./references.ts";
import type { TaskTypeCandidate } from "./task-type-candidate.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";

/** Two prospects in order: what is known of the second taking from the first. */
export interface Pair {
  /** What the first gives is of a kind that the second takes. */
  readonly feeds: boolean;
  /** The share of what speaks for the first that stands in the clause of the second; 0 when both have one clause. */
  readonly refers: number;
  /** Where the second stands, the result of the first is spoken of: "the edited image". */
  readonly isNamed: boolean;
  /** Log-odds of the second taking from the first, by the network. */
  readonly link: number;
}

/** Log-odds below which a task is not taken for the taker of a result that the words refer to. */
const MIN_TAKER_ODDS = -2;

/** What is known of every two prospects. */
export function pairsOf(
  prospects: readonly TaskTypeCandidate[],
  { tokens, masked }: RequestView,
  { link }: Prediction,
  ontology: Ontology,
): readonly (readonly Pair[])[] {
  const takers = prospects.map((giver) => takersOf(giver, prospects, masked, tokens));
  return prospects.map((giver, from) =>
    prospects.map(
      (taker, to): Pair => ({
        feeds: from !== to && feeds(ontology.get(giver.name), ontology.get(taker.name)),
        refers: refers(giver, taker, tokens),
        isNamed: takers[from]?.has(taker) ?? false,
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

/** Who takes what is spoken of as this one's result: each time the task that stands last before those words. */
function takersOf(
  giver: TaskTypeCandidate,
  prospects: readonly TaskTypeCandidate[],
  masked: string,
  tokens: readonly RequestToken[],
): ReadonlySet<TaskTypeCandidate> {
  const takers = new Set<TaskTypeCandidate>();
  const others = prospects.filter((other) => other !== giver && other.node > MIN_TAKER_ODDS);
  for (const reference of referencesTo(giver.name, masked, tokens)) {
    // The words that call for a task name its result as well: "write a poem".
    if (Math.abs(reference - giver.place) <= 1) continue;
    const taker = others.findLast(({ place }) => place <= reference);
    if (taker) takers.add(taker);
  }
  return takers;
}
