import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_LINE_CHARS } from "../../../evaluation/read-json-lines.ts";
import { createFiles, type Files, LABELS } from "./files.ts";
import { runEvaluation } from "./run.ts";

let files: Files;
beforeAll(async () => {
  files = await createFiles();
});
afterAll(() => files.remove());

const run = (...given: readonly string[]) => runEvaluation(given, files.folder);

describe("the arguments of npm run evaluate", () => {
  it.each([["--help"], ["-h"], ["help"], ["taskbench", "--help"]])("tells how it is used: %s %s", async (...given) => {
    const { code, output } = await run(...given.filter((one) => one !== undefined));
    expect(code).toBe(0);
    expect(output).toContain("npm run evaluate -- ");
  });

  it.each([
    { given: [], says: "Which suite?" },
    { given: ["nope"], says: 'There is no suite "nope"' },
    { given: ["constructor"], says: 'There is no suite "constructor"' },
    { given: ["taskbench"], says: "One FILE of labels is wanted" },
    { given: ["taskbench", "a", "b", "--recorded", "c"], says: "One FILE of labels is wanted" },
    {
      given: ["taskbench", "labels.jsonl", "--recorded", "plans.jsonl", "--controller", "embedded"],
      says: "Recorded plans need no --controller",
    },
    { given: ["taskbench", "labels.jsonl", "--nope"], says: "Unknown option '--nope'" },
    { given: ["taskbench", "labels.jsonl", "--recorded"], says: "argument missing" },
  ])("ends with 2 and says what is wanted: $given", async ({ given, says }) => {
    const { code, output, errors } = await run(...given);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain(says);
    expect(errors).toContain("npm run evaluate -- ");
    expect(errors).not.toContain(" at ");
  });
});

describe("a file that can't be used", () => {
  const GOOD = { id: "1", llm: "a", task_nodes: ["Translation"], task_links: [] };
  it.each([
    { name: "a line that is no JSON", rows: [GOOD, "", "{"], says: "bad.jsonl:3: not a line of JSON" },
    { name: "a line that is no object", rows: [GOOD, 7], says: "bad.jsonl:2: " },
    { name: "no id", rows: [{ ...GOOD, id: undefined }], says: 'bad.jsonl:1: "id": an id is wanted' },
    {
      name: "nodes that are no list",
      rows: [{ ...GOOD, task_nodes: "Translation" }],
      says: 'bad.jsonl:1: "task_nodes"',
    },
    {
      name: "more nodes than are read",
      rows: [{ ...GOOD, task_nodes: Array.from({ length: 513 }, () => "Translation") }],
      says: 'bad.jsonl:1: "task_nodes"',
    },
    { name: "a name that would move the cursor", rows: [{ ...GOOD, llm: "a\u001b[2J" }], says: 'bad.jsonl:1: "llm"' },
    {
      name: "a line without end",
      rows: ["x".repeat(MAX_LINE_CHARS + 1)],
      says: `bad.jsonl:1: longer than ${MAX_LINE_CHARS}`,
    },
    {
      name: "no plan that has a label",
      rows: [{ ...GOOD, id: "9" }],
      says: "No plan of bad.jsonl has a label in labels.jsonl",
    },
    { name: "nothing", rows: [], says: "No plan of bad.jsonl has a label in labels.jsonl" },
  ])("is named with the line: $name", async ({ rows, says }) => {
    await files.write("bad.jsonl", rows);
    const { code, output, errors } = await run("taskbench", "labels.jsonl", "--recorded", "bad.jsonl");
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toContain(says);
    expect(errors.split("\n")).toHaveLength(2);
  });

  it.each([
    {
      name: "an id that stands twice",
      rows: [LABELS[0], LABELS[0]],
      says: 'bad-labels.jsonl:2: the id "1" stands here again',
    },
    {
      name: "a label's link that is none",
      rows: [{ ...LABELS[0], task_links: [{ source: "A" }] }],
      says: '"task_links.0.target"',
    },
    {
      name: "a label's node that is none",
      rows: [{ ...LABELS[0], task_nodes: [3] }],
      says: '"task_nodes.0": a node is wanted',
    },
  ])("is named when it is the labels': $name", async ({ rows, says }) => {
    await files.write("bad-labels.jsonl", rows);
    const { code, errors } = await run("taskbench", "bad-labels.jsonl", "--recorded", "plans.jsonl");
    expect(code).toBe(1);
    expect(errors).toContain(says);
  });

  it("is named when it is not there or a folder", async () => {
    expect((await run("taskbench", "gone.jsonl", "--recorded", "plans.jsonl")).errors).toBe(
      "gone.jsonl: there is no such file\n",
    );
    expect((await run("taskbench", "labels.jsonl", "--recorded", ".")).errors).toBe(
      ".: a folder, where a file is wanted\n",
    );
  });
});
