import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Kind } from "../../../src/domain/kinds.ts";
import { noteInWords } from "../../../src/domain/plan.ts";
import type { PlanReply, PlanRequest } from "../../../src/planning/controller.ts";
import { MAX_EMBEDDED_TASKS } from "../../../src/planning/embedded/bind/plan-builder.ts";
import { embeddedController } from "../../../src/planning/embedded/standalone.ts";
import { checkPlan } from "../../../src/planning/proof/check.ts";
import { readPlan } from "../../../src/planning/wire/read-plan.ts";
import { writePlan } from "../../../src/planning/wire/write-plan.ts";
import { resource } from "../resources.ts";
import { ontology } from "./case.ts";
import { PAPERS } from "./papers.ts";
import { REQUESTS } from "./requests.ts";
import { PLAN_WORDINGS } from "./wordings.ts";

const FILES = [
  "photo.jpg",
  "invoice.png",
  "talk.wav",
  "clip.mp4",
  "scan.pdf",
  "notes.txt",
  "english.txt",
  "sales.csv",
  "a.jpg",
  "b.jpg",
] as const;
const KINDS: readonly Kind[] = ["image/canny", "image/pose", "image/depth", "text", "data"];

/** Pieces of real requests, put together at random: sentences that nobody planned for, of words that all mean something. */
const PIECES = [...PAPERS, ...PLAN_WORDINGS, ...REQUESTS]
  .flatMap(({ text }) => text.split(/(?<=[,.?!]) | and | then /))
  .filter((piece) => piece !== "");
const JUNK = [
  "'",
  '"',
  "[",
  "]",
  "(",
  "`",
  "```",
  ":",
  "\n\n",
  "\u202e",
  "\u0000",
  "@image",
  "@quote",
  "<resource>-0",
  "http://",
  ".",
  "…",
  "A: ",
  "question: ",
  "it",
  "these",
  "in Spanish",
  "how many",
  "by when",
];

const words = fc.oneof(
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
        fc.constantFrom(...FILES),
        fc.constantFrom(...JUNK),
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join(" ")),
  fc
    .array(fc.oneof(fc.constantFrom(...JUNK), fc.string({ unit: "binary" })), { maxLength: 20 })
    .map((pieces) => pieces.join("")),
);
const files = fc.oneof(
  fc.subarray([...FILES]).map((names) => names.map((name) => resource(name))),
  fc
    .uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 12, unit: "binary" }), fc.constantFrom(...KINDS)), {
      maxLength: 4,
      selector: ([name]) => name,
    })
    .map((all) => all.map(([name, kind]) => resource(name, kind))),
);
const requests: fc.Arbitrary<Omit<PlanRequest, "ontology">> = fc.record({
  text: words,
  attached: files,
  log: fc.array(
    fc.record({ role: fc.constantFrom("user" as const, "assistant" as const), text: words, resources: files }),
    { maxLength: 3 },
  ),
});

function expectSound(request: PlanRequest, reply: PlanReply): void {
  if (reply.as === "written") throw new Error("The embedded controller writes no JSON");
  if (reply.as !== "plan") {
    expect(reply.text).not.toBe("");
    return;
  }
  const context = { resources: [...request.attached, ...request.log.flatMap((turn) => turn.resources)], ontology };
  expect(checkPlan(reply.plan, context)).toEqual([]);
  expect(reply.plan.tasks.length).toBeGreaterThan(0);
  expect(reply.plan.tasks.length).toBeLessThanOrEqual(MAX_EMBEDDED_TASKS);
  expect(readPlan(writePlan(reply.plan, ontology), context)).toEqual({ ok: true, value: reply.plan });
}

