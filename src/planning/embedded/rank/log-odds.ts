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
