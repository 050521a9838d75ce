import type { LinearMap } from "../../../words/encoder/kernel.ts";
import { dot, type Matrix, rowOf, softmaxRows, transposed } from "../../../words/encoder/matrix.ts";
import { type PieceVectors, through } from "../../../words/encoder/piece-encoder.ts";
import { piecesOf, RESERVED } from "../../../words/encoder/pieces.ts";
import type { RequestView } from "../read/view.ts";
import { type InputPiece, inputOf } from "./input.ts";
import { type NetworkWeights, unpackNetwork } from "./stored-network.ts";
import { type WishTag, wishTagsBy } from "./wish-tags.ts";

/** Tells the log-odds of an output by its name; 0 for one that the network doesn't have. */
export type Odds = (output: string) => number;

/** What the network says of one request. */
export interface Prediction {
  readonly odds: Odds;
  /** How much each word of the request speaks for a label, 0 or more. */
  evidence(label: string): Float32Array;
  /** Log-odds that one task type takes from another, were both in the plan; 0 where it doesn't know one. */
  link(giver: string, taker: string): number;
  /** What each word of the request most likely is in it; "none" for words beyond those that are read. */
  readonly wishTags: readonly WishTag[];
}

/**
 * A small transformer over the words of a request, with an attention of its own for each thing that may be true of it
 * (label-wise attention: Mullenbach et al. 2018). `training/README.md` tells what it was fitted to.
 */
export interface Network {
  readonly types: readonly string[];
  readonly words: PieceVectors;
  /** Whether it knows a word, in any spelling of its letters, as a whole. */
  knows(word: string): boolean;
  read(view: RequestView): Prediction;
}

/**
 * Reads a network as it is stored.
 * @param module as `Kernel` takes it
 * @throws {Error} for what is none, or where a part is missing or of another shape
 */
export function readNetwork(file: Uint8Array<ArrayBuffer>, module: WebAssembly.Module): Network {
  const weights = unpackNetwork(file, module);
  const { types, facts, words } = weights;
  const labels = [...types.map((type) => `node:${type}`), ...facts];
  const outputs = [...labels, ...types.map((type) => `root:${type}`), ...types.map((type) => `leaf:${type}`)];
  const places = new Map(outputs.map((output, place) => [output, place]));
  const typePlaces = new Map(types.map((type, place) => [type, place]));
  return {
    ...{ types, words },
    knows(word) {
      const [piece, ...more] = piecesOf(word, words.vocabulary);
      return more.length === 0 && piece !== RESERVED.unknown;
    },
    read(view) {
      const input = inputOf(view, words.vocabulary);
      const states = through(weights.encoder.layers, weights.encoder.embed(input));
      const attention = transposed(weights.queries(states));
      softmaxRows(attention);
      const speaking = weights.labels(states);
      const odds = [
        ...gathered(attention, speaking).map((sum, label) => sum + (weights.labelBiases[label] ?? 0)),
        ...gathered(attention, weights.roots(states)),
        ...gathered(attention, weights.leaves(states)),
      ];
      const links = linksOf(attention, states, weights);
      return {
        wishTags: wishTagsOf(input, weights.wishes(states), weights.wishTags, view.tokens.length),
        odds: (output) => odds[places.get(output) ?? -1] ?? 0,
        evidence(label) {
          const evidence = new Float32Array(view.tokens.length);
          const place = places.get(label) ?? labels.length;
          if (place >= labels.length) return evidence;
          for (const [row, { word }] of input.entries()) {
            if (word === null) continue;
            const part = (rowOf(attention, place)[row] ?? 0) * (rowOf(speaking, row)[place] ?? 0);
            evidence[word] = (evidence[word] ?? 0) + Math.max(0, part);
          }
          return evidence;
        },
        link(giver, taker) {
          const [from, to] = [typePlaces.get(giver), typePlaces.get(taker)];
          return from === undefined || to === undefined ? 0 : links(from, to);
        },
      };
    },
  };
}

/** What each word most likely is, by its first piece. */
function wishTagsOf(
  input: readonly InputPiece[],
  odds: Matrix,
  tags: readonly WishTag[],
  words: number,
): readonly WishTag[] {
  softmaxRows(odds);
  const firsts = input.flatMap(({ word }, row) =>
    word === null || word === input[row - 1]?.word ? [] : [{ word, probabilities: rowOf(odds, row) }],
  );
  const path = wishTagsBy(
    firsts.map(({ probabilities }) => probabilities),
    tags,
  );
  const found = new Array<WishTag>(words).fill("none");
  for (const [at, { word }] of firsts.entries()) found[word] = path[at] ?? "none";
  return found;
}

/** Of each column, a label's, the sum over all pieces, weighed by how much that label looks at each. */
const gathered = (attention: Matrix, { rows, columns, values }: Matrix): readonly number[] =>
  Array.from({ length: columns }, (_, label) => {
    let sum = 0;
    for (let row = 0; row < rows; row++)
      sum += (attention.values[label * rows + row] ?? 0) * (values[row * columns + label] ?? 0);
    return sum;
  });

/** Log-odds of links, by places of the giver and the taker: how well what one gives goes with what the other takes. */
function linksOf(attention: Matrix, states: Matrix, weights: NetworkWeights): (giver: number, taker: number) => number {
  const side = (map: LinearMap, ofTypes: Matrix): ((type: number) => Float32Array) => {
    const mapped = map(states);
    return remembered((type) => {
      const own = rowOf(ofTypes, type).slice();
      const shares = rowOf(attention, type);
      for (let row = 0, at = 0; row < mapped.rows; row++)
        for (let column = 0; column < mapped.columns; column++, at++)
          own[column] = (own[column] ?? 0) + (shares[row] ?? 0) * (mapped.values[at] ?? 0);
      return own;
    });
  };
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
