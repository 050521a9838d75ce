import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withWholeWords } from "../../../../src/providers/embedded/text/questions/whole-words.ts";

const whole = (text: string, found: string): string => {
  const start = text.indexOf(found);
  const span = withWholeWords(text, { start, end: start + found.length });
  return text.slice(span.start, span.end);
};

describe("a stretch of words", () => {
  it.each([
    ["Period: 1 Jan 2026 - 31 Mar 2026", "1 Jan 2026 - 31", "1 Jan 2026 - 31 Mar 2026"],
    ["on 14 May 2026, at 10:30 a.m. in our office", "14 May 2026, at 10:30", "14 May 2026, at 10:30 a.m."],
    ["Image: nginx:1.25", "nginx", "nginx:1.25"],
    ["The price is €289 per person.", "€289 per", "€289"],
    ["They lack vitamin A. The rest", "vitamin A", "vitamin A"],
    ["She came from London.The others", "London", "London"],
    ["It must be turned on", "turned on", "turned on"],
    ["Present: Hana, Luis", "Hana", "Hana"],
    ["It ends on 3 May.", "3 May", "3 May"],
    ["paid by Tom (treasurer)", "Tom", "Tom"],
  ])("ends with a whole word, date or time: %s", (text, found, ends) => {
    expect(whole(text, found)).toBe(ends);
  });

  it("stays within its text, and begins where it began", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.nat(80), fc.nat(80), (text, a, b) => {
        const start = Math.min(a, text.length);
        const end = Math.min(start + b, text.length);
        const span = withWholeWords(text, { start, end });
        expect(span.start).toBe(start);
        expect(span.end).toBeGreaterThanOrEqual(start);
        expect(span.end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
