import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraintReader, MAX_UNREAD } from "../../../../src/planning/embedded/constraints/index.ts";
import { loadConstraintReader } from "../../../../src/planning/embedded/constraints/stored.ts";
import { TAGS } from "../../../../src/planning/embedded/constraints/tags.ts";
import { readMarked } from "./marked.ts";

const readConstraints = await loadConstraintReader();

const squeezed = (request: string): string => readMarked(request).reading.rest.replaceAll(/\s+/g, " ").trim();

describe("what is left of a request", () => {
  it.each([
    ["Transcribe talk.wav {licence+: with only Apache-licensed models}.", "Transcribe talk.wav ."],
    ["{licence+: using models released under BSD-3-Clause only}, describe beach.jpg", "describe beach.jpg"],
    ["{licence+: Use only MIT models} and transcribe a.wav", "transcribe a.wav"],
    ["Transcribe a.wav and {licence+: use only MIT models}", "Transcribe a.wav"],
    ["Caption dogs.jpg. {free: Use free models only}.", "Caption dogs.jpg."],
    ["describe dogs.jpg ({size<: <3B model})", "describe dogs.jpg"],
    ["Transcribe talk.wav {usd: for under 10 cents} {time: and within 30 seconds}", "Transcribe talk.wav"],
    ["Find names in letter.txt {language: with a model that knows German}", "Find names in letter.txt"],
    ["caption dogs.jpg, {licence+: MIT or Apache 2.0 licence} please", "caption dogs.jpg"],
    [
      "Translate letter.txt into French {provider-: without OpenAI}, then read it aloud",
      "Translate letter.txt into French , then read it aloud",
    ],
    ["Caption dogs.jpg, but {model-: don't use [BLIP-2]}.", "Caption dogs.jpg ."],
    ["Draw a fox {ungated: with ungated models}, {price: at most 2 cents per image}", "Draw a fox"],
    ["{latency: latency under 500 ms} please, caption dogs.jpg", "caption dogs.jpg"],
  ])("is the wish without the constraint: %s", (request, rest) => {
    expect(squeezed(request)).toBe(rest);
  });

  it("holds the language of an answer, as that is a step as well", () => {
    const { text, reading } = readMarked("What is on castle.png? {language: In German}, please.");
    expect(reading).toMatchObject({ constraints: { language: "de" }, rest: text });
  });

  it("keeps every other character where it was", () => {
    const { text, reading } = readMarked("Summarise “no GPL” in\nnotes.txt,  {smallest: using the smallest model}");
    expect(reading.rest).toBe("Summarise “no GPL” in\nnotes.txt".padEnd(text.length));
  });
});

describe("material", () => {
  it.each([
    'Translate "only use MIT models, under 10 cents" into French',
    "Say 'answer in German' and 'use the smallest model'",
    "Translate to French: Use only Apache-licensed models for free.",
    "Summarise the text below.\n\nText: We use models under 3B parameters, without OpenAI, within 30 seconds.",
    "Translate 'use openai/whisper-large-v2, nothing gated, at most 2 cents per image' into German",
    "Summarise https://example.net/openai/whisper-large-v2 and whisper-large-v2.pdf",
    "Explain this: ```use(only.MIT.models) // for free```",
    `What is this about?\n\n${"We only use models under the MIT licence, for free. ".repeat(8)}`,
  ])("is never read: %s", (request) => {
    expect(readConstraints(request)).toEqual({ constraints: {}, budget: {}, rest: request, unread: [] });
  });
});

