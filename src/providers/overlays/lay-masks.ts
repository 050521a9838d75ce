import { AppError } from "../../domain/errors.ts";
import type { Raster } from "../embedded/vision/raster.ts";
import type { Colour } from "./colour.ts";
import { labelText } from "./labels.ts";
import { withLegend } from "./legend.ts";
import { letterScale, lineThickness } from "./paint.ts";
import { type Drawn, encodeDrawn, openPicture, type PictureInput, withDrawingMemory } from "./picture.ts";
import { isSameShape, type Regions } from "./regions.ts";
import { coloursOf } from "./segmentation-map.ts";

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
    const drawn = await encodeDrawn(withLegend(raster, [...entries.values()], scale), format);
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
