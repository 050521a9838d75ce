import { describe, expect, it } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import type { Plan } from "../../src/domain/plan.ts";
import type { SystemFacts } from "../../src/domain/system-facts.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { CONFIDENCE_THRESHOLDS } from "../../src/domain/understanding.ts";
import { askWhether, findOpenQuestion, readConsent, UNDERSTOOD } from "../../src/planning/confirmation.ts";
import type { ChatLogEntry, Controller, PlanReply, PlanRequest } from "../../src/planning/controller.ts";
import { createControllerFallback } from "../../src/planning/controller-fallback.ts";
import { embeddedController } from "../../src/planning/embedded/standalone.ts";
import { createLanguageController } from "../../src/planning/language/index.ts";
import { createOpenAiChat } from "../../src/providers/openai/chat.ts";
import { BARE_DEPLOYMENT } from "../deployment-facts.ts";
import { resource } from "./resources.ts";

const ontology = createOntology();
const PHOTO = resource("photo.jpg");
const PLAN: Plan = {
  tasks: [
    { id: 7, type: "image-to-text", args: { image: { from: "resource", resource: PHOTO.id } } },
    { id: 9, type: "text-to-speech", args: { text: { from: "task", task: 7, output: "text" } } },
  ],
};

const planned = (confidence: number | null): PlanReply => ({
  as: "plan",
  plan: PLAN,
  notes: ["as read"],
  understanding: { constraints: {}, budget: {}, confidence, reasons: [] },
});
const SURE = planned(0.95);
const UNSURE = planned((CONFIDENCE_THRESHOLDS.ask + CONFIDENCE_THRESHOLDS.handOver) / 2);
const GUESSED = planned(CONFIDENCE_THRESHOLDS.ask / 2);
const WRITTEN: PlanReply = { as: "written", json: [{ task: "image-to-text" }], notes: [] };

const requestOf = (text: string, parts: Partial<PlanRequest> = {}): PlanRequest => ({
  text,
  attached: [],
  log: [],
  ontology,
  ...parts,
});
const ASKED = requestOf("Tell me about it", { attached: [PHOTO] });
const QUESTION = askWhether({ plan: PLAN, notes: [] }, ASKED);
const user = (text: string, ...resources: ChatLogEntry["resources"]): ChatLogEntry => ({
  role: "user",
  text,
  resources,
});
const assistant = (text: string): ChatLogEntry => ({ role: "assistant", text, resources: [] });

