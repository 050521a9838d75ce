import { BETWEEN, bucket, ofWordsBetween } from "./between.ts";
import { layout, pairPlace, scoreOf, type Visit } from "./columns.ts";
import { type ScoredRequest, stepAt } from "./scored-request.ts";

/** Plans of so many tasks or more are alike. */
const SIZES = 7;
/** None, one, two, three or more. */
const TASKS_BETWEEN = 4;

/** What is true of an arc: one task of a plan taking from another, be it right before it or not. */
export const arcColumns = layout((types) => ({
  pair: types * types,
  feeds: 1,
  /** By the words the giver stands first: 1, else −1. */
  forward: 1,
  ...BETWEEN,
  /** By how many tasks of the plan stand between the two in the words. */
  tasksBetween: TASKS_BETWEEN,
  takerRoot: 1,
  giverLeaf: 1,
  sizes: SIZES + 1,
  /** True of every arc; last, as it goes without penalty when it is fitted. */
  bias: 1,
}));

type ArcColumns = ReturnType<typeof arcColumns>;

/**
 * Visits what is true of an arc between two prospects, but for the bias; `chosen` are the tasks of the plan in order. All
 * by their places.
 */
export function ofArc(
  columns: ArcColumns,
  outlook: ScoredRequest,
  chosen: readonly number[],
  from: number,
  to: number,
  visit: Visit,
): void {
  const { at } = columns;
  const step = stepAt(outlook, from, to);
  visit(at.pair + pairPlace(columns, step.from, step.to), 1);
  if (step.there.feeds) visit(at.feeds, 1);
  visit(at.forward, from < to ? 1 : -1);
  ofWordsBetween(at, step, visit);
  // Whoever is not chosen counts as standing before all others.
  const between = Math.abs(chosen.indexOf(to) - chosen.indexOf(from)) - 1;
  visit(at.tasksBetween + bucket(between, TASKS_BETWEEN), 1);
  visit(at.takerRoot, step.to.root);
  visit(at.giverLeaf, step.from.leaf);
  visit(at.sizes + Math.min(chosen.length, SIZES), 1);
}

/** Log-odds of every arc, `arcs[from * n + to]` of n prospects, were `chosen` the tasks of the plan. */
export function scoreArcs(
  columns: ArcColumns,
  weights: ArrayLike<number>,
  outlook: ScoredRequest,
  chosen: readonly number[],
): Float64Array {
  const n = outlook.prospects.length;
  const arcs = new Float64Array(n * n);
  const bias = weights[columns.at.bias] ?? 0;
  for (let from = 0; from < n; from++)
    for (let to = 0; to < n; to++)
      if (from !== to)
        arcs[from * n + to] = bias + scoreOf(weights, (visit) => ofArc(columns, outlook, chosen, from, to, visit));
  return arcs;
}
