import { encodeJpeg } from "image-js";
import type { PixelWork } from "../decode/limits.ts";
import type { ImageFormat } from "../decode/sniff.ts";
import { toImage } from "../image-js.ts";
import type { Raster } from "../raster.ts";
import { encodePng } from "./png.ts";

/** Where a photo's second compression is not seen. */
const JPEG_QUALITY = 90;

export interface EncodedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: "image/png" | "image/jpeg";
}

/** A photo stays a JPEG; everything else becomes a PNG, which loses nothing. */
export async function encodeImage(raster: Raster, from: ImageFormat, work?: PixelWork): Promise<EncodedImage> {
  if (from === "jpeg" && raster.channels === 3) {
    return { bytes: new Uint8Array(encodeJpeg(toImage(raster), { quality: JPEG_QUALITY })), mediaType: "image/jpeg" };
  }
  const stride = raster.width * raster.channels;
  const rowAt = (y: number): Uint8Array => raster.data.subarray(y * stride, (y + 1) * stride);
  return { bytes: await encodePng(raster, raster.channels, rowAt, work), mediaType: "image/png" };
}
