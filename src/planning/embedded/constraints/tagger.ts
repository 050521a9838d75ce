import { readTensors } from "../../../safetensors.ts";
import { Kernel } from "../../../words/encoder/kernel.ts";
import { rowOf, softmaxRows } from "../../../words/encoder/matrix.ts";
import {
  MAX_PIECES,
  type Piece,
  type PieceVectors,
  storedEncoder,
  through,
} from "../../../words/encoder/piece-encoder.ts";
import { piecesOf, RESERVED } from "../../../words/encoder/pieces.ts";
import { StoredParts } from "../../../words/encoder/stored-parts.ts";
import { stretchesOf } from "../../../words/encoder/stretches.ts";
import { likeliestPath } from "../likeliest-path.ts";
import { isTag, type Tag } from "./tags.ts";
import { isMaterial, type OwnToken } from "./tokens.ts";

/** A word, and what it is part of. */
export interface TaggedToken extends OwnToken {
  /** What it restricts; null where nothing. */
  readonly tag: Tag | null;
  /** How probable that is. */
  readonly probability: number;
  /** Whether it is of the name of a model or benchmark. */
  readonly isName: boolean;
}

/**
 * Tells what the words of a request restrict (sequence labelling by an encoder: Devlin et al. 2019, section 5.3); words
 * beyond `MAX_READ_PIECES` are left out.
 */
export type Tagger = (tokens: readonly OwnToken[]) => readonly TaggedToken[];

/** What it costs that a word is tagged otherwise than the one before it, in log-probability: phrases have many words. */
const CHANGE = 2;

/** Log-odds that a word restricts anything, after one layer: where none has more, none restricts (early exit: Xin et al. 2020). */
export const MIN_SUSPICION = -5;

/**
 * Reads a tagger as `training/network/tagger.py` stores it.
 * @param words those of the network that it was fitted with
 * @param module as `Kernel` takes it
 * @throws {Error} for what is none, or where a part is missing or of another shape
 */
export function readTagger(file: Uint8Array<ArrayBuffer>, words: PieceVectors, module: WebAssembly.Module): Tagger {
  const stored = new StoredParts(readTensors(file), new Kernel(module));
  const encoder = storedEncoder(stored, words);
  const [firstLayer, ...otherLayers] = encoder.layers;
  const tags = stored.names("tags").map(tagNamed);
  const { columns: width } = words.vectors;
  const [tagMap, nameMap] = [stored.affine("tags", tags.length, width), stored.affine("name", 1, width)];
  const suspicionMap = stored.affine("suspicion", 1, width);

  const read = (chunk: readonly ReadToken[]): readonly TaggedToken[] => {
    const pieces = [{ place: RESERVED.start, flag: "said" } as const, ...chunk.flatMap(({ pieces }) => pieces)];
    const begun = firstLayer(encoder.embed(pieces));
    const rows = firstRows(chunk);
    const { values: suspicion } = suspicionMap(begun);
    if (rows.every((row) => (suspicion[row] ?? 0) < MIN_SUSPICION))
      return chunk.map(({ token }) => ({ ...token, tag: null, probability: 1, isName: false }));
    const states = through(otherLayers, begun);
    const [odds, names] = [tagMap(states), nameMap(states)];
    softmaxRows(odds);
    const told = rows.map((row) => rowOf(odds, row));
    const glued = told.map((_, at) => isGlued(chunk, at));
    const path = likeliestPath(told, (before, tag, at) =>
      before === null || before === tag ? 0 : glued[at] ? Number.POSITIVE_INFINITY : CHANGE,
    );
    return chunk.map(
      ({ token }, at): TaggedToken => ({
        ...token,
        tag: tags[path[at] ?? 0] ?? null,
        probability: told[at]?.[path[at] ?? 0] ?? 0,
        isName: (names.values[rows[at] ?? 0] ?? 0) > 0,
      }),
    );
  };
  return (tokens) => chunksOf(tokens.map((token) => ({ token, pieces: piecesOfToken(token, words) }))).flatMap(read);
}

function tagNamed(name: string): Tag | null {
  if (name !== NO_TAG && !isTag(name)) throw new RangeError(`A tagger tells of ${name}, which is no tag`);
  return name === NO_TAG ? null : name;
}
const NO_TAG = "none";

/** The rows of what a word's first piece is made into, behind that of the beginning. */
function firstRows(chunk: readonly ReadToken[]): readonly number[] {
  let next = 1;
  return chunk.map(({ pieces }) => {
    const row = next;
    next += pieces.length;
    return row;
  });
}

/** Whether a word is written together with the one before it, and no full stop: "acme/ear-2". */
function isGlued(chunk: readonly ReadToken[], at: number): boolean {
  const [before, own, next] = [chunk[at - 1]?.token, chunk[at]?.token, chunk[at + 1]?.token];
  if (!before || !own || before.end !== own.start || !GLUED.test(before.text) || !GLUED.test(own.text)) return false;
  return !JOINS.test(own.text) || next?.start === own.end;
}
const JOINS = /^[./@+_'-]$/;
const GLUED = /^(?:[\p{L}\p{M}\p{N}]+|[./@+_'-])$/u;

interface ReadToken {
  readonly token: OwnToken;
  readonly pieces: readonly Piece[];
}

function piecesOfToken(token: OwnToken, { vocabulary }: PieceVectors): readonly Piece[] {
  const isFile = isMaterial(token);
  const pieces = piecesOf(isFile ? "file" : token.text, vocabulary);
  // An accent by itself is of no piece.
  return (pieces.length > 0 ? pieces : [RESERVED.unknown]).map((place) => ({ place, flag: isFile ? "part" : "said" }));
}

/** So many pieces of a request are read at most, some 350 words, as a chunk takes a tenth of a second. */
export const MAX_READ_PIECES = 4 * MAX_PIECES;

const ENDS_SENTENCE = /^[.!?;]$/;

/** As many words at a time as can be read in view of each other; a chunk ends with a sentence where one ends in its second half. */
function chunksOf(words: readonly ReadToken[]): readonly (readonly ReadToken[])[] {
  const sizes = words.map(({ pieces }) => pieces.length);
  const endsSentence = (place: number): boolean => ENDS_SENTENCE.test(words[place]?.token.text ?? "");
  const chunks: (readonly ReadToken[])[] = [];
  let read = 0;
  // One piece is of the beginning.
  for (const [start, end] of stretchesOf(sizes, MAX_PIECES - 1, endsSentence)) {
    if (read >= MAX_READ_PIECES) break;
    const chunk = words.slice(start, end);
    chunks.push(chunk);
    read += chunk.reduce((sum, { pieces }) => sum + pieces.length, 0);
  }
  return chunks;
}
