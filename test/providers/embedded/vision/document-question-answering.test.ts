import { describe, expect, it } from "vitest";
import { callExpert, dataOf, textOf } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";

const ask = async (name: string, question: string) =>
  callExpert("document-question-answering", { document: await fixture(name), question });

describe("a question about a document is answered in its words", () => {
  const cases: readonly (readonly [document: string, question: string, answer: RegExp])[] = [
    [
      "invoice.png",
      "Which company sent the invoice and what is the total due?",
      /Northwind Paper(?: Company)?; \$538\.80/,
    ],
    ["agreement.pdf", "How much is the monthly rent?", /\$1,250/],
    ["agreement.pdf", "Who is the tenant?", /Samuel Okoye/],
    ["note-turned-90.png", "How much does a ticket for two cost?", /\$18\.50/],
  ];
  for (const [document, question, answer] of cases) {
    it(`${document}: ${question}`, async () => {
      const result = await ask(document, question);
      expect(textOf(result, "answer")).toMatch(answer);
      expect(dataOf(result, "evidence")).toMatchObject({
        answer: expect.stringMatching(answer),
        score: expect.any(Number),
        sentence: expect.any(String),
      });
    });
  }

  it("a document without text does not say", async () => {
    const result = await ask("decode/rgb8.png", "Who sent it?");
    expect(textOf(result, "answer")).toBe("The text does not say.");
    expect(dataOf(result, "evidence")).toEqual({ answer: null, score: 0, passages: [] });
  });
});
