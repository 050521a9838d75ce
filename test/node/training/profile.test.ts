import { describe, expect, it } from "vitest";
import type { Network, Prediction } from "../../../src/planning/embedded/rank/network.ts";
import { storedProfile } from "../../../src/planning/embedded/rank/profile.ts";
import { sketchPlan } from "../../../src/planning/embedded/rank/sketch.ts";
import { fitProfile, seenBy } from "../../../training/fit/profile.ts";
import { ontology } from "../../../training/request-row.ts";
import { scoresOf } from "../../../training/scores.ts";
import { truthsOf } from "../../../training/truths.ts";
import { crossValidate } from "../../../training/validate.ts";
import { TOY_OPTIONS, TOY_TYPES, TOYS } from "./toys.ts";

/** Knows what the toys are: that is all that the models behind a network need. */
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
    };
  },
};
const seen = seenBy(TOYS, network, ontology);
const fitted = fitProfile(seen, TOY_TYPES, TOY_OPTIONS);

describe("a profile fitted to a few requests", () => {
  it("is the same to the byte when it is fitted again", () => {
    expect(JSON.stringify(fitProfile(seen, TOY_TYPES, TOY_OPTIONS))).toBe(JSON.stringify(fitted));
  });

  it("plans what it was fitted to", () => {
    expect(seen.length).toBeGreaterThan(0);
    for (const { example, outlook } of seen) {
      const sketch = sketchPlan(outlook, example.view, fitted);
      const found = sketch?.tasks.map(({ type }) => type) ?? [];
      expect(found.toSorted()).toEqual([...example.types].toSorted());
      expect(new Set(sketch?.links.map(([from, to]) => `${found[from]}>${found[to]}`))).toEqual(example.links);
    }
  });

  it.each(["paths", "arcs", "ranking"] as const)("can't be read when it has fewer %s than columns", (part) => {
    expect(storedProfile.safeParse(fitted).success).toBe(true);
    expect(storedProfile.safeParse({ ...fitted, [part]: fitted[part].slice(1) }).success).toBe(false);
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
  it("plans every request that has tasks once, unseen", () => {
    const outcomes = crossValidate(seen, TOY_TYPES, TOY_OPTIONS, 3);
    expect(outcomes.map(({ id }) => id).toSorted()).toEqual(seen.map(({ example }) => example.id).toSorted());
    for (const { node, link, confidence, isRight, hasRightTypes } of outcomes) {
      expect(isRight).toBe(hasRightTypes && (link ?? 1) === 1);
      expect(hasRightTypes).toBe(node === 1);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  it("is summed up in shares", () => {
    const right = { id: "1", node: 1, link: 1, hasRightTypes: true, isRight: true, confidence: 0.9 };
    const half = { id: "2", node: 0.5, link: null, hasRightTypes: false, isRight: false, confidence: 0.3 };
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
