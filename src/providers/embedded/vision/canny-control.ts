import type { EmbeddedExpert } from "../expert.ts";
import { decodeImage } from "./decode/decode-image.ts";
import { MAX_IMAGE_BYTES } from "./decode/limits.ts";
import { edgesOf, MAX_EDGE_PIXELS } from "./edges.ts";
import { encodePng } from "./encode/png.ts";
import { oneInput } from "./one-input.ts";
import { describeSize, pixelsOf } from "./raster.ts";

/** Draws the edge map of a picture as a PNG of the same size: white lines on black. */
export const expert: EmbeddedExpert = {
  async run(call, { work }) {
    const input = oneInput(call.inputs, "image");
    const { raster, original } = await decodeImage(await input.bytes(MAX_IMAGE_BYTES), MAX_EDGE_PIXELS, work);
    const edges = edgesOf(raster);
    await work.spend("pixels", pixelsOf(raster));
    const row = new Uint8Array(original.width);
    const rowAt = (y: number): Uint8Array => {
      const from = Math.floor((y * raster.height) / original.height) * raster.width;
      for (let x = 0; x < row.length; x++) row[x] = edges[from + Math.floor((x * raster.width) / original.width)] ?? 0;
      return row;
    };
    const bytes = await encodePng(original, 1, rowAt, work);
    const scaled = raster.width !== original.width;
    return {
      outputs: { image: { as: "bytes", bytes, mediaType: "image/png" } },
      notes: scaled
        ? [`The edges were found at ${describeSize(raster)} and drawn at the image's own ${describeSize(original)}.`]
        : [],
    };
  },
};
