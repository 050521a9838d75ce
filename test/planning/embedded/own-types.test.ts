import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { input, output, taskType } from "../../../src/domain/task-types/task-type.ts";
import type { PlanReply } from "../../../src/planning/controller.ts";
import { embeddedController } from "../../../src/planning/embedded/standalone.ts";
import { checkPlan } from "../../../src/planning/proof/check.ts";
import { type Case, outcomeOf, planned as plannedBy, requestOf } from "./case.ts";
import { CHOSEN_BY, DESCRIBED, HELD_OUT } from "./own-type-wordings.ts";
import { PAPERS } from "./papers.ts";

/** `logo-detection` is the example of docs/configuration.md. */
const ownTypes = [
  taskType("plant-diagnosis", {
    area: "image-understanding",
    description: "Say what ails a plant",
    inputs: [input("image", "image"), input("question", "text")],
    outputs: [output("text", "text")],
  }),
  taskType("rhyme-finding", {
    area: "language",
    description: "Find rhymes",
    inputs: [input("text", "text")],
    outputs: [output("text", "text")],
  }),
  taskType("logo-detection", {
    area: "image-understanding",
    description: "Find the logos in an image",
    aliases: ["find-logos"],
    inputs: [input("image", "image")],
    outputs: [output("logos", "data"), output("text", "text")],
  }),
  taskType("team-logo-detection", {
    area: "image-understanding",
    description: "Find the logos of teams",
    inputs: [input("image", "image")],
    outputs: [output("logos", "data")],
  }),
  taskType("subtitle-extraction", {
    area: "video",
    description: "Read the subtitles of a video",
    converts: true,
    inputs: [input("video", "video")],
    outputs: [output("text", "text")],
  }),
  taskType("sound-of-video", {
    area: "video",
    description: "Take the sound track out of a film",
    converts: true,
    inputs: [input("video", "video")],
    outputs: [output("audio", "audio")],
  }),
  taskType("japanese-grammar", {
    area: "language",
    description: "Correct the grammar of a Japanese text, as teachers do",
    aliases: ["estimation"],
    inputs: [input("text", "text")],
    outputs: [output("text", "text")],
  }),
];
const ontology = createOntology(ownTypes);

const planned = (example: Case): Promise<PlanReply> => plannedBy({ ...requestOf(example), ontology });

async function plannedSoundly(example: Case): Promise<PlanReply> {
  const request = { ...requestOf(example), ontology };
  const reply = await embeddedController.plan(request);
  if (reply.as === "plan") expect(checkPlan(reply.plan, { resources: request.attached, ontology })).toEqual([]);
  return reply;
}

const notesOf = (reply: PlanReply): string => (reply.as === "plan" ? reply.notes.join("\n") : "");

describe("a deployment's own task type", () => {
  it("is planned when it is called by its name", async () => {
    expect(await planned({ text: 'do rhyme finding on "moon"' })).toMatchObject({
      as: "plan",
      plan: { tasks: [{ type: "rhyme-finding", args: { text: { from: "literal", value: "moon" } } }] },
    });
  });

  it("asks for what it lacks", async () => {
    expect(await planned({ text: "do some rhyme finding" })).toMatchObject({ as: "ask" });
  });

  it("is named among the abilities", async () => {
    expect(await planned({ text: "what can you do?" })).toMatchObject({
      as: "reply",
      text: expect.stringContaining("say what ails a plant"),
    });
  });

  const WORDINGS: readonly Case[] = [
    // By its name or alias, whose words mean nothing else then.
    { text: "run logo-detection on invoice.png", files: ["invoice.png"], plan: ["logo-detection(invoice.png)"] },
    { text: "find logos in photo.jpg", files: ["photo.jpg"], plan: ["logo-detection(photo.jpg)"] },
    { text: "Find-logos in this picture", files: ["photo.jpg"], plan: ["logo-detection(photo.jpg)"] },
    { text: "please find the logos in photo.jpg", files: ["photo.jpg"], plan: ["logo-detection(photo.jpg)"] },
    { text: "find a logo in photo.jpg", files: ["photo.jpg"], plan: ["logo-detection(photo.jpg)"] },
    { text: "run team logo detection on a.jpg", files: ["a.jpg"], plan: ["team-logo-detection(a.jpg)"] },
    {
      text: "Run plant diagnosis on leaf.jpg",
      files: ["leaf.jpg"],
      plan: ["plant-diagnosis(image=leaf.jpg, question='Run plant diagnosis')"],
    },
    { text: "check the Japanese grammar of letter.txt", files: ["letter.txt"], plan: ["japanese-grammar(letter.txt)"] },
    // By the words that tell what it does.
    { text: "detect the logos in photo.jpg", files: ["photo.jpg"], plan: ["logo-detection(photo.jpg)"] },
    {
      text: "show me all logos of a.jpg and b.jpg",
      files: ["a.jpg", "b.jpg"],
      plan: ["logo-detection(a.jpg)", "logo-detection(b.jpg)"],
    },
    { text: "extract the subtitles of talk.mp4", files: ["talk.mp4"], plan: ["subtitle-extraction(talk.mp4)"] },
    {
      text: "Can you get me the subtitles from talk.mp4?",
      files: ["talk.mp4"],
      plan: ["subtitle-extraction(talk.mp4)"],
    },
    { text: "take the sound out of the film talk.mp4", files: ["talk.mp4"], plan: ["sound-of-video(talk.mp4)"] },
    // What goes beyond its words is planned beside it.
    {
      text: "find logos and people in photo.jpg",
      files: ["photo.jpg"],
      plan: ["logo-detection(photo.jpg)", "object-detection(photo.jpg)"],
    },
    {
      text: "extract the text and the logos from photo.jpg",
      files: ["photo.jpg"],
      plan: ["logo-detection(photo.jpg)", "ocr(photo.jpg)"],
    },
    {
      text: "detect objects and logos in photo.jpg",
      files: ["photo.jpg"],
      plan: ["logo-detection(photo.jpg)", "object-detection(photo.jpg)"],
    },
    {
      text: "read the subtitles of talk.mp4 aloud",
      files: ["talk.mp4"],
      plan: ["tts(subtitle-extraction(talk.mp4))"],
    },
    {
      text: "extract the subtitles of talk.mp4 and translate them into German",
      files: ["talk.mp4"],
      plan: ["translation(text=subtitle-extraction(talk.mp4), target-language='German')"],
    },
    { text: "run depth estimation on photo.jpg", files: ["photo.jpg"], plan: ["depth-estimation(photo.jpg)"] },
    { text: "detect the objects in photo.jpg", files: ["photo.jpg"], plan: ["object-detection(photo.jpg)"] },
    {
      text: "check the French grammar of letter.txt and summarize letter.txt",
      files: ["letter.txt"],
      plan: ["summarization(letter.txt)"],
    },
    { text: "summarize notes.txt without rhyme finding", files: ["notes.txt"], plan: ["summarization(notes.txt)"] },
    {
      text: "What colour is the logo in photo.jpg?",
      files: ["photo.jpg"],
      plan: ["vqa(image=photo.jpg, question='What colour is the logo?')"],
    },
  ];
  /** Each wording by itself may be read otherwise one day. */
  const LEAST_PLANNED = 0.65;

  it("is planned as it is spoken of, mostly, and takes no more than its part", async () => {
    const missed: string[] = [];
    for (const example of WORDINGS) {
      const outcome = outcomeOf(await planned(example), ontology);
      if (JSON.stringify(outcome) !== JSON.stringify(example.plan?.toSorted()))
        missed.push(`${example.text}: ${outcome}`);
    }
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual((1 - LEAST_PLANNED) * WORDINGS.length);
  });
});

