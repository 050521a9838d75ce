import { describe, expect, it } from "vitest";
import { loadKernelModule } from "#planner-files";
import type { BaseKind } from "../../../../src/domain/kinds.ts";
import { inputOf } from "../../../../src/planning/embedded/rank/input.ts";
import { readNetwork } from "../../../../src/planning/embedded/rank/network.ts";
import { WISH_TAGS, wishTagsBy } from "../../../../src/planning/embedded/rank/wish-tags.ts";
import type { RequestView } from "../../../../src/planning/embedded/read/view.ts";
import { FLAGS } from "../../../../src/words/encoder/piece-encoder.ts";
import recorded from "../../../fixtures/planning/network.json" with { type: "json" };

/** A small network of random weights, and what PyTorch makes of requests by them: `training/network/fixture.py` wrote it. */
const file = Uint8Array.from(atob(recorded.network), (char) => char.charCodeAt(0));
const module = await loadKernelModule();
const network = readNetwork(file, module);
const header = headerOf(file);
const vocabulary = new Map((header.__metadata__.vocabulary ?? "").split(" ").map((word, place) => [word, place]));
const { cases } = recorded;
type Case = (typeof cases)[number];

const viewOf = ({ words, kinds, paper, followUp, isQuestion }: Case): RequestView => ({
  tokens: words.map(([said, isQuoted, isGiven, clause]) => ({
    said: String(said),
    isQuoted: isQuoted === 1,
    isGiven: isGiven === 1,
    clause: Number(clause),
    at: 0,
  })),
  masked: isQuestion ? "?" : "",
  kinds: kinds as BaseKind[],
  hasPaper: paper,
  isFollowUp: followUp,
});

/** Of each word its place among those that are read, or -1. */
function wordsRead(one: Case): readonly number[] {
  const read = [...new Set(inputOf(viewOf(one), vocabulary).flatMap(({ word }) => word ?? []))];
  return one.words.map((_, place) => read.indexOf(place));
}

function headerOf(file: Uint8Array<ArrayBuffer>): { __metadata__: Record<string, string>; [tensor: string]: unknown } {
  const length = Number(new DataView(file.buffer).getBigUint64(0, true));
  return JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
}

/** The file with another header, of the same length. */
function withHeader(changed: unknown): Uint8Array<ArrayBuffer> {
  const made = file.slice();
  const length = Number(new DataView(file.buffer).getBigUint64(0, true));
  made.set(new TextEncoder().encode(JSON.stringify(changed).padEnd(length)), 8);
  return made;
}

function caseNamed(name: string): Case {
  const found = cases.find((one) => one.name === name);
  if (!found) throw new Error(`There is no case ${name}`);
  return found;
}

/** The kernel rounds what it multiplies; links are products of such sums, and ten times as large. */
const near = (value: number) => expect.closeTo(value, 2);
const nearLink = (value: number) => expect.closeTo(value, 1);

describe("the network", () => {
  it.each(cases)("reads the pieces that Python reads: $name", (one) => {
    const input = inputOf(viewOf(one), vocabulary);
    expect(input.map(({ place }) => place)).toEqual(one.pieces);
    expect(input.map(({ flag }) => FLAGS.indexOf(flag))).toEqual(one.flags);
  });

  it.each(cases)("says what PyTorch says: $name", (one) => {
    const { odds, link, evidence, wishTags } = network.read(viewOf(one));
    const outputs = Object.entries(one.odds);
    expect(outputs.map(([output]) => odds(output))).toEqual(outputs.map(([, value]) => near(value)));
    expect(network.types.map((giver) => network.types.map((taker) => link(giver, taker)))).toEqual(
      one.links.map((row) => row.map(nearLink)),
    );
    expect([...evidence(recorded.label)]).toEqual(one.evidence.map(near));
    const told = wishTagsBy(
      one.wishTags.map((probabilities) => Float32Array.from(probabilities)),
      WISH_TAGS,
    );
    expect(wishTags).toEqual(wordsRead(one).map((place) => (place === -1 ? "none" : told[place])));
  });

  it("says nothing of what it doesn't know", () => {
    const { odds, evidence, link } = network.read(viewOf(caseNamed("two words")));
    expect([odds("node:nothing"), link("nothing", "translation"), link("translation", "nothing")]).toEqual([0, 0, 0]);
    expect([...evidence("node:nothing")]).toEqual([0, 0]);
  });

  it("can't be read where one of its parts is missing", () => {
    const { __metadata__: names, ...tensors } = header;
    for (const name of Object.keys(tensors)) {
      const { [name]: _, ...others } = tensors;
      expect(() => readNetwork(withHeader({ __metadata__: names, ...others }), module)).toThrow(RangeError);
    }
    for (const name of Object.keys(names)) {
      const { [name]: _, ...others } = names;
      expect(() => readNetwork(withHeader({ __metadata__: others, ...tensors }), module)).toThrow(RangeError);
    }
  });
});
