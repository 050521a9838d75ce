import { describe, expect, it } from "vitest";
import { decodeImage } from "../../../../../src/providers/embedded/vision/decode/decode-image.ts";
import type { Raster } from "../../../../../src/providers/embedded/vision/raster.ts";
import expected from "../../../../fixtures/vision/decode/expected.json" with { type: "json" };
import { fixture } from "../fixtures.ts";

const NO_SCALING = 50_000_000;
const { points, ...pictures } = expected;

function pixel(raster: Raster, x: number, y: number): number[] {
  const at = (y * raster.width + x) * raster.channels;
  const samples = [...raster.data.subarray(at, at + raster.channels)];
  return samples.length === 3 ? [...samples, 255] : samples;
}

const furthest = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? -999))));

it("leaves no global location behind, which other libraries would take for a page's", async () => {
  await decodeImage(await fixture("decode/lossy.webp"), NO_SCALING);
  expect(globalThis).not.toHaveProperty("location");
});

describe("decoding gives the pixels that Pillow reads", () => {
  for (const [name, pixels] of Object.entries(pictures)) {
    // Decoders may differ in the last bits of the inverse cosine transform and in how chroma is enlarged.
    const tolerance = name.endsWith(".png") || name === "lossless.webp" || name === "alpha.webp" ? 1 : 16;
    it(name, async () => {
      const { raster, original, notes } = await decodeImage(await fixture(`decode/${name}`), NO_SCALING);
      expect({ width: raster.width, height: raster.height, original, notes }).toEqual({
        width: 61,
        height: 43,
        original: { width: 61, height: 43 },
        notes: [],
      });
      points.forEach(([x = 0, y = 0], index) => {
        expect(
          furthest(pixel(raster, x, y), pixels[index] ?? []),
          `at ${x}, ${y}: ${pixel(raster, x, y)}`,
        ).toBeLessThanOrEqual(tolerance);
      });
    });
  }
});

describe("a photo is turned as its EXIF orientation says", () => {
  const names = [
    ...[2, 3, 4, 5, 6, 7, 8].map((orientation) => `orientation-${orientation}.jpg`),
    "orientation-6.png",
    "orientation-6.webp",
  ];
  for (const name of names) {
    it(name, async () => {
      const { raster, original } = await decodeImage(await fixture(`decode/${name}`), NO_SCALING);
      expect(original).toEqual({ width: 61, height: 43 });
      points.forEach(([x = 0, y = 0], index) => {
        const wanted = pictures["baseline-444.jpg"][index] ?? [];
        // Red and green tell where a pixel is; blue has an edge, which rings differently in every block grid.
        expect(furthest(pixel(raster, x, y).slice(0, 2), wanted.slice(0, 2)), `at ${x}, ${y}`).toBeLessThanOrEqual(16);
      });
    });
  }
});

describe("a large picture is scaled down", () => {
  it("a 12-megapixel photo, to what was asked for, and says so", async () => {
    const { raster, original, notes } = await decodeImage(await fixture("decode/phone-12mp.jpg"), 1_000_000);
    expect(original).toEqual({ width: 4032, height: 3024 });
    expect([raster.width, raster.height]).toEqual([1008, 756]);
    expect(notes).toEqual(["Scaled from 12.2 megapixels (4032 × 3024) to 0.8 megapixels (1008 × 756)."]);
    const colours = [
      pixel(raster, 100, 100),
      pixel(raster, 900, 100),
      pixel(raster, 100, 700),
      pixel(raster, 900, 700),
    ];
    const quarters = [
      [200, 30, 30, 255],
      [30, 200, 30, 255],
      [30, 30, 200, 255],
      [220, 220, 40, 255],
    ];
    quarters.forEach((quarter, index) => {
      expect(furthest(colours[index] ?? [], quarter)).toBeLessThan(8);
    });
  });

  for (const name of ["rgb8.png", "rgba8.png", "rgb8-interlaced.png", "lossless.webp"]) {
    it(`${name}, by averaging areas`, async () => {
      const file = await fixture(`decode/${name}`);
      const whole = (await decodeImage(file, NO_SCALING)).raster;
      const small = (await decodeImage(file, 160)).raster;
      expect([small.width, small.height]).toEqual([15, 10]);
      const mean = (raster: Raster): number => {
        let sum = 0;
        for (let at = 0; at < raster.data.length; at += raster.channels) sum += raster.data[at] ?? 0;
        return sum / (raster.width * raster.height);
      };
      if (small.channels === 3) expect(Math.abs(mean(whole) - mean(small))).toBeLessThan(1.5);
      expect(small.channels).toBe(whole.channels);
    });
  }
});

describe("what cannot be read is refused by name", () => {
  const cases: readonly (readonly [name: string, code: string, says: RegExp])[] = [
    ["decode/picture.gif", "unsupported-input", /a GIF; .*PNG, JPEG and WebP/],
    ["decode/picture.bmp", "unsupported-input", /a BMP/],
    ["decode/picture.avif", "unsupported-input", /an AVIF picture/],
    ["decode/animated.webp", "unsupported-input", /animation/],
  ];
  for (const [name, code, says] of cases) {
    it(name, async () => {
      await expect(decodeImage(await fixture(name), NO_SCALING)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(says),
      });
    });
  }

  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const made: readonly (readonly [name: string, file: Uint8Array, code: string])[] = [
    ["no bytes", new Uint8Array(0), "unreadable-resource"],
    ["text called .png", bytes("this is not a picture"), "unreadable-resource"],
    ["only a PNG's signature", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), "unreadable-resource"],
    ["only a JPEG's first bytes", Uint8Array.of(0xff, 0xd8, 0xff), "unreadable-resource"],
    ["only a WebP's first bytes", bytes("RIFF\0\0\0\0WEBP"), "unreadable-resource"],
    ["a TIFF", bytes("II*\0"), "unsupported-input"],
    ["a JPEG 2000 picture", bytes("\0\0\0\x0cjP  \r\n\x87\n"), "unsupported-input"],
    ["an SVG", bytes('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), "unsupported-input"],
    ["a PDF", bytes("%PDF-1.7\n"), "unsupported-input"],
  ];
  for (const [name, file, code] of made) {
    it(name, async () => {
      await expect(decodeImage(file, NO_SCALING)).rejects.toMatchObject({ name: "AppError", code });
    });
  }

  for (const name of [
    "rgb8.png",
    "rgb8-interlaced.png",
    "palette4.png",
    "baseline.jpg",
    "progressive.jpg",
    "lossy.webp",
    "lossless.webp",
  ]) {
    it(`${name} cut off in the middle`, async () => {
      const file = await fixture(`decode/${name}`);
      await expect(decodeImage(file.slice(0, Math.floor(file.length * 0.6)), NO_SCALING)).rejects.toMatchObject({
        code: "unreadable-resource",
      });
    });
  }
});
