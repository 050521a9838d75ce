import { percent } from "../answers/scores.ts";
import { encodeImage } from "../embedded/vision/encode/encode-image.ts";
import type { Raster, Size } from "../embedded/vision/raster.ts";
import { distinctColours, inkOn } from "./colours.ts";
import { type Detected, MAX_DRAWN_BOXES, type PlacedDetection, placeBoxes } from "./detected.ts";
import {
  CELL,
  drawable,
  drawText,
  fill,
  frame,
  letterScale,
  lineThickness,
  overlap,
  type PixelArea,
  shortened,
} from "./paint.ts";
import { type Drawn, openPicture, type PictureInput, withDrawingMemory } from "./picture.ts";

/**
 * The picture with a box around each object, with its label and score, in a colour for each label. It takes its
 * share of the memory itself.
 * @param objects boxes in pixels of the picture as it is shown; at most 300 are drawn, the surest
 * @throws {AppError} as `openPicture` does
 */
export function drawBoxes(picture: PictureInput, objects: readonly Detected[], signal: AbortSignal): Promise<Drawn> {
  return withDrawingMemory(signal, async () => {
    const { raster, original, format, notes } = await openPicture(picture, signal);
    const missing = paintBoxes(raster, original, objects);
    return { ...(await encodeImage(raster, format)), notes: [...notes, ...missing] };
  });
}

/**
 * Paints the boxes on a picture, in place; as `drawBoxes`, for who has the pixels and holds the memory for them.
 * @param original the size that the boxes speak of
 * @returns notes on the boxes that are not drawn
 */
export function paintBoxes(raster: Raster, original: Size, objects: readonly Detected[]): readonly string[] {
  const all = placeBoxes(objects, original, raster);
  const placed = all.slice(0, MAX_DRAWN_BOXES);
  const colours = distinctColours(placed.map(({ label }) => label));
  const thickness = lineThickness(raster);
  const scale = letterScale(raster);
  // The surest last, so that nothing covers them.
  for (const { label, area } of placed.toReversed()) {
    const colour = colours.get(label);
    if (!colour) continue;
    const { left, top, right, bottom } = area;
    // A thin line of the opposite lightness around it is seen on a ground of the same colour.
    const around = { left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 };
    frame({ raster, colour: inkOn(colour) }, around, 1);
    frame({ raster, colour }, area, thickness);
  }
  for (const { label, text, plate } of placeLabels(placed, raster, scale)) {
    const colour = colours.get(label);
    if (!colour) continue;
    fill({ raster, colour }, plate);
    const at = { x: plate.left + PADDING * scale, y: plate.top + PADDING * scale, scale };
    drawText({ raster, colour: inkOn(colour) }, text, at);
  }
  return missing(objects.length, all.length);
}

/** Notes on the boxes that are not in the drawing. */
function missing(found: number, inside: number): readonly string[] {
  const most = inside > MAX_DRAWN_BOXES ? [`Only the ${MAX_DRAWN_BOXES} surest of ${inside} boxes are drawn.`] : [];
  const outside = found - inside;
  return outside > 0 ? [...most, `${outside} of ${found} boxes lie outside the image and are not drawn.`] : most;
}

/** The label of a box as it is drawn, and the plate it stands on. */
interface LabelPlate extends Pick<PlacedDetection, "label"> {
  readonly text: string;
  readonly plate: PixelArea;
}

/** "zebra 98%", in letters that can be drawn. */
export const labelText = (label: string, score: number | null): string => {
  const name = drawable(label);
  return score === null || !Number.isFinite(score) ? name : `${name} ${percent(score)}`.trim();
};

/** Room around the letters, in pixels of a letter. */
const PADDING = 1;

/**
 * Places the label of each box: above the box, or else in it, below it or in its lower edge, whichever is
 * inside the picture and hides no label before it. A label without any such place overlaps others at its first choice.
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
