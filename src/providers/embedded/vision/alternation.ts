import { lumaOf, type Raster } from "./raster.ts";

/** What lies this near together is compared with its own mean, as jsQR does with its blocks. */
const SEGMENT_PIXELS = 8;
/** A segment with less between its darkest and brightest pixel is flat: grain, not print. */
const MIN_RANGE = 12;

/** The share of neighbours in a row of which one is lighter and one is darker than what lies around: 0.5 in noise. */
export function alternation(raster: Raster): number {
  const { width, height, data } = lumaOf(raster);
  let changes = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += SEGMENT_PIXELS) {
      const segment = data.subarray(y * width + x, y * width + Math.min(x + SEGMENT_PIXELS, width));
      let [low, high, sum] = [255, 0, 0];
      for (const value of segment) {
        if (value < low) low = value;
        if (value > high) high = value;
        sum += value;
      }
      if (high - low < MIN_RANGE) continue;
      const mean = sum / segment.length;
      for (let at = 1; at < segment.length; at++) {
        if ((segment[at] ?? 0) > mean !== (segment[at - 1] ?? 0) > mean)
          changes += SEGMENT_PIXELS / (SEGMENT_PIXELS - 1);
      }
    }
  }
  return changes / (width * height);
}
