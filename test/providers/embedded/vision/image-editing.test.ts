import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
import { decodeImage } from "../../../../src/providers/embedded/vision/decode/decode-image.ts";
import { encodePng } from "../../../../src/providers/embedded/vision/encode/png.ts";
import type { Raster } from "../../../../src/providers/embedded/vision/raster.ts";
import { bytesOf, callExpert } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";

const WIDTH = 40;
const HEIGHT = 30;
/** Red grows to the right, green downwards; nothing in it is symmetrical. */
const source = (x: number, y: number): readonly [number, number, number] => [x * 6, y * 8, 50];
const pixel = (raster: Raster, x: number, y: number): number[] => {
  const at = (y * raster.width + x) * raster.channels;
  return [...raster.data.subarray(at, at + raster.channels)];
};

let picture: Uint8Array;
beforeAll(async () => {
  picture = await encodePng({ width: WIDTH, height: HEIGHT }, 3, (y) =>
    Uint8Array.from(Array.from({ length: WIDTH }, (_, x) => source(x, y)).flat()),
  );
});

async function edit(text: string, image: Uint8Array = picture): Promise<Raster> {
  const { bytes } = bytesOf(await callExpert("image-editing", { image, text }), "image");
  return (await decodeImage(bytes, 50_000_000)).raster;
}

