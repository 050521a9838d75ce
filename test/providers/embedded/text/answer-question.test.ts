import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerQuestion as answerBy } from "../../../../src/providers/embedded/text/answer-question.ts";
import { splitQuestions } from "../../../../src/providers/embedded/text/answers/split-questions.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";
import { DOCUMENTS } from "../../../fixtures/text/documents.ts";

const vectors = await loadWordVectors();
const answerQuestion = (question: string, context: string) => answerBy(question, context, vectors);

describe("several questions in one", () => {
  it.each([
    ["who sent it, what has to be paid and by when", ["who sent it", "what has to be paid", "by when has to be paid"]],
    ["Who wrote it? When?", ["Who wrote it", "When wrote it"]],
    ["when and where was she born?", ["when was she born", "where was she born"]],
    ["Who are the sender and the receiver?", ["Who are the sender and the receiver"]],
    ["What is the price?", ["What is the price"]],
  ])("%j are %j", (text, parts) => {
    expect(splitQuestions(text)).toEqual(parts);
  });

  it("are answered one by one", () => {
    const found = answerQuestion("tell me who sent it, what has to be paid and by when", DOCUMENTS.toolInvoice);
    expect(found?.answer).toBe("Harrow & Finch Tools Ltd; £363.00; 2 April 2026");
    expect(found?.sentence.split("\n")).toHaveLength(3);
  });

  it("say which of them has no answer", () => {
    const found = answerQuestion("What is the invoice number and who is the captain?", DOCUMENTS.toolInvoice);
    expect(found?.answer).toBe("HF-20871; not found in the text: who is the captain");
    expect(found?.score).toBeLessThan(0.5);
  });
});

describe("a paper as OCR gives it", () => {
  it("with columns run together keeps the parties apart", () => {
    const context =
      "INVOICE\nFROM BILL TO\nBlue Mesa LLC Harbor Bank Inc\nInvoice # 77\nIssued 2026-03-01\nTotal due $5.00";
    expect(answerQuestion("Who sent it?", context)?.answer).toBe("Blue Mesa LLC");
    expect(answerQuestion("Who is it to?", context)?.answer).toBe("Harbor Bank Inc");
  });

  it("with labels above their values finds each under its own", () => {
    const context = "Ace Repairs\nInvoice No. Date Due Date\nRF-5530 04/11/2026 04/25/2026\nTotal $10.00";
    expect(answerQuestion("By when must it be paid?", context)?.answer).toBe("04/25/2026");
    expect(answerQuestion("What is the date of the invoice?", context)?.answer).toBe("04/11/2026");
    expect(answerQuestion("What is the invoice number?", context)?.answer).toBe("RF-5530");
  });

  it("does not give the subtotal for the sum to pay, nor the day of issue for the due date", () => {
    const context = "Ace Repairs\nDate: 1 May 2026\nSubtotal: $80.00\nTax: $20.00\nTotal: $100.00\nThank you";
    expect(answerQuestion("What has to be paid?", context)?.answer).toBe("$100.00");
    expect(answerQuestion("What is the due date?", context)).toBeNull();
  });
});

describe("a question about an invoice", () => {
  it.each([
    ["what do I owe", "£363.00"],
    ["how much money do I need to send them?", "£363.00"],
    ["please tell me the total", "£363.00"],
    ["when do I have to pay this", "2 April 2026"],
    ["To whom do I pay?", "Harrow & Finch Tools Ltd"],
    ["sender", "Harrow & Finch Tools Ltd"],
    ["What is the sort code?", "20-45-77"],
    ["What's the customer number", "55120"],
    ["How much is one hand plane?", "£85.00"],
    ["How much are the hand planes?", "£170.00"],
    ["Who issued the passport?", null],
    ["Who sent the parcel to Napoleon?", null],
    ["Is VAT included?", null],
    ["What is this about?", null],
  ])("%j is answered by %j", (question, answer) => {
    expect(answerQuestion(question, DOCUMENTS.toolInvoice)?.answer ?? null).toBe(answer);
  });
});

describe("a question in other words than the text's", () => {
  const contract = [
    "3. Fees. The Buyer pays 3,400 EUR a month.",
    "4. Termination. Either party may end this agreement with 90 days' written notice.",
    "5. Governing law. The laws of Ireland apply; the courts of Dublin have jurisdiction.",
  ].join("\n");

  it.each([
    ["What is the monthly fee?", "3,400 EUR"],
    ["how long is the notice period", "90 days"],
    ["Which law governs it?", "5. Governing law. The laws of Ireland apply; the courts of Dublin have jurisdiction."],
    ["What is the late payment penalty?", null],
    ["Who is the broker?", null],
    ["How many licences are included?", null],
  ])("%j is answered by %j", (question, answer) => {
    expect(answerQuestion(question, contract)?.answer ?? null).toBe(answer);
  });
});

describe("a list, a setting, a section", () => {
  it.each([
    ["flight number?", "- Flight: TP1359\n- Hotel: Casa Azul, 3 nights, €420", "TP1359"],
    ["and the hotel price", "- Flight: TP1359\n- Hotel: Casa Azul, 3 nights, €420", "€420"],
    ["how many replicas?", '{"name":"demo","deploy":{"replicas":3,"ports":[80,443]}}', "3"],
    ["which ports?", '{"name":"demo","deploy":{"replicas":3,"ports":[80,443]}}', "80, 443"],
    ["what is the pool size", '{"db":{"poolSize":20,"host":"a.internal"}}', "20"],
    ["how many users?", '{"db":{"poolSize":20,"host":"a.internal"}}', null],
    [
      "how long is the warranty?",
      "Power cable\nIt is made of copper.\n\nWarranty\nThe maker stands behind it for three years.",
      "three years",
    ],
    [
      "when is the interview?",
      "We invite you to an interview on 14 May 2026, at 10:30 a.m. in our office.",
      "14 May 2026, at 10:30 a.m.",
    ],
    ["how often is it cleaned?", "The filter has to be cleaned every two weeks by hand.", "every two weeks"],
  ])("%j of %j is %j", (question, text, answer) => {
    expect(answerQuestion(question, text)?.answer ?? null).toBe(answer);
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
    "who",
    "Which bank?",
    "How long does it take?",
    "What is the name of the owner?",
    "How old is she?",
  );
  const context = fc
    .array(
      fc.constantFrom(
        ...Object.values(DOCUMENTS).flatMap((text) => text.split("\n")),
        "",
        ":",
        "To:",
        "Total",
        "👍",
        "a: b: c:",
      ),
      { maxLength: 25 },
    )
    .map((lines) => lines.join("\n"));

  it("is always in the words of the text, and its score between 0 and 1", () => {
    fc.assert(
      fc.property(questions, context, (question, text) => {
        const found = answerQuestion(question, text);
        if (found === null) return;
        expect(text.replace(/\s+/g, " ")).toContain(found.answer);
        expect(found.sentence).not.toBe("");
        expect(found.score).toBeGreaterThan(0);
        expect(found.score).toBeLessThanOrEqual(1);
      }),
      { numRuns: 250 },
    );
  });

  it("is none when the text never mentions who or what is asked about", () => {
    expect(answerQuestion("How tall is the Tokyo Tower?", DOCUMENTS.eiffelTower)).toBeNull();
    expect(answerQuestion("Who discovered insulin?", DOCUMENTS.penicillin)).toBeNull();
    expect(answerQuestion("What is the capital of Portugal?", DOCUMENTS.goldenGate)).toBeNull();
  });
});
