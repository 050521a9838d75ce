import { AppError } from "../../../../domain/errors.ts";
import type { ExpertCall } from "../../../provider.ts";
import type { CallSurroundings } from "../../expert.ts";
import type { WorkBudget } from "../../work.ts";
import { decodePage, readPage } from "../ocr/read-page.ts";
import { around, joinRows, type TextLine, type WordedLine } from "../ocr/rows.ts";
import { type PdfDocument, withPdf } from "./open-pdf.ts";
import { pictureOn, type Scan, scannedJpegs } from "./scans.ts";

/** A hundred pages of text take a second; a book is not read in one task. */
const MAX_PAGES = 100;
/** A page of dense print has a few hundred lines; drawings made of letters have far more. */
const MAX_LINES_PER_PAGE = 1000;
/** Each takes one to three seconds of computing. */
const MAX_SCANNED_PAGES = 10;

export interface PdfReading {
  /** Pages count from 1. */
  readonly lines: readonly (TextLine & { readonly page: number })[];
  readonly notes: readonly string[];
}

/**
 * Reads a PDF: its text layer, or, where no page has one, the print in its scanned pages.
 * @param file held twice while pdf.js looks for text, and once while scans are read
 * @throws {AppError} `unreadable-resource`; `unsupported-input` for a locked one, or scans of a kind that cannot be
 *   decoded here; `resource-too-large`; `resource-too-complex`
 */
export async function readPdf(
  file: Uint8Array,
  surroundings: CallSurroundings,
  call: Pick<ExpertCall, "progress">,
): Promise<PdfReading> {
  const jpegs = scannedJpegs(file);
  const reading = await withPdf(file.slice(), async (document) => {
    const text = await readTextLayers(document, surroundings.work);
    if (text.lines.length > 0 || jpegs.length > 0) return text;
    return readScans(document.numPages, (page) => pictureOn(document, page), surroundings, call);
  });
  if (reading.lines.length > 0 || jpegs.length === 0) return reading;
  // By now pdf.js has let go of its copy of the file, whose memory the OCR engine needs.
  const jpegOf = (page: number): Promise<Scan> => decodePage(jpegs[page - 1] ?? new Uint8Array(), surroundings.work);
  return readScans(jpegs.length, jpegOf, surroundings, call);
}

/** The text layer of all pages; no lines at all when none has one. */
async function readTextLayers(document: PdfDocument, work: WorkBudget): Promise<PdfReading> {
  const pages = Math.min(document.numPages, MAX_PAGES);
  const notes = pages < document.numPages ? [`Only the first ${pages} of ${document.numPages} pages were read.`] : [];
  const lines: PdfReading["lines"][number][] = [];
  const silent: number[] = [];
  for (let page = 1; page <= pages; page++) {
    // Nothing can stop within a page, so that others have their turn after each.
    await work.rest();
    const found = await textLayer(document, page);
    if (found.length === 0) silent.push(page);
    lines.push(...found.map((line) => ({ ...line, page })));
  }
  if (lines.length === 0) return { lines, notes };
  notes.push("The text is the PDF's own.");
  if (silent.length > 0) notes.push(`These pages have no text of their own and were left out: ${silent.join(", ")}.`);
  return { lines, notes };
}

/** The lines of a page's text layer, in the order of the file; boxes in points from the page's top left. */
async function textLayer(document: PdfDocument, number: number): Promise<readonly TextLine[]> {
  const page = await document.page(number);
  const { items } = await page.text();
  const lines: WordedLine[] = [];
  let text = "";
  let corners: (readonly [x: number, y: number])[] = [];
  const close = (): void => {
    const trimmed = text.replaceAll(/\s+/g, " ").trim();
    if (trimmed !== "" && corners.length > 0 && lines.length < MAX_LINES_PER_PAGE) {
      const box = around(corners.map(([x, y]) => ({ xmin: x, ymin: y, xmax: x, ymax: y })));
      lines.push({ text: trimmed, confidence: 1, box, firstWord: box, lastWord: box });
    }
    text = "";
    corners = [];
  };
  for (const item of items) {
    if (!("str" in item)) continue;
    text += item.str;
    const [, , , , x = 0, y = 0]: readonly number[] = item.transform;
    if (item.str.trim() !== "") {
      for (const corner of [
        [x, y],
        [x + item.width, y + item.height],
      ] as const) {
        const [across = 0, down = 0]: readonly number[] = page.viewport.convertToViewportPoint(...corner);
        corners.push([Math.round(across), Math.round(down)]);
      }
    }
    if (item.hasEOL) close();
  }
  close();
  page.close();
  return joinRows(lines);
}

/**
 * Reads the print in one scan a page.
 * @param scanOf gives the scan of a page, from 1, or null when it has none.
 * @throws {AppError} `unsupported-input` when there is no scan on any page.
 */
async function readScans(
  pages: number,
  scanOf: (page: number) => Promise<Scan | null>,
  surroundings: CallSurroundings,
  call: Pick<ExpertCall, "progress">,
): Promise<PdfReading> {
  const count = Math.min(pages, MAX_SCANNED_PAGES);
  const lines: PdfReading["lines"][number][] = [];
  let scans = 0;
  for (let page = 1; page <= count; page++) {
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