/** 100 KB of each: what would be slow in a reader that looks back, or back again. */
const SIZE = 100_000;
const filled = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
const HUGE: readonly (readonly [what: string, text: string])[] = [
  ["single quotes", filled("'")],
  ["opening quotes", filled(" '")],
  ["words in quotes", filled("'a' ")],
  ["double quotes that never close", `${filled("“")}`],
  ["opening brackets", filled("[")],
  ["opening brackets and one that closes", `${filled("[")}]`],
  ["bracketed words", filled("[a] ")],
  ["backticks", filled("`")],
  ["colons", filled(": ")],
  ["fields", filled("text: question: ")],
  ["blank lines", filled("\n")],
  ["spaces", filled(" ")],
  ["marks that turn the writing", filled("\u202e\u2066")],
  ["no space at all", filled("a")],
  ["dots", filled(".a")],
  ["addresses", filled("http://a ")],
  ["half addresses", filled("https://")],
  ["file names", filled("a.png ")],
  ["known file names", filled("photo.jpg ")],
  ["questions", filled("who is it? ")],
  ["orders", filled("blur it, then ")],
  ["verbs of making", filled("generate create make ")],
  ["turning into", filled("turn it into a to in ")],
  ["after and after", filled("paint after painting ")],
  ["labels", filled("as a or b, c or ")],
  ["mentions", filled("the second photo of the first image ")],
  ["masks", filled("@image @quote ")],
  ["commas", filled("a, ")],
  ["lines with commas", filled("a, b, c\n")],
  ["a list with commas", filled("- item one, two of it\n")],
  [
    "a word for each task",
    filled(
      "summarise translate transcribe caption count segment canny depth pose similar language sentiment entities aloud ",
    ),
  ],
  ["one long word with an ending", `transcribe ${filled("ab-")}ing`],
];

describe("the embedded controller, given anything", () => {
  it("never throws, plans alike every time, and every plan is sound, bounded, and read back as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (made) => {
        const request = { ...made, ontology };
        const reply = await embeddedController.plan(request);
        expectSound(request, reply);
        expect(await embeddedController.plan(request)).toEqual(reply);
      }),
      { numRuns: 50 },
    );
  });

  it.each(HUGE)("gets through 100 KB of %s", async (_, text) => {
    const request: PlanRequest = { text, attached: [resource("photo.jpg"), resource("notes.txt")], log: [], ontology };
    expectSound(request, await embeddedController.plan(request));
  });

  it.each([
    ["titles", filled("**A (a.jpg):** b\n")],
    ["lines of one result", `**Summary:** a\n${filled("b\n")}`],
    ["spaces in one result", `**Summary:** a\n${filled(" \n")}`],
    ["brackets", filled("**[(")],
    ["words", filled("the photo of the sales ")],
  ])("gets through a conversation with 100 KB of %s in each turn, and many files", async (_, text) => {
    const resources = Array.from({ length: 500 }, (_file, index) => resource(`photo ${index} of sales.jpg`));
    const log = [
      { role: "user", text, resources },
      { role: "assistant", text, resources },
      { role: "user", text: "what are the sales in Oslo?", resources: [] },
    ] as const;
    for (const said of ["and in Rome?", "who painted the photo?"]) {
      const request: PlanRequest = { text: said, attached: [], log, ontology };
      expectSound(request, await embeddedController.plan(request));
    }
  });

  it("cuts a plan at its limit and says so", async () => {
    const attached = Array.from({ length: 100 }, (_, index) => resource(`photo${index}.jpg`));
    const reply = await embeddedController.plan({ text: "Describe each of these photos", attached, log: [], ontology });
    expect(reply).toMatchObject({ as: "plan", plan: { tasks: { length: MAX_EMBEDDED_TASKS } } });
    expect(reply.as === "plan" ? reply.notes.map(noteInWords).join(" ") : "").toContain("Left out: all beyond");
  });

  it("reads the instruction beside a text of 100 KB, and passes the whole text on", async () => {
    const story = filled("The river rose in the night. ");
    const reply = await embeddedController.plan({
      text: `Please summarize this:\n\n${story}`,
      attached: [],
      log: [],
      ontology,
    });
    expect(reply.as === "plan" ? reply.plan.tasks : []).toEqual([
      { id: 0, type: "summarization", args: { text: { from: "literal", value: story.trim() } } },
    ]);
  });
});
