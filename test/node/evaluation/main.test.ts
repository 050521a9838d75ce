import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFiles, type Files } from "./files.ts";

const MAIN = fileURLToPath(new URL("../../../evaluation/main.ts", import.meta.url));

let files: Files;
beforeAll(async () => {
  files = await createFiles();
});
afterAll(() => files.remove());

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command as npm does for someone in the folder of the files. */
const evaluate = (...given: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, INIT_CWD: files.folder };
    execFile(process.execPath, [MAIN, ...given], { env }, (error, output, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code), output, errors }),
    );
  });

describe("npm run evaluate -- taskbench", () => {
  it("prints one JSON object for programs", async () => {
    const { code, output, errors } = await evaluate("taskbench", "labels.jsonl", "--recorded", "plans.jsonl", "--json");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const report = JSON.parse(output);
    expect(report).toMatchObject({
      suite: "taskbench",
      rows: { labels: 2, plans: 4, scored: 3, plansWithoutLabel: 1, labelsWithoutPlan: 0 },
      llms: {
        "small-1b": {
          rows: 2,
          rowsWithLinks: 1,
          asWritten: { nodeF1: 75, linkF1: 0, exact: 50, invented: 50, impossible: 50 },
          repaired: { nodeF1: 100, linkF1: 100, exact: 100, invented: 0, impossible: 0, refused: 0 },
        },
        odd: { rows: 1, asWritten: { nodeF1: 0, linkF1: 0, exact: 0, invented: 100, impossible: 100 } },
      },
      all: { rows: 3 },
    });
    expect(report.repairMs.median).toBeGreaterThan(0);
  });

  it("prints a table for people", async () => {
    const { code, output, errors } = await evaluate("taskbench", "--recorded", "plans.jsonl", "labels.jsonl");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain("3 recorded plans with labels; 1 plan had no label, 0 labels had no plan.");
    expect(output).toMatch(/^small-1b, as written +2 +75\.0 +0\.0 +50\.0 +50\.0 +50\.0$/m);
    expect(output).toMatch(/^small-1b, repaired +2 +100\.0 +100\.0 +100\.0 +0\.0 +0\.0 +0\.0 /m);
    expect(output).toMatch(/^all, repaired +3 /m);
  });

  it("ends with 2 and its usage when it is called in another way", async () => {
    const { code, output, errors } = await evaluate("taskbench");
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(/^One FILE of labels is wanted\n\nnpm run evaluate -- taskbench FILE/);
  });

  it("ends with 1 and one line for a file that can't be used", async () => {
    expect(await evaluate("taskbench", "gone.jsonl", "--recorded", "plans.jsonl")).toEqual({
      code: 1,
      output: "",
      errors: "gone.jsonl: there is no such file\n",
    });
  });
});
