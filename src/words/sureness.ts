/**
 * What is less sure than this is called probable: right three times in four is what people mean by that word (Sherman Kent,
 * "Words of Estimative Probability", 1964). Of what is surer nothing is said; the numbers stand beside the words, as data.
 */
const PROBABLE_BELOW = 0.75;

/** Whether something is to be called probable; false where the model gives no score. */
export const isOnlyProbable = (score: number | null): boolean => score !== null && score < PROBABLE_BELOW;

/** " (probably)" behind one thing or several; " (1 of them probably)" where some of them are sure. */
export function surenessOf(scores: readonly (number | null)[]): string {
  const unsure = scores.filter(isOnlyProbable).length;
  if (unsure === 0) return "";
  return unsure === scores.length ? " (probably)" : ` (${unsure} of them probably)`;
}
