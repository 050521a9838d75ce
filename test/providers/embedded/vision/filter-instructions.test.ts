import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFilters } from "../../../../src/providers/embedded/vision/filter-instructions.ts";
import type { Filter } from "../../../../src/providers/embedded/vision/filters.ts";

const blur: Filter = { filter: "blur", strength: 1, pixels: null };
const grey: Filter = { filter: "greyscale" };
const edges: Filter = { filter: "edges" };
const rotate = (degrees: number): Filter => ({ filter: "rotate", degrees });
const flip = (axis: "horizontal" | "vertical"): Filter => ({ filter: "flip", axis });
const scale = (factor: number): Filter => ({ filter: "scale", factor });
const resize = (width: number | null, height: number | null): Filter => ({ filter: "resize", width, height });
const within = (width: number | null, height: number | null): Filter => ({ filter: "fit", width, height });
const brightness = (factor: number): Filter => ({ filter: "brightness", factor });
const contrast = (factor: number): Filter => ({ filter: "contrast", factor });
const part = (left: number, top: number, right: number, bottom: number): Filter => ({
  filter: "crop",
  to: { as: "part", left, top, right, bottom },
});
const rectangle = (width: number, height: number, corner: { x: number; y: number } | null): Filter => ({
  filter: "crop",
  to: { as: "rectangle", width, height, corner },
});

