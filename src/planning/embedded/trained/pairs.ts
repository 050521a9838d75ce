import { fitsAny } from "../../../domain/kinds.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import { referencesTo } from "./references.ts";
import type { Pair, ScoredRequest, TaskTypeCandidate } from "./scored-request.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";

/** Less likely tasks are no takers of what is spoken of. */
const MIN_TAKER_ODDS = -2;

/** What is known of every two prospects. */
export function pairsOf(
  prospects: readonly TaskTypeCandidate[],
  { tokens, masked, byRules }: RequestView,
  ontology: Ontology,
): ScoredRequest["pairs"] {
  const takers = prospects.map((giver) => takersOf(giver, prospects, masked, tokens));
  const ruled = new Set(byRules.links.map(([from, to]) => `${byRules.types[from]}>${byRules.types[to]}`));
  return prospects.map((giver, from) =>
    prospects.map(
      (taker, to): Pair => ({
        feeds: from !== to && feeds(ontology.get(giver.name), ontology.get(taker.name)),
        refers: refers(giver, taker, tokens),
        isNamed: takers[from]?.has(taker) ?? false,
        isByRules: ruled.has(`${giver.name}>${taker.name}`),
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
