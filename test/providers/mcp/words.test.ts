import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureWords } from "../../../src/providers/mcp/words.ts";

describe("what a tool says of its failure", () => {
  it.each([
    ["Out of paper", "Out of paper"],
    ["Out\n\n of\u0000 \u202epaper", "Out of paper"],
    ["See https://evil.example/?q=1 and javascript://x", "See … and …"],
    ["", ""],
    ["Bearer sk-hunter2 is no key; sk-hunter2 is not either", "… is no key; … is not either"],
  ])("%j is shown as %j", (said, shown) => {
    expect(failureWords(said, { Authorization: "Bearer sk-hunter2", "x-mode": "on" })).toBe(shown);
  });

  it("shows no half of a secret where it is cut", () => {
    const said = `${" ".repeat(1_195)}sk-hunter2 is no key`;
    expect(failureWords(said, { Authorization: "Bearer sk-hunter2" })).toBe("… is");
  });

  it("is one line of some length, without what we send in headers", () => {
    const secret = fc
      .string({ minLength: 6, maxLength: 40 })
      .filter((text) => text.trim().length > 5 && !text.includes("…"));
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 50 }), secret, (parts, key) => {
        const words = failureWords(parts.join(key), { "x-api-key": key });
        expect(words).not.toContain(key);
        expect(words).not.toMatch(/[\r\n\p{Cc}]/u);
        expect(words.length).toBeLessThanOrEqual(300);
      }),
    );
  });
});
