import { describe, expect, it } from "vitest";
import { readRequestFile, requestFiles } from "../../../training/read-requests.ts";
import { requestRow } from "../../../training/request-row.ts";

const files = await requestFiles();

describe("the requests written for training", () => {
  it.each(files)("are valid, and none stands twice, in %s", async (name) => {
    const rows = await readRequestFile(name);
    expect(rows.length).toBeGreaterThan(0);
    const byText = Map.groupBy(rows, ({ value }) => value.request);
    const repeated = [...byText.values()]
      .filter((same) => same.length > 1)
      .map((same) => same.map(({ where }) => where));
    expect(repeated).toEqual([]);
  });
});

describe("a row", () => {
  const row = {
    request: "Transcribe talk.wav and summarize it",
    files: ["talk.wav"],
    tasks: ["automatic-speech-recognition", "summarization"],
    links: [[0, 1]],
  };
  const faultOf = (change: object): string | undefined =>
    requestRow.safeParse({ ...row, ...change }).error?.issues[0]?.message;

  it.each<[string, object]>([
    ["as it should be", {}],
    ["for no task", { tasks: [], links: [], expect: "reply" }],
    ["that needs no file", { request: "Who wrote Hamlet?", files: [], tasks: ["open-question-answering"], links: [] }],
    ["with an address", { request: "Transcribe https://example.org/talk.wav and summarize it", files: [] }],
    ["of a later turn", { files: [], history: [{ request: "Sing", gave: [{ name: "song.wav", kind: "audio" }] }] }],
  ])("is accepted: one %s", (_, change) => {
    expect(faultOf(change)).toBeUndefined();
  });

  it.each<[string, object, string | RegExp]>([
    ["an unknown type", { tasks: ["singing"], links: [] }, 'There is no task type "singing"'],
    ["no tasks and nothing expected", { tasks: [], links: [] }, /^Tasks or what is expected instead/],
    ["tasks and something expected", { expect: "ask" }, /^Tasks or what is expected instead/],
    ["a link backwards", { links: [[1, 0]] }, "The link 1, 0 does not lead forwards to a task"],
    ["a link to nowhere", { links: [[0, 2]] }, "The link 0, 2 does not lead forwards to a task"],
    [
      "a link that carries nothing",
      { tasks: ["automatic-speech-recognition", "object-detection"] },
      "automatic-speech-recognition gives nothing that object-detection takes",
    ],
    ["nothing to work on", { files: [] }, "automatic-speech-recognition has nothing to work on"],
    ["a file of no known kind", { files: ["talk.exe"] }, "A file that no kind is known of"],
    ["a field too many", { note: "!" }, /note/],
    ["no words", { request: "" }, /./],
  ])("is refused for %s", (_, change, message) => {
    expect(faultOf(change)).toMatch(message);
  });
});
