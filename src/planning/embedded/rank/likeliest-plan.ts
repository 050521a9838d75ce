import { logOddsOf, logProbability, sigmoid } from "./log-odds.ts";
import type { ScoredRequest } from "./scored-request.ts";

/** A plan's tasks and links, as places among the candidates. */
interface ScoredPlan {
  /** In an order in which they can run: that of the words, as far as the links let. */
  readonly order: readonly number[];
  readonly links: readonly PlanLink[];
  /** The logarithm of the probability of all that the plan says to be so and not to be so. */
  readonly score: number;
}
export type PlanLink = readonly [giver: number, taker: number];

/**
 * Log-odds below which a type is in no plan with others: no word speaks for it, and it would be there for the number of
 * steps alone. "Grey, then blur" are two edits, which are found clause by clause.
 */
const MIN_TASK_ODDS = -1;

/**
 * The likeliest plan for a request, as the network sees it: of every subset of the candidates the one that makes most
 * probable what is said of its tasks, links, roots, leaves and size, each taken for itself (a product of experts: Hinton
 * 2002). Null without candidates.
 * @returns with `sureness`, by which plans are calibrated: the plan's score, and the log-odds of its share among all
 */
export function likeliestPlan(scored: ScoredRequest): (ScoredPlan & { readonly sureness: number }) | null {
  const { candidates } = scored;
  const plans: ScoredPlan[] = [];
  for (let subset = 1; subset < 1 << candidates.length; subset++) {
    const chosen = [...candidates.keys()].filter((at) => subset & (1 << at));
    const isPossible = chosen.length === 1 || chosen.every((at) => (candidates[at]?.node ?? 0) >= MIN_TASK_ODDS);
    if (isPossible) plans.push(planOf(chosen, scored));
  }
  const [first, ...others] = plans;
  if (!first) return null;
  const best = others.reduce((a, b) => (b.score > a.score ? b : a), first);
  const share = 1 / plans.reduce((sum, { score }) => sum + Math.exp(score - best.score), 0);
  return { ...best, sureness: best.score + logOddsOf(share) };
}

/** Tasks and links say already which tasks are roots and leaves, and how many there are: these count half. */
const SAID_AGAIN = 0.5;
/** Log-odds from which on one task takes from another. Who wishes two things of which one can take from the other mostly
 * wants that: with 0 as many plans are right over requests not seen, and fewer of long chains (link F1 of TaskBench 34 for 37). */
const MIN_LINK_ODDS = -1.5;

/** The likeliest plan with all candidates in it; null without any. */
export const planOfAll = (scored: ScoredRequest): Omit<ScoredPlan, "score"> | null =>
  scored.candidates.length === 0 ? null : planOf([...scored.candidates.keys()], scored);

function planOf(chosen: readonly number[], { candidates, links: odds, atLeast }: ScoredRequest): ScoredPlan {
  let score = SAID_AGAIN * sizeLogProbability(atLeast, chosen.length);
  const isAnswered = chosen.some((at) => candidates[at]?.answersByWords);
  for (const [at, { node, answersByWords }] of candidates.entries()) {
    // A question to a page and one to the words read from it are answered alike: that it could be either speaks against neither.
    if (chosen.includes(at) || !(isAnswered && answersByWords)) score += logProbability(node, chosen.includes(at));
  }
  const possible = chosen.flatMap((giver) =>
    chosen.flatMap((taker) => {
      const own = odds[giver]?.[taker] ?? null;
      return own === null ? [] : [{ giver, taker, own }];
    }),
  );
  const links: PlanLink[] = [];
  const isBehind = (at: number, other: number): boolean =>
    at === other || links.some(([giver, taker]) => taker === at && isBehind(giver, other));
  for (const { giver, taker, own } of possible.toSorted((a, b) => b.own - a.own)) {
    // Of each kind a task takes from the likeliest giver, so that nothing is said of the others.
    const isServed = links.some(([other, to]) => to === taker && candidates[other]?.gives === candidates[giver]?.gives);
    if (isServed) continue;
    const isLink = own > MIN_LINK_ODDS && !isBehind(giver, taker);
    if (isLink) links.push([giver, taker]);
    score += logProbability(own, isLink);
  }
  for (const at of chosen) {
    const { root = 0, leaf = 0 } = candidates[at] ?? {};
    const [isRoot, isLeaf] = [!links.some(([, taker]) => taker === at), !links.some(([giver]) => giver === at)];
    score += SAID_AGAIN * (logProbability(root, isRoot) + logProbability(leaf, isLeaf));
  }
  return { order: inOrder(chosen, links), links, score };
}

/** Each giver before its takers. */
function inOrder(chosen: readonly number[], links: readonly PlanLink[]): readonly number[] {
  const order = new Set<number>();
  const place = (at: number): void => {
    for (const [giver, taker] of links) if (taker === at && !order.has(giver)) place(giver);
    order.add(at);
  };
  for (const at of chosen) place(at);
  return [...order];
}

/** How probable more tasks are than the network was asked about, once it says that there are as many. */
const MORE_SHARE = 0.2;
/** What it says of numbers may contradict itself: no number of tasks is less likely. */
const MIN_SIZE_PROBABILITY = 0.002;

/** The logarithm of the probability of so many tasks, by the log-odds of "at least two", "at least three"…. */
export function sizeLogProbability(atLeast: readonly number[], size: number): number {
  const reaches = (count: number): number => {
    if (count <= 1) return 1;
    const odds = atLeast[count - 2];
    return odds === undefined ? MORE_SHARE * sigmoid(atLeast.at(-1) ?? 0) : sigmoid(odds);
  };
  return Math.log(Math.max(MIN_SIZE_PROBABILITY, reaches(size) - reaches(size + 1)));
}
