import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WISH_TAGS } from "../../../src/planning/embedded/rank/wish-tags.ts";
import { TASKBENCH_TYPES } from "../../../training/read-taskbench.ts";
import { EXIT, train, USAGE } from "../../../training/train.ts";
import { FACTS } from "../../../training/truths.ts";

let folder: string;
/** What is in the folder before anything is trained. */
let before: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "train-"));
  const row = { id: "1", user_request: "Sing it", task_nodes: ["Singing"], task_links: [] };
  await writeFile(join(folder, "strange.jsonl"), `${JSON.stringify(row)}\n`);
  const right = { ...row, type: "single", task_nodes: ["Summarization"] };
  await writeFile(join(folder, "right.jsonl"), `${JSON.stringify(right)}\n`);
  await writeFile(join(folder, "broken.jsonl"), "{");
  before = await filesIn(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const filesIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(path, { recursive: true })).filter((file) => /\.jsonl?$/.test(file)).toSorted();

async function run(...given: readonly string[]) {
  let output = "";
  let errors = "";
  const code = await train(given, {
    folder,
    environment: {},
    now: () => 0,
    target: folder,
    learn: async () => {},
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
    ["no folder", [], "One folder is wanted"],
    ["a path without its option", ["learnt", "a.jsonl"], "One folder is wanted"],
    ["one path", ["learnt", "--taskbench", "a.jsonl"], "A folder and two files are wanted"],
    ["three paths", ["learnt", "--taskbench", "a.jsonl", "b.jsonl", "c.jsonl"], "A folder and two files are wanted"],
    [
      "two ways at once",
      ["learnt", "--further", "--taskbench", "a.jsonl"],
      "One of --further and --taskbench is wanted",
    ],
    ["nothing to go further with", ["learnt", "--further"], "A folder and files are wanted"],
    ["an unknown option", ["--quick"], "Unknown option '--quick'"],
    ["a value for a flag", ["--learnt=1"], "Option '--learnt' does not take an argument"],
  ])("ends with 2 and its usage for %s", async (_, given, message) => {
    expect(await run(...given)).toEqual({ code: EXIT.usage, output: "", errors: `${message}\n\n${USAGE}\n` });
  });

  it.each<[string, string]>([
    ["gone.jsonl", "gone.jsonl: there is no such file\n"],
    ["broken.jsonl", "broken.jsonl:1: not a line of JSON\n"],
    ["strange.jsonl", 'strange.jsonl:1: there is no tool "Singing"\n'],
  ])("ends with 1 and one line for %s, and writes nothing", async (name, message) => {
    expect(await run("learnt", "--taskbench", name, "right.jsonl")).toEqual({
      code: EXIT.unusable,
      output: "",
      errors: message,
    });
    expect(await filesIn(folder)).toEqual(before);
  });

  it("writes what is learnt from, and says where there is no network", async () => {
    const { code, errors } = await run("learnt", "--taskbench", "right.jsonl", "right.jsonl");
    expect({ code, errors }).toEqual({ code: EXIT.unusable, errors: expect.stringContaining("there is no network") });
    const [line] = (await readFile(join(folder, "learnt", "examples.jsonl"), "utf8")).trim().split("\n");
    expect(JSON.parse(line ?? "")).toMatchObject({
      words: [
        ["Sing", 0, 0, 0],
        ["it", 0, 0, 0],
      ],
      labels: ["node:summarization", "root:summarization", "leaf:summarization"],
    });
    const outputs: unknown = JSON.parse(await readFile(join(folder, "learnt", "outputs.json"), "utf8"));
    expect(outputs).toMatchObject({ facts: expect.arrayContaining(["idle", "lacks", "size:2"]) });
  });

  it("goes further with none but files of its own requests", async () => {
    const { code, errors } = await run("learnt", "--further", "gone.jsonl");
    expect({ code, errors }).toEqual({
      code: EXIT.unusable,
      errors: "gone.jsonl: there is no such file in training/requests/\n",
    });
  });

  it.each<[string, object | null, string]>([
    ["there are no outputs", null, "there is no such file"],
    ["the task types are others", { types: ["translation"] }, "these are other types or facts"],
    ["the facts are others", { facts: ["idle"] }, "these are other types or facts"],
    ["only the networks are missing", {}, "there is no network"],
  ])("takes no folder as learnt in which %s", async (_, changes, message) => {
    const learnt = join(folder, "other");
    await mkdir(learnt, { recursive: true });
    const outputs = { types: TASKBENCH_TYPES, facts: FACTS, wishTags: WISH_TAGS, ...changes };
    if (changes) await writeFile(join(learnt, "outputs.json"), JSON.stringify(outputs));
    const { code, errors } = await run("other", "--learnt", "--taskbench", "right.jsonl", "right.jsonl");
    await rm(learnt, { recursive: true });
    expect({ code, errors }).toEqual({ code: EXIT.unusable, errors: expect.stringContaining(message) });
  });
});
