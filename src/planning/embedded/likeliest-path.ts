/**
 * The likeliest choices one after the other (Viterbi 1967), by their places.
 * @param steps the probabilities of the choices, step by step
 * @param cost what a choice costs behind another, in log-probability; `before` is null for the first step
 */
export function likeliestPath(
  steps: readonly Float32Array[],
  cost: (before: number | null, choice: number, step: number) => number,
): readonly number[] {
  let best: readonly number[] = [];
  const origins = steps.map((probabilities, at) => {
    const from: number[] = [];
    best = Array.from(probabilities, (probability, choice) => {
      const reached = at === 0 ? [-cost(null, choice, at)] : best.map((sum, before) => sum - cost(before, choice, at));
      const most = Math.max(...reached);
      from.push(Math.max(0, reached.indexOf(most)));
      return most + Math.log(probability);
    });
    return from;
  });
  const path: number[] = [];
  let place = best.indexOf(Math.max(...best));
  for (const from of origins.toReversed()) {
    path.push(place);
    place = from[place] ?? 0;
  }
  return path.toReversed();
}
