import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_READ_CHARS, readConstraints } from "../../../../src/planning/embedded/constraints/index.ts";

const squeezed = (request: string): string => readConstraints(request).rest.replaceAll(/\s+/g, " ").trim();

describe("a clause about what is worked on, or who has it done", () => {
  it.each<[string, object]>([
    ["Describe a.jpg. My photos must not leave this machine", { constraints: { provider: {} } }],
    ["Describe a.jpg. The image must not leave my computer", { constraints: { provider: {} } }],
    ["Summarize a.txt. The summary must cost at most 5 cents", { budget: { usd: 0.05 } }],
    ["Translate a.txt into French. The translation must not cost more than $1", { budget: { usd: 1 } }],
  ])("restricts as any other: %s", (request, reading) => {
    expect(readConstraints(request)).toMatchObject(reading);
  });

  it("is told apart from what a story tells", () => {
    const { constraints, budget } = readConstraints("Write a tale. The hero never pays a cent");
    expect({ constraints, budget }).toEqual({ constraints: {}, budget: {} });
  });
});

describe("what is left of a request", () => {
  it.each([
    ["Transcribe talk.wav with only Apache-licensed models.", "Transcribe talk.wav ."],
    ["using models released under BSD-3-Clause only, describe beach.jpg", "describe beach.jpg"],
    ["Use only MIT models and transcribe a.wav", "transcribe a.wav"],
    ["Transcribe a.wav and use only MIT models", "Transcribe a.wav"],
    ["Caption dogs.jpg. Use free models only.", "Caption dogs.jpg."],
    ["Summarise it with a model that isn't bigger than 1B", "Summarise it"],
    ["Segment room.jpg with the best model according to ADE20K", "Segment room.jpg"],
    ["describe dogs.jpg (<3B model)", "describe dogs.jpg"],
    ["Transcribe talk.wav for under 10 cents and within 30 seconds", "Transcribe talk.wav"],
    ["What is on castle.png? In German, please.", "What is on castle.png?"],
    ["What is on castle.png? Réponds en français, s'il te plaît.", "What is on castle.png?"],
    ["caption dogs.jpg, MIT or Apache 2.0 licence please", "caption dogs.jpg"],
    ["Transcribe talk.wav with the smallest Apache-2.0 model.", "Transcribe talk.wav ."],
    ["find the names in letter.txt, needs to be a German-language model", "find the names in letter.txt"],
    [
      "Use the model with the lowest WER on librispeech for the transcription of talk.wav",
      "the transcription of talk.wav",
    ],
    [
      "Translate letter.txt into French without OpenAI, then read it aloud",
      "Translate letter.txt into French , then read it aloud",
    ],
    ["Use whisper-large-v2 for the transcription of talk.wav", "the transcription of talk.wav"],
    ["Caption dogs.jpg, but don't use BLIP-2.", "Caption dogs.jpg ."],
    ["Draw a fox with ungated models, at most 2 cents per image", "Draw a fox"],
    ["latency under 500 ms please, caption dogs.jpg", "caption dogs.jpg"],
    ["Segment room.jpg with a model of at least 50 mIoU on ADE20K", "Segment room.jpg"],
    ["Transcribe talk.wav with a local model, MIT or Apache.", "Transcribe talk.wav ."],
    ["Use the cheapest model on Hugging Face to caption dogs.jpg", "caption dogs.jpg"],
    ["Draw a fox under $0.01 per image and Apache licence.", "Draw a fox ."],
  ])("is the wish without the constraint: %s", (request, rest) => {
    expect(squeezed(request)).toBe(rest);
  });

  it("keeps every other character where it was", () => {
    const request = "Summarise “no GPL” in\nnotes.txt,  using the smallest model";
    const { rest } = readConstraints(request);
    expect(rest).toBe("Summarise “no GPL” in\nnotes.txt".padEnd(request.length));
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

  it("may be followed by a constraint", () => {
    expect(readConstraints('Translate "no GPL" into French with MIT-licensed models').constraints).toEqual({
      licence: { allow: ["MIT"] },
    });
  });
});

describe("a last paragraph after a passage", () => {
  const TEXTS = {
    short: "The bees dance. They do so at noon.",
    long: "The bees dance at noon, and nobody knows why they do. ".repeat(20).trim(),
    "of three paragraphs": "The bees dance.\n\nThey do so at noon.\n\nNobody knows why.",
  };
  const ASKED = [
    ["Only use models under MIT.", { licence: { allow: ["MIT"] } }],
    ["Please only use models under MIT, thanks.", { licence: { allow: ["MIT"] } }],
    ["Within 30 seconds.", {}],
    ["Avoid our/sum.", { model: { deny: ["our/sum"] } }],
    ["Only use models under MIT.\n\nDon't use whisper.", { licence: { allow: ["MIT"] }, model: { deny: ["whisper"] } }],
  ] as const;

  describe.each(Object.entries(TEXTS))("that is %s", (_length, text) => {
    it.each(ASKED)("is the requester's own, if it restricts and does nothing else: %j", (last, constraints) => {
      for (const lead of ["Summarize this text:", "Translate this into French:", "What is this text about? Text:"]) {
        const request = `${lead}\n\n${text}\n\n${last}`;
        const read = readConstraints(request);
        expect(read.constraints).toEqual(constraints);
        expect(read.rest.trimEnd()).toBe(`${lead}\n\n${text}`);
      }
    });
  });

  it("is read where lines end as on Windows", () => {
    const request = "Summarize this text:\r\n\r\nThe bees dance.\r\n\r\nOnly use models under MIT.";
    expect(readConstraints(request).constraints).toEqual({ licence: { allow: ["MIT"] } });
  });

  it.each([
    "Summarize this text:\n\nThe bees dance. Only use models under MIT. They do so at noon.",
    "Summarize this text:\n\nThe bees dance at noon. Only use models under MIT.",
    "Summarize this text:\n\nThe bees dance at noon.\nOnly use models under MIT.",
    "Summarize this text:\n\nThe bees dance.\n\nOnly use models under MIT.\n\nThey do so at noon.",
    "Summarize this text:\n\nOnly use models under MIT.",
    "Summarize this text:\n\nThe bees dance.\n\nOnly use models under MIT, says the beekeeper, and she is right.",
    "Summarize this text:\n\nThe bees dance.\n\nThey asked: only use models under MIT.",
    "Translate to German: The bees dance. Only use models under MIT.",
  ])("is not looked for inside of one: %j", (request) => {
    expect(readConstraints(request)).toEqual({ constraints: {}, budget: {}, rest: request, unread: [] });
  });
});

describe("a hostile request", () => {
  const LONG = 100_000;
  it.each([
    "use only ",
    "no ",
    "1,",
    " ",
    "MIT, ",
    "models that are licensed under the ",
    '"',
    "[",
    "under 10 ",
    "in German ",
    "best on common voice ",
    "never send my data to ",
    "between 1b and ",
    "the highest ",
    "aa/",
    "\n",
    "don't use any of the ",
    "use whisper-",
    "with whisper, ",
    "facebook/",
    "@cf/a-1/",
    "use the model ",
    "at least 80 ",
    "an mAP of 40 ",
    "models under $1 per ",
    "with models that answer in ",
    "models that are ",
    "summarize this text:\n\nbees\n\nonly use models under MIT\n\n",
    "text: a\n\nonly models ",
    "avoid our/",
    "use our/sum. ",
    "the cheapest ",
    "cheapest open model, ",
    "use a mit model ",
    "with a google model or ",
  ])("is read in bounded work: %j over and over", (bit) => {
    const request = bit.repeat(LONG / bit.length);
    expect(readConstraints(request).rest).toHaveLength(request.length);
  });

  it("is read up to a stated length", () => {
    const request = (chars: number) => `${"la ".repeat(chars / 3)}. Use only MIT-licensed models.`;
    expect(readConstraints(request(MAX_READ_CHARS - 100)).constraints).toEqual({ licence: { allow: ["MIT"] } });
    expect(readConstraints(request(MAX_READ_CHARS + 100))).toMatchObject({ constraints: {}, budget: {} });
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
        (parts) => {
          const request = parts.join(" ");
          const { rest } = readConstraints(request);
          expect(rest).toHaveLength(request.length);
          expect([...rest].length > 0 || request === "").toBe(true);
          for (let at = 0; at < rest.length; at++) if (rest[at] !== " ") expect(rest[at]).toBe(request[at]);
        },
      ),
    );
  });
});
