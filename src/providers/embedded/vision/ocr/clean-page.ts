import type { Luma } from "../raster.ts";

/** Paper is measured on a grid this fine: a shadow's edge lies across several tiles, a line of print within one. */
const TILES_PER_SIDE = 48;
const MIN_TILE_PIXELS = 16;
/** Print covers less than a third of a tile: its brighter part is paper. */
const PAPER_QUANTILE = 0.85;
/** Darkest and brightest tenth of the paper differ by more than this only under uneven light. */
const UNEVEN_RATIO = 0.75;
/** Below this there is nothing but noise to lift. */
const MIN_PAPER = 24;

/**
 * Evens out the light of a photographed page, so that one threshold fits all of it: every pixel is
 * divided by the brightness of the paper around it.
 * @returns null when the light is even already.
 */
export function evenLight(page: Luma): Luma | null {
  const size = Math.max(MIN_TILE_PIXELS, Math.ceil(Math.max(page.width, page.height) / TILES_PER_SIDE));
  const columns = Math.ceil(page.width / size);
  const rows = Math.ceil(page.height / size);
  const paper = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      paper[row * columns + column] = paperOf(page, column * size, row * size, size);
  }
  const sorted = paper.slice().sort();
  const dark = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
  const bright = sorted[Math.floor(sorted.length * 0.9)] ?? 0;
  if (dark >= bright * UNEVEN_RATIO) return null;

  const out = new Uint8Array(page.data.length);
  for (let y = 0, at = 0; y < page.height; y++) {
    const gridY = Math.min(Math.max((y + 0.5) / size - 0.5, 0), rows - 1);
    const top = Math.floor(gridY);
    const bottom = Math.min(top + 1, rows - 1);
    for (let x = 0; x < page.width; x++, at++) {
      const gridX = Math.min(Math.max((x + 0.5) / size - 0.5, 0), columns - 1);
      const left = Math.floor(gridX);
      const right = Math.min(left + 1, columns - 1);
      const upper = mix(paper[top * columns + left], paper[top * columns + right], gridX - left);
      const lower = mix(paper[bottom * columns + left], paper[bottom * columns + right], gridX - left);
      out[at] = Math.min(255, ((page.data[at] ?? 0) * 255) / Math.max(MIN_PAPER, mix(upper, lower, gridY - top)));
    }
  }
  return { width: page.width, height: page.height, data: out };
}

const mix = (from = 0, to = 0, share: number): number => from + (to - from) * share;

function paperOf(page: Luma, left: number, top: number, size: number): number {
  const counts = new Uint32Array(256);
  const right = Math.min(left + size, page.width);
  const bottom = Math.min(top + size, page.height);
  for (let y = top; y < bottom; y++) {
    for (let at = y * page.width + left; at < y * page.width + right; at++) {
      const value = page.data[at] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
  }
  let brighter = (right - left) * (bottom - top) * (1 - PAPER_QUANTILE);
  for (let value = 255; value > 0; value--) {
    brighter -= counts[value] ?? 0;
    if (brighter <= 0) return value;
  }
  return 0;
}

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
