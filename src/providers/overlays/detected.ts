import { pixelsOf, type Size } from "../embedded/vision/raster.ts";
import type { PixelArea } from "./paint.ts";

/** A thing that was found in a picture; its box in pixels from the top left. */
export interface Detected {
  readonly label: string;
  /** From 0 to 1; null where the model gives none. */
  readonly score: number | null;
  readonly box: { readonly xmin: number; readonly ymin: number; readonly xmax: number; readonly ymax: number };
}

/** A thing and where it is drawn. */
export interface PlacedDetection {
  readonly label: string;
  readonly score: number | null;
  readonly area: PixelArea;
}

/** More boxes than this hide the picture, and whoever answers with ten thousand is not to be waited for. */
export const MAX_DRAWN_BOXES = 300;

/** Whichever is surer comes first; those without a score keep their order, behind. */
export const bySureness = (one: { score: number | null }, other: { score: number | null }): number =>
  (other.score ?? -1) - (one.score ?? -1);

/**
 * The boxes as they are drawn: the surest first, at the drawing's size, within the picture. Boxes that are no
 * numbers, or lie outside, are left out.
 * @param original the size that the boxes speak of
 */
export function placeBoxes(objects: readonly Detected[], original: Size, drawing: Size): readonly PlacedDetection[] {
  if (pixelsOf(original) === 0) return [];
  const across = drawing.width / original.width;
  const down = drawing.height / original.height;
  return objects.toSorted(bySureness).flatMap(({ label, score, box }) => {
    const horizontal = stretch(box.xmin * across, box.xmax * across, drawing.width);
    const vertical = stretch(box.ymin * down, box.ymax * down, drawing.height);
    if (!horizontal || !vertical) return [];
    const area = { left: horizontal.from, right: horizontal.to, top: vertical.from, bottom: vertical.to };
    return [{ label, score, area }];
  });
}

/** Whole pixels between two places, at least one; null where none of it is inside, or it is none. */
function stretch(one: number, other: number, length: number): { from: number; to: number } | null {
  if (!Number.isFinite(one) || !Number.isFinite(other)) return null;
  const low = Math.min(one, other);
  const high = Math.max(one, other);
  if (high < 0 || low >= length) return null;
  const from = Math.min(length - 1, Math.max(0, Math.round(low)));
  return { from, to: Math.min(length, Math.max(from + 1, Math.round(high))) };
}
