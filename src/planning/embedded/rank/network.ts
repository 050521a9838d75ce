import { dot } from "./columns.ts";
import {
  type Affine,
  add,
  affine,
  encode,
  type Matrix,
  normalize,
  product,
  rowOf,
  softmaxRows,
  transposed,
} from "./encoder.ts";
import { FLAGS, type Input, inputOf } from "./input.ts";
import { piecesOf, RESERVED } from "./pieces.ts";
import { type NetworkWeights, type StoredNetwork, storedNetwork, unpackNetwork } from "./stored-network.ts";
import type { RequestView } from "./view.ts";

/** Tells the log-odds of an output by its name; 0 for one that the network doesn't have. */
export type Odds = (output: string) => number;

/** What the network says of one request. */
export interface Prediction {
  readonly odds: Odds;
  /** How much each word of the request speaks for a label, 0 or more. */
  evidence(label: string): Float32Array;
  /** Log-odds that one task type takes from another, were both in the plan; 0 where it doesn't know one. */
  link(giver: string, taker: string): number;
}

/**
 * A small transformer over the words of a request, with an attention of its own for each thing that may be true of it
 * (label-wise attention: Mullenbach et al. 2018). `training/README.md` tells what it was fitted to.
 */
export interface Network {
  readonly types: readonly string[];
  /** Whether it knows a word, in any spelling of its letters, as a whole. */
  knows(word: string): boolean;
  read(view: RequestView): Prediction;
}

/** Reads a network as it is stored. @throws {Error} for what is none. */
export const parseNetwork = (text: string): Network => readNetwork(storedNetwork.parse(JSON.parse(text)));

/** A network by what is stored of it. @throws {RangeError} where a part is missing or of another shape. */
export function readNetwork(stored: StoredNetwork): Network {
  const { types, facts } = stored;
  const weights = unpackNetwork(stored);
  const labels = [...types.map((type) => `node:${type}`), ...facts];
  const outputs = [...labels, ...types.map((type) => `root:${type}`), ...types.map((type) => `leaf:${type}`)];
  const places = new Map(outputs.map((output, place) => [output, place]));
  const typePlaces = new Map(types.map((type, place) => [type, place]));
  return {
    types,
    knows(word) {
      const [piece, ...more] = piecesOf(word, weights.vocabulary);
      return more.length === 0 && piece !== RESERVED.unknown;
    },
    read(view) {
      const input = inputOf(view, weights.vocabulary);
      const states = embed(input, weights);
      encode(states, weights.layers, weights.heads);
      const attention = product(weights.queries, states);
      softmaxRows(attention);
      const pooled = product(attention, transposed(states));
      const odds = oddsOf(pooled, weights, types.length);
      const links = linksOf(pooled, weights);
      return {
        odds: (output) => odds[places.get(output) ?? -1] ?? 0,
        evidence(label) {
          const place = places.get(label) ?? -1;
          const words = view.tokens.length;
          if (place < 0 || place >= labels.length) return new Float32Array(words);
          return evidenceOf(rowOf(attention, place), states, rowOf(weights.labels.weights, place), input, words);
        },
        link(giver, taker) {
          const [from, to] = [typePlaces.get(giver), typePlaces.get(taker)];
          return from === undefined || to === undefined ? 0 : links(from, to);
        },
      };
    },
  };
}

/** What is known of each piece before it is seen in view of the others. */
function embed({ pieces, flags }: Input, weights: NetworkWeights): Matrix {
  const { columns, scales, quantized } = weights.embeddings;
  const values = new Float32Array(pieces.length * columns);
  for (const [row, piece] of pieces.entries())
    for (let at = 0; at < columns; at++)
      values[row * columns + at] = (scales[piece] ?? 0) * (quantized[piece * columns + at] ?? 0);
  const states = affine({ rows: pieces.length, columns, values }, weights.embeddingProjection);
  for (const [row, flag] of flags.entries()) {
    add(rowOf(states, row), rowOf(weights.positions, row));
    add(rowOf(states, row), rowOf(weights.flags, FLAGS.indexOf(flag)));
  }
  normalize(states, weights.embeddingNorm);
  return states;
}

/** Log-odds of all outputs: each label by what its own attention pools, ends of the plan by that of their type. */
function oddsOf(pooled: Matrix, { labels, roots, leaves }: NetworkWeights, types: number): Float32Array {
  const by = ({ weights, biases }: Affine, count: number): readonly number[] =>
    Array.from({ length: count }, (_, at) => (biases[at] ?? 0) + dot(rowOf(pooled, at), rowOf(weights, at)));
  return Float32Array.from([...by(labels, pooled.rows), ...by(roots, types), ...by(leaves, types)]);
}

/** Each piece's part of a label's log-odds, where it speaks for it, given to its word. */
function evidenceOf(
  attention: Float32Array,
  states: Matrix,
  label: Float32Array,
  input: Input,
  words: number,
): Float32Array {
  const evidence = new Float32Array(words);
  for (const [row, word] of input.words.entries()) {
    if (word === null) continue;
    const part = (attention[row] ?? 0) * dot(rowOf(states, row), label);
    evidence[word] = (evidence[word] ?? 0) + Math.max(0, part);
  }
  return evidence;
}

/** Log-odds of links, by places of the giver and the taker: how well what one gives goes with what the other takes. */
function linksOf(pooled: Matrix, weights: NetworkWeights): (giver: number, taker: number) => number {
  const side = (map: Affine, ofTypes: Matrix): ((type: number) => Float32Array) =>
    remembered((type) => {
      const { values } = affine({ rows: 1, columns: pooled.columns, values: rowOf(pooled, type) }, map);
      add(values, rowOf(ofTypes, type));
      return values;
    });
  const gives = side(weights.givers, weights.giverTypes);
  const takes = side(weights.takers, weights.takerTypes);
  const scale = 2 / Math.sqrt(weights.giverTypes.columns);
  return (giver, taker) => scale * dot(gives(giver), takes(taker)) + (weights.linkBias[0] ?? 0);
}

function remembered(make: (place: number) => Float32Array): (place: number) => Float32Array {
  const known = new Map<number, Float32Array>();
  return (place) => {
    const found = known.get(place) ?? make(place);
    known.set(place, found);
    return found;
  };
}