/** Both with room below what is reached: 0.90 and 0.93 where the threshold was chosen, 0.96 and 0.90 where it was not. */
const LEAST_RIGHT = 0.8;

it.each([
  ["by which the threshold was chosen", DESCRIBED.slice(0, 7), CHOSEN_BY],
  ["held out", DESCRIBED.slice(7), HELD_OUT],
] as const)(
  "own task types are found by what they do, and seldom where they are not meant: %s",
  async (_, own, all) => {
    const types = createOntology(own);
    const found = await Promise.all(
      all.map(async ({ means, ...said }) => {
        const reply = await plannedBy({ ...requestOf(said), ontology: types });
        const used = reply.as === "plan" ? reply.plan.tasks.map(({ type }) => type) : [];
        const heard = own.flatMap(({ name }) => (used.includes(name) ? [name] : []));
        return { heard: heard.length, meant: means.length, right: heard.filter((type) => means.includes(type)).length };
      }),
    );
    const sumOf = (count: "heard" | "meant" | "right"): number => found.reduce((sum, one) => sum + one[count], 0);
    expect(sumOf("right") / sumOf("heard"), "precision").toBeGreaterThanOrEqual(LEAST_RIGHT);
    expect(sumOf("right") / sumOf("meant"), "recall").toBeGreaterThanOrEqual(LEAST_RIGHT);
  },
);

it("a deployment's own task type changes no plan for a request that says nothing of it", async () => {
  const calm = createOntology(ownTypes.filter(({ converts }) => !converts));
  for (const example of PAPERS) {
    const request = requestOf(example);
    const without = await plannedBy(request);
    if (without.as === "plan") expect(await plannedBy({ ...request, ontology: calm })).toEqual(without);
  }
});

it("a deployment's own task types never make an unsound plan or an exception of any words", async () => {
  const pieces =
    "find the logos subtitles detection - / , and İ @image @quote don't rhyme-finding summarize talk.mp4 in Japanese grammar aloud photo.jpg";
  const word = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces.split(" ")) }, fc.string({ unit: "binary" }));
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 16 }), async (words) => {
      expect(await plannedSoundly({ text: words.join(" "), files: ["talk.mp4", "photo.jpg"] })).toHaveProperty("as");
    }),
    { numRuns: 100 },
  );
});

describe("a deployment's own conversion", () => {
  it.each<Case>([
    { text: "transcribe talk.mp4", files: ["talk.mp4"], plan: ["asr(sound-of-video(talk.mp4))"] },
    { text: "summarize call.wav", files: ["call.wav"], plan: ["summarization(asr(call.wav))"] },
  ])("stands where no other makes what a task takes: $text", async (example) => {
    expect(outcomeOf(await planned(example), ontology)).toEqual(example.plan?.toSorted());
  });

  it("is explained in plain words", async () => {
    const onlyText = createOntology(ownTypes.filter(({ name }) => name === "subtitle-extraction"));
    const reply = await plannedBy({
      ...requestOf({ text: "summarize talk.mp4", files: ["talk.mp4"] }),
      ontology: onlyText,
    });
    expect(notesOf(reply)).toContain(
      "subtitle-extraction comes first: summarization takes text, and talk.mp4 is video.",
    );
  });

  it("works in a chain with others", async () => {
    const onlySound = createOntology(ownTypes.filter(({ name }) => name === "sound-of-video"));
    const reply = await plannedBy({
      ...requestOf({ text: "summarize talk.mp4", files: ["talk.mp4"] }),
      ontology: onlySound,
    });
    expect(outcomeOf(reply, onlySound)).toEqual(["summarization(asr(sound-of-video(talk.mp4)))"]);
    expect(notesOf(reply)).toContain("sound-of-video comes first");
  });
});
