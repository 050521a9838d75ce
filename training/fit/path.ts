import type { Outlook } from "../../src/planning/embedded/trained/outlook.ts";
import {
  bits,
  logSum,
  ofEnd,
  ofNode,
  ofSize,
  ofStart,
  ofStep,
  pathColumns,
  scorePaths,
  sumPaths,
  type Visit,
} from "../../src/planning/embedded/trained/paths.ts";
import { minimise } from "./lbfgs.ts";

export interface PathExample {
  readonly outlook: Outlook;
  /** The right order, as places among the prospects. */
  readonly order: readonly number[];
}

/** Fits the path model by maximum likelihood with a squared penalty. */
export function fitPaths(
  examples: readonly PathExample[],
  types: number,
  { l2, iterations }: { readonly l2: number; readonly iterations: number },
): Float64Array {
  const columns = pathColumns(types);
  return minimise(
    (point, gradient) => {
      let loss = 0;
      for (let index = 0; index < columns; index++) {
        const weight = point[index] as number;
        loss += 0.5 * l2 * weight * weight;
        gradient[index] = l2 * weight;
      }
      for (const example of examples) loss += addExample(example, types, point, gradient);
      return loss;
    },
    new Float64Array(columns),
    { iterations },
  );
}

/** The negative log-likelihood of one example; its gradient is added. */
function addExample(
  { outlook, order }: PathExample,
  types: number,
  point: Float64Array,
  gradient: Float64Array,
): number {
  const scores = scorePaths(types, point, outlook);
  const { forward, subsets, total } = sumPaths(scores);
  const n = scores.node.length;
  const full = 1 << n;
  const take =
    (scale: number): Visit =>
    (column, value) => {
      gradient[column] = (gradient[column] as number) + scale * value;
    };
  let gold = scores.size[order.length] as number;
  for (const [index, at] of order.entries()) {
    const before = order[index - 1];
    gold +=
      (scores.node[at] as number) +
      (before === undefined ? (scores.start[at] as number) : (scores.edge[before * n + at] as number));
    ofNode(types, outlook, at, take(-1));
    if (before === undefined) ofStart(types, outlook, at, take(-1));
    else ofStep(types, outlook, before, at, take(-1));
  }
  const last = order.at(-1) as number;
  gold += scores.end[last] as number;
  ofEnd(types, outlook, last, take(-1));
  ofSize(types, outlook, order.length, take(-1));

  // Backwards: from (subset, last), all ways to go on and end.
  const backward = new Float64Array(full * n).fill(Number.NEGATIVE_INFINITY);
  const terms = new Float64Array(n + 1);
  const nodeMass = new Float64Array(n);
  const startMass = new Float64Array(n);
  const endMass = new Float64Array(n);
  const edgeMass = new Float64Array(n * n);
  const sizeMass = new Float64Array(n + 1);
  for (let subset = full - 1; subset > 0; subset--) {
    for (let at = 0; at < n; at++) {
      if (!(subset & (1 << at))) continue;
      let count = 0;
      terms[count++] = (scores.end[at] as number) + (scores.size[bits(subset)] as number);
      for (let next = 0; next < n; next++)
        if (!(subset & (1 << next)))
          terms[count++] =
            (scores.edge[at * n + next] as number) +
            (scores.node[next] as number) +
            (backward[(subset | (1 << next)) * n + next] as number);
      const value = logSum(terms, count);
      backward[subset * n + at] = value;
      const reach = forward[subset * n + at] as number;
      nodeMass[at] = (nodeMass[at] as number) + Math.exp(reach + value - total);
      if (subset === 1 << at) startMass[at] = Math.exp(reach + value - total);
      endMass[at] = (endMass[at] as number) + Math.exp(reach + (terms[0] as number) - total);
      for (let next = 0; next < n; next++)
        if (!(subset & (1 << next)))
          edgeMass[at * n + next] =
            (edgeMass[at * n + next] as number) +
            Math.exp(
              reach +
                (scores.edge[at * n + next] as number) +
                (scores.node[next] as number) +
                (backward[(subset | (1 << next)) * n + next] as number) -
                total,
            );
    }
    const size = bits(subset);
    sizeMass[size] = (sizeMass[size] as number) + Math.exp((subsets[subset] as number) - total);
  }
  for (let at = 0; at < n; at++) {
    ofNode(types, outlook, at, take(nodeMass[at] as number));
    ofStart(types, outlook, at, take(startMass[at] as number));
    ofEnd(types, outlook, at, take(endMass[at] as number));
    for (let next = 0; next < n; next++) {
      const mass = edgeMass[at * n + next] as number;
      if (at !== next && mass > 1e-9) ofStep(types, outlook, at, next, take(mass));
    }
  }
  for (let size = 1; size <= n; size++) ofSize(types, outlook, size, take(sizeMass[size] as number));
  return total - gold;
}