describe("instructions that filters can follow", () => {
  const cases: readonly (readonly [text: string, ...filters: readonly Filter[]])[] = [
    ["blur", blur],
    ["blur it", blur],
    ["make it square", { filter: "crop", to: { as: "square" } }],
    ["square, grey and 400x400 for my bus pass", { filter: "crop", to: { as: "square" } }, grey, resize(400, 400)],
    ["grey and 400 px wide for our flyer", grey, resize(400, null)],
    ["make it smaller so I can mail it", scale(0.5)],
    ["black&white", grey],
    ["400 px wide n grey", resize(400, null), grey],
    ["smaller, 300 pixels wide", resize(300, null)],
    ["300 pixels wide, smaller", resize(300, null)],
    ["a bit brighter", brightness(1.15)],
    ["bit brighter", brightness(1.15)],
    ["now blur the above image", blur],
    ["please generate the image blurred", blur],
    ["<resource>-0 blur", blur],
    ["blur the image strongly", { ...blur, strength: 2.5 }],
    ["slightly blur the photo", { ...blur, strength: 0.4 }],
    ["make it a bit blurry", { ...blur, strength: 0.4 }],
    ["Very blurry, please!", { ...blur, strength: 2.5 }],
    ["apply a gaussian blur with a radius of 5 pixels", { ...blur, pixels: 5 }],
    ["blur with sigma 3.5", { ...blur, pixels: 3.5 }],
    ["blur it by 12px", { ...blur, pixels: 12 }],
    ["sharpen", { filter: "sharpen", strength: 1 }],
    ["make it a lot sharper", { filter: "sharpen", strength: 2 }],
    ["Convert photo.jpg to black and white.", grey],
    ["greyscale", grey],
    ["make it sepia", { filter: "sepia" }],
    ["a sepia tone please", { filter: "sepia" }],
    ["gray scale", grey],
    ["make the picture monochrome", grey],
    ["remove the colours", grey],
    ["invert the colors", { filter: "invert" }],
    ["make a negative of the photo", { filter: "invert" }],
    ["make it brighter", brightness(1.3)],
    ["make it much brighter", brightness(1.7)],
    ["darken by 20%", brightness(0.8)],
    ["it is too dark", brightness(1.3)],
    ["it is too bright", brightness(0.7)],
    ["reduce the brightness", brightness(0.7)],
    ["increase the brightness by 25 percent", brightness(1.25)],
    ["make it less bright", brightness(0.7)],
    ["twice as bright", brightness(2)],
    ["half as bright", brightness(0.5)],
    ["reduce the brightness by a third", brightness(2 / 3)],
    ["reduce the brightness to a third", brightness(1 / 3)],
    ["reduce the brightness to 20%", brightness(0.2)],
    ["raise the contrast by half", contrast(1.5)],
    ["I want the brightness to be 20% higher", brightness(1.2)],
    ["more contrast", contrast(1.3)],
    ["a bit more contrast", contrast(1.15)],
    ["lower the contrast by 10%", contrast(0.9)],
    ["rotate 45 degrees", rotate(45)],
    ["rotate the image 90 degrees counter-clockwise", rotate(270)],
    ["rotate it 90° to the left", rotate(270)],
    ["rotate left", rotate(270)],
    ["rotate it to the right", rotate(90)],
    ["rotate by -30 degrees", rotate(330)],
    ["rotate it by ninety degrees clockwise", rotate(90)],
    ["a quarter turn to the left", rotate(270)],
    ["turn it upside down", rotate(180)],
    ["flip it", flip("horizontal")],
    ["mirror the picture", flip("horizontal")],
    ["flip vertically", flip("vertical")],
    ["flip the image horizontally and vertically", flip("horizontal"), flip("vertical")],
    ["resize to 640x480", resize(640, 480)],
    ["make it 640 × 480 pixels", resize(640, 480)],
    ["resize to 640 by 480 pixels", resize(640, 480)],
    ["make it 800 pixels wide", resize(800, null)],
    ["resize it to a height of 300px", resize(null, 300)],
    ["800 pixels wide and 600 pixels high", resize(800, 600)],
    ["enlarge it to 1,000 pixels wide", resize(1000, null)],
    ["resize the image so that it is 500px wide", resize(500, null)],
    ["scale it down to 50%", scale(0.5)],
    ["scale it up to 200%", scale(2)],
    ["make it half the size", scale(0.5)],
    ["make it twice as big", scale(2)],
    ["make it smaller", scale(0.5)],
    ["shrink it by 30%", scale(0.7)],
    ["30% smaller", scale(0.7)],
    ["3 times larger", scale(3)],
    ["scale by 2x", scale(2)],
    ["a copy of 420 pixel width", resize(420, null)],
    ["Width: 250px", resize(250, null)],
    ["the height should be 90 pixels", resize(null, 90)],
    ["250 px across", resize(250, null)],
    ["at a height of four hundred and fifty pixels", resize(null, 450)],
    ["no wider than 512 px", within(512, null)],
    ["no wider than 300 px and no higher than 200 px", within(300, 200)],
    ["at most 300 px wide and 200 px high", within(300, 200)],
    ["resize it to a maximum of 800x600", within(800, 600)],
    ["reduce it to no more than 640 px", within(640, 640)],
    ["no larger than 90 pixels", within(90, 90)],
    ["reduce it to 256 px", resize(256, null)],
    ["shrink it by resizing it to 300 px wide", resize(300, null)],
    ["reduce the size by two thirds", scale(1 / 3)],
    ["reduce by a third", scale(2 / 3)],
    ["reduce it to a third", scale(1 / 3)],
    ["shrink it to be a third of its size", scale(1 / 3)],
    ["increase the size 20%", scale(1.2)],
    ["the width should be at most 300 px", within(300, null)],
    ["a quarter smaller", scale(3 / 4)],
    ["enlarge the picture by half", scale(1.5)],
    ["increase the size by a quarter", scale(1.25)],
    ["320px * 240px", resize(320, 240)],
    ["two thirds as large", scale(2 / 3)],
    ["half as wide", scale(0.5)],
    ["turned clockwise by a quarter", rotate(90)],
    ["turn it to the left by three quarters", rotate(90)],
    ["half a turn", rotate(180)],
    ["turn by 270", rotate(270)],
    ["rotation: 90 degrees", rotate(90)],
    ["rotate it by a right angle against the clock", rotate(270)],
    ["at an angle of thirty-five degrees", rotate(35)],
    ["turn it a bit to the right", rotate(10)],
    ["rotate it more", rotate(90)],
    ["turn it left two times", rotate(180)],
    ["a quarter turn to the right three times", rotate(270)],
    ["turn it twice as large", scale(2)],
    ["mirrored left-right, 120 pixels tall", flip("horizontal"), resize(null, 120)],
    ["700 px wide and turned anti-clockwise by a quarter", resize(700, null), rotate(270)],
    ["make a thumbnail", { filter: "thumbnail", side: 128 }],
    ["create a thumbnail of 200 pixels", { filter: "thumbnail", side: 200 }],
    ["crop to 300x200", rectangle(300, 200, null)],
    ["crop 100x100 at (10, 20)", rectangle(100, 100, { x: 10, y: 20 })],
    ["crop from (10, 20) to (110, 220)", rectangle(100, 200, { x: 10, y: 20 })],
    ["crop to 10, 20, 300, 200", rectangle(300, 200, { x: 10, y: 20 })],
    ["crop to the left half", part(0, 0, 0.5, 1)],
    ["crop the bottom 20%", part(0, 0.8, 1, 1)],
    ["crop the top left corner", part(0, 0, 0.5, 0.5)],
    ["crop the center", part(0.25, 0.25, 0.75, 0.75)],
    ["crop the image to a square", { filter: "crop", to: { as: "square" } }],
    [
      "crop 20 pixels from each side",
      { filter: "crop", to: { as: "margins", left: 20, top: 20, right: 20, bottom: 20 } },
    ],
    ["crop 10 px off the top", { filter: "crop", to: { as: "margins", left: 0, top: 10, right: 0, bottom: 0 } }],
    ["edges", edges],
    ["show the edges", edges],
    ["apply edge detection", edges],
    ["make it grey and rotate it by 90 degrees", grey, rotate(90)],
    ["Turn the image into grayscale, then flip it horizontally", grey, flip("horizontal")],
    [
      "Could you please make this picture black and white, brighter and half the size?",
      grey,
      brightness(1.3),
      scale(0.5),
    ],
    [
      "crop it to a square. After that sharpen it; finally make it 100x100.",
      { filter: "crop", to: { as: "square" } },
      { filter: "sharpen", strength: 1 },
      resize(100, 100),
    ],
  ];
  for (const [text, ...filters] of cases) {
    it(text, () => {
      const read = readFilters(text);
      expect(read).toHaveLength(filters.length);
      // Percentages are sums of tenths.
      for (const [index, filter] of filters.entries()) {
        const found: object = read?.[index] ?? {};
        for (const [key, value] of Object.entries(filter)) {
          const actual: unknown = Reflect.get(found, key);
          if (typeof value === "number") expect(actual).toBeCloseTo(value, 9);
          else expect(actual).toEqual(value);
        }
      }
    });
  }
});

