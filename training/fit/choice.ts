import { minimise, type Objective } from "./lbfgs.ts";

/** What can be chosen among, sparsely, and which of it is right. */
export interface Choice {
  /** Of each alternative its features; the last one is to choose nothing. */
  readonly alternatives: readonly Float64Array[];
  /** Indices of those that are right: any of them is as good. */
  readonly right: readonly number[];
  /** How much the row counts. */
  readonly weight: number;
}

/**
 * Fits a log-linear model of choices (a conditional logit, McFadden 1974): an alternative is as probable as the
 * exponential of its features' weighted sum. Where several are right, what counts is that one of them is chosen.
 * @param l2 penalty on squared weights
 */
export function fitChoices(
  choices: readonly Choice[],
  features: number,
  { l2, iterations }: { readonly l2: number; readonly iterations: number },
): Float64Array {
  const objective: Objective = (point, gradient) => {
    let loss = 0;
    for (const [at, weight] of point.entries()) {
      loss += (l2 / 2) * weight * weight;
      gradient[at] = l2 * weight;
    }
    for (const { alternatives, right, weight } of choices) {
      const shares = sharesAt(point, alternatives);
      const hit = right.reduce((sum, at) => sum + (shares[at] ?? 0), 0) + Number.MIN_VALUE;
      loss -= weight * Math.log(hit);
      for (const [at, alternative] of alternatives.entries()) {
        const share = shares[at] ?? 0;
        const error = weight * (share - (right.includes(at) ? share / hit : 0));
        if (Math.abs(error) < NOTHING) continue;
        for (const [feature, value] of alternative.entries())
          gradient[feature] = (gradient[feature] ?? 0) + error * value;
      }
    }
    return loss;
  };
  return minimise(objective, new Float64Array(features), { iterations });
}

/** An error as small as this moves no weight. */
const NOTHING = 1e-9;

function sharesAt(point: Float64Array, alternatives: readonly Float64Array[]): number[] {
  const strengths = alternatives.map((alternative) =>
    alternative.reduce((sum, value, at) => sum + value * (point[at] ?? 0), 0),
  );
  const most = strengths.reduce((top, strength) => Math.max(top, strength));
  const weights = strengths.map((strength) => Math.exp(strength - most));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}
