import { describe, expect, it } from "vitest";
import { f1, NOTHING, type Predicted, score } from "../../../evaluation/suites/taskbench/score.ts";
import { label, links } from "./rows.ts";

const GOLD = label(
  "1",
  ["Image-to-Text", "Translation", "Text-to-Speech"],
  "Image-to-Text > Translation",
  "Translation > Text-to-Speech",
);

const predicted = (nodes: readonly string[], ...written: readonly string[]): Predicted => ({
  nodes,
  links: links(...written),
  malformedLinks: 0,
});

describe("F1 of two sets", () => {
  it.each([
    { p: [], g: [], is: 1 },
    { p: [], g: ["a"], is: 0 },
    { p: ["a"], g: [], is: 0 },
    { p: ["a"], g: ["a"], is: 1 },
    { p: ["a", "b"], g: ["a"], is: 2 / 3 },
    { p: ["a", "b", "c"], g: ["b", "c", "d"], is: 2 / 3 },
    { p: ["a", "b", "c", "d"], g: ["d"], is: 2 / 5 },
  ])("of $p and $g is $is", ({ p, g, is }) => {
    expect(f1(new Set(p), new Set(g))).toBeCloseTo(is, 12);
  });
});

describe("a plan beside its label", () => {
  it.each([
    {
      name: "is right",
      plan: predicted(GOLD.nodes, "Image-to-Text > Translation", "Translation > Text-to-Speech"),
      nodeF1: 1,
      linkF1: 1,
      exact: true,
    },
    {
      name: "is right in another order, with a node that stands twice",
      plan: predicted(
        ["Translation", "Text-to-Speech", "Image-to-Text", "Translation"],
        "Translation > Text-to-Speech",
        "Image-to-Text > Translation",
      ),
      nodeF1: 1,
      linkF1: 1,
      exact: true,
    },
    {
      name: "lacks a node, and so links two others",
      plan: predicted(["Image-to-Text", "Text-to-Speech"], "Image-to-Text > Text-to-Speech"),
      nodeF1: 4 / 5,
      linkF1: 0,
      exact: false,
    },
    {
      name: "has a node and a link too many",
      plan: predicted(
        [...GOLD.nodes, "Audio-to-Audio"],
        "Image-to-Text > Translation",
        "Translation > Text-to-Speech",
        "Text-to-Speech > Audio-to-Audio",
      ),
      nodeF1: 6 / 7,
      linkF1: 4 / 5,
      exact: false,
    },
    {
      name: "turns a link round",
      plan: predicted(GOLD.nodes, "Translation > Image-to-Text", "Translation > Text-to-Speech"),
      nodeF1: 1,
      linkF1: 1 / 2,
      exact: true,
    },
    { name: "was refused", plan: NOTHING, nodeF1: 0, linkF1: 0, exact: false },
  ])("that $name", ({ plan, nodeF1, linkF1, exact }) => {
    const scored = score(plan, GOLD);
    expect(scored.nodeF1).toBeCloseTo(nodeF1, 12);
    expect(scored.linkF1).toBeCloseTo(linkF1, 12);
    expect(scored.exact).toBe(exact);
  });

  it("has no link F1 where the label has no link", () => {
    const single = label("1", ["Translation"]);
    expect(score(predicted(["Translation"]), single).linkF1).toBeNull();
    expect(score(predicted(["Translation", "Summarization"], "Translation > Summarization"), single)).toMatchObject({
      linkF1: null,
      exact: false,
    });
  });

  it.each(["Text Translation", "translation", "Translation ", "", "__proto__", "toString"])(
    "has an invented node when one is called %j",
    (name) => {
      expect(score(predicted(["Translation", name]), GOLD).invented).toBe(true);
      expect(score(predicted(["Translation"]), GOLD).invented).toBe(false);
    },
  );
});

describe("a link is impossible", () => {
  const nodes = ["Image-to-Text", "Translation", "Object Detection", "Image Editing", "Sentence Similarity"];
  it.each([
    { link: "Image-to-Text > Translation", is: false, as: "text into text" },
    { link: "Object Detection > Translation", is: false, as: "text into text" },
    { link: "Image-to-Text > Image Editing", is: false, as: "the text of an instruction" },
    { link: "Object Detection > Image-to-Text", is: true, as: "text into an image's place" },
    { link: "Image Editing > Translation", is: true, as: "an image into a text's place" },
    { link: "Sentence Similarity > Translation", is: true, as: "from a tool that gives nothing to others" },
    { link: "Translation > Summarization", is: true, as: "to a tool that is no node" },
    { link: "Audio Classification > Translation", is: true, as: "from a tool that is no node" },
    { link: "OCR > Translation", is: true, as: "from what is no tool" },
    { link: "Image-to-Text > Text Analysis", is: true, as: "to what is no tool" },
    { link: "Translation > Translation", is: true, as: "from a node to itself" },
  ])("or not: $link ($as): $is", ({ link, is }) => {
    expect(score(predicted(nodes, link), GOLD).impossible).toBe(is);
  });

  it("not when it leads to another node of the same name", () => {
    expect(score(predicted(["Translation", "Translation"], "Translation > Translation"), GOLD).impossible).toBe(false);
  });

  it("when it is no pair of two names", () => {
    expect(score({ ...predicted(nodes), malformedLinks: 1 }, GOLD).impossible).toBe(true);
  });

  it("even among possible ones", () => {
    const plan = predicted(nodes, "Image-to-Text > Translation", "Translation > Object Detection");
    expect(score(plan, GOLD).impossible).toBe(true);
  });
});