describe("filters do exactly what they say", () => {
  const moved: readonly (readonly [
    text: string,
    width: number,
    height: number,
    from: (x: number, y: number) => readonly [number, number],
  ])[] = [
    ["rotate by 90 degrees", HEIGHT, WIDTH, (x, y) => [y, HEIGHT - 1 - x]],
    ["rotate left", HEIGHT, WIDTH, (x, y) => [WIDTH - 1 - y, x]],
    ["turn it upside down", WIDTH, HEIGHT, (x, y) => [WIDTH - 1 - x, HEIGHT - 1 - y]],
    ["mirror it", WIDTH, HEIGHT, (x, y) => [WIDTH - 1 - x, y]],
    ["flip vertically", WIDTH, HEIGHT, (x, y) => [x, HEIGHT - 1 - y]],
    ["crop to the left half", WIDTH / 2, HEIGHT, (x, y) => [x, y]],
    ["crop to 10x8 at (3, 5)", 10, 8, (x, y) => [x + 3, y + 5]],
    ["crop to a square", 30, 30, (x, y) => [x + 5, y]],
    ["crop 4 pixels from each side", 32, 22, (x, y) => [x + 4, y + 4]],
    ["crop to 20x100 at (30, 0)", 10, HEIGHT, (x, y) => [x + 30, y]],
    ["rotate left, then rotate right", WIDTH, HEIGHT, (x, y) => [x, y]],
    ["flip horizontally and vertically", WIDTH, HEIGHT, (x, y) => [WIDTH - 1 - x, HEIGHT - 1 - y]],
  ];
  for (const [text, width, height, from] of moved) {
    it(text, async () => {
      const raster = await edit(text);
      expect([raster.width, raster.height]).toEqual([width, height]);
      for (const [x, y] of [
        [0, 0],
        [width - 1, 0],
        [0, height - 1],
        [width - 1, height - 1],
        [7, 6],
      ] as const) {
        expect(pixel(raster, x, y), `at ${x}, ${y}`).toEqual(source(...from(x, y)));
      }
    });
  }

  const changed: readonly (readonly [
    text: string,
    change: (red: number, green: number, blue: number) => readonly number[],
  ])[] = [
    ["invert it", (red, green, blue) => [255 - red, 255 - green, 255 - blue]],
    [
      "make it sepia",
      (red, green, blue) => [
        Math.min(255, 0.393 * red + 0.769 * green + 0.189 * blue),
        Math.min(255, 0.349 * red + 0.686 * green + 0.168 * blue),
        Math.min(255, 0.272 * red + 0.534 * green + 0.131 * blue),
      ],
    ],
    ["make it twice as bright", (red, green, blue) => [red * 2, green * 2, blue * 2]],
    ["darken by 50%", (red, green, blue) => [red / 2, green / 2, blue / 2]],
    ["increase the contrast by 100%", (red, green, blue) => [red * 2 - 128, green * 2 - 128, blue * 2 - 128]],
    ["make it grey", (red, green, blue) => Array<number>(3).fill(0.299 * red + 0.587 * green + 0.114 * blue)],
    [
      "make it grey and invert it",
      (red, green, blue) => Array<number>(3).fill(255 - Math.round(0.299 * red + 0.587 * green + 0.114 * blue)),
    ],
  ];
  for (const [text, change] of changed) {
    it(text, async () => {
      const raster = await edit(text);
      for (const [x, y] of [
        [0, 0],
        [39, 29],
        [20, 10],
        [11, 27],
      ] as const) {
        expect(pixel(raster, x, y)).toEqual(
          change(...source(x, y)).map((value) => Math.min(255, Math.max(0, Math.round(value)))),
        );
      }
    });
  }

  const sized: readonly (readonly [text: string, width: number, height: number])[] = [
    ["resize to 64x64", 64, 64],
    ["resize to 20 by 15 pixels", 20, 15],
    ["make it 20 pixels wide", 20, 15],
    ["make it half the size", 20, 15],
    ["make it twice as big", 80, 60],
    ["make a thumbnail of 10 pixels", 10, 8],
    ["make a thumbnail", 40, 30],
    ["no wider than 20 px and no higher than 12 px", 16, 12],
    ["no wider than 20 px and no higher than 200 px", 20, 15],
    ["at most 12 pixels high", 16, 12],
    ["no larger than 100 px", 40, 30],
    ["rotate by 90 degrees and make it 60 pixels wide", 60, 80],
    ["resize to 7x300", 7, 300],
  ];
  for (const [text, width, height] of sized) {
    it(text, async () => {
      const raster = await edit(text);
      expect([raster.width, raster.height]).toEqual([width, height]);
      // The same picture: its corners keep their colours.
      expect(Math.abs((pixel(raster, 0, 0)[2] ?? 0) - 50)).toBeLessThanOrEqual(1);
    });
  }

  it("rotate by 30 degrees: room for all of it, white corners, the middle in its place", async () => {
    const raster = await edit("rotate by 30 degrees");
    expect(Math.abs(raster.width - (40 * Math.cos(Math.PI / 6) + 30 * 0.5))).toBeLessThan(1.5);
    expect(Math.abs(raster.height - (40 * 0.5 + 30 * Math.cos(Math.PI / 6)))).toBeLessThan(1.5);
    expect(pixel(raster, 0, 0)).toEqual([255, 255, 255]);
    const [red = 0, green = 0] = pixel(raster, Math.floor(raster.width / 2), Math.floor(raster.height / 2));
    expect(Math.abs(red - 117)).toBeLessThan(12);
    expect(Math.abs(green - 116)).toBeLessThan(12);
    // Clockwise: what was on the right is now further down, and it is red.
    const [below = 0] = pixel(raster, Math.floor(raster.width / 2) + 10, Math.floor(raster.height / 2) + 6);
    expect(below).toBeGreaterThan(red + 40);
  });

  it("blur evens out, more of it the stronger; sharpen does the opposite", async () => {
    const stripes = await encodePng({ width: 200, height: 100 }, 3, () =>
      Uint8Array.from({ length: 600 }, (_, at) => (Math.floor(at / 3 / 4) % 2 === 0 ? 90 : 160)),
    );
    const spread = (raster: Raster): number => {
      const row = Array.from({ length: 100 }, (_, x) => pixel(raster, 50 + x, 50)[0] ?? 0);
      return Math.max(...row) - Math.min(...row);
    };
    const [slight, usual, strong, sharp] = await Promise.all(
      ["blur it slightly", "blur it", "blur it strongly", "sharpen it"].map((text) => edit(text, stripes)),
    );
    if (slight === undefined || usual === undefined || strong === undefined || sharp === undefined)
      throw new Error("an edit is missing");
    expect(spread(strong)).toBeLessThan(spread(usual));
    expect(spread(usual)).toBeLessThan(spread(slight));
    expect(spread(slight)).toBeLessThanOrEqual(70);
    expect(spread(sharp)).toBeGreaterThan(75);
    expect([strong.width, strong.height]).toEqual([200, 100]);
  });

  it("edges are white on black, where the brightness changes", async () => {
    const halves = await encodePng({ width: 60, height: 40 }, 3, () =>
      Uint8Array.from({ length: 180 }, (_, at) => (at < 90 ? 20 : 230)),
    );
    const raster = await edit("show the edges", halves);
    const row = Array.from({ length: 60 }, (_, x) => pixel(raster, x, 20)[0] ?? 0);
    expect(row.slice(0, 27)).toEqual(Array<number>(27).fill(0));
    expect(row.slice(33)).toEqual(Array<number>(27).fill(0));
    expect(Math.max(...row.slice(27, 33))).toBe(255);
  });

  it("transparency stays", async () => {
    const glass = await encodePng({ width: 8, height: 8 }, 4, () =>
      Uint8Array.from({ length: 32 }, (_, at) => (at % 4 === 3 ? 77 : 200)),
    );
    for (const text of ["invert it", "make it half the size", "rotate left", "make it grey"]) {
      const raster = await edit(text, glass);
      expect(raster.channels).toBe(4);
      expect(pixel(raster, 1, 1)[3]).toBe(77);
    }
  });

  it("a picture of one pixel survives every filter", async () => {
    const dot = await encodePng({ width: 1, height: 1 }, 3, () => Uint8Array.of(10, 20, 30));
    for (const text of [
      "blur",
      "sharpen",
      "grey",
      "invert",
      "edges",
      "brighter",
      "more contrast",
      "rotate left",
      "rotate 33 degrees",
      "flip",
      "make it smaller",
      "make it bigger",
      "thumbnail",
      "crop to a square",
      "crop the left half",
    ]) {
      const raster = await edit(text, dot);
      expect(raster.width * raster.height, text).toBeGreaterThan(0);
    }
  });
});

