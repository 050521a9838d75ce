import type { ExpertCall } from "../../../provider.ts";
import type { CallSurroundings } from "../../expert.ts";
import { withPdf } from "./open-pdf.ts";
import { checkInflation, checkUnlocked } from "./pdf-inflation.ts";
import { pictureOn } from "./pdf-pictures.ts";
import { readJpegs, readScans, scannedJpegs } from "./pdf-scans.ts";
import { streamsOf } from "./pdf-streams.ts";
import { type PdfReading, readTextLayers } from "./pdf-text.ts";

/** Held twice while pdf.js looks for text, and once while scans are read. */
export const MAX_PDF_BYTES = 16 * 1024 * 1024;

/**
 * Reads a PDF: its text layer, or, where no page has one, the print in its scanned pages.
 * @throws {AppError} `unreadable-resource`; `unsupported-input` for a locked one, one whose unpacked size cannot
 * be told, or scans of a kind that cannot be decoded here; `resource-too-large`; `resource-too-complex`.
 */
export async function readPdf(
  file: Uint8Array<ArrayBuffer>,
  surroundings: CallSurroundings,
  call: Pick<ExpertCall, "signal" | "progress">,
): Promise<PdfReading> {
  checkUnlocked(file);
  await checkInflation(streamsOf(file));
  const jpegs = scannedJpegs(streamsOf(file));
  const reading = await withPdf(file.slice(), async (document) => {
    const text = await readTextLayers(document, surroundings.work);
    if (text.lines.length > 0 || jpegs.length > 0) return text;
    return readScans(document.numPages, (page) => pictureOn(document, page), surroundings, call);
  });
  // By now pdf.js has let go of its copy of the file, whose memory the OCR engine needs.
  return reading.lines.length === 0 && jpegs.length > 0 ? readJpegs(jpegs, surroundings, call) : reading;
}
