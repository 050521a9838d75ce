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
}

/**
 * Unpacks a network as `training/network/` writes it.
 * @param module as `Kernel` takes it
 * @throws {Error} where a part is missing or of another shape
 */
export function unpackNetwork(file: Uint8Array<ArrayBuffer>, module: WebAssembly.Module): NetworkWeights {
  const stored = new StoredParts(readTensors(file), new Kernel(module));
  const [types, facts] = [stored.names("types"), stored.names("facts")];
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
  };
}
