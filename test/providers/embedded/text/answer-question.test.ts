import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { answerQuestion as answerBy, answerOutputs } from "../../../../src/providers/embedded/text/answer-question.ts";
import { splitQuestions } from "../../../../src/providers/embedded/text/questions/split-questions.ts";
import { DOCUMENTS } from "../../../fixtures/text/documents.ts";

const by = {
  reader: await loadReader(),
  work: { admit: () => undefined, spend: () => Promise.resolve() },
};
const answerQuestion = (question: string, context: string) => answerBy(question, context, by);

describe("several questions in one", () => {
  it.each([
    ["who sent it, what has to be paid and by when", ["who sent it", "what has to be paid", "by when has to be paid"]],
    ["Who wrote it? When?", ["Who wrote it", "When wrote it"]],
    ["when and where was she born?", ["when was she born", "where was she born"]],
    ["If we are late, what do we pay?", ["If we are late, what do we pay"]],
    ["in which month did we pay, and who was it?", ["in which month did we pay", "who was it"]],
    ["Who are the sender and the receiver?", ["Who are the sender and the receiver"]],
    ["What is the price?", ["What is the price"]],
    ["Total and date?", ["Total", "date"]],
    ["Total, due date and account number?", ["Total", "due date", "account number"]],
    ["Is salt, pepper and oil included, or bread?", ["Is salt, pepper and oil included, or bread"]],
  ])("%j are %j", (text, parts) => {
    expect(splitQuestions(text)).toEqual(parts);
  });

  it("are answered one by one", async () => {
    const found = await answerQuestion("what is the invoice number and what has to be paid", DOCUMENTS.toolInvoice);
    expect(found.answer).toBe("HF-20871; £363.00");
    expect(found.sentence?.split("\n")).toHaveLength(2);
  });

  it("say which of them has no answer", async () => {
    const found = await answerQuestion("What is the invoice number and who is the captain?", DOCUMENTS.toolInvoice);
    expect(found.answer).toBe("HF-20871; not found in the text: who is the captain");
    expect(found.score).toBeLessThan(0.5);
  });
});

describe("an answer", () => {
  const questions = fc.constantFrom(
    "Who sent it?",
    "What has to be paid?",
    "By when?",
    "How many people work there?",
    "Where is it?",
    "Why?",
    "How tall is the tower?",
    "What is the invoice number?",
    "",
    "?",
    "What did they buy?",
    "Is VAT included?",
  );
  const lines = Object.values(DOCUMENTS).flatMap((text) => text.split("\n"));
  const context = fc
    .array(fc.constantFrom(...lines, "", ":", "To:", "Total", "👍", "a: b: c:"), { maxLength: 25 })
    .map((chosen) => chosen.join("\n"));

  it("is in the words of the text, where its span says; else the nearest passages are", async () => {
    await fc.assert(
      fc.asyncProperty(questions, context, async (question, text) => {
        const { answer, score, sentence, span, passages } = await answerQuestion(question, text);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        const flat = (some: string): string => some.replace(/\s+/g, " ").trim();
        if (answer === null) {
          expect([sentence, span]).toEqual([undefined, undefined]);
          for (const passage of passages ?? []) expect(flat(text)).toContain(flat(passage.text));
          expect(passages?.length).toBeLessThanOrEqual(2);
        } else {
          expect(flat(text.slice(span?.start, span?.end))).toBe(flat(answer));
          expect(flat(text)).toContain(flat(sentence ?? "?"));
          expect(passages).toBeUndefined();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("that is missing is a sentence that says so, and the passages", async () => {
    const found = await answerQuestion("How many goals did Brazil score?", DOCUMENTS.toolInvoice);
    const { answer, evidence } = answerOutputs(found);
    const [first = "", ...passages] = answer?.as === "text" ? answer.text.split("\n") : [];
    expect(first).toBe("The text does not clearly say. What comes nearest:");
    expect(passages).toHaveLength(2);
    expect(evidence).toMatchObject({ as: "data", data: { answer: null, passages: [{}, {}] } });
  });

  it("of a text with nothing in it is that it does not say", async () => {
    const { answer, evidence } = answerOutputs(await answerQuestion("Who sent it?", ""));
    expect(answer).toEqual({ as: "text", text: "The text does not say." });
    expect(evidence).toEqual({ as: "data", data: { answer: null, score: 0, passages: [] } });
  });
});

describe("settings in JSON", () => {
  const settings = '{"name":"demo","deploy":{"replicas":3,"ports":[80,443]}}';

  it("are read as lines of a form, of which no span is told", async () => {
    const { answer, span } = await answerQuestion("how many replicas?", settings);
    expect([answer, span]).toEqual(["3", undefined]);
  });
});
