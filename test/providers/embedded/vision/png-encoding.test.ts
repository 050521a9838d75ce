import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeImage } from "../../../../src/providers/embedded/vision/decode/decode-image.ts";
import { encodePng } from "../../../../src/providers/embedded/vision/encode/png.ts";

it("what is encoded is decoded the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(3, 4),
      fc.integer(),
      async (width, height, channels, seed) => {
        let state = seed;
        const data = Uint8Array.from({ length: width * height * channels }, () => {
          state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
          // Flat stretches between the noise, so that every row filter gets its turn.
          return state % 3 === 0 ? 200 : state >>> 24;
        });
        const png = await encodePng({ width, height }, channels, (y) =>
          data.subarray(y * width * channels, (y + 1) * width * channels),
        );
        const { raster } = await decodeImage(png, width * height);
        expect({ width: raster.width, height: raster.height, channels: raster.channels }).toEqual({
          width,
          height,
          channels,
        });
        expect(raster.data).toEqual(data);
      },
    ),
    { numRuns: 60 },
  );
});

it("greyscale comes back as three equal channels", async () => {
  const png = await encodePng({ width: 3, height: 2 }, 1, (y) => Uint8Array.of(0, 100 + y, 255));
  const { raster } = await decodeImage(png, 6);
  expect([...raster.data]).toEqual([0, 0, 0, 100, 100, 100, 255, 255, 255, 0, 0, 0, 101, 101, 101, 255, 255, 255]);
});
