import { describe, expect, it } from "vitest";
import { tokensFor, wishedLength } from "../../src/words/wished-length.ts";

describe("the length that words ask for", () => {
  it.each([
    ["Summarize @text in two sentences", "sentences", 2],
    ["What does it say, in one sentence?", "sentences", 1],
    ["a two-sentence summary of it", "sentences", 2],
    ["sum it up in a single short sentence", "sentences", 1],
    ["in 2 or 3 sentences at most", "sentences", 3],
    ["a couple of sentences will do", "sentences", 2],
    ["give me 3 bullet points", "points", 3],
    ["the gist as bullet points", "points", 0],
    ["five key takeaways", "points", 5],
    ["in at most 50 words", "words", 50],
    ["a 100-word summary", "words", 100],
    ["Make it as short as possible", "sentences", 1],
    ["the same, but shorter", "shorter", 0],
    ["and keep it short", "shorter", 0],
    ["3", "sentences", 3],
    ["60", "words", 60],
  ] as const)("%j: %s, %i", (text, unit, most) => {
    expect(wishedLength(text)).toMatchObject({ unit, most });
    expect(wishedLength(wishedLength(text)?.words ?? "")).toMatchObject({ unit, most });
  });

  it.each([
    ["Summarize the two sentences below"],
    ["Summarize the short letter"],
    ["a brief summary"],
    ["What is the point of it?"],
    ["in other words"],
    ["0"],
    ["summarize chapter 3"],
  ])("%j asks for none", (text) => {
    expect(wishedLength(text)).toBeNull();
  });

  it("is more tokens than words, and unknown where nothing is counted", () => {
    expect(tokensFor({ words: "50 words", unit: "words", most: 50 })).toBe(75);
    expect(tokensFor({ words: "shorter", unit: "shorter", most: 0 })).toBeNull();
  });
});