it("any chain of filters on any small picture gives a picture or a refusal", async () => {
  const step = fc.constantFrom(
    "blur",
    "blur by 40 pixels",
    "sharpen",
    "grey",
    "invert",
    "edges map",
    "much brighter",
    "less contrast",
    "rotate 33 degrees",
    "rotate left",
    "flip",
    "make it half the size",
    "make it twice as big",
    "resize to 3x50",
    "thumbnail",
    "crop to a square",
    "crop the left third",
    "crop 2 pixels from each side",
    "crop to 5x5 at (4, 4)",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(3, 4),
      fc.array(step, { minLength: 1, maxLength: 5 }),
      async (width, height, channels, steps) => {
        const image = await encodePng({ width, height }, channels, (y) =>
          Uint8Array.from({ length: width * channels }, (_, at) => (at * 37 + y * 11) & 255),
        );
        const outcome = await edit(steps.join(", then "), image).catch((thrown: unknown) => thrown);
        if (outcome instanceof AppError) expect(["unsupported-input", "resource-too-large"]).toContain(outcome.code);
        else expect(outcome).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
      },
    ),
    { numRuns: 150 },
  );
});

it("turning again and again, which makes room for corners each time, stays within bounds", async () => {
  const raster = await edit(
    Array<string>(3).fill("rotate by 45 degrees").join(", then "),
    await encodePng({ width: 900, height: 900 }, 3, () => new Uint8Array(2700)),
  );
  expect(raster.width * raster.height).toBeLessThanOrEqual(2_100_000);
});

