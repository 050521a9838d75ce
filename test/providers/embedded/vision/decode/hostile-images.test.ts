import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../../../src/domain/errors.ts";
import { decodeImage } from "../../../../../src/providers/embedded/vision/decode/decode-image.ts";
import { fixture } from "../fixtures.ts";
import { concat, deflate, pngFile } from "../make-png.ts";

const WORK_PIXELS = 1_000_000;
const REFUSALS = ["unreadable-resource", "unsupported-input", "resource-too-large"];

/** Either a picture whose pixels are all there, or one of the three refusals: no other error, no trap. */
async function decodesOrRefuses(file: Uint8Array): Promise<void> {
  const outcome = await decodeImage(file, WORK_PIXELS).catch((thrown: unknown) => thrown);
  if (outcome instanceof AppError) expect(REFUSALS).toContain(outcome.code);
  else {
    expect(outcome).toMatchObject({ format: expect.stringMatching(/png|jpeg|webp/) });
    const { raster } = outcome as Awaited<ReturnType<typeof decodeImage>>;
    expect(raster.width * raster.height).toBeLessThanOrEqual(WORK_PIXELS);
    expect(raster.data.length).toBe(raster.width * raster.height * raster.channels);
  }
}

describe("decompression bombs", () => {
  it("a PNG whose header promises 3,600 megapixels is refused before it is inflated", async () => {
    const file = pngFile({ width: 60_000, height: 60_000, depth: 8, colour: 6 }, await deflate(new Uint8Array(1000)));
    await expect(decodeImage(file, WORK_PIXELS)).rejects.toMatchObject({
      code: "resource-too-large",
      message: expect.stringContaining("50 megapixels"),
    });
  });

  it("a PNG of one pixel with 60 MB behind it is read for its one pixel", async () => {
    const file = pngFile({ width: 1, height: 1, depth: 8, colour: 0 }, await deflate(new Uint8Array(60_000_000)));
    expect(file.length).toBeLessThan(100_000);
    const { raster } = await decodeImage(file, WORK_PIXELS);
    expect([...raster.data]).toEqual([0, 0, 0]);
  });

  it("a PNG of 36 megapixels in a few kilobytes is read row by row", async () => {
    const rowBytes = 6000 / 8 + 1;
    const file = pngFile(
      { width: 6000, height: 6000, depth: 1, colour: 0 },
      await deflate(new Uint8Array(rowBytes * 6000)),
    );
    const { raster } = await decodeImage(file, WORK_PIXELS);
    expect([raster.width, raster.height]).toEqual([1000, 1000]);
  });

  it("an interlaced PNG that must be held whole is refused beyond the memory for it", async () => {
    const file = pngFile(
      { width: 7000, height: 7000, depth: 8, colour: 6, interlaced: true },
      await deflate(new Uint8Array(1000)),
    );
    await expect(decodeImage(file, WORK_PIXELS)).rejects.toMatchObject({
      code: "resource-too-large",
      message: expect.stringContaining("interlaced"),
    });
  });

  it("a JPEG whose header promises 65,535 pixels a side", async () => {
    const file = (await fixture("decode/baseline.jpg")).slice();
    const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc0);
    file.fill(0xff, frame + 5, frame + 9);
    await expect(decodeImage(file, WORK_PIXELS)).rejects.toMatchObject({ code: "resource-too-large" });
  });

  it("a progressive JPEG whose coefficients alone pass the budget", async () => {
    const file = (await fixture("decode/phone-12mp.jpg")).slice();
    const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc2);
    new DataView(file.buffer).setUint16(frame + 5, 8000);
    new DataView(file.buffer).setUint16(frame + 7, 6200);
    await expect(decodeImage(file, WORK_PIXELS)).rejects.toMatchObject({
      code: "resource-too-large",
      message: expect.stringContaining("progressive"),
    });
  });

  it("a WebP of 40 megapixels, which has to be decoded whole", async () => {
    const file = (await fixture("decode/lossy.webp")).slice();
    const start = file.findIndex((byte, at) => byte === 0x9d && file[at + 1] === 0x01 && file[at + 2] === 0x2a);
    new DataView(file.buffer).setUint16(start + 3, 8000, true);
    new DataView(file.buffer).setUint16(start + 5, 5000, true);
    await expect(decodeImage(file, WORK_PIXELS)).rejects.toMatchObject({
      code: "resource-too-large",
      message: expect.stringContaining("WebP"),
    });
  });
});

describe("for any bytes, a picture or a refusal", () => {
  const seeds = [
    "rgb8.png",
    "palette4-keyed.png",
    "grey16-interlaced.png",
    "baseline.jpg",
    "progressive.jpg",
    "cmyk.jpg",
    "orientation-6.jpg",
    "lossy.webp",
    "alpha.webp",
  ];
  let files: readonly Uint8Array[];
  beforeAll(async () => {
    files = await Promise.all(seeds.map((name) => fixture(`decode/${name}`)));
  });

  it("random bytes, also behind a true signature", async () => {
    const signature = fc.constantFrom(
      [],
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
      [0xff, 0xd8, 0xff],
      [...new TextEncoder().encode("RIFF\x10\0\0\0WEBP")],
    );
    await fc.assert(
      fc.asyncProperty(signature, fc.uint8Array({ maxLength: 400 }), (start, rest) =>
        decodesOrRefuses(concat([Uint8Array.from(start), rest])),
      ),
      { numRuns: 300 },
    );
  });

  it("true files with bytes changed, dropped and cut off", async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      to: fc.integer({ min: 0, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: seeds.length - 1 }),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
        async (index, changes, cut) => {
          const file = (files[index] ?? new Uint8Array(0)).slice();
          for (const { at, to } of changes) file[Math.floor(at * Math.min(file.length, 600))] = to;
          await decodesOrRefuses(cut === null ? file : file.slice(0, Math.floor(file.length * cut)));
        },
      ),
      { numRuns: 400 },
    );
  });

  it("PNG headers of every kind over pixels that do not belong to them", async () => {
    const body = await deflate(Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 5));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          width: fc.integer({ min: 0, max: 300 }),
          height: fc.integer({ min: 0, max: 300 }),
          depth: fc.constantFrom(1, 2, 4, 8, 16, 3, 0),
          colour: fc.constantFrom(0, 2, 3, 4, 6, 1, 5),
          interlaced: fc.boolean(),
        }),
        (parts) => decodesOrRefuses(pngFile(parts, body)),
      ),
      { numRuns: 200 },
    );
  });
});
