import type { Outlook, Pair, Prospect } from "./outlook.ts";
import type { Visit } from "./paths.ts";

/** Columns of the link model's weights for so many types. */
export const arcColumns = (types: number): number => types * types + SHARED;

const SHARED = 32;
const BIAS = 0,
  FEEDS = 1,
  FORWARD = 2,
  CLAUSES = 3,
  BETWEEN = 9,
  ROOT = 13,
  LEAF = 14,
  RULED = 15,
  SIZE = 16,
  CENTRE = 24,
  LAST = 25,
  REFERS = 26,
  REFERRED = 27,
  NAMED = 28,
  NAMED_BACK = 29,
  NAMED_ELSE = 30;

/** Whether one task of a plan takes from another, `chosen` being all its tasks in the order of their places. */
export function ofArc(
  types: number,
  outlook: Outlook,
  chosen: readonly number[],
  from: number,
  to: number,
  visit: Visit,
): void {
  const a = outlook.prospects[from] as Prospect;
  const b = outlook.prospects[to] as Prospect;
  const there = outlook.pairs[from]?.[to] as Pair;
  const back = outlook.pairs[to]?.[from] as Pair;
  const base = types * types;
  visit(a.type * types + b.type, 1);
  visit(base + BIAS, 1);
  if (there.feeds) visit(base + FEEDS, 1);
  visit(base + FORWARD, from < to ? 1 : -1);
  if (there.isNamed) visit(base + NAMED, 1);
  else if (chosen.some((other) => isNamedGiver(outlook, other, to))) visit(base + NAMED_ELSE, 1);
  if (back.isNamed) visit(base + NAMED_BACK, 1);
  visit(base + CENTRE, Math.tanh((b.centre - a.centre) / 8));
  visit(base + LAST, Math.sign(b.last - a.last));
  visit(base + REFERS, there.refers);
  visit(base + REFERRED, back.refers);
  visit(base + CLAUSES + Math.max(0, Math.min(5, b.clause - a.clause + 2)), 1);
  const between = Math.abs(chosen.indexOf(to) - chosen.indexOf(from)) - 1;
  visit(base + BETWEEN + Math.max(0, Math.min(3, between)), 1);
  visit(base + ROOT, b.root);
  visit(base + LEAF, a.leaf);
  if (there.isByRules) visit(base + RULED, 1);
  visit(base + SIZE + Math.min(chosen.length, 7), 1);
}

/** Log-odds of every link, `arcs[a * n + b]`, were all prospects of the plan that are likely in it. */
export function scoreArcs(
  types: number,
  weights: ArrayLike<number>,
  outlook: Outlook,
  chosen: readonly number[],
): Float64Array {
  const n = outlook.prospects.length;
  const arcs = new Float64Array(n * n);
  for (let from = 0; from < n; from++) {
    for (let to = 0; to < n; to++) {
      if (from === to) continue;
      let sum = 0;
      ofArc(types, outlook, chosen, from, to, (column, value) => {
        sum += (weights[column] ?? 0) * value;
      });
      arcs[from * n + to] = sum;
    }
  }
  return arcs;
}

function isNamedGiver({ pairs }: Outlook, from: number, to: number): boolean {
  const pair = pairs[from]?.[to];
  return pair?.isNamed === true && pair.feeds;
}
