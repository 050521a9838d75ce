import { Image } from "image-js";
import { oneInput } from "../../inputs.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { decodeImage } from "./decode/decode-image.ts";
import { MAX_IMAGE_BYTES } from "./decode/limits.ts";
import { encodePng } from "./encode/png.ts";
import { describeSize, lumaOf, pixelsOf, type Raster, type Size } from "./raster.ts";

/** Draws the edge map of a picture as a PNG of the same size: white lines on black. */
export const expert: EmbeddedExpert = {
  async run(call, { work }) {
    const input = oneInput(call.inputs, "image");
    const { raster, original } = await decodeImage(await input.bytes(MAX_IMAGE_BYTES), MAX_EDGE_PIXELS, work);
    const rowAt = edgeRows(raster, original);
    await work.spend("pixels", pixelsOf(raster));
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

/** Canny in image-js takes some 75 bytes a pixel; measured in docs/experts/vision.md. */
export const MAX_EDGE_PIXELS = 800_000;

/** The thresholds on the Sobel gradient (0 to 1020) that ControlNet's detector uses by default, as shares of 255. */
const LOW_THRESHOLD = 100 / 255;
const HIGH_THRESHOLD = 200 / 255;
/** A foggy picture is stretched to full contrast first, but not so far that its noise becomes edges. */
const MAX_STRETCH = 3;
const STRETCH_QUANTILE = 0.01;

/** The edges of a picture, drawn at another size: gives a row's samples, in a buffer that it uses again. */
export function edgeRows(raster: Raster, { width, height }: Size): (y: number) => Uint8Array {
  const edges = edgesOf(raster);
  const row = new Uint8Array(width);
  return (y) => {
    const from = Math.floor((y * raster.height) / height) * raster.width;
    for (let x = 0; x < width; x++) row[x] = edges[from + Math.floor((x * raster.width) / width)] ?? 0;
    return row;
  };
}

/** The edges of a picture (Canny 1986): for every pixel 255 on an edge, 0 elsewhere. */
function edgesOf(raster: Raster): Uint8Array {
  const luma = stretched(lumaOf(raster).data);
  // The detector looks at each pixel's neighbours and fails without any.
  if (raster.width < 3 || raster.height < 3) return new Uint8Array(luma.length);
  const grey = new Image(raster.width, raster.height, { data: luma, colorModel: "GREY" });
  const mask = grey.cannyEdgeDetector({
    lowThreshold: LOW_THRESHOLD,
    highThreshold: HIGH_THRESHOLD,
    gaussianBlurOptions: { sigma: 1 },
  });
  return mask.getRawImage().data.map((bit) => (bit === 0 ? 0 : 255));
}

function stretched(luma: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const counts = new Uint32Array(256);
  for (const value of luma) counts[value] = (counts[value] ?? 0) + 1;
  const quantile = (share: number): number => {
    let left = luma.length * share;
    return counts.findIndex((count) => {
      left -= count;
      return left < 0;
    });
  };
  const low = quantile(STRETCH_QUANTILE);
  const high = quantile(1 - STRETCH_QUANTILE);
  const gain = Math.min(MAX_STRETCH, 255 / Math.max(1, high - low));
  return luma.map((value) => Math.min(255, Math.max(0, (value - low) * gain)));
}
