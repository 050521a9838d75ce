import type { Outlook, Pair, Prospect } from "./outlook.ts";

/**
 * A linear-chain model over orderings of subsets of the prospects: a plan is read as a path through its tasks, one after
 * the other. All subsets and orders are summed over exactly (as in Held and Karp 1962, by subset and last task).
 */
export interface PathScores {
  readonly node: Float64Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** `edge[a * n + b]` for the step from a to b. */
  readonly edge: Float64Array;
  /** By number of tasks. */
  readonly size: Float64Array;
}

/** Columns of the path model's weights for so many types. */
export const pathColumns = (types: number): number => 3 * types + types * types + SHARED;

const SHARED = 40;
const Z = 0,
  ROOT = 1,
  LEAF = 2,
  BREAK = 3,
  FORWARD = 4,
  CLAUSES = 5,
  NEXT = 11,
  SIZE_BIAS = 12,
  SIZE_ODDS = 20,
  SERVED = 21,
  UNSERVED = 22,
  RULED = 23,
  RULED_LINK = 24,
  SAME_RULES_SIZE = 25,
  BREAK_FORWARD = 26,
  CENTRE = 27,
  LAST = 28,
  REFERS = 29,
  REFERRED = 30,
  NAMED = 31,
  NAMED_BACK = 32;

/** Calls `visit(column, value)` for all that is true of having this prospect in the plan. */
export function ofNode(types: number, { prospects }: Outlook, at: number, visit: Visit): void {
  const { type, node, isByRules } = prospects[at] as Prospect;
  visit(type, 1);
  visit(shared(types) + Z, node);
  if (isByRules) visit(shared(types) + RULED, 1);
}

export function ofStart(types: number, { prospects }: Outlook, at: number, visit: Visit): void {
  const { type, root, isServed, needsFile } = prospects[at] as Prospect;
  visit(types + type, 1);
  visit(shared(types) + ROOT, root);
  if (isServed) visit(shared(types) + SERVED, 1);
  else if (needsFile) visit(shared(types) + UNSERVED, 1);
}

export function ofEnd(types: number, { prospects }: Outlook, at: number, visit: Visit): void {
  const { type, leaf } = prospects[at] as Prospect;
  visit(2 * types + type, 1);
  visit(shared(types) + LEAF, leaf);
}

export function ofStep(types: number, outlook: Outlook, from: number, to: number, visit: Visit): void {
  const a = outlook.prospects[from] as Prospect;
  const b = outlook.prospects[to] as Prospect;
  const base = shared(types);
  const there = outlook.pairs[from]?.[to] as Pair;
  const back = outlook.pairs[to]?.[from] as Pair;
  const linked = there.feeds;
  visit(3 * types + a.type * types + b.type, 1);
  if (!linked) {
    visit(base + BREAK, 1);
    visit(base + ROOT, 0.5 * b.root);
  } else if (there.isByRules) visit(base + RULED_LINK, 1);
  const forward = from < to ? 1 : -1;
  visit(base + (linked ? FORWARD : BREAK_FORWARD), forward);
  if (there.isNamed) visit(base + NAMED, 1);
  if (back.isNamed) visit(base + NAMED_BACK, 1);
  visit(base + CENTRE, Math.tanh((b.centre - a.centre) / 8));
  visit(base + LAST, Math.sign(b.last - a.last));
  visit(base + REFERS, there.refers);
  visit(base + REFERRED, back.refers);
  visit(base + CLAUSES + Math.max(0, Math.min(5, b.clause - a.clause + 2)), 1);
  if (to === from + 1) visit(base + NEXT, 1);
}

export function ofSize(types: number, { atLeast, rulesSize }: Outlook, size: number, visit: Visit): void {
  const base = shared(types);
  visit(base + SIZE_BIAS + Math.min(size, 8) - 1, 1);
  visit(base + SIZE_ODDS, sizeLogProbability(atLeast, size));
  if (size === rulesSize) visit(base + SAME_RULES_SIZE, 1);
}

