import { describe, expect, it } from "vitest";
import { loadKernelModule } from "#planner-files";
import { MAX_READ_PIECES, MIN_SUSPICION, readTagger } from "../../../../src/planning/embedded/constraints/tagger.ts";
import { TAGS } from "../../../../src/planning/embedded/constraints/tags.ts";
import { tokensOf } from "../../../../src/planning/embedded/constraints/tokens.ts";
import { likeliestPath } from "../../../../src/planning/embedded/likeliest-path.ts";
import { readNetwork } from "../../../../src/planning/embedded/rank/network.ts";
import ofNetwork from "../../../fixtures/planning/network.json" with { type: "json" };
import recorded from "../../../fixtures/planning/tagger.json" with { type: "json" };

/** A small tagger of random weights, and what PyTorch makes of words by them: `training/network/fixture.py` wrote it. */
const bytesOf = (encoded: string) => Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
const module = await loadKernelModule();
const { words } = readNetwork(bytesOf(ofNetwork.network), module);
const tag = readTagger(bytesOf(recorded.tagger), words, module);
const LONGEST = 128;

describe("the tagger", () => {
  it.each(recorded.cases)("says what PyTorch says: $tokens", ({ tokens, probabilities, names, suspicion }) => {
    const told = tag(tokensOf(tokens.join(" ")));
    expect(told.map(({ text }) => text)).toEqual(tokens);
    if (suspicion < MIN_SUSPICION) {
      expect(told.map((one) => [one.tag, one.isName])).toEqual(tokens.map(() => [null, false]));
      return;
    }
    const path = likeliestPath(
      probabilities.map((own) => Float32Array.from(own)),
      (before, choice) => (before === null || before === choice ? 0 : 2),
    );
    expect(told.map((one) => one.tag)).toEqual(path.map((place) => [null, ...TAGS][place]));
    expect(told.map(({ probability }) => probability)).toEqual(
      path.map((place, at) => expect.closeTo(probabilities[at]?.[place] ?? -1, 2)),
    );
    expect(told.map(({ isName }) => Number(isName))).toEqual(names);
  });

  it("reads what is longer than it can read at once in parts, which begin where sentences do", () => {
    const sentence = `${"crop it ".repeat(LONGEST / 4 - 1)}again .`;
    const [once, twice] = [tag(tokensOf(sentence)), tag(tokensOf(`${sentence} ${sentence}`))];
    const said = (tokens: typeof once) => tokens.map(({ tag: own, probability }) => [own, probability]);
    expect(said(twice)).toEqual([...said(once), ...said(once)]);
  });

  it("reads one endless sentence as far as it may", () => {
    const tokens = tokensOf("crop ".repeat(2 * MAX_READ_PIECES));
    const read = tag(tokens);
    expect(read.map(({ start }) => start)).toEqual(tokens.slice(0, read.length).map(({ start }) => start));
    expect(read.length).toBeGreaterThanOrEqual(MAX_READ_PIECES);
    expect(read.length).toBeLessThan(MAX_READ_PIECES + LONGEST);
  });

  it("reads no further than the first layer where that suspects nothing", () => {
    const unsuspecting = bytesOf(recorded.tagger);
    const length = Number(new DataView(unsuspecting.buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(unsuspecting.subarray(8, 8 + length)));
    const [at] = header["suspicion.biases"].data_offsets;
    new DataView(unsuspecting.buffer).setFloat32(8 + length + at, -100, true);
    const told = readTagger(unsuspecting, words, module)(tokensOf("crop it"));
    expect(told.map((one) => [one.tag, one.isName])).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  it("tags what is written together alike", () => {
    for (const { tokens } of recorded.cases) {
      const together = tag(tokensOf(tokens.filter((one) => /^\w+$/.test(one)).join("/")));
      expect(new Set(together.map((one) => one.tag)).size).toBeLessThanOrEqual(1);
    }
  });

  it("can't be read where it tells of other words", () => {
    const { vectors, vocabulary } = words;
    const narrow = { vocabulary, vectors: { ...vectors, columns: vectors.columns / 2 } };
    expect(() => readTagger(bytesOf(recorded.tagger), narrow, module)).toThrow(RangeError);
  });

  it("knows each tag once", () => {
    expect(new Set(TAGS).size).toBe(TAGS.length);
  });
});
