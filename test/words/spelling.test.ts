import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadNetwork } from "../../src/planning/embedded/rank/stored.ts";
import { speltAsKnown } from "../../src/words/spelling.ts";

const { vocabulary } = (await loadNetwork()).words;

describe("a misspelt word", () => {
  it.each([
    ["translte", "translate"],
    ["invoce", "invoice"],
    ["thier", "their"],
    ["lettr", "letter"],
    ["pictrue", "picture"],
    ["somthing", "something"],
    ["becuase", "because"],
    ["moeny", "money"],
  ])("%s is read as %s", (said, meant) => {
    expect(speltAsKnown(said, vocabulary)).toBe(meant);
  });

  it("is of several words the one that is used most", () => {
    const places = new Map(Object.entries({ scald: 30, scalp: 20, scale: 10 }));
    expect(speltAsKnown("scal", places)).toBe("scale");
    expect(speltAsKnown("scall", places)).toBe("scale");
  });
});

describe("a word", () => {
  it("that is known is itself", () => {
    const known = [...vocabulary.keys()].filter((word) => /^[a-z]+$/.test(word));
    fc.assert(
      fc.property(fc.constantFrom(...known), (word) => {
        expect(speltAsKnown(word, vocabulary)).toBe(word);
      }),
    );
  });

  it.each(["Kowalski", "B774", "zqxjkvw", "hm", "a".repeat(10_000), "größe", "##ing"])("%s is itself", (word) => {
    expect(speltAsKnown(word, vocabulary)).toBe(word);
  });

  it("becomes nothing but a known word that begins as it does", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/), (word) => {
        const read = speltAsKnown(word, vocabulary);
        expect(read === word || (vocabulary.has(read) && read.startsWith(word.slice(0, 1)))).toBe(true);
        expect(Math.abs(read.length - word.length)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
