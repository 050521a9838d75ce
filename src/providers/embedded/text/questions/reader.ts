import { readTensors } from "../../../../safetensors.ts";
import { Kernel } from "../../../../words/encoder/kernel.ts";
import { type Piece, type PieceVectors, storedEncoder } from "../../../../words/encoder/piece-encoder.ts";
import { piecesOf, RESERVED } from "../../../../words/encoder/pieces.ts";
import { StoredParts } from "../../../../words/encoder/stored-parts.ts";
import type { PieceWork } from "../../../../words/sentence-encoder.ts";
import type { Span } from "./units.ts";

/** The asset that holds the reader. */
export const READER_ASSET = "experts/reader.safetensors";

/** A word, a sign or the end of a line, with its pieces in the table of vectors. */
export interface ReadWord extends Span {
  readonly pieces: readonly number[];
  readonly endsLine: boolean;
  /** It is a sign that no answer begins with, or ends a line. */
  readonly divides: boolean;
}

/** Log-odds that the answer begins, and that it ends, with each of some words, beside that they hold none. */
export interface AnswerBounds {
  readonly starts: Float32Array;
  readonly ends: Float32Array;
}

/** Tells where in a text the answer to a question stands, or that it does not (Devlin et al. 2019, sections 4.2 and 4.3). */
export interface Reader {
  /** Of question and text together, at a time. */
  readonly maxPieces: number;
  /** How many of these there are for the text. */
  readonly room: number;
  wordsOf(text: string): readonly ReadWord[];
  /**
   * @param question of a long one the end, which mostly says what is asked
   * @param words one after the other, with as many pieces as there is room for at most
   * @throws {RangeError} for more, and {AppError} as `work.spend` does
   */
  boundsOf(question: string, words: readonly ReadWord[], work: Pick<PieceWork, "spend">): Promise<AnswerBounds>;
}

/** What is read of a question, some 30 words: `training/network/reader.py` has it too, and what a divider and a line's end are. */
const MAX_QUESTION_PIECES = 40;
const { start: START, divider: DIVIDER, unknown: UNKNOWN } = RESERVED;
const LINE_END = 3;
const DIVIDES = /^[\n:;,.|)\]*•]$/u;
const WORD = /[\p{L}\p{M}\p{N}]+|\n|[^\s\p{L}\p{M}\p{N}]/gu;

/**
 * Reads a reader as `training/network/reader.py` stores it; it keeps 22 MB, besides the words.
 * @param words those of the network that it was fitted with
 * @param module as `Kernel` takes it
 * @throws {Error} for what is none, or where a part is missing or of another shape
 */
export function readReader(file: Uint8Array<ArrayBuffer>, words: PieceVectors, module: WebAssembly.Module): Reader {
  const stored = new StoredParts(readTensors(file), new Kernel(module));
  const encoder = storedEncoder(stored, words);
  const bounds = stored.affine("bounds", 2, words.vectors.columns);
  const wordsOf = (text: string): readonly ReadWord[] =>
    Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
      const endsLine = word === "\n";
      const pieces = endsLine ? [LINE_END] : piecesOf(word, words.vocabulary);
      // An accent by itself is of no piece.
      return {
        start: index,
        end: index + word.length,
        endsLine,
        divides: DIVIDES.test(word),
        pieces: pieces.length > 0 ? pieces : [UNKNOWN],
      };
    });
  const headOf = (question: string): readonly Piece[] => {
    const pieces = wordsOf(question).flatMap((word) => word.pieces);
    return [START, ...pieces.slice(-MAX_QUESTION_PIECES), DIVIDER].map((place) => ({ place, flag: "said" }));
  };
  return {
    maxPieces: encoder.maxPieces,
    room: encoder.maxPieces - MAX_QUESTION_PIECES - 2,
    wordsOf,
    async boundsOf(question, read, work) {
      const pieces = [...headOf(question)];
      const places = read.map((word) => {
        const first = pieces.length;
        for (const place of word.pieces) pieces.push({ place, flag: "given" });
        return { first, last: pieces.length - 1 };
      });
      let states = encoder.embed(pieces);
      for (const layer of encoder.layers) {
        states = layer(states);
        await work.spend("pieces", pieces.length / encoder.layers.length);
      }
      const { values } = bounds(states);
      const [noStart = 0, noEnd = 0] = values;
      return {
        starts: Float32Array.from(places, ({ first }) => (values[2 * first] ?? 0) - noStart),
        ends: Float32Array.from(places, ({ last }) => (values[2 * last + 1] ?? 0) - noEnd),
      };
    },
  };
}
