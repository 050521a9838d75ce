import type { Raster, Size } from "./raster.ts";

/**
 * A picture drawn larger, bilinearly. (image-js fails on pictures one pixel wide.) Either side may also
 * stay as it is; to make one smaller, use `shrink`, which averages.
 */
export function enlarge(raster: Raster, { width, height }: Size): Raster {
  const { channels, data } = raster;
  if (raster.width === width && raster.height === height) return raster;
  const out = new Uint8Array(width * height * channels);
  const columns = Array.from({ length: width }, (_, x) => between(x, width, raster.width));
  for (let y = 0, to = 0; y < height; y++) {
    const row = between(y, height, raster.height);
    const upper = row.first * raster.width;
    const lower = row.second * raster.width;
    for (const { first, second, share } of columns) {
      for (let channel = 0; channel < channels; channel++, to++) {
        const topLeft = data[(upper + first) * channels + channel] ?? 0;
        const topRight = data[(upper + second) * channels + channel] ?? 0;
        const bottomLeft = data[(lower + first) * channels + channel] ?? 0;
        const bottomRight = data[(lower + second) * channels + channel] ?? 0;
        const top = topLeft + (topRight - topLeft) * share;
        out[to] = Math.round(top + (bottomLeft + (bottomRight - bottomLeft) * share - top) * row.share);
      }
    }
  }
  return { width, height, channels, data: out };
}

/** The two source pixels that a target pixel's centre lies between, and how near it is to the second. */
function between(target: number, targets: number, sources: number): { first: number; second: number; share: number } {
  const place = Math.min(Math.max(((target + 0.5) * sources) / targets - 0.5, 0), sources - 1);
  const first = Math.floor(place);
  return { first, second: Math.min(first + 1, sources - 1), share: place - first };
}
