import { describe, expect, it } from "vitest";
import { decodeImage } from "../../../../src/providers/embedded/vision/decode/decode-image.ts";
import { encodePng } from "../../../../src/providers/embedded/vision/encode/png.ts";
import { JOINTS, type Joint } from "../../../../src/providers/embedded/vision/pose/movenet.ts";
import { drawSkeletons } from "../../../../src/providers/embedded/vision/pose/skeleton.ts";
import type { Raster } from "../../../../src/providers/embedded/vision/raster.ts";
import { bytesOf, callExpert } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";

const colourAt = ({ width, data }: Raster, x: number, y: number): readonly number[] =>
  Array.from(data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3));
const isBlack = ({ data }: Raster): boolean => data.every((value) => value === 0);

describe("a map of poses", () => {
  it("has the person's joints where they are", async () => {
    const image = await fixture("photos/astronaut.jpg");
    const result = await callExpert("pose-detection", { image });
    const { raster } = await decodeImage(bytesOf(result, "image").bytes, 1_000_000);
    const { original } = await decodeImage(image, 1_000_000);
    expect([raster.width, raster.height]).toEqual([original.width, original.height]);
    const isRed = (x: number, y: number): boolean => colourAt(raster, x, y).join() === "255,0,0";
    const red = Array.from({ length: raster.width * raster.height }, (_, at) => at).filter((at) =>
      isRed(at % raster.width, Math.floor(at / raster.width)),
    );
    // The nose is at 0.43 across and 0.23 down.
    const mean = (of: (at: number) => number): number => red.reduce((sum, at) => sum + of(at), 0) / red.length;
    expect(Math.abs(mean((at) => at % raster.width) / raster.width - 0.43)).toBeLessThan(0.05);
    expect(Math.abs(mean((at) => Math.floor(at / raster.width)) / raster.height - 0.23)).toBeLessThan(0.05);
  });

  it.each([
    ["a blank sheet", 300, 200],
    ["one pixel", 1, 1],
    ["a line", 2000, 1],
  ])("is empty where nobody is, and says so: %s", async (_, width, height) => {
    const image = await encodePng({ width, height }, 1, () => new Uint8Array(width).fill(200));
    const result = await callExpert("pose-detection", { image });
    expect(result.notes).toContain("No person was found: the map is empty.");
    expect(isBlack((await decodeImage(bytesOf(result, "image").bytes, 1_000_000)).raster)).toBe(true);
  });
});

describe("a skeleton", () => {
  const standing = (changed: Partial<Record<(typeof JOINTS)[number], Joint>> = {}): readonly Joint[] =>
    JOINTS.map((name, index) => changed[name] ?? { x: 0.2 + 0.03 * index, y: 0.5, score: 0.9 });

  it("is drawn in the colours of OpenPose's joints", () => {
    const drawn = drawSkeletons([standing()], { width: 512, height: 512 });
    expect(colourAt(drawn, Math.round(0.2 * 512), 256)).toEqual([255, 0, 0]);
  });

  it("leaves out what is unsure, and what lies outside", () => {
    const unsure = JOINTS.map(() => ({ x: 0.5, y: 0.5, score: 0.1 }));
    expect(isBlack(drawSkeletons([unsure], { width: 64, height: 64 }))).toBe(true);
    const outside = JOINTS.map(() => ({ x: 40, y: -40, score: 1 }));
    expect(isBlack(drawSkeletons([outside], { width: 64, height: 64 }))).toBe(true);
  });
});
