import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadWordVectors } from "../../src/words/stored.ts";
import { parseTable, readTable, type StoredTable, similarity } from "../../src/words/vectors.ts";

const bytes = (...values: readonly number[]): string =>
  btoa(String.fromCharCode(...values.map((value) => value & 255)));
const TABLE: StoredTable = { dimensions: 2, words: "the cat dog", vectors: bytes(127, 0, 0, 100, 0, -50) };

describe("a table of word vectors", () => {
  const table = readTable(TABLE);

  it("has a vector of length 1 for each of its words, and none for others", () => {
    expect([...(table.vectorOf("the") ?? [])]).toEqual([1, 0]);
    expect([...(table.vectorOf("dog") ?? [])]).toEqual([0, -1]);
    expect(table.vectorOf("constructor")).toBeNull();
    expect(table.meanOf(["bird", ""])).toBeNull();
  });

  it("lets rarer words count more in a mean", () => {
    const [usual = 0, rare = 0] = table.meanOf(["the", "cat"]) ?? [];
    expect(rare).toBeGreaterThan(usual);
  });

  it.each(["", "{}", "[1]", JSON.stringify({ ...TABLE, vectors: "?" })])("cannot be read of %j", (text) => {
    expect(() => parseTable(text)).toThrow();
  });

  it("cannot be read where words and vectors differ in number", () => {
    expect(() => readTable({ ...TABLE, words: "the cat" })).toThrow(RangeError);
  });
});

describe("the words of the Worker", async () => {
  const vectors = await loadWordVectors();
  const likeness = (one: string, other: string): number => {
    const [a, b] = [vectors.vectorOf(one), vectors.vectorOf(other)];
    if (!a || !b) throw new Error(`${one} or ${other} is not in the table`);
    return similarity(a, b);
  };

  it.each([
    ["eliminate", "remove", "invoice"],
    ["puppy", "dog", "contract"],
    ["sofa", "couch", "translate"],
    ["transcribe", "decipher", "sofa"],
  ])("know that %s is nearer to %s than to %s", (word, near, far) => {
    expect(likeness(word, near)).toBeGreaterThan(likeness(word, far) + 0.2);
  });

  it("have means of length 1, whatever they are asked of", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom("remove", "the", "picture"), fc.string())), (words) => {
        const mean = vectors.meanOf(words);
        if (mean) expect(Math.hypot(...mean)).toBeCloseTo(1, 5);
      }),
    );
  });
});
