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
    ["in a few words", "shorter", 0],
    ["say it in a couple of words", "shorter", 0],
    ["in a few words, two sentences at most", "sentences", 2],
    ["in a few sentences", "sentences", 3],
    ["in twenty-five words", "words", 25],
    ["in thirty words", "words", 30],
    ["in two hundred words", "words", 200],
    ["in a hundred words", "words", 100],
    ["a two-hundred-word summary", "words", 200],
    ["in one hundred and fifty words", "words", 150],
    ["in a couple of hundred words", "words", 200],
    ["in a thousand words", "words", 1_000],
    ["half a dozen sentences", "sentences", 6],
    ["in 1,500 words", "words", 1_500],
    ["in 1.500 words", "words", 1_500],
    ["in 1 500 words", "words", 1_500],
    ["in 2-3 sentences", "sentences", 3],
    ["in 50–100 words", "words", 100],
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
    ["the two hundred words below"],
    ["the one hundred and fifty words below"],
    ["in one two words"],
    ["in 1.5 sentences"],
    ["in version-2 words"],
  ])("%j asks for none", (text) => {
    expect(wishedLength(text)).toBeNull();
  });

  it.each([
    ["Here is a 500-word article. Summarize it."],
    ["Here's a five-hundred-word news article. Summarize it."],
    ["This is a 12-sentence story"],
    ["I have a 2,000 word report"],
    ["Summarize a 500-word essay"],
    ["a summary of a 500-word article"],
  ])("%j tells how long the material is", (text) => {
    expect(wishedLength(text)).toBeNull();
  });

  it.each([
    ["Here is a 500-word article. Summarize it in two sentences.", "two sentences"],
    ["a 50-word summary of a 500-word article", "50-word"],
    ["Here is a 500-word article. Turn it into a 50-word text.", "50-word"],
    ["Here is a 50-word summary of articles", "50-word"],
  ])("%j wishes %j", (text, words) => {
    expect(wishedLength(text)?.words).toBe(words);
  });

  it("is more tokens than words, and unknown where nothing is counted", () => {
    expect(tokensFor({ words: "50 words", unit: "words", most: 50 })).toBe(75);
    expect(tokensFor({ words: "shorter", unit: "shorter", most: 0 })).toBeNull();
  });

  it("is never more tokens than models for summaries write", () => {
    expect(tokensFor({ words: "9999 sentences", unit: "sentences", most: 9_999 })).toBe(1_024);
  });
});
