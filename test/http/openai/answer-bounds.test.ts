import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnswerLimits, BoundedAnswer } from "../../../src/http/openai/answer-bounds.ts";

const bounded = (pieces: readonly string[], bounds: Partial<AnswerLimits>) => {
  const answer = new BoundedAnswer({ maxTokens: null, stops: [], ...bounds });
  const text = pieces.map((piece) => answer.push(piece)).join("") + answer.end();
  return { text, finish: answer.finish };
};

describe("an answer that is to end somewhere", () => {
  it.each<[string, Partial<AnswerLimits>, string, string]>([
    ["has all of it within its bounds", { maxTokens: 6, stops: ["z"] }, "Bees make honey.", "stop"],
    ["ends before the first stop", { stops: ["honey", "make"] }, "Bees ", "stop"],
    ["ends where there are too many tokens", { maxTokens: 2 }, "Bees m", "length"],
    ["ends at whichever comes first", { maxTokens: 2, stops: ["honey"] }, "Bees m", "length"],
  ])("%s", (_, bounds, text, finish) => {
    expect(bounded(["Bees ma", "ke hon", "ey."], bounds)).toEqual({ text, finish });
  });

  it.each([[["abb", "a"]], [["abba"]], [["a", "b", "b", "a"]]])(
    "ends before the stop that is whole first: %j",
    (pieces) => {
      expect(bounded(pieces, { stops: ["abba", "b"] })).toEqual({ text: "a", finish: "stop" });
    },
  );

  it("is the same in whatever pieces it is written", () => {
    const words = fc.array(fc.stringMatching(/^[ab ]{0,4}$/), { maxLength: 12 });
    const stops = fc.array(fc.stringMatching(/^[ab]{1,4}$/), { maxLength: 4 });
    fc.assert(
      fc.property(words, stops, fc.option(fc.integer({ min: 1, max: 8 })), (pieces, stop, maxTokens) => {
        const bounds = { stops: stop, maxTokens };
        const { text, finish } = bounded(pieces, bounds);
        expect({ text, finish }).toEqual(bounded([pieces.join("")], bounds));
        for (const one of stop) expect(text).not.toContain(one);
        expect(text.length).toBeLessThanOrEqual(3 * (maxTokens ?? 16));
        expect(pieces.join("").startsWith(text)).toBe(true);
      }),
    );
  });
});