describe("an image that is only named is not made again", () => {
  it("now rotate the blurred image", () => expect(readFilters("now rotate the blurred image")).toEqual([rotate(90)]));
  it("make the grey picture brighter", () =>
    expect(readFilters("make the grey picture brighter")).toEqual([brightness(1.3)]));
  it("blur the edge map", () => expect(readFilters("blur the edge map")).toEqual([blur]));
  it("give me the blurred image", () => expect(readFilters("give me the blurred image")).toEqual([blur]));
});

describe("instructions that filters cannot follow, wholly or in part", () => {
  for (const text of [
    "",
    "   ",
    "hello",
    "make it",
    "change the image",
    "make it a Van Gogh painting",
    "remove the dog",
    "blur the background",
    "blur the dog",
    "blur the edges",
    "don't blur it",
    "remove the blur",
    "unblur it",
    "less blurry",
    "make the sky blue",
    "make it grey and add a hat",
    "rotate it and make it a cartoon",
    "brighten the dark areas",
    "increase the saturation",
    "turn it into a sketch",
    "zoom in on the dog",
    "reduce the noise",
    "reduce the file size",
    "resize to 0x0",
    "crop to 0x10",
    "shrink it by 100%",
    "make it 5 cm wide",
    "set the width to 300 pixels and keep the height",
    "make it 50 pixels wider",
    "make it 100 px taller",
    "make it wider than 300 px",
    "larger than 300 px",
    "20% wider",
    "reduce it by 256 px",
    "reduce the width by 100 px",
    "resize it by about 80 px in height",
    "make it larger by 50 px",
    "make it 50 px smaller",
    "I want to shrink it 40 px",
    "enlarge it to at most 400 px",
    "800 px wide and at most 600 px high",
    "at most half the size",
    "turn it 2 times",
    "rotate it three times",
    "what breed is the dog?",
    "blur it, ".repeat(11),
    `blur it ${"really ".repeat(100)}`,
  ]) {
    it(text.slice(0, 60) || "(nothing)", () => expect(readFilters(text)).toBeNull());
  }
});

it("any words give filters or null, soon", () => {
  const word = fc.constantFrom(
    "blur",
    "rotate",
    "the",
    "image",
    "crop",
    "to",
    "half",
    "left",
    "90",
    "degrees",
    "x",
    "10x20",
    "and",
    ",",
    "(",
    "1, 2",
    "a",
    "lot",
    "more",
    "percent",
    "%",
    "flip",
    "by",
    "resize",
    "size",
    ".",
    "point",
    "at most",
    "wider",
    "smaller",
    "px",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(word, { maxLength: 60 }).map((words) => words.join(" ")),
        fc.string({ maxLength: 500, unit: "binary" }),
      ),
      (text) => {
        const filters = readFilters(text);
        expect(filters === null || (filters.length > 0 && filters.length <= 10)).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});
