import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelMeant, readAskedThings } from "../../src/words/asked-things.ts";
import { counted, listed, plural } from "../../src/words/nouns.ts";

describe("the things that a request asks for", () => {
  it.each([
    ["How many dogs are in this picture?", "count", ["dogs"]],
    ["How many objects are in the picture?", "count", []],
    ["Count the people in a.jpg and b.jpg", "count", ["people"]],
    ["Which of these photos shows a zebra, and how many?", "which", ["zebra"]],
    ["Is there a cat in this photo?", "presence", ["cat"]],
    ["Can you determine if z1x.png contains a baseball glove?", "presence", ["baseball glove"]],
    ["Are there more cars or bikes in this photo?", "more", ["cars", "bikes"]],
  ] as const)("%s", (request, form, things) => {
    expect(readAskedThings(request)).toEqual({ form, things });
  });

  it.each(["Detect all objects in this picture", "What is the animal doing?", ""])("are none in %j", (request) => {
    expect(readAskedThings(request)).toBeNull();
  });

  it("are read in time that grows with the text, up to a bound", () => {
    for (const hostile of ["how many ", "which ", "a-", "show the "]) {
      const text = hostile.repeat(20_000);
      expect(() => readAskedThings(text)).not.toThrow();
    }
  });
});

describe("the label that is meant by a thing", () => {
  const LABELS = ["person", "dog", "wine glass", "teddy bear", "bear", "mouse"];

  it.each([
    ["dogs", "dog"],
    ["people", "person"],
    ["wine glasses", "wine glass"],
    ["brown dogs", "dog"],
    ["old teddy bears", "teddy bear"],
    ["mice", "mouse"],
    ["Dog", "dog"],
  ])("of %s is %s", (thing, label) => {
    expect(labelMeant(thing, LABELS, null)).toBe(label);
  });

  it.each(["zebra", "", "glass", "personal"])("of %j is none of them", (thing) => {
    expect(labelMeant(thing, LABELS, null)).toBeNull();
  });

  it("of a label's own plural is that label, whatever the label", () => {
    const noun = fc.string({ unit: fc.constantFrom(..."aeflnosuxyz"), minLength: 2, maxLength: 8 });
    fc.assert(fc.property(noun, (label) => labelMeant(plural(label), [label], null) === label));
  });
});

describe("nouns", () => {
  it.each([
    [1, "person", "1 person"],
    [2, "person", "2 people"],
    [0, "wine glass", "0 wine glasses"],
    [3, "knife", "3 knives"],
    [2, "LABEL_1", "2 × LABEL_1"],
    [2, " ", "2 × something"],
  ])("are counted: %i %s", (count, noun, expected) => {
    expect(counted(noun, count)).toBe(expected);
  });

  it.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
  ])("are listed: %j", (items, expected) => {
    expect(listed(items)).toBe(expected);
  });
});
