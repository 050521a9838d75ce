import { describe, expect, it } from "vitest";
import type { BaseKind } from "../../../../src/domain/kinds.ts";
import { FLAGS, inputOf } from "../../../../src/planning/embedded/rank/input.ts";
import { parseNetwork, readNetwork } from "../../../../src/planning/embedded/rank/network.ts";
import type { StoredNetwork } from "../../../../src/planning/embedded/rank/stored-network.ts";
import type { RequestView } from "../../../../src/planning/embedded/rank/view.ts";
import recorded from "../../../fixtures/planning/network.json" with { type: "json" };

/** A small network of random weights, and what PyTorch makes of requests by them: `training/network/fixture.py` wrote it. */
const stored: StoredNetwork = recorded.network;
const network = readNetwork(stored);
const vocabulary = new Map(stored.vocabulary.split(" ").map((word, place) => [word, place]));
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

function caseNamed(name: string): Case {
  const found = cases.find((one) => one.name === name);
  if (!found) throw new Error(`There is no case ${name}`);
  return found;
}

/** Numbers are recorded to four digits after the point. */
const near = (value: number) => expect.closeTo(value, 3);

describe("the network", () => {
  it.each(cases)("reads the pieces that Python reads: $name", (one) => {
    const { pieces, flags } = inputOf(viewOf(one), vocabulary);
    expect(pieces).toEqual(one.pieces);
    expect(flags.map((flag) => FLAGS.indexOf(flag))).toEqual(one.flags);
  });

  it.each(cases)("says what PyTorch says: $name", (one) => {
    const { odds, link, evidence } = network.read(viewOf(one));
    const outputs = Object.entries(one.odds);
    expect(outputs.map(([output]) => odds(output))).toEqual(outputs.map(([, value]) => near(value)));
    expect(stored.types.map((giver) => stored.types.map((taker) => link(giver, taker)))).toEqual(
      one.links.map((row) => row.map(near)),
    );
    expect([...evidence(recorded.label)]).toEqual(one.evidence.map(near));
  });

  it("says nothing of what it doesn't know", () => {
    const { odds, evidence, link } = network.read(viewOf(caseNamed("two words")));
    expect([odds("node:nothing"), link("nothing", "translation"), link("translation", "nothing")]).toEqual([0, 0, 0]);
    expect([...evidence("node:nothing")]).toEqual([0, 0]);
  });

  it("is read from text", () => {
    const view = viewOf(caseNamed("two words"));
    expect(parseNetwork(JSON.stringify(stored)).read(view).odds("idle")).toBe(network.read(view).odds("idle"));
    expect(() => parseNetwork("{}")).toThrow("vocabulary");
  });

  it.each(["matrices", "vectors"] as const)("can't be read where one of its %s is missing", (part) => {
    for (const name of Object.keys(stored[part])) {
      const { [name]: _, ...others } = stored[part];
      expect(() => readNetwork({ ...stored, [part]: others })).toThrow(RangeError);
    }
  });
});
