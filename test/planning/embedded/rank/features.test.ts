import { describe, expect, it } from "vitest";
import type { PlanRequest } from "../../../../src/planning/controller.ts";
import { type Feature, featuresOf } from "../../../../src/planning/embedded/rank/features.ts";
import { evidence, type Linear, oddsBy } from "../../../../src/planning/embedded/rank/linear.ts";
import type { RequestView } from "../../../../src/planning/embedded/rank/view.ts";
import { readRequest } from "../../../../src/planning/embedded/read/index.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";
import { type Case, requestOf } from "../case.ts";

const vectors = await loadWordVectors();
const viewed = (request: PlanRequest): RequestView => readRequest(request).view;
const featuresFor = (given: Case): readonly Feature[] => featuresOf(viewed(requestOf(given)), { vectors });
const keysOf = (given: Case): readonly string[] => featuresFor(given).map(({ key }) => key);

describe("the features of a request", () => {
  it.each<[string, Case, readonly string[]]>([
    ["its words, and neighbours", { text: "Crop it" }, ["w:crop", "w:it", "W:crop it", "0:crop"]],
    ["quoted words apart", { text: 'Shorten "a very long story"' }, ["q:story", "Q:long story", "f:quote"]],
    ["concepts, and their order", { text: "Transcribe and translate" }, ["c:listen", "C:listen>translate"]],
    ["concepts that share a clause", { text: "Describe the photo" }, ["S:describe+#image"]],
    ["what begins a clause", { text: "Crop it, then blur it" }, ["1:then"]],
    ["files", { text: "Crop them", files: ["a.jpg", "b.jpg"] }, ["f:image", "f:images", "F:image/change"]],
    ["that there is no file", { text: "Crop it" }, ["f:none"]],
    [
      "files of earlier turns",
      { text: "Crop it", log: [["assistant", "Here it is", "a.jpg"]] },
      ["f:image", "h:image"],
    ],
    ["what it is about", { text: "A question about a report" }, ["x:paper", "x:question", "x:paper&question"]],
    ["what the words mean together", { text: "Eliminate the sofa" }, ["v:0", "v:47"]],
    ["its marks", { text: "What is it?" }, ["p:asks", "p:asks-last", "n:0"]],
  ])("tell %s", (_, given, expected) => {
    expect(keysOf(given)).toEqual(expect.arrayContaining([...expected]));
  });

  it("come with those of a domain's own", () => {
    const found = featuresOf(viewed(requestOf({ text: "Crop it" })), {
      vectors,
      more: (_, __, add) => add("own", 2, null),
    });
    expect(found).toContainEqual({ key: "own", value: 2, places: [] });
  });

  it("are the same for the same request, and each stands once", () => {
    const given: Case = { text: "I have talk.wav here. Transcribe it, then translate it.", files: ["talk.wav"] };
    expect(featuresFor(given)).toEqual(featuresFor(given));
    expect(new Set(keysOf(given)).size).toBe(keysOf(given).length);
  });

  it("tell where the words stand that show them", () => {
    const found = featuresFor({ text: "Crop it and then crop it" }).find(({ key }) => key === "w:crop");
    expect(found?.places).toEqual([0, 4]);
  });

  it("never hold a line break in a key: keys are stored by line", () => {
    const given: Case = { text: 'Translate\n\n"line\none"\n@x\u2028y \u0085 z', files: ["a\nb.jpg"] };
    expect(keysOf(given).filter((key) => key.includes("\n"))).toEqual([]);
  });
});

describe("a hostile request", () => {
  const MAX_TOKENS = 440;
  const MAX_FEATURES = 4_000;

  it.each<[string, string]>([
    ["a hundred thousand letters", "a".repeat(100_000)],
    ["a hundred thousand words", "crop ".repeat(20_000)],
    ["distinct words", Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(" ")],
    ["ten thousand quotations", '"translate the text" '.repeat(10_000)],
    ["ten thousand questions", '"what is it?" '.repeat(10_000)],
    ["one endless quotation", `Shorten "${"story ".repeat(20_000)}"`],
    ["every concept in one clause", "speech text image translate summarize detect classify ".repeat(2_000)],
    ["clauses without end", "crop, then ".repeat(10_000)],
    ["masks that nobody made", "@image @quote @passage ".repeat(5_000)],
    ["brackets without end", "a(".repeat(50_000)],
    ["line breaks without end", "\n".repeat(100_000)],
    ["what was said before, without end", "the same said the summary ".repeat(5_000)],
  ])("has few tokens and features: %s", (_, text) => {
    const view = viewed(requestOf({ text }));
    expect(view.tokens.length).toBeLessThanOrEqual(MAX_TOKENS);
    const features = featuresOf(view, { vectors });
    expect(features.length).toBeLessThanOrEqual(MAX_FEATURES);
    for (const { places } of features) for (const place of places) expect(view.tokens[place]).toBeDefined();
  });

  it("has few files", () => {
    const files = Array.from({ length: 500 }, (_, index) => `${index}.jpg`);
    expect(viewed(requestOf({ text: "Crop them", files })).kinds).toHaveLength(16);
  });
});

describe("linear classifiers", () => {
  const linear: Linear = {
    outputs: ["node:a", "node:b"],
    places: new Map([
      ["node:a", 0],
      ["node:b", 1],
    ]),
    rows: new Map([
      ["w:x", 0],
      ["w:y", 1],
    ]),
    weights: Float32Array.of(2, -1, -3, 4),
    biases: Float32Array.of(0.5, 0),
  };
  const features: readonly Feature[] = [
    { key: "w:x", value: 0.5, places: [0, 2] },
    { key: "w:y", value: 1, places: [1] },
    { key: "w:unknown", value: 9, places: [0] },
  ];

  it("add up what they know", () => {
    expect(linear.outputs.map(oddsBy(linear, features))).toEqual([-1.5, 3.5]);
    expect(linear.outputs.map(oddsBy(linear, []))).toEqual([0.5, 0]);
    expect(oddsBy(linear, [])("nothing like it")).toBe(0);
  });

  it("tell which tokens speak for an output", () => {
    expect([...evidence(linear, features, 0, 3)]).toEqual([1, 0, 1]);
    expect([...evidence(linear, features, 1, 3)]).toEqual([0, 4, 0]);
    expect([...evidence(linear, features, -1, 3)]).toEqual([0, 0, 0]);
  });
});
