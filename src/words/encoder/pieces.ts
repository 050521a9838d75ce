/** Words, parts of words and signs that have vectors, by their place in the table of vectors. */
export type PieceVocabulary = ReadonlyMap<string, number>;

/** The first five places of a vocabulary are for no words; these are used here. */
export const RESERVED = { start: 1, divider: 2, unknown: 4 } as const;

/** A word that is longer than so many pieces is no word, */
const MAX_WORD_PIECES = 8;
/** nor one of so many characters, of which accents take more than linear time to sort. */
const MAX_WORD_CHARS = 200;

/**
 * A word by its place, or else the longest pieces that it is made of (WordPiece: Wu et al. 2016), what goes on with a
 * word being marked with `##`.
 */
export function piecesOf(word: string, vocabulary: PieceVocabulary): readonly number[] {
  const plain = word.slice(0, MAX_WORD_CHARS).toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const whole = vocabulary.get(plain);
  if (whole !== undefined) return [whole];
  const parts = plain.match(/[a-z0-9]+|[^a-z0-9\s]/gu) ?? [];
  return parts.flatMap((part) => split(part, vocabulary)).slice(0, MAX_WORD_PIECES);
}

function split(part: string, vocabulary: PieceVocabulary): readonly number[] {
  const pieces: number[] = [];
  for (let start = 0; start < part.length && pieces.length < MAX_WORD_PIECES; ) {
    const [place, end] = longestFrom(part, start, vocabulary);
    pieces.push(place);
    start = end;
  }
  return pieces;
}

/** Letters beyond take two units of UTF-16. */
const MAX_UNIT = 0xffff;

/** Longer pieces are not in any vocabulary. */
const MAX_PIECE_CHARS = 24;

function longestFrom(part: string, start: number, vocabulary: PieceVocabulary): readonly [place: number, end: number] {
  for (let end = Math.min(part.length, start + MAX_PIECE_CHARS); end > start; end--) {
    const place = vocabulary.get((start > 0 ? "##" : "") + part.slice(start, end));
    if (place !== undefined) return [place, end];
  }
  return [RESERVED.unknown, start + ((part.codePointAt(start) ?? 0) > MAX_UNIT ? 2 : 1)];
}
