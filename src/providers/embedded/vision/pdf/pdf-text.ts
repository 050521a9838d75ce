import { joinRows, type TextLine } from "../ocr/rows.ts";
import type { PdfDocument } from "./open-pdf.ts";

export type PdfLine = TextLine & { readonly page: number };

/** A page of dense print has a few hundred lines; drawings made of letters have far more. */
const MAX_LINES_PER_PAGE = 1000;

/** The lines of a page's text layer, in the order of the file; boxes in points from the page's top left. */
export async function textLayer(document: PdfDocument, number: number): Promise<readonly PdfLine[]> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const lines: TextLine[] = [];
  let text = "";
  let corners: (readonly [x: number, y: number])[] = [];
  const close = (): void => {
    const trimmed = text.replaceAll(/\s+/g, " ").trim();
    if (trimmed !== "" && corners.length > 0 && lines.length < MAX_LINES_PER_PAGE) {
      const xs = corners.map(([x]) => Math.round(x));
      const ys = corners.map(([, y]) => Math.round(y));
      const box = { xmin: Math.min(...xs), ymin: Math.min(...ys), xmax: Math.max(...xs), ymax: Math.max(...ys) };
      lines.push({ text: trimmed, confidence: 1, box });
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
        const [across = 0, down = 0]: readonly number[] = viewport.convertToViewportPoint(x + right, y + up);
        corners.push([across, down]);
      }
    }
    if (item.hasEOL) close();
  }
  close();
  page.cleanup();
  return joinRows(lines).map((line) => ({ ...line, page: number }));
}
