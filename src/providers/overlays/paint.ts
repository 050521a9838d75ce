import type { Raster, Size } from "../embedded/vision/raster.ts";
import type { Colour } from "./colour.ts";

/** A rectangle of whole pixels; `right` and `bottom` are the first beyond it. */
export interface PixelArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A colour, and the pixels that are painted with it in place. */
export interface Paint {
  readonly raster: Raster;
  readonly colour: Colour;
}

/** Fills a rectangle; what lies outside the picture is left out. */
export function fill({ raster, colour }: Paint, area: PixelArea): void {
  const { width, height, channels, data } = raster;
  const [red, green, blue] = colour;
  const right = Math.min(width, area.right);
  const bottom = Math.min(height, area.bottom);
  for (let y = Math.max(0, area.top); y < bottom; y++) {
    for (let x = Math.max(0, area.left); x < right; x++) {
      const at = (y * width + x) * channels;
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      if (channels === 4) data[at + 3] = 255;
    }
  }
}

/** Draws the border of a rectangle, so many pixels thick to the inside. */
export function frame(paint: Paint, { left, top, right, bottom }: PixelArea, thickness: number): void {
  const innerTop = Math.min(bottom, top + thickness);
  const innerBottom = Math.max(innerTop, bottom - thickness);
  fill(paint, { left, top, right, bottom: innerTop });
  fill(paint, { left, top: innerBottom, right, bottom });
  fill(paint, { left, top: innerTop, right: Math.min(right, left + thickness), bottom: innerBottom });
  fill(paint, { left: Math.max(left, right - thickness), top: innerTop, right, bottom: innerBottom });
}

/** Where two rectangles share a pixel. */
export const overlap = (one: PixelArea, other: PixelArea): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Sizes by which lines and letters are as easy to see in a large picture as in a small one. */
const PIXELS_A_LINE = 250;
const PIXELS_A_LETTER = 300;
const MAX_THICKNESS = 8;
const MAX_SCALE = 5;

export const lineThickness = ({ width, height }: Size): number =>
  Math.min(MAX_THICKNESS, Math.max(1, Math.round(Math.min(width, height) / PIXELS_A_LINE)));
export const letterScale = ({ width, height }: Size): number =>
  Math.min(MAX_SCALE, Math.max(1, Math.round(Math.min(width, height) / PIXELS_A_LETTER)));
