import { describe, expect, it } from "vitest";
import { decodeImage } from "../../../../src/providers/embedded/vision/decode/decode-image.ts";
import { encodePng } from "../../../../src/providers/embedded/vision/encode/png.ts";
import type { Raster } from "../../../../src/providers/embedded/vision/raster.ts";
import { bytesOf, callExpert } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";

async function edges(image: Uint8Array): Promise<Raster> {
  const { bytes, mediaType } = bytesOf(await callExpert("canny-control", { image }), "image");
  expect(mediaType).toBe("image/png");
  return (await decodeImage(bytes, 50_000_000)).raster;
}

const valueAt = (raster: Raster, x: number, y: number): number =>
  raster.data[(y * raster.width + x) * raster.channels] ?? -1;

/** A grey square of `brightness` on another grey. */
const square = (inside: number, outside: number): Promise<Uint8Array> =>
  encodePng({ width: 100, height: 80 }, 1, (y) =>
    Uint8Array.from({ length: 100 }, (_, x) => (x >= 30 && x < 70 && y >= 20 && y < 60 ? inside : outside)),
  );

describe("an edge map", () => {
  for (const [name, inside, outside] of [
    ["full contrast", 255, 0],
    ["fog", 150, 110],
  ] as const) {
    it(`follows the sides of a square and nothing else: ${name}`, async () => {
      const raster = await edges(await square(inside, outside));
      expect([raster.width, raster.height]).toEqual([100, 80]);
      for (const [x, y] of [
        [50, 5],
        [50, 40],
        [10, 40],
        [90, 70],
      ] as const)
        expect(valueAt(raster, x, y)).toBe(0);
      const crosses = (from: number, to: number, at: (position: number) => number): boolean =>
        Array.from({ length: to - from }, (_, index) => at(from + index)).includes(255);
      expect(
        crosses(27, 33, (x) => valueAt(raster, x, 40)),
        "left",
      ).toBe(true);
      expect(
        crosses(67, 73, (x) => valueAt(raster, x, 40)),
        "right",
      ).toBe(true);
      expect(
        crosses(17, 23, (y) => valueAt(raster, 50, y)),
        "top",
      ).toBe(true);
      expect(
        crosses(57, 63, (y) => valueAt(raster, 50, y)),
        "bottom",
      ).toBe(true);
    });
  }

  it("of an even picture is black, its noise included", async () => {
    const noise = await encodePng({ width: 64, height: 64 }, 1, (y) =>
      Uint8Array.from({ length: 64 }, (_, x) => 120 + ((x * 7 + y * 13) % 5)),
    );
    expect(new Set((await edges(noise)).data)).toEqual(new Set([0]));
  });

  it("holds nothing but black and white", async () => {
    expect([...new Set((await edges(await fixture("note-side-light.jpg"))).data)].sort()).toEqual([0, 255]);
  });

  it("has the size of a 12-megapixel photo, and says where the edges were found", async () => {
    const result = await callExpert("canny-control", { image: await fixture("decode/phone-12mp.jpg") });
    const { raster, original } = await decodeImage(bytesOf(result, "image").bytes, 200_000);
    expect(original).toEqual({ width: 4032, height: 3024 });
    expect(raster.data.some((value) => value > 0)).toBe(true);
    expect(result.notes?.join()).toMatch(/found at 0\.8 megapixels .* drawn at the image's own 12\.2 megapixels/);
  });

  it("is drawn upright for a photo that was stored turned", async () => {
    const raster = await edges(await fixture("note-exif.jpg"));
    expect([raster.width, raster.height]).toEqual([660, 210]);
  });

  it("of a picture of one pixel is one black pixel", async () => {
    const raster = await edges(await encodePng({ width: 1, height: 1 }, 1, () => Uint8Array.of(255)));
    expect([...raster.data]).toEqual([0, 0, 0]);
  });
});
