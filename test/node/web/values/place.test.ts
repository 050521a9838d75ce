import { describe, expect, it } from "vitest";
import { isSameShape, partOf, placeIn, withinPixels } from "../../../../web/values/pictures/place.ts";

const PICTURE = { width: 800, height: 600 };

describe("where things lie in pictures", () => {
  it.each([
    ["as the frame", { width: 8, height: 6 }, { left: 0, top: 0, width: 1, height: 1 }],
    ["twice as wide", { width: 16, height: 6 }, { left: 0, top: 0.25, width: 1, height: 0.5 }],
    ["twice as high", { width: 8, height: 12 }, { left: 0.25, top: 0, width: 0.5, height: 1 }],
    ["without a size", { width: 0, height: 0 }, { left: 0, top: 0, width: 1, height: 1 }],
  ])("places a picture %s", (_, picture, place) => {
    expect(placeIn({ width: 4, height: 3 }, picture)).toEqual(place);
  });

  it.each([
    ["inside", [80, 60, 240, 360], { left: 0.1, top: 0.1, width: 0.2, height: 0.5 }],
    ["with its corners swapped", [240, 360, 80, 60], { left: 0.1, top: 0.1, width: 0.2, height: 0.5 }],
    ["beyond the border", [400, -60, 900, 300], { left: 0.5, top: 0, width: 0.5, height: 0.5 }],
    ["outside", [801, 0, 900, 100], null],
    ["above", [0, -50, 100, 0], null],
    ["of no numbers", [0, 0, Number.NaN, 100], null],
    ["without end", [0, 0, Number.POSITIVE_INFINITY, 100], null],
  ] as const)("scales a box %s", (_, [xmin, ymin, xmax, ymax], part) => {
    const placed = partOf({ xmin, ymin, xmax, ymax }, PICTURE);
    if (part === null) return expect(placed).toBeNull();
    for (const [side, value] of Object.entries(part)) expect(placed).toHaveProperty(side, expect.closeTo(value));
  });

  it("knows no part of a picture without a size", () => {
    expect(partOf({ xmin: 0, ymin: 0, xmax: 1, ymax: 1 }, { width: 0, height: 0 })).toBeNull();
  });

  it.each([
    [{ width: 400, height: 300 }, true],
    [{ width: 401, height: 300 }, true],
    [{ width: 600, height: 800 }, false],
    [{ width: 0, height: 0 }, false],
  ])("tells whether %o lies on the picture", (other, isSame) => expect(isSameShape(PICTURE, other)).toBe(isSame));

  it("scales a size down to its limit, and never up", () => {
    expect(withinPixels({ width: 4_000, height: 1_000 }, 1_000_000)).toEqual({ width: 2_000, height: 500 });
    expect(withinPixels({ width: 10, height: 10 }, 1_000_000)).toEqual({ width: 10, height: 10 });
    expect(withinPixels({ width: 1_000_000, height: 1 }, 100)).toEqual({ width: 10_000, height: 1 });
  });
});
