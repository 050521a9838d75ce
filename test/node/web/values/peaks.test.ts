import { describe, expect, it } from "vitest";
import { peaksOf, wavePath } from "../../../../web/values/recordings/peaks.ts";

describe("the wave of a recording", () => {
  it("has the loudest of each part, of the loudest of all", () => {
    expect(peaksOf(new Float32Array([0, 0.5, -1, 0.25, 0, -0.5]), 3)).toEqual([0.5, 1, 0.5]);
  });

  it("shows what is nearly silent as quiet", () => {
    expect(Math.max(...peaksOf(new Float32Array([0.001, -0.001]), 2))).toBeLessThan(0.05);
  });

  it("has as many parts as asked for, even of fewer samples", () => {
    const peaks = peaksOf(new Float32Array([1]), 4);
    expect(peaks).toHaveLength(4);
    expect(peaks.every((peak) => peak >= 0 && peak <= 1)).toBe(true);
  });

  it("has none of nothing, and counts what is no number as silence", () => {
    expect(peaksOf(new Float32Array(), 10)).toEqual([]);
    expect(peaksOf(new Float32Array([Number.NaN, 1]), 1)).toEqual([1]);
    expect(peaksOf(new Float32Array([Number.NaN]), 1)).toEqual([0]);
  });

  it("is drawn as a bar for each part, within two units of height", () => {
    const path = wavePath([0, 1, 7]);
    expect(path.match(/M/g)).toHaveLength(3);
    expect(path).toContain("M1.2 0.060h.6v1.880h-.6z");
    expect(path).toContain("M2.2 0.060");
  });
});
