import { encodePng } from "../embedded/vision/encode/png.ts";
import { describeSize } from "../embedded/vision/raster.ts";
import type { Colour } from "./colour.ts";
import { hex, regionColours } from "./colours.ts";
import { type Drawn, withDrawingMemory } from "./picture.ts";
import type { Regions } from "./regions.ts";

/** The colour of each segment, in the order of the segments: the same for the same label. */
export function coloursOf({ segments }: Pick<Regions, "segments">): readonly Colour[] {
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
