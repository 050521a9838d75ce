import { AppError } from "../../../../domain/errors.ts";
import type { ExpertCall } from "../../../provider.ts";
import type { ExpertSurroundings } from "../../expert.ts";
import type { TextLine } from "../ocr/rows.ts";
import { checkWanted } from "../still-wanted.ts";
import { damagedPdf, openPdf } from "./open-pdf.ts";
import { readScans } from "./pdf-scans.ts";
import { checkInflation, streamsOf } from "./pdf-streams.ts";
import { type PdfLine, textLayer } from "./pdf-text.ts";

/** Held twice while pdf.js reads it. */
export const MAX_PDF_BYTES = 20 * 1024 * 1024;
/** A hundred pages of text take a second; a book is not read in one task. */
const MAX_PAGES = 100;

export interface PdfReading {
  readonly lines: readonly (TextLine & { readonly page: number })[];
  readonly notes: readonly string[];
}

/**
 * Reads a PDF: its text layer, or, where no page has one, the print in its scanned pages.
 * @throws {AppError} `unreadable-resource`; `unsupported-input` for a locked one or scans of a kind that
 * cannot be decoded here; `resource-too-large`.
 */
export async function readPdf(
  file: Uint8Array<ArrayBuffer>,
  surroundings: Pick<ExpertSurroundings, "asset">,
  call: Pick<ExpertCall, "signal" | "progress">,
): Promise<PdfReading> {
  const streams = streamsOf(file);
  await checkInflation(streams);
  const document = await openPdf(file);
  try {
    const pages = Math.min(document.numPages, MAX_PAGES);
    const notes = pages < document.numPages ? [`Only the first ${pages} of ${document.numPages} pages were read.`] : [];
    const lines: PdfLine[] = [];
    const silent: number[] = [];
    for (let page = 1; page <= pages; page++) {
      checkWanted(call.signal);
      const found = await textLayer(document, page);
      if (found.length === 0) silent.push(page);
      lines.push(...found);
    }
    if (lines.length === 0) {
      const scans = await readScans(document, streams, surroundings, call);
      return { lines: scans.lines, notes: [...notes, ...scans.notes] };
    }
    notes.push("The text is the PDF's own; boxes are in points (1/72 inch) from the top left of each page.");
    if (silent.length > 0) notes.push(`These pages have no text of their own and were left out: ${silent.join(", ")}.`);
    return { lines, notes };
  } catch (cause) {
    throw cause instanceof AppError ? cause : damagedPdf(cause);
  } finally {
    await document.loadingTask.destroy();
  }
}
