/** Of their words together, what two sentences share that say the same: all but one word of eight. */
const SAME_SHARE = 0.75;
/** Beside one that is chosen already, a sentence with as many of its words adds too little. */
const REDUNDANT_SHARE = 0.5;
/** Nearly equal sentences are looked for among as many before: comparing all with all would cost the square. */
const WINDOW_SENTENCES = 150;

/** Words of a sentence, each once. */
export type WordSet = ReadonlySet<string>;

/** The sentences without those that repeat an earlier one, word for word or nearly. */
export function withoutRepeats<S extends { readonly text: string }>(sentences: readonly S[]): S[] {
  const seen = new Set<string>();
  const kept: { readonly sentence: S; readonly words: WordSet }[] = [];
  for (const sentence of sentences) {
    const words = wordsOf(sentence.text);
    const key = [...words].join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    if (kept.slice(-WINDOW_SENTENCES).some((other) => shared(words, other.words) >= SAME_SHARE)) continue;
    kept.push({ sentence, words });
  }
  return kept.map(({ sentence }) => sentence);
}

/** Whether a sentence says little that the chosen ones don't: by the words of each, as it is asked for many sentences. */
export const isRedundant = (words: WordSet, chosen: readonly WordSet[]): boolean =>
  chosen.some((other) => shared(words, other) >= REDUNDANT_SHARE);

export const wordsOf = (text: string): WordSet => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Jaccard's index: 1 for the same words, 0 for none in common. */
function shared(first: WordSet, second: WordSet): number {
  const [small, large] = first.size < second.size ? [first, second] : [second, first];
  // As most pairs are of too different lengths, or share nothing.
  if (small.size < REDUNDANT_SHARE * large.size) return 0;
  let both = 0;
  for (const word of small) if (large.has(word)) both++;
  return both === 0 ? 0 : both / (first.size + second.size - both);
}
