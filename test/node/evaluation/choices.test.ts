import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatServer, startChatServer } from "./chat-server.ts";
import { createFiles, type Files } from "./files.ts";
import { runEvaluation } from "./run.ts";

const row = (id: number, right: "a/english" | "a/german") => ({
  ...{ id: `choice-${id}`, request: "Schreib das auf", task: "automatic-speech-recognition", right },
  candidates: [
    { model: "a/english", description: "Hears English.", languages: ["en"], downloads: 80_210 },
    { model: "a/german", description: "Hears German.", languages: ["de"] },
  ],
});

let files: Files;
let server: ChatServer;
beforeAll(async () => {
  files = await createFiles();
  server = await startChatServer(() => '{"choices": [{"task": 0, "model": "a/german", "reason": "It knows German."}]}');
});
afterAll(() => Promise.all([files.remove(), server.stop()]));

const run = (...given: readonly string[]) =>
  runEvaluation(["choices", ...given], files.folder, { OPENAI_BASE_URL: server.url, OPENAI_MODEL: "a-model" });

describe("choices among models", () => {
  it("are right where the model is the one that the request speaks for", async () => {
    await files.write("rows.jsonl", [row(1, "a/german"), row(2, "a/english")]);
    const { code, output } = await run("rows.jsonl", "--controller", "openai", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({
      ...{ suite: "choices", controller: "openai", rows: 2, right: 50 },
      ...{ firstIsRight: 50, rightOfOthers: 100, none: 0 },
    });
  });

  it.each([
    [[], "--controller says whose language model chooses"],
    [["--controller", "embedded"], "is for a language model"],
    [["one.jsonl", "two.jsonl", "--controller", "openai"], "One file is wanted at most"],
  ])("are measured of a language model: %j", async (given, says) => {
    const { code, errors } = await run(...given);
    expect(code).toBe(2);
    expect(errors).toContain(says);
  });

  it("need rows whose right one is a candidate", async () => {
    await files.write("wrong.jsonl", [{ ...row(1, "a/german"), right: "a/french" }]);
    const { code, errors } = await run("wrong.jsonl", "--controller", "openai");
    expect(code).toBe(1);
    expect(errors).toContain("the right one is no candidate");
  });
});
