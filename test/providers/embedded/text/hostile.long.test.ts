import { describe, expect, it } from "vitest";
import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { loadSentenceEncoder } from "../../../../src/planning/embedded/rank/stored-sentences.ts";
import { answerQuestion } from "../../../../src/providers/embedded/text/answer-question.ts";
import { MAX_TEXT_CHARS } from "../../../../src/providers/embedded/text/input.ts";
import { likeness } from "../../../../src/providers/embedded/text/similarity.ts";
import { summarize } from "../../../../src/providers/embedded/text/summarize.ts";
import type { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import { identifyLanguage } from "../../../../src/words/identify-language.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";

const unbounded = {
  sentences: loadSentenceEncoder,
  reader: loadReader,
  vectors: loadWordVectors,
  work: { admit: () => undefined, spend: async () => undefined } as unknown as WorkBudget,
};
const by = { reader: await loadReader(), work: unbounded.work };
const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe("as much as an expert takes of", () => {
  it.each(["a-", "a ", "$1 sent ", "Acme Ltd ", "a: ", "1,1\n", "("])("%j goes through every method", async (unit) => {
    const text = `x ${repeated(unit, MAX_TEXT_CHARS - 4)} y`;
    expect((await answerQuestion("Who sent it and how much has to be paid?", text, by)).score).toBeLessThanOrEqual(1);
    expect((await summarize(text, null, unbounded)).length).toBeLessThan(1_000);
    expect(likeness(text, "two dogs", 0.3)).toBeLessThan(0.5);
    expect(identifyLanguage(text).length).toBeLessThanOrEqual(5);
  });
});