/** The logarithm of the probability of so many tasks, by the classifiers of "at least two", "at least three"…. */
export function sizeLogProbability(atLeast: readonly number[], size: number): number {
  const reaches = (n: number): number =>
    n <= 1 ? 1 : n - 2 < atLeast.length ? sigmoid(atLeast[n - 2] ?? 0) : 0.2 * sigmoid(atLeast.at(-1) ?? 0);
  return Math.log(Math.max(0.002, reaches(size) - Math.min(reaches(size), reaches(size + 1))));
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

export type Visit = (column: number, value: number) => void;
const shared = (types: number): number => 3 * types + types * types;

/** The scores of one outlook under these weights. */
export function scorePaths(types: number, weights: ArrayLike<number>, outlook: Outlook): PathScores {
  const n = outlook.prospects.length;
  const sum = (walk: (visit: Visit) => void): number => {
    let total = 0;
    walk((column, value) => {
      total += (weights[column] ?? 0) * value;
    });
    return total;
  };
  const edge = new Float64Array(n * n);
  for (let a = 0; a < n; a++)
    for (let b = 0; b < n; b++) if (a !== b) edge[a * n + b] = sum((visit) => ofStep(types, outlook, a, b, visit));
  const each = (walk: typeof ofNode): Float64Array =>
    Float64Array.from({ length: n }, (_, at) => sum((visit) => walk(types, outlook, at, visit)));
  return {
    node: each(ofNode),
    start: each(ofStart),
    end: each(ofEnd),
    edge,
    size: Float64Array.from({ length: n + 1 }, (_, size) =>
      size === 0 ? 0 : sum((visit) => ofSize(types, outlook, size, visit)),
    ),
  };
}

/** Sums over all paths, in logarithms. */
export interface PathSums {
  /** By subset (bits) × last task: all paths through the subset that end there, their ends not counted. */
  readonly forward: Float64Array;
  /** By subset: all paths through exactly it. */
  readonly subsets: Float64Array;
  readonly total: number;
}

export function sumPaths({ node, start, end, edge, size }: PathScores): PathSums {
  const n = node.length;
  const full = 1 << n;
  const forward = new Float64Array(full * n).fill(Number.NEGATIVE_INFINITY);
  const subsets = new Float64Array(full).fill(Number.NEGATIVE_INFINITY);
  const terms = new Float64Array(n);
  for (let subset = 1; subset < full; subset++) {
    for (let last = 0; last < n; last++) {
      const bit = 1 << last;
      if (!(subset & bit)) continue;
      const rest = subset ^ bit;
      const own = node[last] as number;
      if (rest === 0) {
        forward[subset * n + last] = own + (start[last] as number);
        continue;
      }
      let count = 0;
      for (let before = 0; before < n; before++)
        if (rest & (1 << before))
          terms[count++] = (forward[rest * n + before] as number) + (edge[before * n + last] as number);
      forward[subset * n + last] = own + logSum(terms, count);
    }
    let count = 0;
    for (let last = 0; last < n; last++)
      if (subset & (1 << last)) terms[count++] = (forward[subset * n + last] as number) + (end[last] as number);
    subsets[subset] = logSum(terms, count) + (size[bits(subset)] as number);
  }
  return { forward, subsets, total: logSum(subsets, full) };
}

export function logSum(terms: Float64Array, count: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index++) if ((terms[index] as number) > most) most = terms[index] as number;
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (let index = 0; index < count; index++) sum += Math.exp((terms[index] as number) - most);
  return most + Math.log(sum);
}

export function bits(subset: number): number {
  let count = 0;
  for (let rest = subset; rest > 0; rest &= rest - 1) count++;
  return count;
}

/** The best orders of a subset, at most `count`, best first. */
export function bestOrders(scores: PathScores, subset: number, count: number): readonly (readonly number[])[] {
  const n = scores.node.length;
  const members = Array.from({ length: n }, (_, at) => at).filter((at) => subset & (1 << at));
  // By subset of it and last task, the best `count` partial orders.
  const best = new Map<number, { readonly score: number; readonly order: readonly number[] }[]>();
  const subsetsOf: number[] = [];
  for (let part = subset; part > 0; part = (part - 1) & subset) subsetsOf.push(part);
  subsetsOf.reverse();
  for (const part of subsetsOf) {
    for (const last of members) {
      if (!(part & (1 << last))) continue;
      const rest = part ^ (1 << last);
      const own = scores.node[last] as number;
      const partial =
        rest === 0
          ? [{ score: own + (scores.start[last] as number), order: [last] }]
          : members
              .filter((before) => rest & (1 << before))
              .flatMap((before) =>
                (best.get(rest * n + before) ?? []).map(({ score, order }) => ({
                  score: score + own + (scores.edge[before * n + last] as number),
                  order: [...order, last],
                })),
              )
              .sort((a, b) => b.score - a.score)
              .slice(0, count);
      best.set(part * n + last, partial);
    }
  }
  return members
    .flatMap((last) =>
      (best.get(subset * n + last) ?? []).map(({ score, order }) => ({
        score: score + (scores.end[last] as number),
        order,
      })),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ order }) => order);
}
