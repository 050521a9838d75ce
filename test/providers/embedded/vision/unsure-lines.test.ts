import { describe, expect, it } from "vitest";
import type { WordedLine } from "../../../../src/providers/embedded/vision/ocr/rows.ts";
import { withoutUnsure } from "../../../../src/providers/embedded/vision/ocr/unsure-lines.ts";

const line = (confidence: number, height: number): WordedLine => {
  const box = { xmin: 10, ymin: 10, xmax: 200, ymax: 10 + height };
  return { text: "TOTAL 20.13", confidence, box, firstWord: box, lastWord: box };
};
const print = line(0.95, 20);

describe("lines that the engine only guesses at", () => {
  it("are left out, with a note where they look like the print around them", () => {
    expect(withoutUnsure([print, line(0.2, 22)])).toEqual({
      lines: [print],
      notes: ["One line could not be read with any certainty and was left out."],
    });
    expect(withoutUnsure([line(0.1, 18), print, line(0.2, 22)]).notes).toEqual([
      "2 lines could not be read with any certainty and were left out.",
    ]);
  });

  it("are left out without a word where they are marks of another size", () => {
    expect(withoutUnsure([print, line(0.2, 4), line(0.1, 90)])).toEqual({ lines: [print], notes: [] });
  });

  it("are no lost print in a picture that has none", () => {
    expect(withoutUnsure([line(0.2, 20), line(0.1, 20)])).toEqual({ lines: [], notes: [] });
  });
});
