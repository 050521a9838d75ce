import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXIT, train, USAGE } from "../../../training/train.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "train-"));
  const row = { id: "1", user_request: "Sing it", task_nodes: ["Singing"], task_links: [] };
  await writeFile(join(folder, "strange.jsonl"), `${JSON.stringify(row)}\n`);
  const right = { ...row, type: "single", task_nodes: ["Summarization"] };
  await writeFile(join(folder, "right.jsonl"), `${JSON.stringify(right)}\n`);
  await writeFile(join(folder, "broken.jsonl"), "{");
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...given: readonly string[]) {
  let output = "";
  let errors = "";
  const code = await train(given, {
    folder,
    environment: {},
    now: () => 0,
    target: folder,
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
    progress: () => {},
  });
  return { code, output, errors };
}

describe("npm run train:planner", () => {
  it("tells how it is called", async () => {
    expect(await run("--help")).toEqual({ code: EXIT.trained, output: `${USAGE}\n`, errors: "" });
  });

  it.each<[string, readonly string[], string]>([
    ["a path without its option", ["a.jsonl"], "No argument is wanted"],
    ["one path", ["--taskbench", "a.jsonl"], "Two files are wanted"],
    ["three paths", ["--taskbench", "a.jsonl", "b.jsonl", "c.jsonl"], "Two files are wanted"],
    ["an unknown option", ["--quick"], "Unknown option '--quick'"],
    ["a value for a flag", ["--no-validation=1"], "Option '--no-validation' does not take an argument"],
  ])("ends with 2 and its usage for %s", async (_, given, message) => {
    expect(await run(...given)).toEqual({ code: EXIT.usage, output: "", errors: `${message}\n\n${USAGE}\n` });
  });

  it.each<[string, string]>([
    ["gone.jsonl", "gone.jsonl: there is no such file\n"],
    ["broken.jsonl", "broken.jsonl:1: not a line of JSON\n"],
    ["strange.jsonl", 'strange.jsonl:1: there is no tool "Singing"\n'],
  ])("ends with 1 and one line for %s, and writes nothing", async (name, message) => {
    expect(await run("--taskbench", name, "right.jsonl")).toEqual({ code: EXIT.unusable, output: "", errors: message });
    expect((await readdir(folder)).filter((file) => file.endsWith(".json"))).toEqual([]);
  });
});
