import { getResolvedPDFJS } from "unpdf";
import { AppError } from "../../../../domain/errors.ts";
import type { ExpertCall } from "../../../provider.ts";
import type { ExpertSurroundings } from "../../expert.ts";
import { shrink } from "../decode/area-shrinker.ts";
import { decodePage } from "../ocr/decode-page.ts";
import { MAX_PAGE_PIXELS, readPage } from "../ocr/read-page.ts";
import { fitPixels, type Luma, lumaOf, pixelsOf, type Raster, type Size } from "../raster.ts";
import { checkWanted } from "../still-wanted.ts";
import type { PdfDocument } from "./open-pdf.ts";
import type { PdfStream } from "./pdf-streams.ts";
import type { PdfLine } from "./pdf-text.ts";

/** Each takes one to three seconds of computing. */
const MAX_SCANNED_PAGES = 10;
/** A scanned page at 50 dots an inch; what is smaller is a logo or a stamp. */
const MIN_SCAN_PIXELS = 200_000;
/** pdf.js hands over a decoded picture within one turn, or, for a kind it cannot decode, never. */
const PICTURE_TIMEOUT_MS = 10_000;

interface Scan {
  readonly luma: Luma;
  readonly original: Size;
}

/**
 * Reads the print in a PDF's pictures, one scan a page. JPEG scans are taken from the file as they lie
 * in it, in its order, as they can then be scaled while they are decoded; others through pdf.js.
 * @throws {AppError} `unsupported-input` when there is no picture that can be decoded.
 */
export async function readScans(
  document: PdfDocument,
  streams: readonly PdfStream[],
  surroundings: Pick<ExpertSurroundings, "asset">,
  call: Pick<ExpertCall, "signal" | "progress">,
): Promise<{ readonly lines: readonly PdfLine[]; readonly notes: readonly string[] }> {
  const jpegs = streams.filter(isScannedJpeg).map(({ data }) => data);
  const all = jpegs.length > 0 ? jpegs.length : document.numPages;
  const count = Math.min(all, MAX_SCANNED_PAGES);
  const lines: PdfLine[] = [];
  let scans = 0;
  for (let page = 1; page <= count; page++) {
    checkWanted(call.signal);
    call.progress(`Reading scanned page ${page} of ${count}`, (page - 1) / count);
    const jpeg = jpegs[page - 1];
    const scan = jpeg === undefined ? await pictureOn(document, page) : await decodePage(jpeg);
    if (scan === null) continue;
    scans += 1;
    const { lines: found } = await readPage(scan.luma, scan.original, surroundings);
    lines.push(...found.map((line) => ({ ...line, page })));
  }
  if (scans === 0) {
    throw new AppError(
      "unsupported-input",
      "The PDF has no text of its own, and no scans that can be decoded here: JPEG scans of any usual size, and others of up to 4 megapixels. Fax (CCITT, JBIG2) and JPEG 2000 scans, and pages that are drawings, have to be sent as PNG or JPEG pictures.",
    );
  }
  const notes = [
    "The PDF has no text of its own; the text was read from its scanned pages, boxes are in pixels of each scan.",
  ];
  if (all > count) notes.push(`Only the first ${MAX_SCANNED_PAGES} of ${all} scans were read.`);
  return { lines, notes };
}

const numberIn = (dictionary: string, key: string): number =>
  Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);

function isScannedJpeg({ dictionary, data }: PdfStream): boolean {
  if (!/\/Subtype\s*\/Image/.test(dictionary) || !/\/Filter\s*\[?\s*\/DCT(Decode)?\b/.test(dictionary)) return false;
  const large = numberIn(dictionary, "Width") * numberIn(dictionary, "Height") >= MIN_SCAN_PIXELS;
  return large && data[0] === 0xff && data[1] === 0xd8;
}

/** The largest picture on a page, as pdf.js decodes it; null when it finds none. */
async function pictureOn(document: PdfDocument, number: number): Promise<Scan | null> {
  const { OPS } = await getResolvedPDFJS();
  const page = await document.getPage(number);
  const { fnArray, argsArray } = await page.getOperatorList();
  let largest: Picture | null = null;
  for (const [index, operator] of fnArray.entries()) {
    if (operator !== OPS.paintImageXObject) continue;
    const name: unknown = argsArray[index]?.[0];
    if (typeof name !== "string") continue;
    const picture = asPicture(await decoded(page, name));
    if (
      picture !== null &&
      pixelsOf(picture) >= MIN_SCAN_PIXELS &&
      (largest === null || pixelsOf(picture) > pixelsOf(largest))
    )
      largest = picture;
  }
  page.cleanup();
  if (largest === null) return null;
  const raster = toRaster(largest);
  return {
    luma: lumaOf(shrink(raster, fitPixels(raster, MAX_PAGE_PIXELS))),
    original: { width: raster.width, height: raster.height },
  };
}

function decoded(page: Awaited<ReturnType<PdfDocument["getPage"]>>, name: string): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), PICTURE_TIMEOUT_MS);
    // Pictures that several pages share are kept with the document, under names that begin so.
    (name.startsWith("g_") ? page.commonObjs : page.objs).get(name, (value: unknown) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
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
