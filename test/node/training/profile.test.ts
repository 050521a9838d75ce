import { describe, expect, it } from "vitest";
import { oddsBy } from "../../../src/planning/embedded/rank/linear.ts";
import { readProfile, storedProfile } from "../../../src/planning/embedded/rank/profile.ts";
import { scoreRequest } from "../../../src/planning/embedded/rank/scored-request.ts";
import { sketchPlan } from "../../../src/planning/embedded/rank/sketch.ts";
import { outputsOf } from "../../../training/fit/linear.ts";
import { fitProfile, type Material } from "../../../training/fit/profile.ts";
import { packProfile } from "../../../training/pack.ts";
import { ontology } from "../../../training/request-row.ts";
import { scoresOf } from "../../../training/scores.ts";
import { crossValidate } from "../../../training/validate.ts";
import { TOY_OPTIONS, TOY_TYPES, TOYS } from "./toys.ts";

const material: Material = { examples: TOYS, types: TOY_TYPES, ontology };
const fitted = fitProfile(material, TOY_OPTIONS);

describe("a profile fitted to a few requests", () => {
  it("is the same to the byte when it is fitted again", () => {
    const again = fitProfile(material, TOY_OPTIONS);
    expect(JSON.stringify(packProfile(again))).toBe(JSON.stringify(packProfile(fitted)));
  });

  it("plans what it was fitted to", () => {
    for (const { view, features, types, links } of TOYS.filter((one) => one.types.length > 0)) {
      const sketch = sketchPlan(
        scoreRequest(view, features, fitted.linear, fitted.types, ontology),
        view,
        features,
        fitted,
      );
      const found = sketch?.tasks.map(({ type }) => type) ?? [];
      expect(found.toSorted()).toEqual([...types].toSorted());
      expect(new Set(sketch?.links.map(([from, to]) => `${found[from]}>${found[to]}`))).toEqual(links);
    }
  });

  it("tells what is for no task, and what it is about", () => {
    for (const { features, types } of TOYS) {
      const odds = oddsBy(fitted.linear, features);
      expect(odds("idle") > 0).toBe(types.length === 0);
      expect(odds("about:greeting") > 0).toBe(types.length === 0);
      expect(odds("about:cost")).toBeLessThan(0);
    }
    expect(oddsBy(fitted.linear, [])("nothing like it")).toBe(0);
  });

  it("is stored and read with a loss of at most half a step a weight", () => {
    const stored = storedProfile.parse(JSON.parse(JSON.stringify(packProfile(fitted))));
    const read = readProfile(stored);
    const { outputs, rows, weights } = fitted.linear;
    expect(read.linear.outputs).toEqual(outputs);
    expect([...read.linear.rows]).toEqual([...rows]);
    expect(weights.some((weight) => weight !== 0)).toBe(true);
    const ROUNDING = 1e-4;
    for (const [index, weight] of weights.entries()) {
      const scale = stored.scales[index % outputs.length] ?? 0;
      expect(Math.abs((read.linear.weights[index] ?? Number.NaN) - weight)).toBeLessThanOrEqual(scale / 2 + ROUNDING);
    }
    for (const part of ["paths", "arcs", "ranking", "calibration"] as const)
      for (const [index, weight] of fitted[part].entries()) expect(read[part][index]).toBeCloseTo(weight, 2);
  });

  it.each(["weights", "scales", "biases", "paths", "arcs", "ranking"] as const)(
    "can't be read when it has fewer %s than columns",
    (part) => {
      const stored = packProfile(fitted);
      expect(storedProfile.safeParse({ ...stored, [part]: stored[part].slice(1) }).success).toBe(false);
    },
  );
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
    expect(outputsOf({ ...toy, types, links: new Set(links) })).toEqual(new Set(expected));
  });
});

describe("validation", () => {
  it("plans every request that has tasks once, unseen, and tells each part", () => {
    let folds = 0;
    const outcomes = crossValidate(material, TOY_OPTIONS, { folds: 3, planned: 3, onFold: () => folds++ });
    expect(folds).toBe(3);
    const busy = TOYS.filter(({ types }) => types.length > 0);
    expect(outcomes.map(({ id }) => id).toSorted()).toEqual(busy.map(({ id }) => id).toSorted());
    for (const { node, link, confidence, isRight, hasRightTypes } of outcomes) {
      expect(isRight).toBe(hasRightTypes && (link ?? 1) === 1);
      expect(hasRightTypes).toBe(node === 1);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  it("plans only as many parts as are wanted", () => {
    const outcomes = crossValidate(material, TOY_OPTIONS, { folds: 3, planned: 1, onFold: () => {} });
    expect(outcomes.length).toBeLessThan(TOYS.filter(({ types }) => types.length > 0).length);
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
