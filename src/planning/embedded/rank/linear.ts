import type { Feature } from "./features.ts";

/** One-vs-rest linear classifiers over the same features: what each says is a log-odds. */
export interface Linear {
  readonly outputs: readonly string[];
  /** From an output's name to its place. */
  readonly places: ReadonlyMap<string, number>;
  /** From a feature's key to its row. */
  readonly rows: ReadonlyMap<string, number>;
  /** `weights[row * outputs.length + output]`. */
  readonly weights: Float32Array;
  /** One an output. */
  readonly biases: Float32Array;
}

/** Tells the log-odds of an output by its name; 0 for one that the classifiers don't have. */
export type Odds = (output: string) => number;

/** What the classifiers say of a request that shows these features. */
export function oddsBy({ outputs, places, rows, weights, biases }: Linear, features: readonly Feature[]): Odds {
  const sums = Float32Array.from(biases);
  for (const { key, value } of features) {
    const row = rows.get(key);
    if (row === undefined) continue;
    const start = row * outputs.length;
    for (let output = 0; output < sums.length; output++)
      sums[output] = (sums[output] ?? 0) + value * (weights[start + output] ?? 0);
  }
  return (output) => sums[places.get(output) ?? -1] ?? 0;
}

/**
 * How much each token speaks for an output: the weights of what it shows, those against it left out.
 * @param output its place; −1 for one that is not there, for which nothing speaks.
 * @param tokens how many there are.
 */
export function evidence(
  { outputs, rows, weights }: Linear,
  features: readonly Feature[],
  output: number,
  tokens: number,
): Float32Array {
  const shares = new Float32Array(tokens);
  if (output < 0) return shares;
  for (const { key, value, places } of features) {
    const row = rows.get(key);
    if (row === undefined || places.length === 0) continue;
    const weight = value * (weights[row * outputs.length + output] ?? 0);
    if (weight <= 0) continue;
    for (const place of places) shares[place] = (shares[place] ?? 0) + weight;
  }
  return shares;
}
