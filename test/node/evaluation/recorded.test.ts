import { describe, expect, it } from "vitest";
import { measureRecorded, type Repair } from "../../../evaluation/suites/taskbench/recorded.ts";
import { label, links, recorded } from "./rows.ts";

const LABELS = new Map(
  [
    label("1", ["Image-to-Text", "Translation"], "Image-to-Text > Translation"),
    label("2", ["Summarization"]),
    label("unplanned", ["Summarization"]),
  ].map((one) => [one.id, one]),
);

const PLANS = [
  recorded({
    id: "1",
    llm: "big",
    request: "Translate the text in example.jpg",
    nodes: ["OCR", "Translation"],
    arguments: [["example.jpg"], ["<node-0>"]],
    links: links("OCR > Translation"),
  }),
  recorded({ id: "2", llm: "big", request: "Shorten this", nodes: ["Summarization"], arguments: [["A long text"]] }),
  recorded({ id: "1", llm: "small", nodes: ["Image-to-Text"], malformedLinks: 1 }),
  recorded({ id: "unlabelled", llm: "small", nodes: ["Summarization"] }),
];

/** Repairs the first plan, leaves the second as it is, refuses the third. */
const repair: Repair = (_, { resources, text }) => {
  const [image] = resources;
  if (image) {
    return {
      as: "proved",
      plan: {
        tasks: [
          { id: 0, type: "image-to-text", args: { image: { from: "resource", resource: image.id } } },
          { id: 1, type: "translation", args: { text: { from: "task", task: 0, output: "text" } } },
        ],
      },
      changed: { nodes: 0.5, links: 1 },
    };
  }
  return text === "Shorten this"
    ? { as: "proved", plan: { tasks: [{ id: 0, type: "summarization", args: {} }] }, changed: { nodes: 0, links: 0 } }
    : { as: "unsound" };
};

function measure() {
  let clock = 0;
  const steps: string[] = [];
  const report = measureRecorded(PLANS, LABELS, {
    repair,
    now: () => clock++,
    progress: (done, total) => steps.push(`${done}/${total}`),
  });
  return { report, steps };
}

describe("measuring recorded plans", () => {
  it("counts the rows, and those that have no counterpart", () => {
    expect(measure().report.rows).toEqual({
      labels: 3,
      plans: 4,
      scored: 3,
      plansWithoutLabel: 1,
      labelsWithoutPlan: 1,
    });
  });

  it("scores each model's plans as written and as repaired, in percent", () => {
    expect(measure().report.llms).toEqual({
      big: {
        rows: 2,
        rowsWithLinks: 1,
        // F1 of {OCR, Translation} is 1/2; the other plan is right.
        asWritten: { nodeF1: 75, linkF1: 0, exact: 50, invented: 50, impossible: 50 },
        repaired: {
          nodeF1: 100,
          linkF1: 100,
          exact: 100,
          invented: 0,
          impossible: 0,
          refused: 0,
          changedNodes: 25,
          changedLinks: 50,
        },
      },
      small: {
        rows: 1,
        rowsWithLinks: 1,
        asWritten: { nodeF1: 100 * (2 / 3), linkF1: 0, exact: 0, invented: 0, impossible: 100 },
        repaired: {
          nodeF1: 0,
          linkF1: 0,
          exact: 0,
          invented: 0,
          impossible: 0,
          refused: 100,
          changedNodes: null,
          changedLinks: null,
        },
      },
    });
  });

  it("takes the mean of all over plans, not over models", () => {
    const { all } = measure().report;
    expect(all.rows).toBe(3);
    expect(all.asWritten.nodeF1).toBeCloseTo((100 * (0.5 + 1 + 2 / 3)) / 3, 10);
    expect(all.repaired.nodeF1).toBeCloseTo(200 / 3, 10);
    expect(all.repaired.refused).toBeCloseTo(100 / 3, 10);
  });

  it("times the repairs alone and tells how far it is", () => {
    const { report, steps } = measure();
    expect(report.repairMs).toEqual({ median: 1, p95: 1 });
    expect(steps).toEqual(["0/3", "1/3", "2/3", "3/3"]);
  });
});
