import { OPS } from "#pdfjs";
import { MAX_PAGE_PIXELS } from "../ocr/read-page.ts";
import { fitPixels, type Luma, lumaOf, pixelsOf, type Raster, type Size } from "../raster.ts";
import { shrink } from "../scale.ts";
import type { PdfDocument } from "./open-pdf.ts";

/** A scanned page at 50 dots an inch; what is smaller is a logo or a stamp. */
const MIN_SCAN_PIXELS = 200_000;
/** Dictionaries of images with colour tables are some thousand characters. */
const MAX_DICTIONARY_CHARACTERS = 8192;
const JPEG_STREAM = /stream\r?\n(?=\xff\xd8\xff)/g;

/** A page's picture, and its size before it was scaled down. */
export interface Scan {
  readonly luma: Luma;
  readonly original: Size;
}

/**
 * The scans that lie in the file as JPEGs, in its order. Taken from there, they can be scaled while they
 * are decoded, as pdf.js cannot; that the order is the pages' holds for what scanners and merging tools write.
 */
export function scannedJpegs(file: Uint8Array): readonly Uint8Array[] {
  const text = new TextDecoder("latin1").decode(file);
  const jpegs: Uint8Array[] = [];
  let from = 0;
  for (const { 0: keyword, index } of text.matchAll(JPEG_STREAM)) {
    // What lies in a stream before, or far away, describes something else.
    const before = text.slice(Math.max(from, index - MAX_DICTIONARY_CHARACTERS), index);
    const start = index + keyword.length;
    from = start;
    if (!describesScan(before.slice(before.lastIndexOf("obj") + 1))) continue;
    const end = text.indexOf("endstream", start);
    from = end < 0 ? file.length : end;
    jpegs.push(file.subarray(start, from));
  }
  return jpegs;
}

function describesScan(dictionary: string): boolean {
  const numberAt = (key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);
  return (
    /\/Subtype\s*\/Image/.test(dictionary) &&
    /\/Filter\s*\[?\s*\/DCT(Decode)?\b/.test(dictionary) &&
    numberAt("Width") * numberAt("Height") >= MIN_SCAN_PIXELS
  );
}

/** The largest picture on a page, as pdf.js decodes it; null when it finds none. */
export async function pictureOn(document: PdfDocument, number: number): Promise<Scan | null> {
  const page = await document.page(number);
  const { fnArray, argsArray } = await page.operations();
  let largest: PdfPicture | null = null;
  for (const [index, operator] of fnArray.entries()) {
    const name: unknown = operator === OPS.paintImageXObject ? argsArray[index]?.[0] : null;
    const picture = typeof name === "string" ? await page.picture(name) : null;
    if (isReadable(picture) && pixelsOf(picture) >= Math.max(MIN_SCAN_PIXELS, largest ? pixelsOf(largest) + 1 : 0))
      largest = picture;
  }
  page.close();
  if (largest === null) return null;
  const raster = toRaster(largest);
  return {
    luma: lumaOf(shrink(raster, fitPixels(raster, MAX_PAGE_PIXELS))),
    original: { width: raster.width, height: raster.height },
  };
}

/** A picture as pdf.js decodes it. */
interface PdfPicture extends Size {
  readonly kind: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** As pdf.js numbers what it decodes: 1 bit grey, RGB, RGBA. */
const BITS_1 = 1;
const CHANNELS: Readonly<Record<number, 3 | 4>> = { 2: 3, 3: 4 };

function isReadable(value: unknown): value is PdfPicture {
  const { kind = 0, data, width = 0, height = 0 } = (value ?? {}) as Partial<PdfPicture>;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return false;
  const rowBytes = kind === BITS_1 ? Math.ceil(width / 8) : width * (CHANNELS[kind] ?? Number.POSITIVE_INFINITY);
  return data.length >= rowBytes * height;
}

function toRaster({ kind, data, width, height }: PdfPicture): Raster {
  const channels = CHANNELS[kind];
  if (channels) return { width, height, channels, data: new Uint8Array(data.subarray(0, width * height * channels)) };
  const out = new Uint8Array(width * height * 3);
  const rowBytes = Math.ceil(width / 8);
  for (let pixel = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      const white = ((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      out.fill(white * 255, pixel * 3, pixel * 3 + 3);
    }
  }
  return { width, height, channels: 3, data: out };
}
