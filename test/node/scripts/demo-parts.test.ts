import { describe, expect, it } from "vitest";
import { PARTS } from "../../../scripts/demo-parts.ts";
import type { RunView, TaskView } from "../../../src/http/schemas/views.ts";
import { BEGUN_RUN } from "../begun-run.ts";

const turnOf = (words: string) => {
  const turn = PARTS.flatMap(({ conversations }) => conversations.flat()).find(({ text }) => text.includes(words));
  if (!turn) throw new Error(`The demo does not ask ${words}`);
  return turn;
};

const task = (id: number, type: string, text: string): TaskView => ({
  id,
  task: type,
  title: type,
  dep: [-1],
  args: {},
  status: "succeeded",
  candidates: [],
  attempts: [],
  outputs: { text: { kind: "text", text } },
  notes: [],
  usage: { usd: 0, unpricedCalls: 0 },
  startedAt: null,
  endedAt: null,
});

/** What a task said. */
type Said = readonly [type: string, text: string];

const runOf = (said: readonly Said[], mediaTypes: readonly string[]): RunView => ({
  ...BEGUN_RUN,
  status: "succeeded",
  endedAt: "",
  planVersion: 1,
  tasks: said.map(([type, text], id) => task(id, type, text)),
  usage: { timeMs: 1, llmCalls: 0, tasks: said.length, attempts: 1, usd: 0, unpricedCalls: 0 },
  answer: `It is so: ${said.map(([, text]) => text).join(", ")}`,
  files: mediaTypes.map((mediaType) => ({
    id: "res_1",
    name: "made",
    kind: "data",
    mediaType,
    bytes: 1,
    sha256: "",
    createdAt: "",
    url: "",
    urlExpiresAt: "",
  })),
});

const INVOICE: readonly Said[] = [
  ["question-answering", "Northwind Paper Supplies Ltd"],
  ["question-answering", "£1,302.24"],
  ["question-answering", "16 December 2026"],
];
const LANGUAGES: readonly Said[] = [
  ["language-identification", "English"],
  ["language-identification", "German"],
  ["language-identification", "Spanish"],
  ["text-classification", "The text is negative (99%)."],
];
const SIMILAR: readonly Said[] = [["sentence-similarity", "89%: a pair of dogs"]];

describe("the demo", () => {
  it.each([
    ["Read the text", INVOICE, ["audio/wav"]],
    ["canny", [], ["image/png"]],
    ["blur", [], ["image/png"]],
    ["how similar", SIMILAR, []],
    ["noise", [], ["audio/wav"]],
    ["Which language", LANGUAGES, []],
  ])("finds nothing wrong with the right answer to %j", (words, said, mediaTypes) => {
    expect(turnOf(words).findFault(runOf(said, mediaTypes))).toBeNull();
  });

  it.each([
    ["Read the text", INVOICE, [], "no audio/ file"],
    ["Read the text", INVOICE.with(0, ["question-answering", "Juniper Lane"]), ["audio/wav"], "Northwind"],
    ["Read the text", INVOICE.with(1, ["question-answering", "1,085.20"]), ["audio/wav"], "1,302"],
    ["Read the text", INVOICE.with(2, ["question-answering", "16 November 2026"]), ["audio/wav"], "December"],
    ["Read the text", INVOICE.slice(1), ["audio/wav"], "2 tasks of question-answering, not 3"],
    ["canny", [], ["image/jpeg"], "no image/png file"],
    ["blur", [], [], "no image/png file"],
    ["how similar", [["sentence-similarity", "quite"]], [], "sentence-similarity"],
    ["noise", [], ["image/png"], "no audio/ file"],
    ["Which language", LANGUAGES.with(1, ["language-identification", "Dutch"]), [], "German"],
    ["Which language", LANGUAGES.with(3, ["text-classification", "positive"]), [], "negative"],
  ] as const)("finds a wrong answer to %j: %j", (words, said, mediaTypes, fault) => {
    expect(turnOf(words).findFault(runOf(said, mediaTypes))).toContain(fault);
  });

  it("fails when the answer leaves out what its tasks found", () => {
    const run = { ...runOf(LANGUAGES, []), answer: "I know them all." };
    expect(turnOf("Which language").findFault(run)).toContain("English");
  });

  it("fails when a part succeeds that nothing here can do", () => {
    expect(turnOf("what breed").findFault(runOf([["image-classification", "a poodle"]], []))).not.toBeNull();
  });
});
