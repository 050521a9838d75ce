import { AppError } from "../../../../domain/errors.ts";
import type { ExpertCall } from "../../../provider.ts";
import type { CallSurroundings } from "../../expert.ts";
import { decodePage } from "../ocr/decode-page.ts";
import { readPage } from "../ocr/read-page.ts";
import type { Luma, Size } from "../raster.ts";
import { checkWanted } from "../still-wanted.ts";
import type { PdfStream } from "./pdf-streams.ts";
import type { PdfReading } from "./pdf-text.ts";

/** Each takes one to three seconds of computing. */
const MAX_SCANNED_PAGES = 10;
/** A scanned page at 50 dots an inch; what is smaller is a logo or a stamp. */
export const MIN_SCAN_PIXELS = 200_000;

/** A page's picture, and its size before it was scaled down. */
export interface Scan {
  readonly luma: Luma;
  readonly original: Size;
}

/**
 * The scans that lie in the file as JPEGs, in its order. Taken from there, they can be scaled while they
 * are decoded, as pdf.js cannot; that the order is the pages' holds for what scanners and merging tools write.
 */
export const scannedJpegs = (streams: Iterable<PdfStream>): readonly Uint8Array[] => {
  const jpegs: Uint8Array[] = [];
  for (const stream of streams) if (isScannedJpeg(stream)) jpegs.push(stream.data);
  return jpegs;
};

const numberIn = (dictionary: string, key: string): number =>
  Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);

function isScannedJpeg({ dictionary, data }: PdfStream): boolean {
  if (!/\/Subtype\s*\/Image/.test(dictionary) || !/\/Filter\s*\[?\s*\/DCT(Decode)?\b/.test(dictionary)) return false;
  const large = numberIn(dictionary, "Width") * numberIn(dictionary, "Height") >= MIN_SCAN_PIXELS;
  return large && data[0] === 0xff && data[1] === 0xd8;
}

/** @throws {AppError} as `readScans` does. */
export const readJpegs = (
  jpegs: readonly Uint8Array[],
  surroundings: Pick<CallSurroundings, "asset" | "work">,
  call: Pick<ExpertCall, "signal" | "progress">,
): Promise<PdfReading> =>
  readScans(
    jpegs.length,
    async (page) => decodePage(jpegs[page - 1] ?? new Uint8Array(0), surroundings.work),
    surroundings,
    call,
  );

/**
 * Reads the print in one scan a page.
 * @param scanOf gives the scan of a page, from 1, or null when it has none.
 * @throws {AppError} `unsupported-input` when there is no scan on any page.
 */
export async function readScans(
  pages: number,
  scanOf: (page: number) => Promise<Scan | null>,
  surroundings: Pick<CallSurroundings, "asset" | "work">,
  call: Pick<ExpertCall, "signal" | "progress">,
): Promise<PdfReading> {
  const count = Math.min(pages, MAX_SCANNED_PAGES);
  const lines: PdfReading["lines"][number][] = [];
  let scans = 0;
  for (let page = 1; page <= count; page++) {
    checkWanted(call.signal);
    call.progress(`Reading scanned page ${page} of ${count}`, (page - 1) / count);
    await surroundings.work.rest();
    const scan = await scanOf(page);
    await surroundings.work.rest();
    if (scan === null) continue;
    scans += 1;
    const { lines: found } = await readPage(scan.luma, scan.original, surroundings, surroundings.work);
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
  if (pages > count) notes.push(`Only the first ${count} of ${pages} scans were read.`);
  return { lines, notes };
}
