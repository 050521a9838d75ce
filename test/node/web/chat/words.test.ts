import { expect, test } from "vitest";
import type { RunView } from "../../../../src/client/client.ts";
import { newMessage } from "../../../../web/chat/new-message.ts";
import { progressWords, raiseOf, spokenAnswer } from "../../../../web/chat/run-words.ts";
import { beginningOf, titleWords } from "../../../../web/chat/words.ts";

test("the beginning of a text is one line, and no half of a character", () => {
  expect(beginningOf("  a\n b ", 10)).toBe("a b");
  expect(beginningOf("abc😀", 4)).toBe("abc\u{fffd}…");
});

test.each([
  ["draw\n  it", "draw it"],
  [" ", "Without a title"],
  ["a\u202egnp.exe", "agnp.exe"],
])("a conversation titled %j is called %j", (title, words) => expect(titleWords(title)).toBe(words));

test("an answer is read out without marks and addresses", () => {
  expect(spokenAnswer("**Canny (photo.jpg):** [a.png](/v1/resources/res_1)\n\n- `canny`: *mit*")).toBe(
    "Canny (photo.jpg): a.png - canny: mit",
  );
});

const task = (name: string, status: RunView["tasks"][number]["status"], note?: string) => ({
  ...{ task: name, id: 0, dep: [-1], args: {}, candidates: [], status, attempts: [], outputs: {}, notes: [] },
  usage: { usd: 0, unpricedCalls: 0 },
  startedAt: null,
  endedAt: status === "succeeded" ? "2026-11-22T12:00:00.000Z" : null,
  ...(note ? { progress: { note } } : {}),
});

test.each([
  ["planning", [], ""],
  ["running", [task("ocr", "running", "page 1 of 2"), task("tts", "waiting")], "0 of 2 tasks done · ocr: page 1 of 2"],
  [
    "running",
    [task("a", "succeeded"), task("b", "running"), task("c", "retrying")],
    "1 of 3 tasks done · b and 1 more",
  ],
  ["responding", [task("a", "succeeded")], "1 of 1 task done"],
  ["awaiting-approval", [task("a", "waiting")], ""],
] as const)("a run that is %s", (status, tasks, words) => expect(progressWords({ status, tasks })).toBe(words));

const usage = { timeMs: 90_000, llmCalls: 3, tasks: 1, attempts: 1, usd: 0.034, unpricedCalls: 0 };

test.each([
  ["time", 3, { timeMs: 180_000 }],
  ["usd", 0.1, { usd: 0.1 }],
  ["llm-calls", 8, { llmCalls: 8 }],
] as const)("a pause for %s suggests a higher limit", (reason, suggested, raise) => {
  const unit = raiseOf({ pause: { reason, message: "" }, usage });
  expect(unit?.suggested).toBe(suggested);
  expect(unit?.toRaise(suggested)).toEqual(raise);
});

test("a pause that a person wanted raises nothing", () => {
  expect(raiseOf({ pause: { reason: "person", message: "" }, usage })).toBe(null);
});

test("a message carries what is set, and asks before it takes more than it may", () => {
  const defaults = { controller: "embedded", budget: { usd: 1 } } as const;
  expect(newMessage("hi", [], { approvePlans: false, defaults: {} })).toEqual({
    text: "hi",
    budget: { onExhausted: "ask" },
  });
  expect(newMessage("hi", ["res_1"], { approvePlans: true, defaults })).toEqual({
    text: "hi",
    resources: ["res_1"],
    controller: "embedded",
    budget: { onExhausted: "ask", usd: 1 },
    approval: "plan",
  });
});
