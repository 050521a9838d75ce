import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Detected, MAX_DRAWN_BOXES, placeBoxes } from "../../../src/providers/overlays/detected.ts";
import { drawBoxes, placeLabels } from "../../../src/providers/overlays/draw-boxes.ts";
import { CELL } from "../../../src/providers/overlays/paint.ts";
import { jpeg, look, never, plain } from "./pictures.ts";

const GREY = [90, 90, 90];
const thing = (
  label: string,
  xmin: number,
  ymin: number,
  xmax: number,
  ymax: number,
  score: number | null = 0.9,
): Detected => ({
  label,
  score,
  box: { xmin, ymin, xmax, ymax },
});

describe("boxes on a picture", () => {
  it("stand around what they are of, with a label above, and leave the rest alone", async () => {
    const size = { width: 200, height: 150 };
    const { bytes, mediaType, notes } = await drawBoxes(
      await plain(size, GREY),
      [thing("cat", 50, 60, 150, 120)],
      never(),
    );
    const picture = await look(bytes);
    expect({ mediaType, notes, width: picture.width, height: picture.height }).toEqual({
      mediaType: "image/png",
      notes: [],
      ...size,
    });
    const line = picture.at(50, 90);
    expect(line).not.toEqual(GREY);
    for (const [x, y] of [
      [149, 90],
      [100, 60],
      [100, 119],
    ] as const)
      expect(picture.at(x, y)).toEqual(line);
    for (const [x, y] of [
      [100, 90],
      [20, 20],
      [180, 90],
      [100, 140],
    ] as const)
      expect(picture.at(x, y)).toEqual(GREY);
    const plate = Array.from({ length: CELL.height }, (_, row) => picture.at(51, 59 - row));
    expect(plate).toContainEqual(line);
  });

  it.each([
    ["black", [0, 0, 0]],
    ["white", [255, 255, 255]],
  ])("are seen on %s, label and all", async (_, ground) => {
    const { bytes } = await drawBoxes(
      await plain({ width: 120, height: 120 }, ground),
      [thing("dog", 20, 40, 100, 100)],
      never(),
    );
    const picture = await look(bytes);
    const luma = ([red = 0, green = 0, blue = 0]: readonly number[]) => 0.299 * red + 0.587 * green + 0.114 * blue;
    const line = luma(picture.at(20, 70));
    const around = luma(picture.at(19, 70));
    expect(Math.max(Math.abs(line - luma(ground)), Math.abs(around - luma(ground)))).toBeGreaterThan(80);
    const plate = picture.at(21, 39);
    const letters = Array.from({ length: 20 }, (_, x) => picture.at(21 + x, 35)).find(
      (pixel) => pixel.join() !== plate.join(),
    );
    expect(Math.abs(luma(letters ?? plate) - luma(plate))).toBeGreaterThan(80);
  });

  it("have a colour for each label", async () => {
    const objects = [thing("cat", 10, 40, 40, 90), thing("dog", 60, 40, 90, 90), thing("cat", 110, 40, 140, 90)];
    const { at } = await look(
      (await drawBoxes(await plain({ width: 160, height: 100 }, GREY), objects, never())).bytes,
    );
    expect(at(10, 70)).toEqual(at(110, 70));
    expect(at(10, 70)).not.toEqual(at(60, 70));
  });

  it("are thicker in a larger picture", async () => {
    const size = { width: 1_200, height: 1_000 };
    const { at } = await look(
      (await drawBoxes(await plain(size, GREY), [thing("cat", 300, 300, 900, 900)], never())).bytes,
    );
    expect([0, 1, 2].map((offset) => at(300 + offset, 600))).toEqual([at(300, 600), at(300, 600), at(300, 600)]);
    expect(at(300, 600)).not.toEqual(GREY);
    expect(at(304, 600)).toEqual(GREY);
  });

  it("are drawn where they belong in a photo that is too large, which stays a JPEG and says so", async () => {
    const { bytes, mediaType, notes } = await drawBoxes(
      jpeg({ width: 4_000, height: 1_000 }),
      [thing("cat", 2_000, 100, 3_000, 900)],
      never(),
    );
    const picture = await look(bytes);
    expect(mediaType).toBe("image/jpeg");
    expect(picture.width).toBeLessThan(4_000);
    expect(notes).toEqual([expect.stringMatching(/Scaled from 4.0 megapixels/)]);
    const middle = Math.round(picture.height / 2);
    const left = Math.round((2_000 * picture.width) / 4_000);
    const [before = 0, on = 0] = [picture.at(left - 20, middle)[1], picture.at(left + 1, middle)[1]];
    expect(Math.abs(on - before)).toBeGreaterThan(30);
  });

  it("are the surest of ten thousand, and a note says so", async () => {
    const objects = Array.from({ length: 10_000 }, (_, index) => thing(`kind ${index}`, 1, 1, 90, 90, index / 10_000));
    const { notes } = await drawBoxes(await plain({ width: 100, height: 100 }, GREY), objects, never());
    expect(notes).toEqual([`Only the ${MAX_DRAWN_BOXES} surest of 10000 boxes are drawn.`]);
  });

  it("are counted where they lie outside or are no numbers", async () => {
    const objects = [
      thing("a", Number.NaN, 0, 5, 5),
      thing("b", 500, 0, 600, 5),
      thing("c", 0, 0, Number.POSITIVE_INFINITY, 5),
    ];
    const { bytes, notes } = await drawBoxes(await plain({ width: 50, height: 50 }, GREY), objects, never());
    expect(notes).toEqual(["3 of 3 boxes lie outside the image and are not drawn."]);
    expect([...(await look(bytes)).pixels]).toEqual([GREY.join()]);
  });

  it("wait for nobody once the attempt is over", async () => {
    const failed = drawBoxes(await plain({ width: 9, height: 9 }, GREY), [], AbortSignal.abort());
    await expect(failed).rejects.toMatchObject({ code: "timeout" });
  });

  it("are refused on what is no picture", async () => {
    await expect(drawBoxes(new TextEncoder().encode("GIF89a"), [], never())).rejects.toMatchObject({
      code: "unsupported-input",
    });
  });
});

