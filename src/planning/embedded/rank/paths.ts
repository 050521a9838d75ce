import { BETWEEN, ofWordsBetween, type Step } from "./between.ts";
import { layout, pairPlace, scoreOf, type Visit } from "./columns.ts";
import { sigmoid } from "./log-odds.ts";
import { MAX_CANDIDATES, type ScoredRequest, stepAt } from "./scored-request.ts";
import type { TaskTypeCandidate } from "./task-type-candidate.ts";

/**
 * What is true of a path: a plan read as its tasks one after the other, each with what feeds it right before it where
 * that can be. The weights make it a linear-chain conditional random field (Lafferty, McCallum and Pereira 2001) whose
 * tasks are chosen and ordered as well; `path-sums.ts` sums over all of them.
 */
export const pathColumns = layout((types) => ({
  // By task type: it is in, it begins the path, it ends it; and of two that one follows the other.
  node: types,
  start: types,
  end: types,
  step: types * types,
  nodeOdds: 1,
  root: 1,
  leaf: 1,
  /** The task before gives nothing that this one takes. */
  break: 1,
  /** By the words the task before stands first: 1, else −1. */
  forward: 1,
  breakForward: 1,
  ...BETWEEN,
  /** No other prospect stands between the two in the words. */
  next: 1,
  sizes: MAX_CANDIDATES,
  sizeOdds: 1,
  served: 1,
  unserved: 1,
}));

type PathColumns = ReturnType<typeof pathColumns>;

/** A task after a break begins something new, though surely less than the first of the plan. */
const BREAK_ROOT_SHARE = 0.5;

/** Visits what is true of having a prospect in the plan. */
export function ofNode({ at }: PathColumns, { type, node }: TaskTypeCandidate, visit: Visit): void {
  visit(at.node + type, 1);
  visit(at.nodeOdds, node);
}

/** Visits what is true of a path that begins with a prospect. */
export function ofStart(
  { at }: PathColumns,
  { type, root, isServed, needsFile }: TaskTypeCandidate,
  visit: Visit,
): void {
  visit(at.start + type, 1);
  visit(at.root, root);
  if (isServed) visit(at.served, 1);
  else if (needsFile) visit(at.unserved, 1);
}

/** Visits what is true of a path that ends with a prospect. */
export function ofEnd({ at }: PathColumns, { type, leaf }: TaskTypeCandidate, visit: Visit): void {
  visit(at.end + type, 1);
  visit(at.leaf, leaf);
}

/** Visits what is true of one prospect coming right after another; both by their places. */
export function ofStep(columns: PathColumns, outlook: ScoredRequest, from: number, to: number, visit: Visit): void {
  const { at } = columns;
  const step = stepAt(outlook, from, to);
  visit(at.step + pairPlace(columns, step.from, step.to), 1);
  ofFeeding(at, step, from < to ? 1 : -1, visit);
  ofWordsBetween(at, step, visit);
  if (to === from + 1) visit(at.next, 1);
}

function ofFeeding(at: PathColumns["at"], { to, there }: Step, forward: 1 | -1, visit: Visit): void {
  if (there.feeds) {
    visit(at.forward, forward);
  } else {
    visit(at.break, 1);
    visit(at.root, BREAK_ROOT_SHARE * to.root);
    visit(at.breakForward, forward);
  }
}

/** Visits what is true of a plan of so many tasks, at least one. */
export function ofSize({ at }: PathColumns, { atLeast }: ScoredRequest, size: number, visit: Visit): void {
  visit(at.sizes + Math.min(size, MAX_CANDIDATES) - 1, 1);
  visit(at.sizeOdds, sizeLogProbability(atLeast, size));
}

/** How probable more tasks are than the last classifier was asked about, once it says that there are as many. */
const MORE_SHARE = 0.2;
/**
 * No number of tasks is less likely: what the network says of numbers may contradict itself, and beyond the
 * last of them nothing is known.
 */
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

/** The scores of an outlook's paths; a path's own is the sum over its tasks, steps, ends and size. */
export interface PathScores {
  /** By place of the prospect. */
  readonly node: Float64Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** `step[a * n + b]`, for b right after a, of n prospects. */
  readonly step: Float64Array;
  /** By number of tasks, from 0 to n. */
  readonly size: Float64Array;
}

/** Scores an outlook's paths under these weights, one a column. */
export function scorePaths(columns: PathColumns, weights: ArrayLike<number>, outlook: ScoredRequest): PathScores {
  const n = outlook.prospects.length;
  const each = (walk: (columns: PathColumns, prospect: TaskTypeCandidate, visit: Visit) => void): Float64Array =>
    Float64Array.from(outlook.prospects, (prospect) => scoreOf(weights, (visit) => walk(columns, prospect, visit)));
  const step = new Float64Array(n * n);
  for (let from = 0; from < n; from++)
    for (let to = 0; to < n; to++)
      if (from !== to) step[from * n + to] = scoreOf(weights, (visit) => ofStep(columns, outlook, from, to, visit));
  const size = new Float64Array(n + 1);
  for (let tasks = 1; tasks <= n; tasks++)
    size[tasks] = scoreOf(weights, (visit) => ofSize(columns, outlook, tasks, visit));
  return { node: each(ofNode), start: each(ofStart), end: each(ofEnd), step, size };
}
