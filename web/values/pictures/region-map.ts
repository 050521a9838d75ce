import { type Colour, ownersOf } from "./mask-pixels.ts";
import { type Size, withinPixels } from "./place.ts";

/** Finer than any screen shows it here; four bytes each while it is read. */
const MAX_PIXELS = 1_000_000;

/** Which region each pixel belongs to, row by row. */
export interface RegionMap extends Size {
  readonly owners: Uint8Array;
}

/** Reads a picture that is there. Null where the browser lets nobody read pixels. */
export function readRegionMap(image: HTMLImageElement, regions: readonly Colour[]): RegionMap | null {
  const { width, height } = withinPixels({ width: image.naturalWidth, height: image.naturalHeight }, MAX_PIXELS);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  // Mixed colours at the borders would be nobody's.
  context.imageSmoothingEnabled = false;
  context.drawImage(image, 0, 0, width, height);
  return { width, height, owners: ownersOf(context.getImageData(0, 0, width, height).data, regions) };
}
