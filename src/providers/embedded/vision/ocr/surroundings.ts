import type { Luma } from "../raster.ts";

/** The picture is searched in squares, so many along its longer side: a margin of paper is several wide. */
const CELLS_PER_SIDE = 240;
/** Darkest and brightest pixel of a square with print in it differ by more; grain and shadows by less. */
const PRINT_CONTRAST = 48;
/** Of the paper's brightness: paper ends with a step at least this high, a shadow on it without one. */
const MIN_STEP = 0.2;
/** Of the rim's squares: a finger or a fold may hide the step on the others. */
const STEEP_SHARE = 0.8;
/** Of the picture: less is a scanner's black edge at most, which the engine takes in its stride. */
const MIN_SURROUNDINGS = 0.01;
/** Of the surroundings: with more marks they are a dark panel with print on it, or white print on black. */
const MAX_MARKS = 0.002;

interface Grid {
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  readonly darkest: Uint8Array;
  readonly brightest: Uint8Array;
}

/**
 * The page with paper in place of the desk that it was photographed on. The engine takes a dark frame for a picture and
 * drops every column of figures in its bounds, or spends all its steps on it.
 * @returns null for a picture without dark, empty surroundings
 */
export function withoutSurroundings(page: Luma): Luma | null {
  const grid = gridOf(page);
  const threshold = thresholdOf(grid.brightest);
  const around = regionsOf(grid, (cell) => (grid.brightest[cell] ?? 0) < threshold).filter((region) =>
    region.some((cell) => onBorder(grid, cell)),
  );
  const outside = new Uint8Array(grid.columns * grid.rows);
  for (const cell of around.flat()) outside[cell] = 1;
  const share = around.reduce((sum, region) => sum + region.length, 0);
  if (share < outside.length * MIN_SURROUNDINGS) return null;

  const inside = regionsOf(grid, (cell) => outside[cell] === 0).sort((one, other) => other.length - one.length);
  const [sheet, ...islands] = inside;
  if (sheet === undefined) return null;
  // A square that the edge of a tilted sheet cuts through has both, and is no mark.
  const inkIn = around
    .flat()
    .filter((cell) => (grid.brightest[cell] ?? 0) - (grid.darkest[cell] ?? 0) > PRINT_CONTRAST)
    .filter((cell) => !neighbours(grid, cell, 1).some((next) => outside[next] === 0));
  if (islands.flat().length + inkIn.length > share * MAX_MARKS) return null;

  const shades = Uint8Array.from(sheet, (cell) => grid.brightest[cell] ?? 0).sort();
  const paper = shades[shades.length >> 1] ?? 255;
  return isSteep(grid, outside, paper * MIN_STEP) ? fill(page, grid, outside, threshold, paper) : null;
}

function gridOf({ width, height, data }: Luma): Grid {
  const size = Math.max(2, Math.ceil(Math.max(width, height) / CELLS_PER_SIDE));
  const columns = Math.ceil(width / size);
  const rows = Math.ceil(height / size);
  const darkest = new Uint8Array(columns * rows).fill(255);
  const brightest = new Uint8Array(columns * rows);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / size) * columns;
    for (let x = 0; x < width; x++, at++) {
      const cell = row + Math.floor(x / size);
      const value = data[at] ?? 0;
      if (value < (darkest[cell] ?? 0)) darkest[cell] = value;
      if (value > (brightest[cell] ?? 0)) brightest[cell] = value;
    }
  }
  return { size, columns, rows, darkest, brightest };
}

/** The value that parts dark from bright best (Otsu 1979); what is below it is dark. */
function thresholdOf(values: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const total = values.reduce((sum, value) => sum + value, 0);
  let best = { threshold: 0, spread: 0 };
  for (let threshold = 1, below = 0, sumBelow = 0; threshold < 256; threshold++) {
    const count = counts[threshold - 1] ?? 0;
    below += count;
    sumBelow += count * (threshold - 1);
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const spread = below * above * (sumBelow / below - (total - sumBelow) / above) ** 2;
    if (spread > best.spread) best = { threshold, spread };
  }
  // In the middle of the gap, which has the same spread all along.
  let upper = best.threshold;
  while (upper < 255 && counts[upper] === 0) upper++;
  return Math.ceil((best.threshold + upper) / 2);
}

/** The squares that `belongs` says yes to, those that touch together. */
function regionsOf(grid: Grid, belongs: (cell: number) => boolean): number[][] {
  const seen = new Uint8Array(grid.columns * grid.rows);
  const regions: number[][] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || !belongs(start)) continue;
    seen[start] = 1;
    const region = [start];
    // Grows while it is walked through.
    for (const cell of region) {
      for (const next of neighbours(grid, cell, 1)) {
        if (seen[next] === 1 || !belongs(next)) continue;
        seen[next] = 1;
        region.push(next);
      }
    }
    regions.push(region);
  }
  return regions;
}

/** The squares `distance` to the left, right, above and below, as far as there are any. */
function neighbours({ columns, rows }: Grid, cell: number, distance: number): number[] {
  const [x, y] = [cell % columns, Math.floor(cell / columns)];
  const found: number[] = [];
  if (x >= distance) found.push(cell - distance);
  if (x + distance < columns) found.push(cell + distance);
  if (y >= distance) found.push(cell - distance * columns);
  if (y + distance < rows) found.push(cell + distance * columns);
  return found;
}

const onBorder = (grid: Grid, cell: number): boolean => neighbours(grid, cell, 1).length < 4;

/** Whether the sheet ends with a step in brightness: the square on the rim has both, so those beside it are compared. */
function isSteep(grid: Grid, outside: Uint8Array, step: number): boolean {
  let rim = 0;
  let steep = 0;
  for (let cell = 0; cell < outside.length; cell++) {
    if (outside[cell] === 0) continue;
    for (const within of neighbours(grid, cell, 2)) {
      if (outside[within] === 1) continue;
      rim++;
      if ((grid.brightest[within] ?? 0) - (grid.brightest[cell] ?? 0) >= step) steep++;
    }
  }
  return steep >= rim * STEEP_SHARE;
}

/** Paper outside, and in what is dark of the squares on the rim. */
function fill(page: Luma, grid: Grid, outside: Uint8Array, threshold: number, paper: number): Luma {
  const rim = outside.map((isOutside, cell) =>
    isOutside === 0 && neighbours(grid, cell, 1).some((next) => outside[next] === 1) ? 1 : 0,
  );
  const data = page.data.slice();
  for (let y = 0, at = 0; y < page.height; y++) {
    const row = Math.floor(y / grid.size) * grid.columns;
    for (let x = 0; x < page.width; x++, at++) {
      const cell = row + Math.floor(x / grid.size);
      if (outside[cell] === 1 || (rim[cell] === 1 && (data[at] ?? 0) < threshold)) data[at] = paper;
    }
  }
  return { width: page.width, height: page.height, data };
}
