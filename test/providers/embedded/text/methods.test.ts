import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { loadSentenceEncoder } from "../../../../src/planning/embedded/rank/stored-sentences.ts";
import { bm25, indexTerms } from "../../../../src/providers/embedded/text/bm25.ts";
import { tokens } from "../../../../src/providers/embedded/text/english.ts";
import { pieces } from "../../../../src/providers/embedded/text/pieces.ts";
import { withFigures } from "../../../../src/providers/embedded/text/quantities.ts";
import { sentences } from "../../../../src/providers/embedded/text/sentences.ts";
import { judge } from "../../../../src/providers/embedded/text/sentiment.ts";
import { likeness } from "../../../../src/providers/embedded/text/similarity.ts";
import { MAX_SUMMARY_CHARS, summarize } from "../../../../src/providers/embedded/text/summarize.ts";
import type { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import { identifyLanguage } from "../../../../src/words/identify-language.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";
import { DOCUMENTS } from "../../../fixtures/text/documents.ts";

const unbounded = {
  sentences: loadSentenceEncoder,
  reader: loadReader,
  vectors: loadWordVectors,
  work: { admit: () => undefined, spend: async () => undefined } as unknown as WorkBudget,
};
const summary = (text: string): Promise<string> => summarize(text, null, unbounded);

const lines = Object.values(DOCUMENTS).flatMap((text) => text.split("\n"));
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...lines, "", "👍 ok", "\t", "…"), { maxLength: 20 }).map((parts) => parts.join("\n")),
  fc.string({ unit: "binary", maxLength: 300 }),
);

describe("pieces", () => {
  it("put together are as long as the text, and hold no endless run", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 20, max: 400 }), (text, size) => {
        const cut = pieces(text, size);
        expect(cut.map((piece) => piece.text).join("")).toHaveLength(text.length);
        for (const piece of cut) {
          expect(piece.text.length).toBeLessThanOrEqual(size);
          if (!/\S{81}/.test(text)) expect(text.slice(piece.start, piece.start + piece.text.length)).toBe(piece.text);
        }
      }),
    );
    expect(pieces("x".repeat(500))[0]?.text.trim()).toBe("");
  });
});

describe("tokens and sentences", () => {
  it("point into the text, in order", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let end = 0;
        for (const token of tokens(text)) {
          expect(text.slice(token.start, token.end)).toBe(token.text);
          expect(token.start).toBeGreaterThanOrEqual(end);
          end = token.end;
        }
        end = 0;
        for (const sentence of sentences(text)) {
          expect(text.slice(sentence.start, sentence.end).replace(/\s/g, " ")).toBe(sentence.text);
          expect(sentence.start).toBeGreaterThanOrEqual(end);
          end = sentence.end;
        }
      }),
      { numRuns: 100 },
    );
  });

  it("read wrapped lines as one and abbreviations as no end", () => {
    const letter =
      "Dear Sir,\n\nWe met Dr. Smith of Acme Inc. yesterday, and he asked us to send you\nthis letter. Please reply.\n\nTotal: 5";
    expect(sentences(letter).map(({ text }) => text)).toEqual([
      "Dear Sir,",
      "We met Dr. Smith of Acme Inc. yesterday, and he asked us to send you this letter.",
      "Please reply.",
      "Total: 5",
    ]);
  });

  it.each([
    ["Hiermit kündigen wir die Wohnung zum 31. August 2026. Bitte antworten Sie uns bald.", 2],
    ["Der Umzug ist am 3. März und dann im 2. Stock. Die Kosten tragen wir.", 2],
    ["Please let us have your answer by 3. Mai 2026 at the latest. Thank you for all of it.", 2],
    ["Die neue Wohnung ist in der Lindenstraße 12. Klingeln Sie dort bitte, wenn Sie da sind.", 2],
    ["Die Gäste sind 31. Wir sind nur zu zweit.", 2],
    ["The group had 31. August was warm, and that is what we like.", 2],
    ["Das gilt z. B. Bäckern und u. a. Ärzten bzw. Apothekern als klar. Wir nicht.", 2],
    ["The bag weighs 5 kg. The box weighs more.", 2],
    ["1. Pricing: the Pro plan is to cost more. Tom is against it.", 2],
  ])("%j has %i sentences", (text, count) => {
    expect(sentences(text)).toHaveLength(count);
  });

  it("read a salutation as a line of its own, whatever follows it", () => {
    const letter = "Sehr geehrte Frau Weber,\nhiermit kündigen wir den Mietvertrag für die Wohnung in Köln.";
    expect(sentences(letter).map(({ prose }) => prose)).toEqual([false, true]);
  });
});