const anywhere = fc.double({ noDefaultInfinity: false, noNaN: false });
const near = fc.double({ min: -50, max: 250, noNaN: true });
const place = fc.oneof(anywhere, near);
const hostile = fc.array(
  fc.record({
    label: fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.constantFrom("", "zebra", "\u0000\n", "斑马", "é".repeat(999)),
    ),
    score: fc.option(fc.oneof(anywhere, fc.double({ min: 0, max: 1 }))),
    box: fc.record({ xmin: place, ymin: place, xmax: place, ymax: place }),
  }),
  { maxLength: 40 },
);
const sizes = fc.record({ width: fc.integer({ min: 1, max: 200 }), height: fc.integer({ min: 1, max: 200 }) });

describe("whatever a model answers", () => {
  it("boxes and labels stay within the picture", () => {
    fc.assert(
      fc.property(hostile, sizes, fc.integer({ min: 1, max: 5 }), (objects, size, scale) => {
        const placed = placeBoxes(objects, { width: 200, height: 200 }, size);
        const areas = [
          ...placed.map(({ area }) => area),
          ...placeLabels(placed, size, scale).map(({ plate }) => plate),
        ];
        for (const { left, top, right, bottom } of areas) {
          expect([left, top, right, bottom].every(Number.isInteger)).toBe(true);
          expect(left >= 0 && top >= 0 && right <= size.width && bottom <= size.height).toBe(true);
          expect(left < right && top < bottom).toBe(true);
        }
      }),
    );
  });

  it("labels beside each other hide none before them", () => {
    const placed = placeBoxes(
      [thing("one", 10, 50, 90, 90), thing("two", 12, 50, 90, 90, 0.8)],
      { width: 100, height: 100 },
      { width: 100, height: 100 },
    );
    const [first, second] = placeLabels(placed, { width: 100, height: 100 }, 1);
    expect(first?.plate.bottom).toBe(50);
    expect(second?.plate.top).toBe(50);
  });
});
