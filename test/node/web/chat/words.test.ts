import { expect, test } from "vitest";
import type { RunView } from "../../../../src/client/client.ts";
import { DEFAULT_TIME_BUDGET_MS } from "../../../../src/domain/budget.ts";
import { answerParts } from "../../../../web/chat/answer.tsx";
import { newMessage, requestOf } from "../../../../web/chat/new-message.ts";
import { activityWords, raiseOf, shownStatus, spokenAnswer } from "../../../../web/chat/run-words.ts";
import { sentWith } from "../../../../web/chat/sent-with.ts";
import { beginningOf, foldedText, hasWords, tells, titleWords } from "../../../../web/chat/words.ts";
import { BEGUN_RUN } from "../../begun-run.ts";

test("the beginning of a text is one line, and no half of a character", () => {
  expect(beginningOf("  a\n b ", 10)).toBe("a b");
  expect(beginningOf("abc😀", 4)).toBe("abc\u{fffd}…");
});

test("a long message is folded, by its length or its lines", () => {
  expect(foldedText("short")).toBeNull();
  expect(foldedText("a".repeat(1_000))).toBe(`${"a".repeat(500)}…`);
  expect(foldedText(Array(20).fill("b").join("\n"))).toBe(`${Array(8).fill("b").join("\n")}…`);
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
  ...{
    task: `type-${name}`,
    title: name,
    id: 0,
    dep: [-1],
    args: {},
    candidates: [],
    status,
    attempts: [],
    outputs: {},
    notes: [],
  },
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
] as const)("a run that is %s", (status, tasks, words) => expect(activityWords({ status, tasks })).toBe(words));

const usage = { timeMs: 90_000, llmCalls: 3, tasks: 1, attempts: 1, usd: 0.0000034, unpricedCalls: 0 };
const budget = { timeMs: 90_000, usd: 0.0001, llmCalls: 3 };

test.each([
  [{ reason: "time" }, 3, { timeMs: 180_000 }],
  [{ reason: "usd" }, 0.0002, { usd: 0.0002 }],
  [{ reason: "usd", neededUsd: 0.0123034 }, 0.013, { usd: 0.013 }],
  [{ reason: "usd", neededUsd: 1234.5 }, 1300, { usd: 1300 }],
  [{ reason: "llm-calls" }, 6, { llmCalls: 6 }],
  [{ reason: "tasks", neededTasks: 7 }, 7, { tasks: 7 }],
] as const)("a pause for %j suggests twice the limit, or what is needed", (pause, suggested, raise) => {
  const unit = raiseOf({ pause: { message: "", ...pause }, usage, budget });
  expect(unit?.suggested).toBe(suggested);
  expect(unit?.toRaise(suggested)).toEqual(raise);
});

test("a pause of a run whose limit was nothing suggests something", () => {
  const spent = { ...usage, usd: 0, llmCalls: 0 };
  const none = { timeMs: 1, usd: 0, llmCalls: 0 };
  expect(raiseOf({ pause: { reason: "usd", message: "" }, usage: spent, budget: none })?.suggested).toBe(0.1);
  expect(raiseOf({ pause: { reason: "llm-calls", message: "" }, usage: spent, budget: none })?.suggested).toBe(1);
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

const RUN: RunView = { ...BEGUN_RUN, text: "hi", usage };

test.each([
  [[], { approvePlans: false, defaults: {} }],
  [["res_1"], { approvePlans: true, defaults: { budget: { usd: 1, tasks: 3 } } }],
  [[], { approvePlans: true, defaults: { controller: "embedded", budget: { timeMs: 5_000 } } }],
] as const)("what is copied of a message is what was sent: %j with %j", (resources, settings) => {
  const sent = newMessage("hi", resources, settings);
  const run: RunView = {
    ...RUN,
    casting: sent.controller ? { controller: sent.controller } : {},
    budget: { ...sent.budget, timeMs: sent.budget?.timeMs ?? DEFAULT_TIME_BUDGET_MS },
    approval: sent.approval ?? "none",
  };
  const attached = resources.map((id) => ({ id }));
  expect(requestOf(run, attached, true)).toEqual({ path: "/v1/runs", body: sent });
});

test("a run that waits its turn does not tell what it may spend", () => {
  expect(requestOf(RUN, [], false)).toEqual({ path: "/v1/conversations/conv_1/messages", body: { text: "hi" } });
});

test.each([
  ["slow\\_translator is *not* there", "slow_translator is", true],
  ["**x** (task 0) failed: no model\\_a / \\[b\\]", "no model_a\n[b]", true],
  ["it failed", "no model_a", false],
  [`failed: ${"a".repeat(499)}…`, "a".repeat(700), true],
])("whether the answer %j has %j in it: %s", (answer, words, has) => expect(tells(answer, words)).toBe(has));

test("by whom it was done is told apart from the answer", () => {
  expect(answerParts("**A:** b\n\nHow it was done:\n\n- ocr: x (embedded)\n- tts: y (embedded)\n")).toEqual({
    said: "**A:** b",
    how: "- ocr: x (embedded)\n- tts: y (embedded)",
  });
  expect(answerParts("How it was done:\n\n- a")).toEqual({ said: "", how: "- a" });
  const quoted = "How it was done:\n\n- a\n\nand more";
  expect(answerParts(quoted)).toEqual({ said: quoted, how: null });
});

test("what acts on every message is told in a few words", () => {
  expect(sentWith({})).toEqual([]);
  expect(sentWith({ constraints: { licence: { allow: ["permissive"] } }, budget: { usd: 0.0001 } })).toEqual([
    "permissive licences",
    "at most $0.0001",
  ]);
  expect(
    sentWith({
      constraints: { size: { max: 7e9 }, gated: false, prefer: "cheapest", provider: { allow: ["local"] }, model: {} },
      budget: { timeMs: 60_000, tasks: 1, llmCalls: 2 },
      selection: "rules",
    }),
  ).toEqual([
    "local models only",
    "at most 7B parameters",
    "models without a gate",
    "the cheapest first",
    "further conditions",
    "at most 1 min 00 s",
    "at most 2 calls of a language model",
    "at most 1 task",
    "models chosen by rules",
  ]);
});

test.each([
  ["Read the invoice", "INV read", true],
  ["Read the invoice", "", true],
  ["Read the invoice", " invoice ", true],
  ["Read the invoice", "photo", false],
])("%s has the words “%s”: %s", (title, words, has) => expect(hasWords(title, words)).toBe(has));

test.each([
  ["succeeded", ["Read it aloud"], "asking"],
  ["succeeded", [], "succeeded"],
  ["failed", ["Read it aloud"], "failed"],
] as const)("a run without tasks that %s and offers %j is shown as %s", (status, choices, shown) =>
  expect(shownStatus({ status, choices, tasks: [] })).toBe(shown),
);

test("a run of which nothing here can do anything is shown as refused, and one that did a part as it is", () => {
  const failed = (code: "no-model" | "timeout") => ({
    ...task("a", "failed"),
    error: { code, message: "", retryable: false },
  });
  const shown = (...tasks: RunView["tasks"]) => shownStatus({ status: "failed", choices: [], tasks });
  expect(shown(failed("no-model"))).toBe("refused");
  expect(shown(failed("timeout"))).toBe("failed");
  expect(shown(failed("no-model"), task("b", "succeeded"))).toBe("failed");
});
