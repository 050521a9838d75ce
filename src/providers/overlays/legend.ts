import type { Raster, Size } from "../embedded/vision/raster.ts";
import type { Colour } from "./colour.ts";
import { CELL, drawText, shortened } from "./font.ts";
import { fill, type PixelArea } from "./paint.ts";

/** A line of a legend: a patch of colour, and what it stands for in drawable letters. */
export interface LegendEntry {
  readonly text: string;
  readonly colour: Colour;
}

interface Place {
  readonly entry: LegendEntry;
  readonly text: string;
  readonly at: Pick<PixelArea, "left" | "top">;
}

const PAPER: Colour = [255, 255, 255];
const INK: Colour = [0, 0, 0];
/** Of the picture's height: a legend is less than what it explains. */
const MAX_SHARE = 0.5;
/** Between lines, columns and edges, and of a patch, in pixels of a letter. */
const GAP = 3;
const PATCH = 7;

/** The picture with a legend on a strip of white below it, so that it hides nothing. */
export function withLegend(raster: Raster, entries: readonly LegendEntry[], scale: number): Raster {
  const { places, height } = arrange(entries, raster, scale);
  if (places.length === 0) return raster;
  const data = new Uint8Array(raster.width * (raster.height + height) * raster.channels);
  data.set(raster.data);
  const larger: Raster = { ...raster, height: raster.height + height, data };
  fill({ raster: larger, colour: PAPER }, { left: 0, top: raster.height, right: raster.width, bottom: larger.height });
  for (const { entry, text, at } of places) {
    const left = at.left;
    const top = raster.height + at.top;
    fill(
      { raster: larger, colour: entry.colour },
      { left, top, right: left + PATCH * scale, bottom: top + PATCH * scale },
    );
    drawText({ raster: larger, colour: INK }, text, { x: left + (PATCH + GAP) * scale, y: top, scale });
  }
  return larger;
}

/** From left to right, in as many lines as may be; what has no room is counted in the last. */
function arrange(
  entries: readonly LegendEntry[],
  picture: Size,
  scale: number,
): { places: readonly Place[]; height: number } {
  const line = (CELL.height + GAP) * scale;
  const lines = Math.max(1, Math.floor((picture.height * MAX_SHARE) / line));
  const most = Math.floor((picture.width / scale - 2 * GAP - PATCH - GAP) / CELL.width);
  if (most < 1) return { places: [], height: 0 };
  const places: Place[] = [];
  let left = GAP * scale;
  let row = 0;
  for (const entry of entries) {
    const text = shortened(entry.text, most);
    const width = (PATCH + GAP + text.length * CELL.width) * scale;
    if (left > GAP * scale && left + width > picture.width) {
      left = GAP * scale;
      row += 1;
    }
    if (row === lines) break;
    places.push({ entry, text, at: { left, top: GAP * scale + row * line } });
    left += width + 2 * GAP * scale;
  }
  return { places, height: Math.min(row + 1, lines) * line + GAP * scale };
}
