import { describe, expect, it } from "vitest";
import type { Network, Prediction } from "../../../src/planning/embedded/rank/network.ts";
import { fitCalibration } from "../../../training/fit/calibration.ts";
import { ontology } from "../../../training/request-row.ts";
import { scoresOf } from "../../../training/scores.ts";
import { truthsOf } from "../../../training/truths.ts";
import { crossValidated, planUnseen } from "../../../training/validate.ts";
import { TOY_TYPES, TOYS } from "./toys.ts";

/** Knows what the toys are: that is all that planning needs of a network. */
const network: Network = {
  types: TOY_TYPES,
  words: { vocabulary: new Map(), vectors: { columns: 0, scales: new Float32Array(), quantized: new Int8Array() } },
  knows: () => true,
  read(view): Prediction {
    const toy = TOYS.find((one) => one.view === view);
    const truths = toy ? truthsOf(toy) : new Set<string>();
    const words = { translation: "Translate", summarization: "Summarize", "text-to-speech": "Read" };
    return {
      odds: (output) => (truths.has(output) ? 3 : -3),
      evidence: (output) =>
        Float32Array.from(view.tokens, ({ said }) =>
          Number(Object.entries(words).some(([type, word]) => output === `node:${type}` && said.includes(word))),
        ),
      link: (giver, taker) => (toy?.links.has(`${giver}>${taker}`) ? 3 : -3),
      wishTags: view.tokens.map(() => "none"),
    };
  },
};
const outcomes = planUnseen(TOYS, network, ontology);

describe("a network that knows what is right", () => {
  it("is planned by as it says", () => {
    expect(outcomes.length).toBeGreaterThan(0);
    expect(outcomes.filter(({ isRight }) => !isRight)).toEqual([]);
  });
});

describe("a calibration", () => {
  it("has what was surer be righter", () => {
    const { slope } = fitCalibration([-3, -2, 0, 1, 2, 3].map((sureness) => ({ sureness, isRight: sureness > -1 })));
    expect(slope).toBeGreaterThan(0);
  });
});

describe("what is true of a right plan", () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ["no task", [], [], ["idle"]],
    ["one task", ["a"], [], ["node:a", "root:a", "leaf:a"]],
    ["a chain", ["a", "b"], ["a>b"], ["node:a", "root:a", "node:b", "leaf:b", "size:2"]],
    [
      "two tasks apart",
      ["a", "b"],
      [],
      ["node:a", "root:a", "leaf:a", "node:b", "root:b", "leaf:b", "size:2", "branching"],
    ],
    [
      "a fan-out",
      ["a", "b", "c"],
      ["a>b", "a>c"],
      ["node:a", "root:a", "node:b", "leaf:b", "node:c", "leaf:c", "size:2", "size:3", "branching"],
    ],
  ])("of %s", (_, types, links, expected) => {
    const [toy] = TOYS;
    if (!toy) throw new Error("There are no toys");
    expect(truthsOf({ ...toy, types, links: new Set(links) })).toEqual(new Set(expected));
  });
});

describe("validation", () => {
  it("takes every request that has tasks once", () => {
    const validated = crossValidated(outcomes, 3);
    const wished = TOYS.filter(({ types }) => types.length > 0);
    expect(validated.map(({ id }) => id).toSorted()).toEqual(wished.map(({ id }) => id).toSorted());
    for (const { confidence } of validated) {
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  it("is summed up in shares", () => {
    const right = {
      id: "1",
      group: "1",
      sureness: 1,
      node: 1,
      link: 1,
      hasRightTypes: true,
      isRight: true,
      confidence: 0.9,
    };
    const half = {
      id: "2",
      group: "2",
      sureness: 0,
      node: 0.5,
      link: null,
      hasRightTypes: false,
      isRight: false,
      confidence: 0.3,
    };
    expect(scoresOf(7, [right, half])).toMatchObject({
      requests: 7,
      validated: 2,
      nodeF1: 0.75,
      linkF1: 1,
      rightTypes: 0.5,
      right: 0.5,
      areaUnderCurve: 1,
    });
    expect(scoresOf(0, [])).toMatchObject({ nodeF1: null, calibrationError: null });
  });
});
