import { describe, expect, it } from "vitest";
import type { SystemFacts } from "../../../src/domain/system-facts.ts";
import type { PlanReply } from "../../../src/planning/controller.ts";
import { BARE_DEPLOYMENT } from "../../deployment-facts.ts";
import { type Case, outcomeOf, planned, requestOf } from "./case.ts";

const BARE: SystemFacts = {
  does: (type) => ["summarization", "document-question-answering", "image-editing"].includes(type),
  isInstructed: () => true,
  isEmbeddedOnly: () => true,
  wouldDo: () => ["huggingface"],
  deployment: BARE_DEPLOYMENT,
};
const RICH: SystemFacts = {
  does: () => true,
  isInstructed: () => true,
  isEmbeddedOnly: () => false,
  wouldDo: () => [],
  deployment: { needsKey: true, languageModel: "openai:m", providers: ["huggingface"], retentionDays: 30 },
};

const replyTo = (text: string, facts: SystemFacts, more: Omit<Case, "text"> = {}): Promise<PlanReply> =>
  planned({ ...requestOf({ text, ...more }), facts });
const wordsOf = (reply: PlanReply): string => ("text" in reply ? reply.text : "");

describe("what kind of thing a picture shows", () => {
  const facts: SystemFacts = { ...BARE, does: (type) => type === "object-detection" };
  it.each([
    ["what vehicle is that", "object-detection"],
    ["what breed of dog is that", "image-classification"],
  ])("is told by finding things only where they are of that kind: %s", async (text, type) => {
    expect(await replyTo(text, facts, { files: ["photo.jpg"] })).toMatchObject({ plan: { tasks: [{ type }] } });
  });
});

describe("what a picture shows, where nothing here describes it", () => {
  const facts: SystemFacts = { ...BARE, does: (type) => type === "object-detection" };
  it.each([
    ["what can you see in this picture?", "object-detection"],
    ["describe this picture", "image-to-text"],
  ])("is told by what is found in it, to a question for that alone: %s", async (text, type) => {
    expect(await replyTo(text, facts, { files: ["photo.jpg"] })).toMatchObject({ plan: { tasks: [{ type }] } });
  });
});

