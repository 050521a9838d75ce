import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distinctColours, hex, inkOn, regionColours } from "../../../src/providers/overlays/colours.ts";
import { describeObjects } from "../../../src/providers/overlays/detected.ts";
import { labelText } from "../../../src/providers/overlays/draw-boxes.ts";
import { CELL, drawable, drawText } from "../../../src/providers/overlays/paint.ts";

const found = (label: string, ...scores: readonly (number | null)[]) => scores.map((score) => ({ label, score }));

describe("what was found, in words", () => {
  it.each<[ReturnType<typeof found>, string]>([
    [[], "Nothing was found in the image."],
    [[...found("person", 0.88), ...found("zebra", 0.91, 0.98)], "2 zebras (98%, 91%), 1 person (88%)"],
    [found("person", 0.5, 0.6), "2 people (60%, 50%)"],
    [found("sheep", null, null), "2 sheep"],
    [found("wine glass", 1, null), "2 wine glasses (100%)"],
    [found("toothbrush", 1, 1), "2 toothbrushes (100%, 100%)"],
    [found("puppy", null, null), "2 puppies"],
    [found("monkey", null, null), "2 monkeys"],
    [found("computer mouse", null, null), "2 computer mice"],
    [found("knife", null, null), "2 knives"],
    [found("giraffe", null, null), "2 giraffes"],
    [found("woman", null, null), "2 women"],
    [found("human", null, null), "2 humans"],
    [found("bookshelf", null, null), "2 bookshelves"],
    [found("LABEL_1", 0.5, 0.4), "2 × LABEL_1 (50%, 40%)"],
    [found("  ", null), "1 × something"],
    [found("cat", 0.9, 0.8, 0.7, 0.6, 0.5, 0.4), "6 cats (90%, 80%, 70%, 60%, 50%, …)"],
  ])("%j is %s", (objects, words) => {
    expect(describeObjects(objects)).toBe(words);
  });

  it("names ten kinds and counts the others", () => {
    const objects = Array.from({ length: 13 }, (_, index) => ({
      label: `kind${String.fromCharCode(97 + index)}`,
      score: null,
    }));
    expect(describeObjects(objects)).toMatch(/ and 3 more kinds$/);
  });
});

describe("a label that is drawn", () => {
  it.each([
    ["zebra", 0.978, "zebra 98%"],
    ["café", null, "cafe"],
    ["Straße", null, "Strasse"],
    ["Ærø", null, "AEro"],
    ["斑马", null, "??"],
    ["a\n\tb", null, "a b"],
    ["ﬁsh", null, "fish"],
    ["", 0.5, "50%"],
    ["x", Number.NaN, "x"],
    ["a".repeat(60), null, `${"a".repeat(46)}..`],
  ])("%j with %s is %s", (label, score, text) => {
    expect(labelText(label, score)).toBe(text);
  });

  it("is of letters that the font has, however long and strange", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
        expect(drawable(text)).toMatch(/^[ -~]{0,48}$/);
      }),
    );
  });

  const drawn = (text: string): string => {
    const raster = {
      width: text.length * CELL.width,
      height: CELL.height,
      channels: 3,
      data: new Uint8Array(text.length * CELL.width * CELL.height * 3),
    } as const;
    drawText({ raster, colour: [255, 255, 255] }, text, { x: 0, y: 0, scale: 1 });
    return raster.data.filter((_, at) => at % 3 === 0).join("");
  };

  it("has another shape for every letter, and none for a blank", () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    expect(new Set(printable.map(drawn)).size).toBe(95);
    expect(drawn(" ")).toMatch(/^0+$/);
    expect(
      drawn("T")
        .replaceAll("255", "#")
        .slice(0, 2 * CELL.width),
    ).toBe("#####000#000");
  });
});

describe("colours", () => {
  const labels = fc.uniqueArray(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 60 });

  it("are another for each label, and the same again", () => {
    fc.assert(
      fc.property(labels, (names) => {
        const colours = distinctColours(names);
        expect(new Set(Array.from(colours.values(), hex)).size).toBe(names.length);
        expect(distinctColours([...names, ...names])).toEqual(colours);
      }),
    );
  });

  it("of a map are ADE20K's where it has the label, and another for each of the rest", () => {
    const colours = regionColours(["sky-other-merged", "Wall", "cat", "dog", "tree", "sky-other-merged"]);
    expect(Object.fromEntries(Array.from(colours, ([label, colour]) => [label, hex(colour)]))).toMatchObject({
      "sky-other-merged": "#06e6e6",
      Wall: "#787878",
      tree: "#04c803",
    });
    expect(new Set(Array.from(colours.values(), hex)).size).toBe(5);
  });

  it.each([
    [
      [255, 255, 0],
      [0, 0, 0],
    ],
    [
      [0, 0, 160],
      [255, 255, 255],
    ],
  ] as const)("%j is written on in %j", (colour, ink) => {
    expect(inkOn(colour)).toEqual(ink);
  });
});
