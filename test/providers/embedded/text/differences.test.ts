import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differencesInWords, differencesOf } from "../../../../src/providers/embedded/text/differences.ts";

const RULES =
  "1. The gate is locked at dusk.\n2. Fires are lit in March.\n3. Hens are kept by the pond.\n4. Dogs stay out.";

describe("what two versions of a text differ in", () => {
  it("is what was changed, what came and what went, in their order", () => {
    const later =
      "1. The gate is locked at ten.\n2. Fires are lit in March.\n3. Hens are kept by the pond.\nBees need a permit!";
    expect(differencesOf(RULES, later)).toEqual([
      { before: "1. The gate is locked at dusk.", after: "1. The gate is locked at ten." },
      { before: "4. Dogs stay out.", after: null },
      { before: null, after: "Bees need a permit!" },
    ]);
  });

  it("is not what only stands elsewhere, nor white space", () => {
    const moved = "interval = 900\nlegacy = on\nretries  = 3\noffset = 0.1";
    expect(differencesOf(moved, "legacy = on\noffset = 0.1\ninterval = 300\nretries = 3\n")).toEqual([
      { before: "interval = 900", after: "interval = 300" },
    ]);
  });

  it("is told once, though its words stand at several places", () => {
    const before = "timeout = 30\nhost = a\nport = 1\ntimeout = 30\nuser = b";
    expect(differencesOf(before, "host = a\nport = 1\nuser = b\ntimeout = 60")).toEqual([
      { before: "timeout = 30", after: "timeout = 60" },
      { before: "timeout = 30", after: null },
    ]);
  });

  it("is not told of texts that are no versions of one, or too short for that", () => {
    expect(differencesOf(RULES, "It rained.\nWe stayed in.\nNobody came.\nThe soup was cold.")).toBeNull();
    expect(differencesOf("a", "b")).toBeNull();
  });

  it("is nothing where they say the same", () => {
    expect(differencesOf(RULES, RULES)).toEqual([]);
    expect(differencesInWords([])).toBe("They have the same sentences.");
  });

  it("is told in words, of many the first hundred", () => {
    expect(
      differencesInWords([
        { before: "a", after: "b" },
        { before: "c", after: null },
        { before: null, after: "d" },
      ]),
    ).toBe("They differ in 3 places:\n“a” became “b”\nOnly in the first: “c”\nOnly in the second: “d”");
    expect(differencesInWords(Array.from({ length: 130 }, () => ({ before: "x".repeat(999), after: null })))).toMatch(
      /^They differ in 130 places:\n(?:Only in the first: “x{200}…”\n){100}… and 30 more$/,
    );
  });

  it("holds no sentence that both have, and all that one alone has", () => {
    const lines = fc.array(fc.constantFrom("Ash one.", "Birch two.", "Cedar three.", "Dill four.", "Elm five."), {
      minLength: 4,
      maxLength: 12,
    });
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const found = differencesOf(one.join("\n"), other.join("\n"));
        const alone = (own: readonly string[], others: readonly string[]) => new Set(own).difference(new Set(others));
        if (found === null) return;
        expect(new Set(found.flatMap(({ before }) => before ?? []))).toEqual(alone(one, other));
        expect(new Set(found.flatMap(({ after }) => after ?? []))).toEqual(alone(other, one));
      }),
    );
  });
});
