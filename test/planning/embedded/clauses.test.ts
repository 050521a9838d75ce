import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WISH_TAGS, type WishTag } from "../../../src/planning/embedded/rank/wish-tags.ts";
import { divide } from "../../../src/planning/embedded/read/clauses.ts";
import { scan } from "../../../src/planning/embedded/read/scan.ts";
import { tokensOf } from "../../../src/planning/embedded/read/tokens.ts";

const SHORT: Readonly<Record<string, WishTag>> = {
  O: "order-begins",
  o: "order",
  Q: "question-begins",
  q: "question",
  c: "condition",
  ".": "none",
};

/** The clauses of a text whose words, quoted ones apart, are tagged by letters. */
function clausesOf(text: string, letters: string): readonly (readonly [as: string, text: string])[] {
  const reading = scan(text, []);
  const tokens = tokensOf(reading);
  const given = letters.replaceAll(" ", "")[Symbol.iterator]();
  const tags = tokens.map(({ isQuoted }) => (isQuoted ? "none" : (SHORT[given.next().value ?? "."] ?? "none")));
  return divide(reading, tokens, tags).map((clause) => [clause.as, clause.text]);
}

describe("divide", () => {
  it.each<[text: string, letters: string, clauses: readonly (readonly [string, string])[]]>([
    ["", "", []],
    [
      "Hi. Sum it up and tell me who signed it?",
      ". Ooo ... Qqq",
      [
        ["telling", "Hi."],
        ["order", "Sum it up"],
        ["telling", "and tell me"],
        ["question", "who signed it"],
      ],
    ],
    [
      "the number, the total",
      "Qq Qq",
      [
        ["question", "the number"],
        ["question", "the total"],
      ],
    ],
    [
      "flip it if it is red",
      "Oo cccc",
      [
        ["order", "flip it"],
        ["condition", "if it is red"],
      ],
    ],
    [
      "what is the total\nwith VAT and by when\nis it due",
      "Qqqq qq. qq qqq",
      [
        ["question", "what is the total\nwith VAT"],
        ["telling", "and"],
        ["question", "by when\nis it due"],
      ],
    ],
    ["who and what is meant", "Qqqqq", [["question", "who and what is meant"]]],
    [
      "1) the date\n2) the total (net)",
      ".Qq qqqq",
      [
        ["telling", "1)"],
        ["question", "the date"],
        ["question", "2) the total (net)"],
      ],
    ],
    ["blur (a bit) it, grey)", "Ooo oo", [["order", "blur (a bit) it, grey)"]]],
    // What follows the name of something is about that, and a question only behind one.
    ["times where volts are low", "q cccc", [["question", "times where volts are low"]]],
    [
      "when is it due who signed it",
      "Qqqq Qqq",
      [
        ["question", "when is it due"],
        ["question", "who signed it"],
      ],
    ],
    // What goes on where nothing began is begun there.
    ["flip it", "oo", [["order", "flip it"]]],
    ['read "one, two" aloud', "Ooo", [["order", "read @quote aloud"]]],
    [
      "We met. It rained: all day\nDraw it",
      "...... Oo",
      [
        ["telling", "We met."],
        ["telling", "It rained: all day"],
        ["order", "Draw it"],
      ],
    ],
  ])("%j", (text, letters, clauses) => {
    expect(clausesOf(text, letters)).toEqual(clauses);
  });

  it("loses no word, whatever the tags, and tells where each clause stands", () => {
    const word = fc.constantFrom("sum", "it,", "up.", "who?", "the", "@x", '"a b c"', "total\n", "if");
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.constantFrom(...WISH_TAGS)), { maxLength: 30 }), (said) => {
        const reading = scan(said.map(([text]) => text).join(" "), []);
        const tokens = tokensOf(reading);
        const clauses = divide(
          reading,
          tokens,
          tokens.map((_, at) => said[at]?.[1] ?? "none"),
        );
        for (const { start, text } of clauses) expect(reading.masked.slice(start, start + text.length)).toBe(text);
        const words = (text: string): string => text.replaceAll(/[^\p{L}\p{N}@]/gu, "");
        expect(words(clauses.map(({ text }) => text).join(" "))).toBe(words(reading.masked));
      }),
    );
  });
});
