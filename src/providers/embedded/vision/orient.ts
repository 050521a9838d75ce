import type { Raster } from "./raster.ts";

/**
 * How a picture is to be turned before it is looked at, as EXIF 2.3 (4.6.4, tag 0x0112) numbers it:
 * 1 as it is, 2 mirrored, 3 by half a turn, 4 flipped, 5 to 8 with rows and columns exchanged.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
const ORIENTATION_TAG = 0x0112;
const TYPE_SHORT = 3;
const ENTRY_BYTES = 12;
/** IFD0 of real cameras holds some twenty entries; more is a file made to waste our time. */
const MAX_ENTRIES = 200;

/** Reads the orientation out of an EXIF block, from its TIFF header on; 1 for anything unreadable. */
export function exifOrientation(tiff: Uint8Array): Orientation {
  if (tiff.length < 8) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = view.getUint16(0) === 0x4949;
  if (!little && view.getUint16(0) !== 0x4d4d) return 1;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return 1;
  const entries = Math.min(view.getUint16(directory, little), MAX_ENTRIES);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return 1;
    if (view.getUint16(at, little) !== ORIENTATION_TAG || view.getUint16(at + 2, little) !== TYPE_SHORT) continue;
    const value = view.getUint16(at + 8, little);
    return ORIENTATIONS.find((orientation) => orientation === value) ?? 1;
  }
  return 1;
}

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
