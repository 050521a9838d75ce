/** The probability that log-odds stand for. */
export const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** ln(1 + eˣ) that does not overflow; beyond 30 it is x to within 10⁻¹³. */
export const softplus = (x: number): number => (x > 30 ? x : Math.log1p(Math.exp(x)));

/** The logarithm of the probability that something is so, or is not, by its log-odds. */
export const logProbability = (odds: number, isSo: boolean): number => -softplus(isSo ? -odds : odds);

/** More certain than this nothing is taken to be, so that log-odds stay finite. */
const MIN_PROBABILITY = 0.0001;

/** Log-odds of a probability. */
export function logOddsOf(probability: number): number {
  const bounded = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, probability));
  return Math.log(bounded / (1 - bounded));
}

/** The logarithm of the sum of the exponentials of the first `count` terms; −∞ of none. */
export function logSum(terms: Float64Array, count: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index++) {
    const term = terms[index] ?? most;
    if (term > most) most = term;
  }
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (let index = 0; index < count; index++) sum += Math.exp((terms[index] ?? 0) - most);
  return most + Math.log(sum);
}
