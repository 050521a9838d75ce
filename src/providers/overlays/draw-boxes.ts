import { distinctColours, inkOn } from "./colours.ts";
import { type Detected, MAX_DRAWN_BOXES, placeBoxes } from "./detected.ts";
import { drawText } from "./font.ts";
import { PADDING, placeLabels } from "./labels.ts";
import { fill, frame, letterScale, lineThickness } from "./paint.ts";
import { type Drawn, encodeDrawn, openPicture, type PictureInput, withDrawingMemory } from "./picture.ts";

/**
 * The picture with a box around each object, with its label and score, in a colour for each label. It takes its
 * share of the memory itself.
 * @param objects boxes in pixels of the picture as it is shown; at most 300 are drawn, the surest
 * @throws {AppError} as `openPicture` does
 */
export function drawBoxes(picture: PictureInput, objects: readonly Detected[], signal: AbortSignal): Promise<Drawn> {
  return withDrawingMemory(signal, async () => {
    const { raster, original, format, notes } = await openPicture(picture, signal);
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
    return { ...(await encodeDrawn(raster, format)), notes: [...notes, ...missing(objects.length, all.length)] };
  });
}

/** What is not to be seen in the drawing. */
function missing(found: number, inside: number): readonly string[] {
  const most = inside > MAX_DRAWN_BOXES ? [`Only the ${MAX_DRAWN_BOXES} surest of ${inside} boxes are drawn.`] : [];
  const outside = found - inside;
  return outside > 0 ? [...most, `${outside} of ${found} boxes lie outside the image and are not drawn.`] : most;
}
