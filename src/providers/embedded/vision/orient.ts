import type { Orientation } from "./decode/exif.ts";
import type { Raster } from "./raster.ts";

/** Clockwise quarter turns and mirrorings, pixel for pixel. */
export type QuarterTurn = 90 | 180 | 270 | "mirror" | "flip";

/** What each EXIF orientation asks for, in order. */
const TURNS: Readonly<Record<Orientation, readonly QuarterTurn[]>> = {
  1: [],
  2: ["mirror"],
  3: [180],
  4: ["flip"],
  5: [90, "mirror"],
  6: [90],
  7: [270, "mirror"],
  8: [270],
};

/** True when the orientation exchanges width and height. */
export const swapsSides = (orientation: Orientation): boolean => orientation >= 5;

export const upright = (raster: Raster, orientation: Orientation): Raster => TURNS[orientation].reduce(turn, raster);

/** Where the source's first pixel, its next column and its next row lie in the result, counted in pixels. */
function strides(
  by: QuarterTurn,
  width: number,
  height: number,
): readonly [origin: number, column: number, row: number] {
  switch (by) {
    case 90:
      return [width - 1, width, -1];
    case 180:
      return [width * height - 1, -1, -width];
    case 270:
      return [width * (height - 1), -width, 1];
    case "mirror":
      return [width - 1, -1, width];
    case "flip":
      return [width * (height - 1), 1, -width];
  }
}

/** Turned or mirrored by copying pixels: nothing is interpolated, nothing lost. */
export function turn(raster: Raster, by: QuarterTurn): Raster {
  const { width, height, channels, data } = raster;
  const swap = by === 90 || by === 270;
  const outWidth = swap ? height : width;
  const outHeight = swap ? width : height;
  const out = new Uint8Array(data.length);
  const [origin, column, row] = strides(by, outWidth, outHeight);
  let from = 0;
  for (let y = 0; y < height; y++) {
    let to = origin + y * row;
    for (let x = 0; x < width; x++, to += column) {
      const at = to * channels;
      for (let channel = 0; channel < channels; channel++) out[at + channel] = data[from++] ?? 0;
    }
  }
  return { width: outWidth, height: outHeight, channels, data: out };
}
