import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
import { decodeImage } from "../../../../src/providers/embedded/vision/decode/decode-image.ts";
import { sureObjects } from "../../../../src/providers/embedded/vision/detect/find-objects.ts";
import { encodePng } from "../../../../src/providers/embedded/vision/encode/png.ts";
import { describeObjects } from "../../../../src/providers/overlays/detected.ts";
import { bytesOf, callExpert, dataOf, textOf } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";

const grey = (width: number, height: number): Promise<Uint8Array> =>
  encodePng({ width, height }, 1, () => new Uint8Array(width).fill(128));

describe("object detection", () => {
  it.each([
    ["photos/cat.jpg", "1 cat"],
    ["photos/coffee.jpg", "1 cup"],
    ["photos/astronaut.jpg", "1 person"],
  ])("names and counts what %s shows", async (name, words) => {
    const result = await callExpert("object-detection", { image: await fixture(name) });
    expect(textOf(result, "text")).toMatch(new RegExp(`^${words} \\(\\d+%\\)$`));
  });

  it("places the box around the thing, in pixels, and draws it on the picture", async () => {
    const image = await fixture("photos/coffee.jpg");
    const result = await callExpert("object-detection", { image });
    const { width, height } = (await decodeImage(image, 1_000_000)).raster;
    const [cup] = dataOf(result, "objects") as readonly { label: string; box: Record<string, number> }[];
    const { xmin = 0, ymin = 0, xmax = 0, ymax = 0 } = cup?.box ?? {};
    // The cup stands from 0.29 to 0.69 across, and from 0.05 to 0.64 down.
    for (const [at, wanted] of [
      [xmin / width, 0.29],
      [xmax / width, 0.69],
      [ymin / height, 0.05],
      [ymax / height, 0.64],
    ] as const)
      expect(Math.abs(at - wanted)).toBeLessThan(0.06);
    const { bytes, mediaType } = bytesOf(result, "image");
    expect(mediaType).toBe("image/jpeg");
    const drawn = (await decodeImage(bytes, 1_000_000)).raster;
    expect([drawn.width, drawn.height]).toEqual([width, height]);
  });

  it("counts what it is sure of, and says where there may be more of a kind", () => {
    const seen = (label: string, score: number) => ({ label, score, box: { xmin: 0, ymin: 0, xmax: 9, ymax: 9 } });
    const objects = sureObjects([seen("sheep", 0.9), seen("dog", 0.8), seen("sheep", 0.7), seen("sheep", 0.3)]);
    expect(describeObjects(objects)).toBe("at least 2 sheep (90%, 70%), 1 dog (80%)");
  });

  it.each([
    ["one pixel", 1, 1],
    ["a line across", 3000, 1],
    ["a line down", 1, 3000],
    ["a blank sheet", 400, 300],
  ])("finds nothing in %s", async (_, width, height) => {
    const result = await callExpert("object-detection", { image: await grey(width, height) });
    expect(dataOf(result, "objects")).toEqual([]);
    expect(textOf(result, "text")).toBe("Nothing was found in the image.");
  });

  it("gives the same for the same picture, whatever came before", async () => {
    const image = await fixture("photos/cat.jpg");
    const first = dataOf(await callExpert("object-detection", { image }), "objects");
    await callExpert("object-detection", { image: await fixture("photos/coffee.jpg") });
    expect(dataOf(await callExpert("object-detection", { image }), "objects")).toEqual(first);
  });

  it.each<[string, () => Promise<Uint8Array>, string]>([
    ["no picture", async () => new TextEncoder().encode("a dog"), "unreadable-resource"],
    ["a broken one", async () => (await fixture("photos/cat.jpg")).slice(0, 200), "unreadable-resource"],
  ])("refuses %s", async (_, file, code) => {
    const thrown = await callExpert("object-detection", { image: await file() }).catch((cause: unknown) => cause);
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({ code });
  });
});
