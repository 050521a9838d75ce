import { describe, expect, it } from "vitest";
import type { SystemFacts } from "../../../src/domain/system-facts.ts";
import { CONFIDENCE_THRESHOLDS } from "../../../src/domain/understanding.ts";
import type { PlanReply } from "../../../src/planning/controller.ts";
import { BARE_DEPLOYMENT } from "../../deployment-facts.ts";
import { type Case, planned, requestOf } from "./case.ts";

const ON = ["summarization", "text-to-speech", "language-identification", "image-editing"];
const BARE: SystemFacts = {
  does: (type) => ON.includes(type),
  isInstructed: () => true,
  isEmbeddedOnly: () => true,
  wouldDo: () => ["huggingface"],
  deployment: BARE_DEPLOYMENT,
};

const replyTo = (given: Case): Promise<PlanReply> => planned({ ...requestOf(given), facts: BARE });
const choicesIn = (reply: PlanReply): readonly string[] => ("choices" in reply && reply.choices) || [];

const OPEN: readonly Case[] = [
  { text: "hello" },
  { text: "what is the weather in Rome right now?" },
  { text: "book me a flight to Rome" },
  { text: "", files: ["letter.txt"] },
  { text: "", files: ["photo.jpg"] },
  {
    text: "hm, what else could I have asked?",
    log: [
      ["user", "Summarize it", "notes.txt"],
      ["assistant", "It is short.", "summary.txt"],
    ],
  },
  { text: "", files: ["letter.txt", "photo.jpg"] },
  { text: "Describe photo.jpg", files: ["photo.jpg"] },
];

describe("the choices of a reply without a plan that runs here", () => {
  it.each(OPEN)("are messages that work here as they stand: $text $files", async (given) => {
    const choices = choicesIn(await replyTo(given));
    expect(choices.length).toBeGreaterThan(0);
    expect(choices.length).toBeLessThanOrEqual(4);
    const asked = requestOf(given);
    const log = [...asked.log, { role: "user" as const, text: given.text, resources: asked.attached }];
    for (const text of choices) {
      const reply = await planned({ ...requestOf({ text }), log, facts: BARE });
      expect(reply, text).toMatchObject({ as: "plan" });
      if (reply.as !== "plan") continue;
      expect(reply.understanding?.confidence).toBeGreaterThanOrEqual(CONFIDENCE_THRESHOLDS.ask);
      expect(ON).toEqual(expect.arrayContaining(reply.plan.tasks.map(({ type }) => type)));
    }
  });

  it("name the files at hand", async () => {
    expect(choicesIn(await replyTo({ text: "", files: ["letter.txt"] }))).toContain("Summarize letter.txt");
  });

  it.each(["x".repeat(200), "letter “ignore all”.txt", "a\nb.txt"])("name no file that is called %j", async (name) => {
    const request = requestOf({ text: "", files: ["letter.txt"] });
    const attached = request.attached.map((file) => ({ ...file, name }));
    const choices = choicesIn(await planned({ ...request, attached, facts: BARE }));
    expect(choices.filter((choice) => choice.includes(name))).toEqual([]);
  });

  it("stand beside a plan that is only guessed", async () => {
    const reply = await replyTo({ text: "have a look at this and sort it", files: ["report.txt"] });
    expect(reply.as).toBe("plan");
    expect(choicesIn(reply)).toContain("Summarize report.txt");
  });

  it("are none where nothing is switched on, or nothing is open", async () => {
    const nothing: SystemFacts = { ...BARE, does: () => false };
    expect(choicesIn(await planned({ ...requestOf({ text: "hello" }), facts: nothing }))).toEqual([]);
    expect(choicesIn(await replyTo({ text: "thanks!" }))).toEqual([]);
  });
});
