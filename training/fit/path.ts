import { scorePath, sumPaths } from "../../src/planning/embedded/rank/path-sums.ts";
import {
  ofEnd,
  ofNode,
  ofSize,
  ofStart,
  ofStep,
  pathColumns,
  scorePaths,
} from "../../src/planning/embedded/rank/paths.ts";
import { candidateAt, type ScoredRequest } from "../../src/planning/embedded/rank/scored-request.ts";
import { minimise, type Objective } from "./lbfgs.ts";
import { massesOf, type PathMasses, zeroMasses } from "./path-masses.ts";
import { type FitOptions, penalise } from "./penalty.ts";

export interface PathExample {
  readonly outlook: ScoredRequest;
  /** The right order, as places among the prospects; at least one. */
  readonly order: readonly number[];
}

type PathColumns = ReturnType<typeof pathColumns>;

/** Fits the path model by maximum likelihood. @param types how many it knows. */
export function fitPaths(
  examples: readonly PathExample[],
  types: number,
  { l2, iterations }: FitOptions,
): Float64Array {
  const columns = pathColumns(types);
  return minimise(pathObjective(examples, columns, l2), new Float64Array(columns.length), { iterations });
}

/** The negative log-likelihood of the right paths among all that there are, and the penalty. */
export function pathObjective(examples: readonly PathExample[], columns: PathColumns, l2: number): Objective {
  return (point, gradient) => {
    let loss = penalise(point, gradient, columns.length, l2);
    for (const { outlook, order } of examples) {
      const scores = scorePaths(columns, point, outlook);
      const sums = sumPaths(scores);
      loss += sums.total - scorePath(scores, order);
      // What is expected under the weights, less what is right.
      addMasses(columns, outlook, massesOf(scores, sums), 1, gradient);
      addMasses(columns, outlook, massesOfPath(order, outlook.prospects.length), -1, gradient);
    }
    return loss;
  };
}

function massesOfPath(order: readonly number[], n: number): PathMasses {
  const masses = zeroMasses(n);
  for (const [index, at] of order.entries()) {
    const before = order[index - 1];
    masses.node[at] = 1;
    if (before === undefined) masses.start[at] = 1;
    else masses.step[before * n + at] = 1;
    if (index === order.length - 1) masses.end[at] = 1;
  }
  masses.size[order.length] = 1;
  return masses;
}

/** Steps of less probability add nothing to a gradient that is worth their time. */
const MIN_STEP_MASS = 1e-9;

/** Adds what is true of each part of a path, as often as `masses` say, times `sign`. */
function addMasses(
  columns: PathColumns,
  outlook: ScoredRequest,
  masses: PathMasses,
  sign: 1 | -1,
  gradient: Float64Array,
): void {
  const n = outlook.prospects.length;
  const scaled = (mass: number | undefined) => {
    const scale = sign * (mass ?? 0);
    return (column: number, value: number): void => {
      gradient[column] = (gradient[column] ?? 0) + scale * value;
    };
  };
  for (let at = 0; at < n; at++) {
    const prospect = candidateAt(outlook, at);
    ofNode(columns, prospect, scaled(masses.node[at]));
    ofStart(columns, prospect, scaled(masses.start[at]));
    ofEnd(columns, prospect, scaled(masses.end[at]));
    for (let next = 0; next < n; next++) {
      const mass = masses.step[at * n + next] ?? 0;
      if (mass > MIN_STEP_MASS) ofStep(columns, outlook, at, next, scaled(mass));
    }
  }
  for (let size = 1; size <= n; size++) ofSize(columns, outlook, size, scaled(masses.size[size]));
}
