import { describe, expect, it } from "vitest";
import { TAGS } from "../../../src/planning/embedded/constraints/tags.ts";
import { parseMarked, taggedTokens, textOf } from "../../../training/marked-request.ts";
import { exportLines, readRestrictions } from "../../../training/restrictions.ts";
import { scoreConstraints } from "../../../training/score-constraints.ts";

const MARKED = "Caption beach.jpg, {model-: but not with [BLIP]}, {usd: for ten cents}";

describe("a marked request", () => {
  it("is read as its words, each with what it restricts", () => {
    const request = parseMarked(MARKED);
    expect(textOf(request)).toBe("Caption beach.jpg, but not with BLIP, for ten cents");
    expect(taggedTokens(request).map(({ text, tag, isName }) => [text, tag, isName])).toEqual([
      ["caption", null, false],
      ["¤", null, false],
      [",", null, false],
      ["but", "model-", false],
      ["not", "model-", false],
      ["with", "model-", false],
      ["blip", "model-", true],
      [",", null, false],
      ["for", "usd", false],
      ["ten", "usd", false],
      ["cents", "usd", false],
    ]);
  });

  it.each(["{colour: red}", "{model-: but not BLIP", "but not [BLIP]", "a } b"])("is refused: %s", (row) => {
    expect(() => parseMarked(row)).toThrow(RangeError);
  });
});

describe("what the tagger learns from", () => {
  const TOYS = {
    learnt: [parseMarked("Read a.txt aloud, {model+: with [bark]}"), parseMarked("What barks in a.wav?")],
    held: [parseMarked("Which zebra of MMLU is held back?"), parseMarked("Draw a fox, {model+: with [heldback-9]}")],
  };
  const PLAIN = ["Blur the car in b.png", "Answer in German", "Summarise c.txt"];

  it("is made of requests that are no measure, and is the same every time", () => {
    const lines = exportLines(TOYS, PLAIN);
    expect(lines).toEqual(exportLines(TOYS, PLAIN));
    expect(lines.length).toBeGreaterThan(TOYS.learnt.length + 1);
    expect(lines.join()).not.toMatch(/zebra|heldback/);
    // That is a restriction, though nobody marked it.
    expect(lines.join()).not.toContain("german");
  });

  it("has each tag, in requests of which every tenth is held back", async () => {
    const { learnt, held } = await readRestrictions();
    expect(new Set(learnt.flat().map(({ tag }) => tag))).toEqual(new Set([null, ...TAGS]));
    expect(held.length / (learnt.length + held.length)).toBeCloseTo(0.1, 1);
  });
});

describe("the scores", () => {
  const requests = [parseMarked(MARKED), parseMarked("Which car costs ten cents?")];

  it("are full where a tagger says what people marked", () => {
    const byText = new Map(requests.map((request) => [taggedTokens(request).length, taggedTokens(request)]));
    expect(scoreConstraints((tokens) => byText.get(tokens.length) ?? [], requests)).toEqual({
      restricting: { requests: 1, right: 1 },
      plain: { requests: 1, falselyRead: 0 },
    });
  });

  it("count what is read falsely, and what is not read", () => {
    const freely = scoreConstraints(
      (tokens) => tokens.map((token) => ({ ...token, tag: "free", probability: 1, isName: false })),
      requests,
    );
    expect(freely).toEqual({ restricting: { requests: 1, right: 0 }, plain: { requests: 1, falselyRead: 1 } });
  });
});
