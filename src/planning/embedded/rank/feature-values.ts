/** Adds a feature; one that was added before keeps its value. @param place the token that shows it, if one does. */
export type Add = (key: string, value: number, place: number | null) => void;

/** What features are worth; the larger, the less a weight on them is penalised in training. */
export const VALUE = {
  word: 1,
  wordPair: 0.7,
  quotedWord: 0.6,
  quotedPair: 0.5,
  concept: 0.6,
  cue: 1.3,
  /** All dimensions together. */
  meaning: 3,
  situation: 1,
  /** A word with which a clause begins. */
  opening: 0.7,
} as const;
