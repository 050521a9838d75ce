import { describe, expect, it } from "vitest";
import { DOCUMENTS } from "../../../fixtures/text/documents.ts";
import { TABLES } from "../../../fixtures/text/tables.ts";
import { callExpert } from "./calls.ts";

const ROUNDS = 21;
const LETTER = DOCUMENTS.reminderLetter;
const LONG = Object.values(DOCUMENTS).join("\n\n").repeat(3).slice(0, 20_000);

const CALLS = [
  ["token-classification", { text: LETTER }, { text: LONG }],
  ["text-classification", { text: LETTER }, { text: LONG }],
  ["language-identification", { text: LETTER }, { text: LONG }],
  ["summarization", { text: LETTER }, { text: LONG }],
  [
    "question-answering",
    { question: "What has to be paid?", context: LETTER },
    { question: "Who built the tower?", context: LONG },
  ],
  [
    "table-question-answering",
    { question: "Who earns the most?", table: TABLES.employees },
    { question: "Who has the highest age?", table: `name,age\n${"Anna,5\nBen,6\n".repeat(1_000)}` },
  ],
  [
    "sentence-similarity",
    { sentence: "two dogs", sentences: ["a pair of dogs"] },
    { sentence: LETTER, sentences: Array.from({ length: 20 }, () => LETTER) },
  ],
] as const;

/** The clock of workerd stands still while code computes; waiting lets it catch up. */
async function now(): Promise<number> {
  await scheduler.wait(1);
  return performance.now();
}

/** Prints what docs/experts/text.md quotes; nothing is held to a time. */
describe("how long a call takes", () => {
  it.each(CALLS)("%s", async (taskType, small, large) => {
    await callExpert(taskType, small);
    const medians: number[] = [];
    for (const inputs of [small, large]) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const start = await now();
        await callExpert(taskType, inputs);
        times.push((await now()) - start);
      }
      times.sort((a, b) => a - b);
      medians.push(times[Math.floor(ROUNDS / 2)] ?? Number.NaN);
    }
    const [letter = Number.NaN, long = Number.NaN] = medians;
    console.log(`${taskType.padEnd(28)} ${letter.toFixed(0)} ms; large ${long.toFixed(0)} ms`);
    expect(medians.every(Number.isFinite)).toBe(true);
  });
});