describe("BM25", () => {
  it("ranks a document with a rare word above one with a common word", () => {
    const index = indexTerms([
      ["the", "cat"],
      ["the", "dog"],
      ["the", "the"],
    ]);
    const scores = bm25(index, ["cat", "the"]);
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 0);
    expect(bm25(index, ["none"])).toEqual([0, 0, 0]);
  });
});

describe("a summary", () => {
  it("of one sentence is that sentence", async () => {
    expect(await summary("  The shop opens at nine.  ")).toBe("The shop opens at nine.");
  });

  it("of running text is some of its sentences, in their order", async () => {
    for (const document of ["eiffelTower", "goldenGate", "honeybee", "kilimanjaro"] as const) {
      const all = sentences(DOCUMENTS[document]).map(({ text }) => text);
      const said = await summary(DOCUMENTS[document]);
      const chosen = all.filter((sentence) => said.includes(sentence));
      expect(chosen.join(" ")).toBe(said);
      expect(chosen.length).toBeLessThan(all.length);
    }
  });

  it("of an invoice can be read aloud", async () => {
    expect(await summary(DOCUMENTS.toolInvoice)).toBe(
      "Invoice HF-20871 from Harrow & Finch Tools Ltd, dated 3 March 2026. The total is £363.00, due by 2 April 2026.",
    );
  });

  it("is never empty and never long", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        if (text.trim() === "") return;
        const said = await summary(text);
        expect(said.length).toBeLessThanOrEqual(MAX_SUMMARY_CHARS);
        expect(said).not.toBe("");
      }),
      { numRuns: 20 },
    );
  });
});

describe("likeness", () => {
  it("is symmetric, within 0 and 1, and 1 for a text and itself alone", () => {
    fc.assert(
      fc.property(anyText, anyText, fc.double({ min: -1, max: 1, noNaN: true }), (one, other, cosine) => {
        const score = likeness(one, other, cosine);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(one === other ? 1 : 0.99);
        expect(likeness(other, one, cosine)).toBe(score);
        expect(likeness(one, one, cosine)).toBe(1);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["I like the film.", "I do not like the film.", "I really like the film."],
    ["The drug is safe.", "The drug isn’t safe.", "The drug is very safe."],
    ["It leaves at 8:15.", "It leaves at 9:40.", "It leaves the station at 8:15."],
    ["two dogs", "three dogs", "a pair of dogs"],
  ])("of %j to %j is lower than to %j", (text, other, same) => {
    expect(likeness(text, other, 0.8)).toBeLessThan(likeness(text, same, 0.8) - 0.2);
  });

  it.each([
    ["a pair of dogs", "2 dogs"],
    ["the couple is happy", "2 is happy"],
    ["one dozen eggs", "1 12 eggs"],
    ["a score of men and the score of the game", "20 men and the score of the game"],
  ])("reads %j as %j", (text, figures) => {
    expect(withFigures(text.split(" ")).join(" ").replace("the 2", "2")).toBe(figures);
  });
});

describe("sentiment", () => {
  it("gives three shares of one", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const [judged] = await judge([text], unbounded);
        const shares: Readonly<Record<string, number>> = judged?.shares ?? {};
        expect(Object.keys(shares).sort()).toEqual(["negative", "neutral", "positive"]);
        expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    "Lovely soap, but the postage costs more than the soap.",
    "Good coffee, but it is much too dear.",
    "Fine bread, but the prices are a joke.",
    "I am so tired of the noise, it is the fourth night in a row.",
  ])("hears the complaint in %j", async (text) => {
    const [judged] = await judge([text], unbounded);
    expect(judged?.shares.negative).toBeGreaterThan(0.55);
  });
});

describe("language", () => {
  it("gives BCP 47 codes with English names, best first", () => {
    const guesses = identifyLanguage("Der Zug nach München fährt heute leider später ab.");
    expect(guesses[0]).toMatchObject({ label: "de", name: "German" });
    expect(guesses.every((guess, index) => guess.score <= (guesses[index - 1]?.score ?? 1))).toBe(true);
  });
});
