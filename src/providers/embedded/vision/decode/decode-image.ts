import { swapsSides, upright } from "../orient.ts";
import { describeSize, fitPixels, type Raster, type Size } from "../raster.ts";
import { decodeJpeg } from "./jpeg.ts";
import { readJpegHeader } from "./jpeg-header.ts";
import { checkSize, type PixelWork, pictureWork } from "./limits.ts";
import { decodePng, readPngHeader } from "./png.ts";
import { type ImageFormat, sniffImage } from "./sniff.ts";
import { decodeWebp, readWebpHeader } from "./webp.ts";

export interface DecodedImage {
  /** Upright, and at most as large as was asked for. */
  readonly raster: Raster;
  /** The file's own size, upright, in pixels. */
  readonly original: Size;
  readonly format: ImageFormat;
  /** What was done to it on the way that changes what the reader sees. */
  readonly notes: readonly string[];
}

/**
 * Reads a PNG, JPEG or WebP of any colour type, turned as its EXIF data asks, and scales it down to at
 * most `maxPixels` while decoding. Sizes are checked in the header before any pixel is touched.
 * @param work counts the pixels of the file, and gives the thread back between rows where the decoder can stop there
 * @throws {AppError} `unreadable-resource`, `unsupported-input`, `resource-too-large` or `resource-too-complex`;
 * whatever `work` throws; never anything else.
 */
export async function decodeImage(
  file: Uint8Array,
  maxPixels: number,
  work: PixelWork = pictureWork(),
): Promise<DecodedImage> {
  const format = sniffImage(file);
  const { header, decode } = readers[format](file);
  checkSize(header);
  const stored = await decode(fitPixels(header, maxPixels), work);
  const raster = upright(stored, header.orientation);
  const original = swapsSides(header.orientation)
    ? { width: header.height, height: header.width }
    : { width: header.width, height: header.height };
  const scaled = raster.width !== original.width || raster.height !== original.height;
  return {
    raster,
    original,
    format,
    notes: scaled ? [`Scaled from ${describeSize(original)} to ${describeSize(raster)}.`] : [],
  };
}

/** Each format's header, and the decoding that may follow once the header is found acceptable. */
const readers = {
  png: (file: Uint8Array) => {
    const header = readPngHeader(file);
    return { header, decode: (target: Size, work: PixelWork) => decodePng(header, target, work) };
  },
  jpeg: (file: Uint8Array) => {
    const header = readJpegHeader(file);
    return { header, decode: async (target: Size, work: PixelWork) => decodeJpeg(file, header, target, work) };
  },
  webp: (file: Uint8Array) => {
    const header = readWebpHeader(file);
    return { header, decode: (target: Size, work: PixelWork) => decodeWebp(file, header, target, work) };
  },
};
