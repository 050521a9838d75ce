import type { WorkBudget } from "../../work.ts";
import { joinRows, type TextLine, type WordedLine } from "../ocr/rows.ts";
import type { PdfDocument } from "./open-pdf.ts";

export interface PdfReading {
  /** Pages count from 1. */
  readonly lines: readonly (TextLine & { readonly page: number })[];
  readonly notes: readonly string[];
}

/** A hundred pages of text take a second; a book is not read in one task. */
const MAX_PAGES = 100;
/** A page of dense print has a few hundred lines; drawings made of letters have far more. */
const MAX_LINES_PER_PAGE = 1000;

/** The text layer of all pages; no lines at all when none has one. */
export async function readTextLayers(document: PdfDocument, work: WorkBudget): Promise<PdfReading> {
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
  notes.push("The text is the PDF's own; boxes are in points (1/72 inch) from the top left of each page.");
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
      const xs = corners.map(([x]) => Math.round(x));
      const ys = corners.map(([, y]) => Math.round(y));
      const box = { xmin: Math.min(...xs), ymin: Math.min(...ys), xmax: Math.max(...xs), ymax: Math.max(...ys) };
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
      for (const [right, up] of [
        [0, 0],
        [item.width, item.height],
      ] as const) {
        const [across = 0, down = 0]: readonly number[] = page.viewport.convertToViewportPoint(x + right, y + up);
        corners.push([across, down]);
      }
    }
    if (item.hasEOL) close();
  }
  close();
  page.close();
  return joinRows(lines);
}
