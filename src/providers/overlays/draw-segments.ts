import { AppError } from "../../domain/errors.ts";
import { encodeImage } from "../embedded/vision/encode/encode-image.ts";
import { encodePng } from "../embedded/vision/encode/png.ts";
import { describeSize, type Raster, type Size } from "../embedded/vision/raster.ts";
import { type Colour, hex, regionColours } from "./colours.ts";
import { labelText } from "./draw-boxes.ts";
import { CELL, drawText, fill, letterScale, lineThickness, type PixelArea, shortened } from "./paint.ts";
import { type Drawn, openPicture, type PictureInput, withDrawingMemory } from "./picture.ts";
import { isSameShape, type Regions } from "./regions.ts";

const OPACITY = 0.5;

/**
 * The picture with its segments laid over it, half transparent with full borders, in the colours of the map, and a
 * legend below it. It takes its share of the memory itself.
 * @throws {AppError} as `openPicture` does; `provider-rejected` for masks of another shape than the picture.
 */
export function layMasks(picture: PictureInput, regions: Regions, signal: AbortSignal): Promise<Drawn> {
  return withDrawingMemory(signal, async () => {
    const { raster, original, format, notes } = await openPicture(picture, signal);
    if (!isSameShape(regions.original, original)) {
      throw new AppError("provider-rejected", "The model's masks have another shape than the image");
    }
    const colours = coloursOf(regions);
    tint(raster, regions, colours);
    const scale = letterScale(raster);
    const entries = new Map(
      regions.segments.slice(0, regions.drawn).map(({ label, score }, index) => {
        const text = labelText(label, score);
        return [text, { text, colour: colours[index] ?? [0, 0, 0] }] as const;
      }),
    );
    const drawn = await encodeImage(withLegend(raster, [...entries.values()], scale), format);
    return { ...drawn, notes: [...notes, ...regions.notes] };
  });
}

/** Mixes the segments' colours into the pixels, in place. */
function tint(raster: Raster, regions: Regions, colours: readonly Colour[]): void {
  const { width, height, channels, data } = raster;
  const ownerAt = (x: number, y: number): number => {
    const column = Math.floor((Math.min(x, width - 1) * regions.width) / width);
    const row = Math.floor((Math.min(y, height - 1) * regions.height) / height);
    return regions.owners[row * regions.width + column] ?? 0;
  };
  const border = lineThickness(raster);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels) {
      const owner = ownerAt(x, y);
      const colour = colours[owner - 1];
      if (!colour) continue;
      const isBorder = ownerAt(x + border, y) !== owner || ownerAt(x, y + border) !== owner;
      const opacity = isBorder ? 1 : OPACITY;
      for (const [channel, part] of colour.entries()) {
        const before = data[at + channel] ?? 0;
        data[at + channel] = Math.round(before + (part - before) * opacity);
      }
      if (channels === 4) data[at + 3] = Math.max(data[at + 3] ?? 0, Math.round(255 * opacity));
    }
  }
}

/** The colour of each segment, in the order of the segments: the same for the same label. */
function coloursOf({ segments }: Pick<Regions, "segments">): readonly Colour[] {
  const colours = regionColours(segments.map(({ label }) => label));
  return segments.map(({ label }) => colours.get(label) ?? [0, 0, 0]);
}

/**
 * The map alone, as ControlNet reads it: every pixel in the colour of its label (ADE20K's, see `regionColours`), black
 * where there is no segment. It takes its share of the memory itself.
 */
export function segmentationMap(regions: Regions, signal: AbortSignal): Promise<Drawn> {
  return withDrawingMemory(signal, async () => {
    const { width, owners, original } = regions;
    const colours = coloursOf(regions);
    const row = new Uint8Array(width * 3);
    const bytes = await encodePng(regions, 3, (y) => {
      for (let x = 0; x < width; x++) row.set(colours[(owners[y * width + x] ?? 0) - 1] ?? [0, 0, 0], x * 3);
      return row;
    });
    const scaled =
      width === original.width ? [] : [`The map has ${describeSize(regions)} instead of ${describeSize(original)}.`];
    return { bytes, mediaType: "image/png", notes: [...scaled, ...regions.notes] };
  });
}

/** The segments as data, each with its colour in the map. */
export function segmentData(regions: Regions): { label: string; score: number | null; colour: string }[] {
  const colours = coloursOf(regions);
  return regions.segments.map(({ label, score }, index) => ({
    label,
    score,
    colour: hex(colours[index] ?? [0, 0, 0]),
  }));
}

/** A line of a legend: a patch of colour, and what it stands for in drawable letters. */
interface LegendEntry {
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
function withLegend(raster: Raster, entries: readonly LegendEntry[], scale: number): Raster {
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
