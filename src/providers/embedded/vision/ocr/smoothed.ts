import type { Luma } from "../raster.ts";

/** Every pixel as the mean of its three by three neighbours: grain sinks to a third, strokes of print stay. */
export function smoothed({ width, height, data }: Luma): Luma {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width;
    const here = y * width;
    const below = Math.min(height - 1, y + 1) * width;
    const column = (x: number): number => (data[above + x] ?? 0) + (data[here + x] ?? 0) + (data[below + x] ?? 0);
    let left = column(0);
    let middle = left;
    for (let x = 0; x < width; x++) {
      const right = column(Math.min(width - 1, x + 1));
      out[here + x] = Math.round((left + middle + right) / 9);
      left = middle;
      middle = right;
    }
  }
  return { width, height, data: out };
}
