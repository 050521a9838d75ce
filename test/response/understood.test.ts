import { describe, expect, it } from "vitest";
import { describeConstraints } from "../../src/domain/describe-constraints.ts";
import type { Understanding } from "../../src/domain/understanding.ts";
import { renderReport } from "../../src/response/render-report.ts";
import { buildReport } from "../../src/response/report.ts";
import {
  attachedFile,
  type Done,
  from,
  type Given,
  gave,
  ontology,
  read,
  runOf,
  STARTED_AT,
  text,
  words,
} from "./runs.ts";

const translation: Done = {
  type: "translation",
  args: { text: from(0), "target-language": words("French") },
  work: gave({ text: text("court") }),
};

const UNDERSTANDING: Understanding = {
  constraints: { licence: { allow: ["Apache-2.0"] } },
  budget: { usd: 0.1 },
  confidence: 0.874,
  reasons: [
    { task: 0, words: [] },
    { task: 1, words: ["translate", "in_to *French*"] },
  ],
};

const reportOf = (given: Given = {}, done: readonly Done[] = [read("a.png", "a"), translation]) =>
  buildReport(runOf(done, { attached: [attachedFile("a.png")], ...given }), ontology, STARTED_AT);

describe("what was understood, in a report", () => {
  it("is the parts of the plan, and all that the controller said", () => {
    const { understood } = reportOf({ understanding: UNDERSTANDING });
    expect(understood).toMatchObject(UNDERSTANDING);
    expect(understood?.conditions).toEqual(describeConstraints(UNDERSTANDING.constraints, UNDERSTANDING.budget));
    expect(understood?.conditions).toHaveLength(2);
    expect(understood?.parts).toMatchObject({ files: ["a.png"], languages: { target: ["French"] } });
  });

  it("is the parts alone when the controller said nothing, as in logs from before", () => {
    const { understood } = reportOf();
    expect(understood).toMatchObject({
      constraints: null,
      budget: null,
      conditions: [],
      confidence: null,
      reasons: [],
    });
    expect(understood?.parts.files).toEqual(["a.png"]);
  });

  it("is null while there is no plan", () => {
    const report = buildReport({ ...runOf([]), planned: null, plan: null }, ontology, STARTED_AT);
    expect(report.understood).toBeNull();
    expect(renderReport(report)).not.toContain("How the request was understood");
  });

  it("comes before the plan, in plain words, and says what the confidence means", () => {
    const markdown = renderReport(reportOf({ notes: ["a_b"], understanding: UNDERSTANDING }));
    expect(markdown).toContain(
      [
        "## How the request was understood",
        "- a_b",
        "What is to be done:",
        "1. Read the text in a.png.\n2. Translate the printed text into French.",
        "- Files: a.png\n- Into the language: French",
        "On these conditions:",
        "- Only models under Apache-2.0\n- At most 0.10 dollars",
        "Sure enough to run it: about 87 in a hundred plans like this one are right.",
        "## Plan (version 1, by the embedded controller)",
      ].join("\n\n"),
    );
  });

  it("says why each task is there", () => {
    const markdown = renderReport(reportOf({ understanding: UNDERSTANDING }));
    expect(markdown).toContain("\n- Why: Another task needs it.\n- Inputs: image = a.png\n");
    expect(markdown).toContain("\n- Why: Because of the words “translate”, “in_to \\*French\\*”.\n- Inputs:");
    expect(renderReport(reportOf())).not.toMatch(/- Why:|in a hundred/);
  });

  it("shows hostile names and texts as they are", () => {
    const hostile = { ...attachedFile("a.png"), name: "<img src=x>\n# [b](c).png" };
    const said: Done = { type: "summarization", args: { text: words("![x](y)\n\n# Title") }, work: gave({}) };
    const markdown = renderReport(reportOf({ attached: [hostile] }, [read("a.png", "a"), said]));
    expect(markdown).toContain("1. Read the text in \\<img src=x> \\# \\[b\\](c).png.");
    expect(markdown).toContain("- Texts: “!\\[x\\](y) \\# Title”\n- Files: \\<img src=x> \\# \\[b\\](c).png");
  });
});