describe("a last paragraph after a passage", () => {
  const TEXTS = {
    short: "The bees dance. They do so at noon.",
    long: "The bees dance at noon, and nobody knows why they do. ".repeat(20).trim(),
    "of three paragraphs": "The bees dance.\n\nThey do so at noon.\n\nNobody knows why.",
  };
  const ASKED = [
    ["{licence+: Only use models under MIT}.", { licence: { allow: ["MIT"] } }],
    ["Please {licence+: only use models under MIT}, thanks.", { licence: { allow: ["MIT"] } }],
    ["{time: Within 30 seconds}.", {}],
    ["{model-: Avoid [our/sum]}.", { model: { deny: ["our/sum"] } }],
    [
      "{licence+: Only use models under MIT}.\n\n{model-: Don't use [whisper]}.",
      { licence: { allow: ["MIT"] }, model: { deny: ["whisper"] } },
    ],
  ] as const;

  describe.each(Object.entries(TEXTS))("that is %s", (_length, text) => {
    it.each(ASKED)("is the requester's own, if it restricts and does nothing else: %j", (last, constraints) => {
      for (const lead of ["Summarize this text:", "Translate this into French:", "What is this text about? Text:"]) {
        const { reading } = readMarked(`${lead}\n\n${text}\n\n${last}`);
        expect(reading.constraints).toEqual(constraints);
        expect(reading.rest.trimEnd()).toBe(`${lead}\n\n${text}`);
      }
    });
  });

  it("is told where it was not understood", () => {
    const { reading } = readMarked("Summarize this text:\n\nBees dance.\n\n{doubt: Use the fastest model}.");
    expect(reading.unread).toEqual(["Use the fastest model"]);
  });

  it("is read where lines end as on Windows", () => {
    const { reading } = readMarked(
      "Summarize this text:\r\n\r\nThe bees dance.\r\n\r\n{licence+: Only use models under MIT}.",
    );
    expect(reading.constraints).toEqual({ licence: { allow: ["MIT"] } });
  });

  it.each([
    "Summarize this text:\n\nThe bees dance. {licence+: Only use models under MIT}. They do so at noon.",
    "Summarize this text:\n\nThe bees dance at noon. {licence+: Only use models under MIT}.",
    "Summarize this text:\n\nThe bees dance at noon.\n{licence+: Only use models under MIT}.",
    "Summarize this text:\n\nThe bees dance.\n\n{licence+: Only use models under MIT}.\n\nThey do so at noon.",
    "Summarize this text:\n\n{licence+: Only use models under MIT}.",
    "Summarize this text:\n\nThe bees dance.\n\n{licence+: Only use models under MIT}, says the beekeeper, and she is right.",
    "Translate to German: The bees dance. {licence+: Only use models under MIT}.",
  ])("is not looked for inside of one: %j", (request) => {
    const { text, reading } = readMarked(request);
    expect(reading).toEqual({ constraints: {}, budget: {}, rest: text, unread: [] });
  });
});

describe("what was not understood", () => {
  it("is told up to a stated number, each cut", () => {
    const { reading } = readMarked(
      Array.from({ length: 20 }, (_, at) => `{doubt: only models ${"very ".repeat(50)}old ${at}}`).join(". "),
    );
    expect(reading.unread).toHaveLength(MAX_UNREAD);
    for (const words of reading.unread) expect(words.length).toBeLessThanOrEqual(121);
  });
});

describe("a hostile request", () => {
  const LONG = 100_000;
  it.each([
    "use only ",
    "1,",
    " ",
    "\n",
    '"',
    "[",
    "@cf/a-1/",
    "models under $1 per ",
    "between 1b and ",
    "text: a\n\nonly models ",
    "summarize this text:\n\nbees\n\nonly use models under MIT\n\n",
    "cheapest open model, ",
  ])("is read in bounded work: %j over and over", (bit) => {
    const request = bit.repeat(LONG / bit.length);
    expect(readConstraints(request).rest).toHaveLength(request.length);
  });

  it("never throws, and only ever puts spaces", () => {
    const words = fc.constantFrom(
      ..."use only no MIT GPL models under 3B 10 cents for free in German best on COCO ¤ ¬ µ “ ’ ( ) , . \n 😀 İ don't leave my machine LLM calls seconds".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(words, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 40 }),
        fc.constantFrom(...TAGS),
        (parts, tag) => {
          const request = parts.join(" ");
          // Whatever the tagger says.
          const read = createConstraintReader((tokens) =>
            tokens.map((token, at) => ({ ...token, tag, probability: 1, isName: at % 3 === 1 })),
          );
          const { rest } = read(request);
          expect(rest).toHaveLength(request.length);
          for (let at = 0; at < rest.length; at++) if (rest[at] !== " ") expect(rest[at]).toBe(request[at]);
        },
      ),
    );
  });

  it.each(TAGS)("is read in bounded work where all of it restricts: %s", (tag) => {
    const read = createConstraintReader((tokens) =>
      tokens.map((token) => ({ ...token, tag, probability: 1, isName: true })),
    );
    for (const bit of ["1 cent per 1 million ", "MIT or ", "no more than two hundred and ", "a/b-", "best on x 1.5 "]) {
      const request = bit.repeat(LONG / bit.length);
      expect(read(request).rest).toHaveLength(request.length);
    }
  });
});