it.each([
  [8000, 200],
  [200, 8000],
  [30_000, 1],
])("a picture of %i × %i, which needs many times its size at an angle, stays within bounds", async (width, height) => {
  const row = new Uint8Array(width * 3);
  const result = await callExpert("image-editing", {
    image: await encodePng({ width, height }, 3, () => row),
    text: "rotate by 45 degrees",
  });
  const raster = (await decodeImage(bytesOf(result, "image").bytes, 8_000_000)).raster;
  expect(raster.width * raster.height).toBeLessThanOrEqual(4_100_000);
  expect(result.notes).toContainEqual(expect.stringContaining("The result has"));
});

describe("what the result is, and what is told about it", () => {
  it("a photo stays a JPEG, a PNG a PNG", async () => {
    const photo = await callExpert("image-editing", {
      image: await fixture("decode/baseline.jpg"),
      text: "rotate left",
    });
    expect(bytesOf(photo, "image").mediaType).toBe("image/jpeg");
    expect(photo.notes).toEqual(["Applied in order: rotate clockwise by 270 degrees."]);
    expect(bytesOf(await callExpert("image-editing", { image: picture, text: "blur" }), "image").mediaType).toBe(
      "image/png",
    );
  });

  it("a WebP becomes a PNG", async () => {
    const result = await callExpert("image-to-image", { image: await fixture("decode/alpha.webp"), text: "invert" });
    expect(bytesOf(result, "image").mediaType).toBe("image/png");
  });

  it("a 12-megapixel photo is cut by its own pixels", async () => {
    const photo = await fixture("decode/phone-12mp.jpg");
    const result = await callExpert("image-editing", { image: photo, text: "crop to 400x300 at (2016, 0)" });
    const { raster } = await decodeImage(bytesOf(result, "image").bytes, 1_000_000);
    expect([raster.width, raster.height]).toEqual([400, 300]);
    const [red = 0, green = 0, blue = 0] = pixel(raster, 200, 150);
    expect(green).toBeGreaterThan(red + 100);
    expect(green).toBeGreaterThan(blue + 100);
    expect(result.notes?.join(" ")).toContain("Scaled from 12.2 megapixels");
  });

  it("a large photo that gets smaller is never refused for its size", async () => {
    const result = await callExpert("image-editing", {
      image: await fixture("decode/phone-12mp.jpg"),
      text: "90% of its size",
    });
    const { raster } = await decodeImage(bytesOf(result, "image").bytes, 50_000_000);
    expect(raster.width * raster.height).toBeLessThanOrEqual(4_000_000);
    expect(result.notes?.join(" ")).toMatch(/instead of 9\.9 megapixels \(3629 × 2722\)/);
  });

  it("half of a 12-megapixel photo is half of it", async () => {
    const result = await callExpert("image-editing", {
      image: await fixture("decode/phone-12mp.jpg"),
      text: "make it half the size",
    });
    const { raster } = await decodeImage(bytesOf(result, "image").bytes, 50_000_000);
    expect([raster.width, raster.height]).toEqual([2016, 1512]);
  });
});

describe("what is refused", () => {
  const cases: readonly (readonly [task: string, text: string | undefined, code: string, says: RegExp])[] = [
    [
      "image-editing",
      "make it a Van Gogh painting",
      "unsupported-input",
      /cannot do .*"make it a Van Gogh painting".*blur, sharpen/,
    ],
    ["image-editing", "remove the dog", "unsupported-input", /They can do this: blur/],
    ["image-to-image", undefined, "unsupported-input", /no instruction.*blur, sharpen/],
    ["image-to-image", "", "unsupported-input", /no instruction/],
    ["image-editing", "crop to 10x10 at (100, 100)", "unsupported-input", /outside the image, which is 40 × 30/],
    ["image-editing", "crop 50 pixels from each side", "unsupported-input", /Nothing would be left/],
    ["image-editing", "resize to 9000x9000", "resource-too-large", /81\.0 megapixels.*at most 4 megapixels/],
  ];
  for (const [task, text, code, says] of cases) {
    it(`${task}: ${text ?? "(no instruction)"}`, async () => {
      const inputs = text === undefined ? { image: picture } : { image: picture, text };
      await expect(callExpert(task, inputs)).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
    });
  }
});
