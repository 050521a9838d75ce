import { describe, expect, it } from "vitest";
import { sentences } from "../../../../src/providers/embedded/text/sentences.ts";
import { summarize } from "../../../../src/providers/embedded/text/summarize.ts";

const FACTS = [
  "The harbour of Arlen was built in 1764 and closed after the ferries had moved.",
  "Mayor Falk announced that the old warehouses will become a museum with 240 apartments.",
  "The project costs 86 million euros, of which the state pays a third.",
  "Critics fear that rents in the quarter will be too high for its people.",
];

describe("a summary of a text that repeats itself", () => {
  it("says nothing twice", () => {
    const filler = "The weather in spring is mild and often windy in the whole country.";
    const text = [...FACTS, ...Array.from({ length: 40 }, () => filler)].join(" ");
    const said = sentences(summarize(text)).map((sentence) => sentence.text);
    expect(new Set(said).size).toBe(said.length);
    expect(said.filter((sentence) => FACTS.includes(sentence)).length).toBeGreaterThan(0);
  });

  it("says nothing twice in nearly the same words", () => {
    const near = ["mild", "warm", "cool", "fair", "nice"].map(
      (word) => `The weather in spring is ${word} and often windy in the whole country.`,
    );
    const summary = summarize([...near, ...FACTS, ...near].join(" "));
    expect(near.filter((sentence) => summary.includes(sentence)).length).toBeLessThanOrEqual(1);
  });
});
