import { describe, expect, it } from "vitest";
import type { Segment } from "../../../src/providers/overlays/detected.ts";
import { layMasks, segmentationMap } from "../../../src/providers/overlays/draw-segments.ts";
import { showObjects, showSegments } from "../../../src/providers/overlays/index.ts";
import { readRegions } from "../../../src/providers/overlays/regions.ts";
import type { OutputDraft } from "../../../src/providers/provider.ts";
import { look, mask, never, plain, png } from "./pictures.ts";

const SIZE = { width: 120, height: 80 };
const GREY = [100, 100, 100];
const SKY = [6, 230, 230];
const TREE = [4, 200, 3];
const BLACK = [0, 0, 0];

const sky = async (score: number | null = 0.9): Promise<Segment> => ({
  label: "sky",
  score,
  mask: await mask(SIZE, (_, y) => y < 40),
});
const tree = async (score: number | null = 0.8): Promise<Segment> => ({
  label: "tree",
  score,
  mask: await mask(SIZE, (x) => x < 60),
});

const mapOf = async (segments: readonly Segment[]) => {
  const drawn = await segmentationMap(await readRegions(segments, never()), never());
  return { ...(await look(drawn.bytes)), notes: drawn.notes };
};

describe("a segmentation map", () => {
  it("has ADE20K's colours, and black where nothing is", async () => {
    const { width, height, at, pixels } = await mapOf([await sky(), await tree()]);
    expect({ width, height }).toEqual(SIZE);
    expect([at(90, 10), at(10, 70), at(90, 70)]).toEqual([SKY, TREE, BLACK]);
    expect(pixels.size).toBe(3);
  });

  it.each([
    ["the surer segment", 0.9, 0.8, SKY],
    ["the surer segment, in any order", 0.7, 0.8, TREE],
    ["the first where none is surer", null, null, SKY],
  ])("gives a pixel of two to %s", async (_, one, other, expected) => {
    const { at } = await mapOf([await sky(one), await tree(other)]);
    expect(at(10, 10)).toEqual(expected);
  });

  it("stretches masks of the same shape that are smaller", async () => {
    const small = { label: "tree", score: null, mask: await mask({ width: 60, height: 40 }, (x) => x < 30) };
    const { at } = await mapOf([{ ...(await sky()), label: "sky" }, small]);
    expect([at(59, 70), at(60, 70)]).toEqual([TREE, BLACK]);
  });

  it("reads masks that are drawn in transparency", async () => {
    const cut = await png(SIZE, (x) => [255, 255, 255, x < 60 ? 255 : 0], 4);
    const { at } = await mapOf([{ label: "tree", score: null, mask: cut }]);
    expect([at(59, 10), at(60, 10)]).toEqual([TREE, BLACK]);
  });

  it("is smaller than masks that are large, and says so", async () => {
    const large = await mask({ width: 2_400, height: 1_200 }, (x) => x < 1_200);
    const { width, height, notes } = await mapOf([{ label: "tree", score: null, mask: large }]);
    expect(width * height).toBeLessThanOrEqual(2_000_000);
    expect(notes).toEqual([expect.stringMatching(/instead of 2.9 megapixels/)]);
  });

  it("is of the surest 255 of more segments, and says so", async () => {
    const small = await mask({ width: 2, height: 2 }, () => true);
    const many = Array.from({ length: 300 }, (_, index) => ({
      label: `kind ${index}`,
      score: index / 300,
      mask: small,
    }));
    const regions = await readRegions(many, never());
    expect(regions.drawn).toBe(255);
    expect(regions.segments[0]).toEqual({ label: "kind 299", score: 299 / 300 });
    expect(regions.notes).toEqual(["Only the 255 surest of 300 segments are drawn."]);
  });

  it.each<[string, () => Promise<readonly Segment[]>]>([
    ["no segments", async () => []],
    ["a mask that is no picture", async () => [{ label: "a", score: 1, mask: new Uint8Array(9) }]],
    ["a mask that is cut off", async () => [{ ...(await sky()), mask: (await sky()).mask.subarray(0, 60) }]],
    [
      "masks of different shapes",
      async () => [await sky(), { ...(await tree()), mask: await mask({ width: 80, height: 120 }, () => true) }],
    ],
  ])("cannot be made of %s", async (_, segments) => {
    await expect(readRegions(await segments(), never())).rejects.toMatchObject({
      code: "provider-rejected",
      retryable: false,
    });
  });
});

