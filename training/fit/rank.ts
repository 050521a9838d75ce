import { dot } from "../../src/planning/embedded/rank/columns.ts";
import { logSum } from "../../src/planning/embedded/rank/log-odds.ts";
import type { Weighed } from "../../src/planning/embedded/rank/weigh.ts";
import type { Example } from "../example.ts";
import { minimise, type Objective } from "./lbfgs.ts";
import { likenessOf } from "./likeness.ts";
import { type FitOptions, penalise } from "./penalty.ts";

/** The candidates of one request. */
export interface RankExample {
  /** Of each what is true of it, one value a column. */
  readonly rows: readonly Float64Array[];
  /** How much each should be believed; sums to 1. */
  readonly targets: Float64Array;
}

/** How sharply the best candidate is preferred to the next: a lead of 0.1 in F1 is worth e³. */
const SHARPNESS = 30;

/** Candidates are believed by how like the right plan they are. */
export function rankExampleOf({ outlook, graphs, rows }: Weighed, example: Example): RankExample {
  const worth = Float64Array.from(graphs, (graph) => {
    const { node, link } = likenessOf(graph, outlook, example);
    return SHARPNESS * (node + link);
  });
  const total = logSum(worth, worth.length);
  return { rows, targets: worth.map((one) => Math.exp(one - total)) };
}

/** Fits a softmax over candidates to how much each should be believed. */
export const fitRank = (
  examples: readonly RankExample[],
  columns: number,
  { l2, iterations }: FitOptions,
): Float64Array => minimise(rankObjective(examples, columns, l2), new Float64Array(columns), { iterations });

/** The cross-entropy of the softmax and the targets, and the penalty. */
export function rankObjective(examples: readonly RankExample[], columns: number, l2: number): Objective {
  return (point, gradient) => {
    let loss = penalise(point, gradient, columns, l2);
    for (const { rows, targets } of examples) {
      const scores = Float64Array.from(rows, (row) => dot(row, point));
      const total = logSum(scores, scores.length);
      for (const [index, row] of rows.entries()) {
        const target = targets[index] ?? 0;
        const logShare = (scores[index] ?? 0) - total;
        loss -= target * logShare;
        const error = Math.exp(logShare) - target;
        for (let column = 0; column < columns; column++)
          gradient[column] = (gradient[column] ?? 0) + error * (row[column] ?? 0);
      }
    }
    return loss;
  };
}
