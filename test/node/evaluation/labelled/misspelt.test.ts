import { describe, expect, it } from "vitest";
import { misspelt } from "../../../../evaluation/labelled/misspelt.ts";

const said = (request: string, share: number): string => misspelt([{ request }], share)[0]?.request ?? "";

describe("misspelt requests", () => {
  it("differ in one letter a word, or in two that changed places, and not in the first", () => {
    const words = "describe this picture please while nobody watches everything".split(" ");
    const slips = said(words.join(" "), 1).split(" ");
    expect(slips).toHaveLength(words.length);
    for (const [at, word] of words.entries()) {
      expect(slips[at]?.charAt(0)).toBe(word.charAt(0));
      expect(Math.abs((slips[at]?.length ?? 0) - word.length)).toBeLessThanOrEqual(1);
    }
    expect(slips.filter((slip, at) => slip !== words[at]).length).toBeGreaterThan(words.length / 2);
  });

  it("keep short words, names, files, addresses and quotations", () => {
    for (const kept of [
      "Is it a cat or Anna's?",
      "my-photo.jpg and ./notes.txt",
      "see https://example.com/photo.jpg or ask anna@example.com",
      'say "good morning everyone"',
      "say “good morning everyone”",
      "say 'good morning everyone'",
    ])
      expect(said(kept, 1)).toBe(kept);
  });

  it("are the same each time, and none at a share of none", () => {
    const request = "summarize these minutes in three sentences";
    expect(said(request, 0.5)).toBe(said(request, 0.5));
    expect(said(request, 0)).toBe(request);
  });
});