describe("segments laid over a picture", () => {
  it("shine through, with full borders and a legend below", async () => {
    const regions = await readRegions([await sky(), await tree()], never());
    const { at, width, height } = await look((await layMasks(await plain(SIZE, GREY), regions, never())).bytes);
    const half = (colour: readonly number[]) => colour.map((part) => Math.round(100 + (part - 100) / 2));
    expect([at(90, 10), at(10, 70), at(90, 70)]).toEqual([half(SKY), half(TREE), GREY]);
    expect(at(90, 39)).toEqual(SKY);
    expect(width).toBe(SIZE.width);
    expect(height).toBeGreaterThan(SIZE.height);
    const strip = Array.from({ length: width }, (_, x) => at(x, SIZE.height + 4).join());
    expect(strip).toContain(SKY.join());
    expect(strip).toContain("255,255,255");
    expect(strip).toContain("0,0,0");
  });

  it("are refused on a picture of another shape", async () => {
    const regions = await readRegions([await sky()], never());
    const failed = layMasks(await plain({ width: 80, height: 120 }, GREY), regions, never());
    await expect(failed).rejects.toMatchObject({ code: "provider-rejected" });
  });

  it("have no legend where there is no room for a letter", async () => {
    const narrow = { width: 9, height: 60 };
    const regions = await readRegions([{ label: "sky", score: 1, mask: await mask(narrow, () => true) }], never());
    const drawn = await layMasks(await plain(narrow, GREY), regions, never());
    expect(await look(drawn.bytes)).toMatchObject(narrow);
  });
});

const formOf = (draft: OutputDraft | undefined): string | undefined =>
  draft?.as === "bytes" ? draft.mediaType : draft?.as;

describe("the ports of image-segmentation", () => {
  it("are map, segments with their colours, words and overlay", async () => {
    const { outputs, notes } = await showSegments(await plain(SIZE, GREY), [await tree(), await sky()], never());
    expect(outputs.segments).toEqual({
      as: "data",
      data: [
        { label: "sky", score: 0.9, colour: "#06e6e6" },
        { label: "tree", score: 0.8, colour: "#04c803" },
      ],
    });
    expect(outputs.text).toEqual({ as: "text", text: "1 sky (90%), 1 tree (80%)" });
    expect([formOf(outputs.image), formOf(outputs.overlay), notes]).toEqual(["image/png", "image/png", []]);
  });

  it("are without an overlay where the picture cannot be drawn on", async () => {
    const { outputs, notes } = await showSegments(new TextEncoder().encode("GIF89a"), [await sky()], never());
    expect(Object.keys(outputs).toSorted()).toEqual(["image", "segments", "text"]);
    expect(notes).toEqual([expect.stringMatching(/could not be drawn on the image: This is a GIF/)]);
  });
});

describe("the ports of object-detection", () => {
  const objects = [
    { label: "dog", score: 0.5, box: { xmin: 1, ymin: 30, xmax: 20, ymax: 50 } },
    { label: "cat", score: 0.9, box: { xmin: 30, ymin: 30, xmax: 60, ymax: 50 } },
  ];

  it("are the objects, the surest first, the picture and words", async () => {
    const { outputs, notes } = await showObjects(await plain(SIZE, GREY), objects, never());
    expect(outputs.objects).toEqual({ as: "data", data: objects.toReversed() });
    expect(outputs.text).toEqual({ as: "text", text: "1 cat (90%), 1 dog (50%)" });
    expect([formOf(outputs.image), notes]).toEqual(["image/png", []]);
  });

  it("are without a picture where there is none, and where the attempt is over they are not at all", async () => {
    const { outputs } = await showObjects(undefined, objects, never());
    expect(Object.keys(outputs)).toEqual(["objects", "text"]);
    await expect(showObjects(await plain(SIZE, GREY), objects, AbortSignal.abort())).rejects.toMatchObject({
      code: "timeout",
    });
  });
});
