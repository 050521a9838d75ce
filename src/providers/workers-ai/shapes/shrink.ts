import { AppError } from "../../../domain/errors.ts";
import type { Size } from "../../embedded/vision/raster.ts";

/** Of each side; FLUX.2 takes no larger pictures (https://developers.cloudflare.com/changelog/2025-11-25-flux-2-dev-workers-ai). */
const MAX_SIDE_PIXELS = 512;

export interface ShrunkPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** Of the given picture, in pixels. */
  readonly original: Size;
  readonly notes: readonly string[];
}

/** The picture upright and within 512 pixels a side. @throws {AppError} as `decodeImage` does. */
export async function shrink(file: Uint8Array): Promise<ShrunkPicture> {
  // Decoders are large, and Node cannot load all of them as the Worker does.
  const { decodeImage } = await import("../../embedded/vision/decode/decode-image.ts");
  const roughly = await decodeImage(file, MAX_SIDE_PIXELS ** 2);
  const { width, height } = roughly.original;
  const factor = MAX_SIDE_PIXELS / Math.max(width, height);
  const isWithin = Math.max(roughly.raster.width, roughly.raster.height) <= MAX_SIDE_PIXELS;
  const image = isWithin ? roughly : await decodeImage(file, Math.floor(width * height * factor ** 2));
  const { encodeImage } = await import("../../embedded/vision/encode/encode-image.ts");
  const encoded = await encodeImage(image.raster, image.format);
  if (encoded.as !== "bytes") throw new AppError("internal", "A picture is encoded as bytes");
  const { notes, original } = image;
  return { bytes: new Uint8Array(encoded.bytes), mediaType: encoded.mediaType, original, notes };
}
