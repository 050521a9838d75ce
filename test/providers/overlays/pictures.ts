import { encodeJpeg, Image } from "image-js";
import { decodeImage } from "../../../src/providers/embedded/vision/decode/decode-image.ts";
import { encodePng } from "../../../src/providers/embedded/vision/encode/png.ts";
import type { Size } from "../../../src/providers/embedded/vision/raster.ts";

export type Pixel = readonly number[];
type PixelAt = (x: number, y: number) => Pixel;

/** A PNG whose pixels are told by their place. */
export async function png(size: Size, pixelAt: PixelAt, channels: 1 | 3 | 4 = 3): Promise<Uint8Array> {
  const row = new Uint8Array(size.width * channels);
  return encodePng(size, channels, (y) => {
    for (let x = 0; x < size.width; x++) row.set(pixelAt(x, y), x * channels);
    return row;
  });
}

export const plain = (size: Size, pixel: Pixel): Promise<Uint8Array> => png(size, () => pixel);

/** A mask, white where `isInside`. */
export const mask = (size: Size, isInside: (x: number, y: number) => boolean): Promise<Uint8Array> =>
  png(size, (x, y) => [isInside(x, y) ? 255 : 0], 1);

export const jpeg = ({ width, height }: Size): Uint8Array =>
  new Uint8Array(encodeJpeg(new Image(width, height, { colorModel: "RGB" }).fill(90)));

/** What a picture shows. */
export async function look(bytes: Uint8Array): Promise<Size & { readonly at: PixelAt; readonly pixels: Set<string> }> {
  const { raster } = await decodeImage(bytes, 50_000_000);
  const { width, height, channels, data } = raster;
  const at: PixelAt = (x, y) => [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)];
  const pixels = new Set<string>();
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.add(at(x, y).join());
  return { width, height, at, pixels };
}

export const never = (): AbortSignal => new AbortController().signal;
