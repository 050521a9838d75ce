import { OPS } from "#pdfjs";
import { shrink } from "../decode/area-shrinker.ts";
import { MAX_PAGE_PIXELS } from "../ocr/read-page.ts";
import { fitPixels, lumaOf, pixelsOf, type Raster, type Size } from "../raster.ts";
import type { PdfDocument } from "./open-pdf.ts";
import { MIN_SCAN_PIXELS, type Scan } from "./pdf-scans.ts";

/** The largest picture on a page, as pdf.js decodes it; null when it finds none. */
export async function pictureOn(document: PdfDocument, number: number): Promise<Scan | null> {
  const page = await document.page(number);
  const { fnArray, argsArray } = await page.operations();
  let largest: Picture | null = null;
  for (const [index, operator] of fnArray.entries()) {
    if (operator !== OPS.paintImageXObject) continue;
    const name: unknown = argsArray[index]?.[0];
    if (typeof name !== "string") continue;
    const picture = asPicture(await page.picture(name));
    if (
      picture !== null &&
      pixelsOf(picture) >= MIN_SCAN_PIXELS &&
      (largest === null || pixelsOf(picture) > pixelsOf(largest))
    )
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

/** As pdf.js numbers them: 1 bit grey, RGB, RGBA. */
const BITS_1 = 1;
const RGB_24 = 2;
const RGBA_32 = 3;

interface Picture extends Size {
  readonly kind: typeof BITS_1 | typeof RGB_24 | typeof RGBA_32;
  readonly data: Uint8Array | Uint8ClampedArray;
}

function asPicture(value: unknown): Picture | null {
  if (
    typeof value !== "object" ||
    value === null ||
    !("kind" in value && "data" in value && "width" in value && "height" in value)
  )
    return null;
  const { kind, data, width, height } = value;
  if (kind !== BITS_1 && kind !== RGB_24 && kind !== RGBA_32) return null;
  if (
    typeof width !== "number" ||
    typeof height !== "number" ||
    !(data instanceof Uint8Array || data instanceof Uint8ClampedArray)
  )
    return null;
  const rowBytes = kind === BITS_1 ? Math.ceil(width / 8) : width * (kind === RGB_24 ? 3 : 4);
  return data.length >= rowBytes * height ? { kind, data, width, height } : null;
}

function toRaster({ kind, data, width, height }: Picture): Raster {
  if (kind !== BITS_1) {
    const channels = kind === RGB_24 ? 3 : 4;
    return { width, height, channels, data: new Uint8Array(data.subarray(0, width * height * channels)) };
  }
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