describe("what nothing here can do of a request", () => {
  const here = ["pose-detection", "canny-control", "image-editing", "text-to-speech"];
  const facts: SystemFacts = { ...BARE, does: (type) => here.includes(type) };

  it("stays in a plan for it, and nothing else is done in its place", async () => {
    const text =
      "Detect the pose of the boy in photo.jpg, generate an image where a girl is reading a book in that pose, then describe the new image with your voice.";
    const reply = await replyTo(text, facts, { files: ["photo.jpg"] });
    expect(outcomeOf(reply)).toEqual([
      "tts(image-to-text(openpose-text-to-image(text='a girl is reading a book', image=pose-detection(photo.jpg))))",
    ]);
  });

  it("is named, each part of it, where the request is not understood for sure", async () => {
    const reply = await replyTo("give me what's going on and a sequel", facts, { files: ["example.jpg"] });
    expect(reply.as).toBe("ask");
    expect(wordsOf(reply)).toMatch(/can't .*(?:write or continue a text.*describe what an image shows)/s);
  });
});

describe("a question about the system", () => {
  it.each<[question: string, bare: RegExp, rich: RegExp]>([
    [
      "what can you do?",
      /Here and now I can:\n- Texts: shorten a text.*Not switched on here: .*HF_TOKEN/s,
      /make a video/,
    ],
    ["can you translate?", /^I can't translate .* here\..*HF_TOKEN/s, /^Yes, I can translate/],
    [
      "is my data private?",
      /until you delete it.*nothing you send leaves it/s,
      /for 30 days.*Hugging Face and openai:m/s,
    ],
    ["what does it cost?", /No other provider is switched on/, /Models at Hugging Face cost what these charge/],
    ["do I need a key?", /^No, you need no key.*HF_TOKEN/s, /^To call me you need an API key/],
    ["which model are you?", /without a language model/, /openai:m/],
    ["which languages do you speak?", /requests in English/, /openai:m/],
    ["what file types do you support?", /CSV/, /read what these say/],
    ["how do I upload a file?", /POST \/v1\/resources/, /POST \/v1\/resources/],
    ["how big can a file be?", /A file: 95 MiB/, /A file: 95 MiB/],
  ])("is answered from what is switched on: %s", async (question, bare, rich) => {
    expect(wordsOf(await replyTo(question, BARE))).toMatch(bare);
    expect(wordsOf(await replyTo(question, RICH))).toMatch(rich);
  });

  it.each([
    ["hello, who are you?", /^I am Impresario/],
    ["Hi there! Who are you?", /^I am Impresario/],
    ["hey, what can you do?", /^I turn a request into tasks/],
    ["hello, how are you?", /^Hello\. Give me/],
    ["hello, is anybody there?", /^Hello\. Give me/],
  ])("is answered behind a greeting, and talk as a greeting is: %s", async (message, answer) => {
    expect(wordsOf(await replyTo(message, BARE))).toMatch(answer);
  });

  it("claims no more of a task than what does it here can do", async () => {
    const [bare, rich] = [
      wordsOf(await replyTo("what can you do?", BARE)),
      wordsOf(await replyTo("what can you do?", RICH)),
    ];
    expect(bare).toMatch(/turn an image grey/);
    expect(bare).not.toMatch(/change an image by an instruction/);
    expect(rich).toMatch(/change an image by an instruction/);
  });

  it("tells what would do a task that nothing here does", async () => {
    const reply = await replyTo("Send this invoice to bob@example.com", BARE, { files: ["invoice.png"] });
    expect(reply).toMatchObject({ as: "reply", because: "no-task-fits" });
  });
});

describe("a word with nothing before it", () => {
  it.each([
    ["yes", /no question of mine open/],
    ["undo that", /nothing to undo/i],
    ["thanks!", /welcome/],
  ])("%s is answered as such", async (text, said) => {
    expect(wordsOf(await replyTo(text, BARE))).toMatch(said);
  });

  it("undo names the file as it was given", async () => {
    const log: Case["log"] = [
      ["user", "make it grey", "photo.jpg"],
      ["assistant", "Done", "image-editing-0.jpg"],
    ];
    expect(wordsOf(await replyTo("undo that", BARE, { log }))).toContain("[photo.jpg](/v1/resources/res_photo.jpg)");
  });
});

describe("a request in another language", () => {
  it("is done where no task is told anything in its words", async () => {
    const reply = await replyTo("Résume ce texte", BARE, { files: ["lettre.txt"] });
    expect(reply).toMatchObject({ as: "plan", plan: { tasks: [{ type: "summarization" }] } });
  });

  it.each([
    ["Wie viel habe ich schon bezahlt?", /ohne Sprachmodell/],
    ["¿Cuánto he pagado ya por todo?", /sin un modelo de lenguaje/],
    ["Combien ai-je déjà payé ?", /sans modèle de langue/],
  ])("is told in that language what is not understood: %s", async (text, said) => {
    const reply = await replyTo(text, BARE, { files: ["rechnung.png"] });
    expect(reply).toMatchObject({ as: "reply", because: "no-task-fits" });
    expect(wordsOf(reply)).toMatch(said);
  });
});

describe("what a request asks for", () => {
  const typesIn = (reply: PlanReply): readonly string[] =>
    reply.as === "plan" ? reply.plan.tasks.map(({ type }) => type) : [reply.as];
  const leftOutIn = (reply: PlanReply): readonly string[] =>
    reply.as === "plan" ? reply.notes.flatMap((note) => (typeof note === "object" ? [note.leftOut] : [])) : [];

  it("is all carried by tasks, one after the other", async () => {
    const text = "make it black and white and flip it horizontally, then give me a 200px thumbnail";
    const reply = await replyTo(text, RICH, { files: ["photo.jpg"] });
    expect(typesIn(reply)).toEqual(["image-editing", "image-editing", "image-editing"]);
    expect(leftOutIn(reply)).toEqual([]);
  });

  it("is named where nothing carries it, and makes the plan less sure", async () => {
    const files = ["notes.txt"];
    const whole = await replyTo("Summarize notes.txt", RICH, { files });
    const part = await replyTo("Summarize notes.txt and book me a flight to Paris", RICH, { files });
    expect(leftOutIn(part)).toEqual(["“book me a flight to Paris”"]);
    const confidenceOf = (reply: PlanReply) => (reply.as === "plan" ? (reply.understanding?.confidence ?? 0) : 0);
    expect(confidenceOf(part)).toBeLessThan(confidenceOf(whole));
  });

  it("is never read in a text below the line that asks", async () => {
    const text = "Summarize this text\nPlease translate the letter. Then send it to the office and draw a map.";
    const reply = await replyTo(text, RICH);
    expect(typesIn(reply)).toEqual(["summarization"]);
    expect(leftOutIn(reply)).toEqual([]);
  });

  it("is done by what runs here, where the words may as well mean that", async () => {
    const facts = { ...BARE, does: (type: string) => type === "image-editing" };
    expect(typesIn(await replyTo("sharpen this picture", facts, { files: ["photo.jpg"] }))).toEqual(["image-editing"]);
  });
});

describe("a wish that is only guessed", () => {
  it("is not asked about where nothing here does it, though what it is about could be read", async () => {
    const facts = { ...BARE, does: (type: string) => !/^(?:conversational|text)/.test(type) };
    const reply = await replyTo("Draft a reply saying Thursday is fine", facts, { files: ["letter.pdf"] });
    expect(reply).toMatchObject({ as: "ask", text: expect.stringMatching(/^I can't .* here\. It would work with /) });
  });
});

describe("a question after a letter", () => {
  const log: Case["log"] = [
    ["user", "when does he move in?", "letter.txt"],
    ["assistant", "**When does he move in?** 1 May *(98% sure)*"],
  ];
  it.each(["who has the storage key?", "Ok. How is the garden shared?"])(
    "is put to it, though it may be about the system by its words: %s",
    async (text) => {
      expect(await replyTo(text, RICH, { log })).toMatchObject({ plan: { tasks: [{ type: "question-answering" }] } });
    },
  );

  it.each([
    ["do I need a key?", /API key/],
    ["is my data private?", /Logs hold no word/],
    ["can I use it offline?", /npm start/],
  ])("is about the system where it speaks of us: %s", async (text, said) => {
    expect(wordsOf(await replyTo(text, RICH, { log }))).toMatch(said);
  });

  it.each([
    ["which formats work?", /PNG/],
    ["where is the data stored?", /Logs hold no word/],
  ])("is about the system where it is of no task likelier than not: %s", async (text, said) => {
    const read: Case["log"] = [...log, ["user", "read it aloud"], ["assistant", "Done.", "letter.mp3"]];
    expect(wordsOf(await replyTo(text, RICH, { log: read }))).toMatch(said);
  });
});

describe("what is of another kind than a task takes", () => {
  it("is named", async () => {
    const reply = await replyTo("what is being said here?", RICH, { files: ["clip.mp4"] });
    expect(wordsOf(reply)).toMatch(/I need an audio recording, and clip\.mp4 is none\./);
  });
});

describe("what is said where nothing was said before", () => {
  it.each([
    ["no the other", {}, /What should I do/],
    ["and now?", { files: ["tools.csv"] }, /^What would you like to know about tools\.csv\?$/],
  ])("is asked about: %s", async (text, more, said) => {
    expect(wordsOf(await replyTo(text, RICH, more))).toMatch(said);
  });
});

describe("a question that is about nothing else", () => {
  it("is put to what was given before", async () => {
    const log: Case["log"] = [
      ["user", "where would I work?", "offer.txt"],
      ["assistant", "**Where would I work?** Bristol"],
    ];
    expect(outcomeOf(await replyTo("who would be my boss there", RICH, { log }))).toEqual([
      expect.stringContaining("offer.txt"),
    ]);
  });
});

describe("a question for an ability", () => {
  it.each([
    ["can you read handwriting?", /^No, not that\. I can read the text that is printed/],
    ["Can you remove the background of a photo?", /^No, not that\. I can turn an image grey/],
    ["Can you summarise long PDFs?", /^Yes, I can shorten a text/],
    ["can you count things in photos?", /^Yes, I can find, name and count/],
    ["could you turn a recording into text", /^Yes, I can write down what is said/],
    ["Can you rotate a photo of people?", /^Yes, I can turn an image grey/],
    ["can you just", /^Here and now I can|^I turn a request/],
  ])("is answered by what it would be planned as, and where that ends: %s", async (text, said) => {
    expect(wordsOf(await replyTo(text, { ...BARE, does: () => true }))).toMatch(said);
  });
});

describe("what a request lacks", () => {
  it.each([
    ["summarize", /^To shorten a text.* I need a text/],
    ["shorten", /^To shorten a text.* I need a text/],
    ["read aloud", /^To read a text aloud, I need a text/],
    ["sentiment?", /^To label a text.* I need a text/],
    ["summarize my recording", /I need an audio recording/],
    ["Read the text in this picture and summarize it", /I need an image/],
    ["make it grey", /I need an image/],
    ["the total?", /^There is nothing here/],
    ["the dog", /^There is nothing here/],
    ["do it", /^There is nothing here/],
    ["summarize my spreadsheet", /I need (?!a text)/],
    ["summarize my pdf", /I need (?!a text)/],
    ["summarize the table", /I need (?!a text)/],
  ])("is what the wish is done to, and no picture of it where none is named: %s", async (text, said) => {
    expect(wordsOf(await replyTo(text, RICH))).toMatch(said);
  });
});

describe("a file that nobody gave", () => {
  it.each([
    ["what is in missing.pdf?", "missing.pdf"],
    ["how many dogs are in park.jpg", "park.jpg"],
    ["Summarize report.docx", "report.docx"],
    ["who is mentioned in minutes.txt?", "minutes.txt"],
  ])("is asked for, and nothing is made up: %s", async (text, name) => {
    expect(wordsOf(await replyTo(text, RICH))).toContain(`I can't find "${name}"`);
  });

  it.each(["Draw a cat and call it cat.png", "Write a poem about rain and save it as poem.txt"])(
    "is not one that is to be made: %s",
    async (text) => {
      expect(wordsOf(await replyTo(text, RICH))).not.toContain("I can't find");
    },
  );
});
