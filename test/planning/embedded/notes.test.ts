import { describe, expect, it } from "vitest";
import { noteInWords } from "../../../src/domain/plan.ts";
import { type Case, planned, requestOf } from "./case.ts";

async function notesOf(example: Case): Promise<readonly string[]> {
  const reply = await planned(requestOf(example));
  return reply.as === "plan" ? reply.notes.map(noteInWords) : [];
}

describe("the notes of a plan", () => {
  it.each([
    [{ text: "Is the English one positive or negative?", files: ["english.txt"] }, 'because of "'],
    [{ text: "Make a canny Photo of cat.jpg", files: ["cat.jpg"] }, 'because of "canny"'],
    [{ text: "Read the text in invoice.png", files: ["invoice.png"] }, 'because of "'],
  ])("to %j give the user's own words", async (example, said) => {
    expect((await notesOf(example)).join("\n")).toContain(said);
  });

  it.each([
    [
      { text: "Summarize notes.txt and book me a flight to Paris", files: ["notes.txt"] },
      "Left out: “book me a flight to Paris”",
    ],
    [
      { text: "Summarize notes.txt and delete photo.jpg from my phone", files: ["notes.txt", "photo.jpg"] },
      "Left out: “delete photo.jpg from my phone”",
    ],
  ])("to %j say what was left out", async (example, said) => {
    expect(await notesOf(example)).toContain(said);
  });

  it("say what was not weighed where there is another branch", async () => {
    const text = "if the tone is negative, who is it from, else translate it";
    expect((await notesOf({ text, files: ["a.txt"] })).join("\n")).toContain("was not weighed");
  });

  it.each([
    { text: "Hello there. Read the text in invoice.png. Thanks a lot for your help!", files: ["invoice.png"] },
    { text: "Good morning, summarize notes.txt please, and have a nice weekend", files: ["notes.txt"] },
    { text: "compare the invoice with the bill: which is more expensive?", files: ["invoice.png", "bill.png"] },
  ])("don't call what is said to be polite, or only leads to a question, left out: $text", async (example) => {
    const notes = await notesOf(example);
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.join("\n")).not.toContain("Left out");
  });

  it("give no words where none decided", async () => {
    const notes = await notesOf({ text: "Which month had the lowest sales?", files: ["sales.csv"] });
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.join("\n")).not.toContain('because of ""');
  });

  it("say that the end was not read beyond the words that are", async () => {
    const plain = "The weather was fine on that day and nothing else happened. ".repeat(40);
    const text = `Write a poem about the sea. ${plain}Book a flight to Oslo for Tuesday morning.`;
    expect((await notesOf({ text })).join("\n")).toContain("the end of a very long request");
  });
});

describe("an answer of the turn before", () => {
  const answered = "**Who sent it?** Acme_Ltd\n\nHow it was done:\n\n- question-answering: m (embedded)\n";
  it.each([
    ["Read it aloud", "text-to-speech", { text: { from: "literal", value: "Acme_Ltd" } }],
    ["Translate it into German", "translation", { text: { from: "literal", value: "Acme_Ltd" } }],
  ])("is what %j means, without how it was done", async (text, type, args) => {
    const log = [
      ["user", "Who sent it?"],
      ["assistant", answered],
    ] as const;
    expect(await planned(requestOf({ text, log }))).toMatchObject({
      as: "plan",
      plan: { tasks: [{ type, args }] },
    });
  });
});
