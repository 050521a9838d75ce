/** What it costs that a word is tagged otherwise than the one before it, in log-probability: phrases have many words. */
const CHANGE = 2;

/** A word's choices. */
export interface TagChoice {
  /** One a choice. */
  readonly probabilities: Float32Array;
  /** Whether it must be chosen as the word before it: they are written together. */
  readonly isGlued: boolean;
}

/** The likeliest choices one after the other (Viterbi 1967), by their places. */
export function likeliestPath(steps: readonly TagChoice[]): readonly number[] {
  let best: readonly number[] = [];
  const origins = steps.map(({ probabilities, isGlued }, at) => {
    const most = at === 0 ? 0 : Math.max(...best);
    const from = best.map((sum, place) => (isGlued || sum >= most - CHANGE ? place : best.indexOf(most)));
    best = Array.from(probabilities, (probability, place) => {
      const before = at === 0 ? 0 : isGlued ? (best[place] ?? 0) : Math.max(best[place] ?? 0, most - CHANGE);
      return before + Math.log(probability);
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
