import type { Size } from "../embedded/vision/raster.ts";
import type { PlacedDetection } from "./detected.ts";
import { CELL, drawable, shortened } from "./font.ts";
import { overlap, type PixelArea } from "./paint.ts";

/** The label of a box as it is drawn, and the plate it stands on. */
export interface LabelPlate extends Pick<PlacedDetection, "label"> {
  readonly text: string;
  readonly plate: PixelArea;
}

/** "zebra 98%", in letters that can be drawn. */
export const labelText = (label: string, score: number | null): string => {
  const name = drawable(label);
  return score === null || !Number.isFinite(score) ? name : `${name} ${Math.round(score * 100)}%`.trim();
};

/** Room around the letters, in pixels of a letter. */
export const PADDING = 1;

/**
 * Where the labels of boxes stand: above the box, or else in it, below it or in its lower edge, whichever is
 * inside the picture and hides no label before it. One without any such place stands where it would have been best.
 */
export function placeLabels(boxes: readonly PlacedDetection[], picture: Size, scale: number): readonly LabelPlate[] {
  const plates: LabelPlate[] = [];
  const height = Math.min(picture.height, (CELL.height + 2 * PADDING) * scale);
  const most = Math.floor(picture.width / scale / CELL.width - PADDING);
  for (const { label, score, area } of boxes) {
    const text = shortened(labelText(label, score), most);
    if (text === "") continue;
    const width = (text.length * CELL.width + 2 * PADDING) * scale;
    const left = Math.max(0, Math.min(area.left, picture.width - width));
    const tops = [area.top - height, area.top, area.bottom, area.bottom - height];
    const inside = tops.filter((top) => top >= 0 && top + height <= picture.height);
    const places = inside.map((top) => ({ left, top, right: left + width, bottom: top + height }));
    const free = places.find((place) => plates.every(({ plate }) => !overlap(plate, place)));
    const plate = free ?? places[0] ?? { left, top: 0, right: left + width, bottom: height };
    plates.push({ label, text, plate });
  }
  return plates;
}
