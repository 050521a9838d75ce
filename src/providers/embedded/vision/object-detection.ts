import { describeObjects } from "../../overlays/detected.ts";
import { paintBoxes } from "../../overlays/draw-boxes.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { findObjects } from "./detect/find-objects.ts";
import { encodeImage } from "./encode/encode-image.ts";

/** Finds things of the 80 kinds of COCO in a picture, and draws a box around each. */
export const expert: EmbeddedExpert = {
  async run(call, surroundings) {
    const { image, objects } = await findObjects(call, surroundings);
    const notes = paintBoxes(image.raster, image.original, objects);
    const { bytes, mediaType } = await encodeImage(image.raster, image.format, surroundings.work);
    return {
      outputs: {
        objects: {
          as: "data",
          data: objects.map(({ label, score, box, fainter }) => ({
            label,
            score,
            box: { ...box },
            ...(fainter > 0 ? { fainter } : {}),
          })),
        },
        image: { as: "bytes", bytes, mediaType },
        text: { as: "text", text: describeObjects(objects) },
      },
      notes: [...image.notes, ...notes],
    };
  },
};
