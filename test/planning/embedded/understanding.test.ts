import { describe, expect, it } from "vitest";
import type { Kind } from "../../../src/domain/kinds.ts";
import { singles } from "../../../src/domain/plan.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { embeddedController } from "../../../src/planning/embedded/standalone.ts";
import { resource } from "../resources.ts";

const ontology = createOntology();
const plan = (text: string, ...files: readonly (readonly [name: string, kind: Kind])[]) =>
  embeddedController.plan({ text, attached: files.map(([name, kind]) => resource(name, kind)), log: [], ontology });

const TALK = ["talk.wav", "audio"] as const;

describe("what the words restrict", () => {
  it("is read into constraints and budget, and kept out of the arguments", async () => {
    const reply = await plan(
      "Write a short poem about the sea with an Apache-licensed model under 3B parameters, for less than 10 cents",
    );
    expect(reply).toMatchObject({
      as: "plan",
      understanding: {
        constraints: { licence: { allow: ["Apache-2.0"] }, size: { max: 3e9 } },
        budget: { usd: 0.1 },
      },
    });
    if (reply.as !== "plan") return;
    const words = reply.plan.tasks.flatMap(({ args }) => Object.values(args).flatMap(singles)).map(String);
    expect(JSON.stringify(reply.plan)).not.toMatch(/apache|parameters|cents/i);
    expect(words.length).toBeGreaterThan(0);
  });

  it("is a step as well where it is the language of the answer", async () => {
    const reply = await plan("What does the speaker promise? Answer in Italian.", TALK);
    expect(reply).toMatchObject({ as: "plan", understanding: { constraints: { language: "it" } } });
    if (reply.as === "plan") {
      const translation = reply.plan.tasks.find(({ type }) => type === "translation");
      expect(translation?.args["target-language"]).toEqual({ from: "literal", value: "Italian" });
    }
  });
});

describe("a plan's confidence and reasons", () => {
  it("come with every plan: a probability, and the words that decided for each task", async () => {
    const reply = await plan("Transcribe this and give me the gist", TALK);
    if (reply.as !== "plan") throw new Error(reply.as);
    expect(reply.plan.tasks.map(({ type }) => type)).toEqual(["automatic-speech-recognition", "summarization"]);
    expect(reply.understanding?.confidence).toBeGreaterThan(0.5);
    expect(reply.understanding?.confidence).toBeLessThanOrEqual(1);
    const words = reply.understanding?.reasons.map(({ words: own }) => own.join(" ").toLowerCase());
    expect(words?.[0]).toContain("transcribe");
    expect(words?.[1]).toContain("gist");
  });

  it("are higher for a plain wish than for an odd one", async () => {
    const plain = await plan("Please transcribe talk.wav", TALK);
    const odd = await plan("do the usual with this, only the other way round, for my aunt", TALK);
    const confidenceOf = (reply: typeof plain) => (reply.as === "plan" ? (reply.understanding?.confidence ?? 0) : 0);
    expect(confidenceOf(plain)).toBeGreaterThan(confidenceOf(odd));
  });
});

describe("a message for no task", () => {
  it.each([
    ["hello!"],
    ["thanks, that was great"],
    ["what can you do?"],
    ["Book me a table for two at eight"],
    ["turn off the lights in the kitchen please"],
  ])("is answered in words: %s", async (text) => {
    expect((await plan(text)).as).toBe("reply");
  });

  it.each([["translate it"], ["what does he say in the recording?"]])(
    "is asked back about what is missing: %s",
    async (text) => {
      expect((await plan(text)).as).toBe("ask");
    },
  );
});
