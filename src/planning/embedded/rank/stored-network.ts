import { readTensors } from "../../../safetensors.ts";
import { Kernel, type LinearMap } from "../../../words/encoder/kernel.ts";
import type { Matrix } from "../../../words/encoder/matrix.ts";
import {
  type PieceEncoder,
  type PieceVectors,
  storedEncoder,
  storedVectors,
} from "../../../words/encoder/piece-encoder.ts";
import { StoredParts } from "../../../words/encoder/stored-parts.ts";
import { WISH_TAGS, type WishTag } from "./wish-tags.ts";

/** A network, ready to run. */
export interface NetworkWeights {
  /** What it tells of: task types, and what may be true of a request besides having a task of a type. */
  readonly types: readonly string[];
  readonly facts: readonly string[];
  readonly words: PieceVectors;
  readonly encoder: PieceEncoder;
  /** Of a piece's vector, how much each label looks at it, and how much it then speaks for it; labels are types, then facts. */
  readonly queries: LinearMap;
  readonly labels: LinearMap;
  readonly labelBiases: Float32Array;
  /** One a type. */
  readonly roots: LinearMap;
  readonly leaves: LinearMap;
  readonly givers: LinearMap;
  readonly giverTypes: Matrix;
  readonly takers: LinearMap;
  readonly takerTypes: Matrix;
  readonly linkBias: Float32Array;
  /** What a word may be in a request, and of a piece's vector how much it speaks for each. */
  readonly wishTags: readonly WishTag[];
  readonly wishes: LinearMap;
}

/**
 * Unpacks a network as `training/network/` writes it.
 * @param module as `Kernel` takes it
 * @throws {Error} where a part is missing or of another shape
 */
export function unpackNetwork(file: Uint8Array<ArrayBuffer>, module: WebAssembly.Module): NetworkWeights {
  const stored = new StoredParts(readTensors(file), new Kernel(module));
  const [types, facts] = [stored.names("types"), stored.names("facts")];
  const wishTags = stored.names("wish-tags").map(wishTagNamed);
  const words = storedVectors(stored);
  const labels = types.length + facts.length;
  const { columns: width } = words.vectors;
  const [links = 0] = stored.shapeOf("givers");
  return {
    ...{ types, facts, words },
    encoder: storedEncoder(stored, words),
    queries: stored.linear("queries", labels, width),
    labels: stored.linear("labels", labels, width),
    labelBiases: stored.floats("labels.biases", labels),
    roots: stored.affine("roots", types.length, width),
    leaves: stored.affine("leaves", types.length, width),
    givers: stored.affine("givers", links, width),
    giverTypes: stored.matrix("giver-types", types.length, links),
    takers: stored.affine("takers", links, width),
    takerTypes: stored.matrix("taker-types", types.length, links),
    linkBias: stored.floats("link", 1),
    wishTags,
    wishes: stored.affine("wishes", wishTags.length, width),
  };
}

function wishTagNamed(name: string): WishTag {
  const found = WISH_TAGS.find((tag) => tag === name);
  if (found === undefined) throw new RangeError(`A network tells of ${name}, which no word can be`);
  return found;
}
