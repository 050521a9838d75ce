import { describe, expect, it } from "vitest";
import { type Colour, ownersOf, paintRegions, readColour } from "../../../../web/values/pictures/mask-pixels.ts";

const RED: Colour = [200, 0, 0];
const BLUE: Colour = [0, 0, 200];
const REGIONS = [RED, BLUE];

const pixels = (...colours: readonly Colour[]): Uint8ClampedArray =>
  new Uint8ClampedArray(colours.flatMap((colour) => [...colour, 255]));

describe("the pixels of a map of regions", () => {
  it.each([
    ["#06e6Ff", [6, 230, 255]],
    ["#06e", null],
    ["red", null],
    ["url(https://example.com)", null],
    ["#06e6ff;background:red", null],
  ])("reads the colour %s", (text, colour) => expect(readColour(text)).toEqual(colour));

  it("belong to the region of their colour, or nearly so, or to none", () => {
    expect([...ownersOf(pixels(RED, [0, 0, 0], BLUE, [203, 2, 0], [220, 0, 0]), REGIONS)]).toEqual([1, 0, 2, 1, 0]);
  });

  const alphas = (look: Parameters<typeof paintRegions>[2]): readonly (number | undefined)[] => {
    const painted = paintRegions(new Uint8Array([0, 1, 2]), REGIONS, look);
    return [painted[3], painted[7], painted[11]];
  };

  it("are see-through where there is no region, or it is switched off", () => {
    expect(alphas({ hidden: new Set(), lit: null })).toEqual([0, 128, 128]);
    expect(alphas({ hidden: new Set([0]), lit: null })).toEqual([0, 0, 128]);
  });

  it("stand out where they are pointed at, which one that is switched off does not", () => {
    const [none, red = 0, blue = 0] = alphas({ hidden: new Set(), lit: 1 });
    expect(none).toBe(0);
    expect(blue).toBeGreaterThan(128);
    expect(red).toBeLessThan(128);
    expect(alphas({ hidden: new Set([1]), lit: 1 })).toEqual([0, 128, 0]);
  });
});
