import * as z from "zod";

/** Vectors of English words: words that are used alike have vectors that point alike. */
export interface WordVectors {
  readonly dimensions: number;
  /** Whether a word, in lower case, is in the table. */
  has(word: string): boolean;
  /** The vector of a word in lower case, of length 1; null for a word that is not in the table. */
  vectorOf(word: string): Float32Array | null;
  /**
   * The mean of the vectors of these words, of length 1; rarer words count more, as they tell more. Null where none of
   * them is in the table.
   */
  meanOf(words: readonly string[]): Float32Array | null;
}

/** The table as it is stored: `training/word-vectors.ts` makes it, and README.md beside it says from what. */
const storedTable = z.strictObject({
  dimensions: z.int().positive(),
  /** Separated by spaces, the most frequent first. */
  words: z.string(),
  /** Word by word one signed byte a dimension, in base64. */
  vectors: z.base64(),
});
export type StoredTable = z.infer<typeof storedTable>;

/** The asset that holds the table: it is too large for the bundle. */
export const WORD_TABLE_ASSET = "words/table.json";

/** Reads the table as it is stored. @throws {Error} for what is none. */
export const parseTable = (text: string): WordVectors => readTable(storedTable.parse(JSON.parse(text)));

/** Unpacks a stored table. @throws {RangeError} where words and vectors differ in number. */
export function readTable({ dimensions, words, vectors }: StoredTable): WordVectors {
  const places = new Map(words.split(" ").map((word, place) => [word, place]));
  const decoded = atob(vectors);
  // A loop takes a tenth of the time of `Int8Array.from`, and nobody is answered meanwhile.
  const bytes = new Int8Array(decoded.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = decoded.charCodeAt(at);
  if (bytes.length !== places.size * dimensions) throw new RangeError("The table has not one vector a word");
  const at = (place: number): Float32Array =>
    scaled(new Float32Array(bytes.subarray(place * dimensions, (place + 1) * dimensions)));
  /** From about a tenth for the most frequent word to 1 for the rarest (Zipf's law: the logarithm of the rank). */
  const weightOf = (place: number): number => Math.log(place + 2) / Math.log(places.size + 2);
  return {
    dimensions,
    has: (word) => places.has(word),
    vectorOf(word) {
      const place = places.get(word);
      return place === undefined ? null : at(place);
    },
    meanOf(given) {
      const known = given.flatMap((word) => places.get(word) ?? []);
      if (known.length === 0) return null;
      const sum = new Float32Array(dimensions);
      for (const place of known) {
        const weight = weightOf(place);
        for (const [index, value] of at(place).entries()) sum[index] = (sum[index] ?? 0) + weight * value;
      }
      return scaled(sum);
    },
  };
}

/** The cosine of the angle between two vectors of length 1: 1 for the same direction, about 0 for unrelated words. */
export function similarity(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

/** The same direction with length 1, in place. */
function scaled(vector: Float32Array): Float32Array {
  const length = Math.sqrt(similarity(vector, vector)) || 1;
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}
