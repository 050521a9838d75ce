import { Image } from "image-js";
import type { Raster } from "./raster.ts";

/** The same pixels as an image of image-js; nothing is copied. */
export const toImage = (raster: Raster): Image =>
  new Image(raster.width, raster.height, { data: raster.data, colorModel: raster.channels === 3 ? "RGB" : "RGBA" });

/** The pixels of an 8-bit RGB or RGBA image of image-js; nothing is copied. */
export function fromImage(image: Image): Raster {
  const { width, height, data } = image.getRawImage();
  const channels = image.channels === 4 ? 4 : 3;
  return {
    width,
    height,
    channels,
    data:
      data instanceof Uint8Array && data.buffer instanceof ArrayBuffer
        ? new Uint8Array(data.buffer, data.byteOffset, data.length)
        : Uint8Array.from(data),
  };
}
