import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFiles, type Files } from "./files.ts";
import { runEvaluation } from "./run.ts";

let files: Files;
beforeAll(async () => {
  files = await createFiles();
});
afterAll(() => files.remove());

const run = (...given: readonly string[]) => runEvaluation(given, files.folder);

/** A labelled request in the form of evaluation/requests/README.md. */
const ROW = {
  id: "own-01",
  request: "Summarise this: 'The rain fell all day. The river rose. The bridge was closed in the evening.'",
  files: [],
  tasks: ["summarization"],
  links: [],
  inputModality: ["text"],
  outputModality: ["text"],
  asks: ["text"],
};

describe("every suite", () => {
  it.each(["taskbench", "hugginggpt", "muse", "requests", "dialogue", "constraints"])(
    "is told of, and how it is called: %s",
    async (name) => {
      expect((await run("--help")).output).toContain(`  ${name} `);
      expect((await run(name, "--help")).output).toContain(`npm run evaluate -- ${name} `);
    },
  );

  it.each([
    { given: ["hugginggpt"], says: "One FILE of labels is wanted" },
    { given: ["hugginggpt", "labels.jsonl", "--critic", "embedded"], says: 'There is no language model "embedded"' },
    { given: ["taskbench", "labels.jsonl", "--controller", "gpt"], says: 'There is no controller "gpt"' },
    { given: ["taskbench", "labels.jsonl", "--controller", "openai"], says: "set OPENAI_API_KEY and OPENAI_MODEL" },
    { given: ["muse", "labels.jsonl"], says: '"labels.jsonl" is one argument too many' },
    { given: ["muse", "--url", "nowhere"], says: "--url: " },
    { given: ["muse", "--no-run", "--url", "http://127.0.0.1:8787"], says: "With --no-run nothing is run" },
    { given: ["requests", "--threshold", "2"], says: "--threshold is a share between 0 and 1" },
    { given: ["requests", "--threshold", ""], says: "--threshold is a share between 0 and 1" },
    { given: ["constraints", "--controller", "openai"], says: "Unknown option '--controller'" },
  ])("ends with 2 and says what is wanted: $given", async ({ given, says }) => {
    const { code, output, errors } = await run(...given);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain(says);
    expect(errors).toContain(`npm run evaluate -- ${given[0]} `);
  });
});

describe("npm run evaluate -- taskbench, hugginggpt", () => {
  it.each([
    {
      name: "taskbench",
      has: { all: { rows: 2, rowsWithLinks: 1 }, types: { single: { rows: 1 }, chain: { rows: 1 } } },
    },
    { name: "hugginggpt", has: { single: { rows: 1 }, sequential: { rows: 1 }, graph: null } },
  ])("$name plans with the embedded controller when none is named", async ({ name, has }) => {
    const { code, output, errors } = await run(name, "labels.jsonl", "--json");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const report = JSON.parse(output);
    expect(report).toMatchObject({ suite: name, controller: "embedded", ...has });
    expect(report.planMs.median).toBeGreaterThan(0);
  });

  it.each([
    { name: "no type", row: { id: "1", user_request: "Translate", task_nodes: [] }, says: '"type"' },
    { name: "no request", row: { id: "1", type: "single", task_nodes: [] }, says: '"user_request"' },
  ])("name a row with $name", async ({ row, says }) => {
    await files.write("bad.jsonl", [row]);
    const { code, errors } = await run("taskbench", "bad.jsonl");
    expect({ code, line: errors.startsWith("bad.jsonl:1: ") }).toEqual({ code: 1, line: true });
    expect(errors).toContain(says);
  });

  it("want a row", async () => {
    await files.write("empty.jsonl", []);
    expect((await run("hugginggpt", "empty.jsonl")).errors).toBe("empty.jsonl: there is no row in it\n");
  });
});

describe("npm run evaluate -- requests", () => {
  it("plans the requests of any files in the form", async () => {
    await files.write("one.jsonl", [ROW]);
    await files.write("two.jsonl", [{ ...ROW, id: "own-02", request: "Hello!", tasks: [], asks: [], expect: "reply" }]);
    const { code, output } = await run("requests", "one.jsonl", "two.jsonl", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      suite: "requests",
      controller: "embedded",
      threshold: 0.5,
      files: {
        "one.jsonl": { rows: 1, plans: { rows: 1, ts: 1, fot: 1 }, idle: { rows: 0 } },
        "two.jsonl": { rows: 1, plans: { rows: 0, ts: null }, idle: { rows: 1, recognised: 1 } },
      },
      all: { rows: 2, constraints: null },
    });
  });

  it("refuses a label that would take too long to compare with", async () => {
    await files.write("long.jsonl", [{ ...ROW, tasks: Array.from({ length: 9 }, () => "summarization") }]);
    const { code, errors } = await run("requests", "long.jsonl");
    expect(code).toBe(1);
    expect(errors).toContain('long.jsonl:1: "tasks"');
  });
});

describe("npm run evaluate -- constraints", () => {
  it("reads labelled requests and those of TaskBench, which restrict nothing", async () => {
    await files.write("restricting.jsonl", [
      { ...ROW, request: `${ROW.request} Don't use OpenAI.`, constraints: { provider: { deny: ["openai"] } } },
      { ...ROW, id: "own-02", constraints: { licence: { allow: ["MIT"] } } },
    ]);
    const { code, output } = await run("constraints", "restricting.jsonl", "labels.jsonl", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      suite: "constraints",
      restricting: { rows: 2, right: 1 },
      tempting: { rows: 2, falselyRead: 0 },
      untold: 0,
      parts: { provider: { right: 1, missed: 0 }, licence: { right: 0, missed: 1 } },
    });
  });

  it("names a row without words", async () => {
    await files.write("bad.jsonl", [{ id: "1" }]);
    expect((await run("constraints", "bad.jsonl")).errors).toBe(
      'bad.jsonl:1: the words are wanted, under "request" or "user_request"\n',
    );
  });
});

describe("npm run evaluate -- muse", () => {
  it("only plans with --no-run", async () => {
    const { code, output } = await run("muse", "--no-run", "--json");
    expect(code).toBe(0);
    const report = JSON.parse(output);
    expect(report).toMatchObject({
      suite: "muse",
      controller: "embedded",
      overall: { rows: 100, o: null, ran: 0 },
      queryTypes: { single: { rows: 24 }, two: { rows: 60 }, three: { rows: 16 } },
      trust: null,
    });
    expect(report.overall.ts).toBeGreaterThanOrEqual(report.overall.fot);
  });

  it("ends with 1 when the instance does not answer", async () => {
    const { code, output, errors } = await run("muse", "--url", "http://127.0.0.1:1");
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(/^The server can't be used: /);
  });
});
