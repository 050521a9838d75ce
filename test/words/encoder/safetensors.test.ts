import { describe, expect, it } from "vitest";
import { readTensors } from "../../../src/words/encoder/safetensors.ts";

const NUMBERS = [1.5, -2, 0.25];

/** A file with a header, and three floats and four bytes behind it. */
function fileWith(header: unknown, length = JSON.stringify(header).length): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + 16);
  new DataView(file.buffer).setBigUint64(0, BigInt(length), true);
  file.set(text, 8);
  file.set(new Uint8Array(Float32Array.from(NUMBERS).buffer), 8 + text.length);
  file.set([1, 255, 3, 128], 8 + text.length + 12);
  return file;
}

const HEADER = {
  __metadata__: { words: "a b" },
  scales: { dtype: "F32", shape: [3], data_offsets: [0, 12] },
  steps: { dtype: "I8", shape: [2, 2], data_offsets: [12, 16] },
};

describe("a file of tensors", () => {
  it("has floats, signed bytes and words, wherever they lie", () => {
    const tensors = readTensors(fileWith(HEADER));
    expect([...tensors.floats("scales", 3)]).toEqual(NUMBERS);
    expect([...tensors.bytes("steps", 2, 2)]).toEqual([1, -1, 3, -128]);
    expect([tensors.metadata.words, tensors.shapeOf("steps")]).toEqual(["a b", [2, 2]]);
  });

  it("has nothing that it doesn't name, and none of another type or shape", () => {
    const tensors = readTensors(fileWith(HEADER));
    expect(() => tensors.shapeOf("toString")).toThrow("The file has no tensor toString");
    expect(() => tensors.bytes("scales", 12)).toThrow(RangeError);
    expect(() => tensors.floats("scales", 1, 3)).toThrow(RangeError);
    expect(() => tensors.bytes("steps", 4, 1)).toThrow("steps is 4 bytes of I8 [2,2] in place of I8 [4,1]");
  });

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ["no header", new Uint8Array(7)],
    ["a header that goes on behind the end", fileWith(HEADER, 10_000)],
    ["a header that ends early", fileWith(HEADER, 20)],
    ["no metadata", fileWith({ steps: HEADER.steps })],
    ["a tensor without a place", fileWith({ ...HEADER, steps: { dtype: "I8", shape: [4] } })],
    ["a shape that is none", fileWith({ ...HEADER, steps: { ...HEADER.steps, shape: [-4] } })],
  ])("is none with %s", (_, file) => {
    expect(() => readTensors(file)).toThrow(Error);
  });

  it("gives nothing of a tensor that goes on behind the end", () => {
    const tensors = readTensors(fileWith({ ...HEADER, steps: { ...HEADER.steps, data_offsets: [14, 18] } }));
    expect(() => tensors.bytes("steps", 2, 2)).toThrow(RangeError);
  });
});