/** A controller that says this, or throws it, and keeps what it was asked. */
function saying(name: Controller["name"], reply: PlanReply | Error) {
  const asked: PlanRequest[] = [];
  const answer = async (request: PlanRequest): Promise<PlanReply> => {
    asked.push(request);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const controller: Controller = name === "embedded" ? { name, plan: answer } : { name, plan: answer, revise: answer };
  return { asked, controller };
}

function handingOver(first: PlanReply, second: PlanReply | Error | null, isLanguageFirst = false) {
  const embedded = saying("embedded", first);
  const language = second === null ? null : saying("openai", second);
  const controller = createControllerFallback({
    embedded: embedded.controller,
    language: language?.controller ?? null,
    isLanguageFirst,
  });
  return { controller, embedded, language };
}

const DOWN = new AppError("provider-unavailable", "a-model cannot be reached", { retryable: true });
const DOWN_NOTE =
  "The language model could not be used (a-model cannot be reached), so that this was planned without it.";

/** A reply that no task fits. */
const UNABLE: PlanReply = { as: "reply", because: "no-task-fits", text: "Nothing fits." };

describe("with a language model at hand", () => {
  it.each<[string, PlanReply, string, "embedded" | "openai"]>([
    ["a plan it is sure of", SURE, "x", "embedded"],
    ["a plan of unknown confidence", planned(null), "x", "embedded"],
    ["small talk", { as: "reply", text: "Hello." }, "Hi", "embedded"],
    ["a question about a message without words", { as: "ask", text: "What should I do?" }, " ", "embedded"],
    ["a plan it is unsure of", UNSURE, "x", "openai"],
    ["a plan that is a guess", GUESSED, "x", "openai"],
    ["a request that it has no task for", UNABLE, "x", "openai"],
    ["a request that lacks something", { as: "ask", text: "Which photo?" }, "x", "openai"],
  ])("%s is planned by the right one", async (_, reply, text, by) => {
    const { controller, language } = handingOver(reply, WRITTEN);
    expect(await controller.plan(requestOf(text))).toEqual({ ...(by === "openai" ? WRITTEN : reply), by });
    expect(language?.asked).toHaveLength(by === "openai" ? 1 : 0);
  });

  it("plans everything with it where that is wanted", async () => {
    const { controller, embedded } = handingOver(SURE, WRITTEN, true);
    expect(controller.name).toBe("openai");
    expect(await controller.plan(requestOf("x"))).toEqual({ ...WRITTEN, by: "openai" });
    expect(embedded.asked).toEqual([]);
  });

  it.each<[string, PlanReply, boolean, object]>([
    ["an unsure plan stands", UNSURE, false, { as: "plan", plan: PLAN, notes: [DOWN_NOTE, "as read"] }],
    [
      "a guess is asked about",
      GUESSED,
      false,
      {
        as: "ask",
        text: `${DOWN_NOTE}\n\n${askWhether({ plan: PLAN, notes: [] }, requestOf("x"))}`,
        choices: ["Yes", "No"],
      },
    ],
    ["a question stands", { as: "ask", text: "Which?" }, false, { as: "ask", text: `${DOWN_NOTE}\n\nWhich?` }],
    ["a plan is made without it", SURE, true, { as: "plan", plan: PLAN, notes: [DOWN_NOTE, "as read"] }],
    ["small talk is answered", { as: "reply", text: "Hello." }, true, { as: "reply", text: `${DOWN_NOTE}\n\nHello.` }],
  ])("that fails, %s, and it is said", async (_, reply, isLanguageFirst, expected) => {
    const { controller } = handingOver(reply, DOWN, isLanguageFirst);
    expect(await controller.plan(requestOf("x"))).toMatchObject({ ...expected, by: "embedded" });
  });

  it("does not hide a fault of our own", async () => {
    const bug = new TypeError("of our own");
    await expect(handingOver(UNSURE, bug).controller.plan(requestOf("x"))).rejects.toBe(bug);
  });

  it("asks it to put a rejected plan right, whoever made that", async () => {
    const rejected = { plan: [], faults: [] };
    const works = handingOver(SURE, WRITTEN).controller;
    expect(await works.revise?.(requestOf("x"), rejected)).toEqual({ ...WRITTEN, by: "openai" });
    const fails = handingOver(SURE, DOWN).controller;
    expect(await fails.revise?.(requestOf("x"), rejected)).toMatchObject({ as: "plan", by: "embedded" });
    expect(handingOver(SURE, null).controller.revise).toBeUndefined();
  });

  it("plans without it where its plan can't be mended, and says so", async () => {
    const works = handingOver(SURE, WRITTEN, true).controller;
    const note = "The language model's plan could not be made sound, so that this was planned without it.";
    expect(await works.lastResort?.(requestOf("x"))).toEqual({ ...SURE, notes: [note, "as read"], by: "embedded" });
    const guesses = handingOver(GUESSED, WRITTEN, true).controller;
    expect(await guesses.lastResort?.(ASKED)).toEqual({
      as: "ask",
      choices: ["Yes", "No"],
      text: `${note}\n\n${QUESTION}`,
      by: "embedded",
    });
    expect(handingOver(SURE, null).controller.lastResort).toBeUndefined();
  });

  it("at a dead server, requests still work, and say so", async () => {
    const model = createOpenAiChat({ baseUrl: "http://127.0.0.1:1/v1", apiKey: null, model: "a-model" });
    const language = createLanguageController({ name: "openai", model });
    const controller = createControllerFallback({ embedded: embeddedController, language, isLanguageFirst: true });
    const reply = await controller.plan(requestOf("Summarize notes.txt", { attached: [resource("notes.txt")] }));
    expect(reply).toMatchObject({
      as: "plan",
      by: "embedded",
      plan: { tasks: [{ type: "summarization" }] },
      notes: [
        expect.stringContaining("The language model could not be used (a-model cannot be reached"),
        expect.anything(),
      ],
    });
  });
});

describe("without a language model", () => {
  it.each<[string, PlanReply]>([
    ["a plan it is sure of", SURE],
    ["a plan it is a little unsure of", UNSURE],
    ["a plan of unknown confidence", planned(null)],
    ["a reply", UNABLE],
  ])("%s stands", async (_, reply) => {
    expect(await handingOver(reply, null).controller.plan(ASKED)).toEqual({ ...reply, by: "embedded" });
  });

  it("runs a guess where nobody is there to be asked", async () => {
    const reply = await handingOver(GUESSED, null).controller.plan({ ...ASKED, isUnattended: true });
    expect(reply).toEqual({ ...GUESSED, by: "embedded" });
  });

  it("says what it understood of a guess, and asks", async () => {
    const reply = await handingOver(GUESSED, null).controller.plan(ASKED);
    expect(reply).toEqual({ as: "ask", by: "embedded", text: QUESTION, choices: ["Yes", "No"] });
    expect(QUESTION).toBe(`${UNDERSTOOD}

1. Describe what photo.jpg shows
2. Read the caption aloud

Shall I do that? Say yes, or tell me in other words what is to be done.`);
  });
});

describe("after such a question", () => {
  const log = [user("Hi"), assistant("Hello."), user(ASKED.text, PHOTO), assistant(QUESTION)];

  it.each(["yes", "Yes.", "go ahead", "OK, do it!", "sure, please", "That’s right, thanks", "yes yes"])(
    '"%s" runs what was shown, made again from the message it was about',
    async (text) => {
      const { controller, embedded, language } = handingOver(GUESSED, WRITTEN, true);
      const reply = await controller.plan(requestOf(text, { log }));
      expect(reply).toEqual({ ...GUESSED, by: "embedded", about: ASKED.text });
      expect(embedded.asked).toEqual([{ ...ASKED, log: log.slice(0, 2) }]);
      expect(language?.asked).toEqual([]);
    },
  );

  it.each(["no", "No, thanks.", "don't", "never mind"])('"%s" runs nothing, and asks for other words', async (text) => {
    const { controller, embedded } = handingOver(GUESSED, WRITTEN);
    expect(await controller.plan(requestOf(text, { log }))).toMatchObject({ as: "ask", by: "embedded" });
    expect(embedded.asked).toEqual([]);
  });

  it.each<[string, Partial<PlanRequest>]>([
    ["yes, but in German", { log }],
    ["no, translate it", { log }],
    ["yes", { log: [...log, user("Thanks"), assistant("You're welcome.")] }],
    ["yes", { log, attached: [resource("other.png")] }],
    ["yes", { log: [] }],
    ["yes", { log: [assistant(QUESTION)] }],
    ["yes", { log: [user(ASKED.text), user(QUESTION)] }],
  ])('"%s" is a request like any other when it is no plain answer to one (%#)', async (text, parts) => {
    const request = requestOf(text, parts);
    const { controller, embedded } = handingOver(SURE, null);
    expect(await controller.plan(request)).toMatchObject({ as: "plan" });
    expect(embedded.asked).toEqual([request]);
  });

  it("asks anew when the plan is another by now, and a yes to that is about the same message", async () => {
    const stale = [user(ASKED.text, PHOTO), assistant(QUESTION.replace("photo.jpg", "other.jpg"))];
    const { controller, embedded } = handingOver(GUESSED, null);
    const again = await controller.plan(requestOf("yes", { log: stale }));
    expect(again).toEqual({ as: "ask", text: QUESTION, choices: ["Yes", "No"], by: "embedded" });
    const later = [...stale, user("yes"), assistant(QUESTION)];
    expect(await controller.plan(requestOf("go on", { log: later }))).toMatchObject({ as: "plan", plan: PLAN });
    expect(embedded.asked.map(({ text }) => text)).toEqual([ASKED.text, ASKED.text]);
  });

  it("is known when a note stands before it", async () => {
    const noted = [user(ASKED.text, PHOTO), assistant(`${DOWN_NOTE}\n\n${QUESTION}`)];
    const { controller } = handingOver(GUESSED, null);
    expect(await controller.plan(requestOf("yes", { log: noted }))).toMatchObject({ as: "plan" });
  });

  it("passes on what is missing by now", async () => {
    const lost: PlanReply = { as: "ask", text: "Where is photo.jpg?" };
    expect(await handingOver(lost, null).controller.plan(requestOf("yes", { log }))).toEqual({
      ...lost,
      by: "embedded",
    });
  });
});

describe("the question whether a plan is meant", () => {
  it("shows words of people in one line, and long lists by their beginning", () => {
    const text = `a\n\n# b ${"c".repeat(500)}`;
    const items = Array.from({ length: 9 }, () => ({ from: "literal" as const, value: text }));
    const plan: Plan = { tasks: [{ id: 0, type: "summarization", args: { text: { from: "list", items } } }] };
    const asked = askWhether({ plan, notes: [] }, ASKED);
    const [, step = "", ...rest] = asked.split("\n\n");
    expect(rest).toHaveLength(1);
    expect(step).toMatch(/^1\. Summarize “a # b c+…”, .* and 5 more$/);
    expect(step.length).toBeLessThan(700);
  });

  it("names what the plan leaves out before it asks", () => {
    const asked = askWhether(
      { plan: PLAN, notes: ["as read", { leftOut: "“a thumbnail”" }, { leftOut: "“mail it”" }] },
      ASKED,
    );
    expect(asked.split("\n\n").slice(-2)[0]).toBe("I would not do: “a thumbnail”; “mail it”");
    expect(asked).not.toContain("as read");
  });

  it("is open only as the last turn, and about a message", () => {
    expect(findOpenQuestion(requestOf("yes", { log: [assistant(QUESTION)] }))).toBeNull();
    expect(findOpenQuestion(requestOf("x", { log: [user("a"), assistant(QUESTION)] }))?.asked.text).toBe("a");
  });

  it("is about a message under the facts of now, so that a yes finds the plan that was shown", () => {
    const facts: SystemFacts = {
      does: () => false,
      isInstructed: () => false,
      isEmbeddedOnly: () => false,
      wouldDo: () => [],
      deployment: BARE_DEPLOYMENT,
    };
    const open = findOpenQuestion(requestOf("yes", { log: [user("a"), assistant(QUESTION)], facts }));
    expect(open?.asked.facts).toBe(facts);
  });

  it.each(["yes please make it blue", "not now but maybe", "yesterday", "", "okra", "yes ".repeat(16)])(
    "is not answered by %j",
    (text) => {
      expect(readConsent(text)).toBeNull();
    },
  );
});
