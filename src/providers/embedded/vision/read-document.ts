import { AppError } from "../../../domain/errors.ts";
import { calledOf, isReadable } from "../../../resources/index.ts";
import { oneInput } from "../../inputs.ts";
import type { ExpertCall, InputValue } from "../../provider.ts";
import type { CallSurroundings, EmbeddedExpert } from "../expert.ts";
import { MAX_IMAGE_BYTES } from "./decode/limits.ts";
import { imageFormat } from "./decode/sniff.ts";
import { decodePage, readPage } from "./ocr/read-page.ts";
import type { TextLine } from "./ocr/rows.ts";
import { readPdf } from "./pdf/read-pdf.ts";
import { findCodes, wordsOfCode } from "./qr-codes.ts";
import { greyRaster, type Luma } from "./raster.ts";

/** The header may follow some rubbish (ISO 32000-2, annex H of PDF 1.7). */
const PDF_HEADER_WITHIN_BYTES = 1024;
const MAX_PDF_BYTES = 16 * 1024 * 1024;
/** Some 100 dense pages; more would be cut from every prompt anyway. */
const MAX_TEXT_CHARS = 400_000;

/**
 * A line of what was read. Its box is in pixels of the picture, or in points of a PDF's page, which its lines tell, from
 * 1. The lines of other documents have neither, and are as sure as what the file says.
 */
export type DocumentLine = Pick<TextLine, "text"> & Partial<TextLine> & { readonly page?: number };

export interface DocumentText {
  readonly text: string;
  readonly lines: readonly DocumentLine[];
  readonly notes: readonly string[];
}

/**
 * The text of a picture (by reading its print), of a PDF (its own, or that of its scans), or of an office document, web
 * page or e-mail (what stands in it).
 * @throws {AppError} `unreadable-resource`, `unsupported-input` or `resource-too-large`.
 */
export async function readDocument(
  input: InputValue,
  surroundings: CallSurroundings,
  call: Pick<ExpertCall, "signal" | "progress">,
): Promise<DocumentText> {
  const { lines, notes } = await readLinesOf(input, surroundings, call);
  const text = lines.map((line) => line.text).join("\n");
  if (text.length <= MAX_TEXT_CHARS)
    return { text, lines, notes: lines.length > 0 ? notes : [...notes, "No text was found."] };
  return {
    text: text.slice(0, MAX_TEXT_CHARS),
    lines,
    notes: [...notes, `The text was cut after ${MAX_TEXT_CHARS} characters.`],
  };
}

async function readLinesOf(
  input: InputValue,
  surroundings: CallSurroundings,
  call: Pick<ExpertCall, "signal" | "progress">,
): Promise<Pick<DocumentText, "lines" | "notes">> {
  if (isReadable(input.mediaType)) {
    const text = await input.text();
    if (text === "") return { lines: [], notes: [] };
    const notes = [`The text is the ${calledOf(input.mediaType)}'s own.`];
    return { lines: text.split("\n").map((line) => ({ text: line })), notes };
  }
  const file = await input.bytes(MAX_IMAGE_BYTES);
  return isPdf(file) ? readPdf(checkedPdf(file), surroundings, call) : readPicture(file, surroundings);
}

const isPdf = (file: Uint8Array): boolean =>
  imageFormat(file) === null &&
  new TextDecoder("latin1").decode(file.subarray(0, PDF_HEADER_WITHIN_BYTES)).includes("%PDF-");

function checkedPdf(file: Uint8Array): Uint8Array {
  if (file.length <= MAX_PDF_BYTES) return file;
  throw new AppError(
    "resource-too-large",
    `The PDF has ${Math.ceil(file.length / 1024 / 1024)} MB; the limit is ${MAX_PDF_BYTES / 1024 / 1024} MB.`,
  );
}

async function readPicture(
  file: Uint8Array,
  surroundings: CallSurroundings,
): Promise<Pick<DocumentText, "lines" | "notes">> {
  const { luma, original, notes } = await decodePage(file, surroundings.work);
  const page = await readPage(luma, original, surroundings, surroundings.work);
  const codes = await codesIn(luma, page.lines, surroundings);
  const read = page.lines.length === 0 ? [] : ["The print was read by Tesseract."];
  return { lines: [...page.lines, ...codes], notes: [...notes, ...read, ...page.notes] };
}

/** A page of print is searched for no code: a poster or a sticker says little besides. */
const MAX_LETTERS_BESIDE_CODE = 400;
/** A code that is the point of a picture is sharp in less. */
const CODE_PIXELS = 250_000;

/** What QR codes in a picture with little print say, as lines behind its print. */
async function codesIn(
  luma: Luma,
  lines: readonly DocumentLine[],
  { work }: Pick<CallSurroundings, "work">,
): Promise<readonly DocumentLine[]> {
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  if (letters > MAX_LETTERS_BESIDE_CODE) return [];
  const codes = await findCodes(greyRaster(luma), work, [CODE_PIXELS]);
  return codes.map(({ text }) => ({ text: `QR code: ${wordsOfCode(text)}` }));
}

/** Reads a document, or the English print in a picture. What the picture shows besides print it cannot tell. */
export const expert: EmbeddedExpert = {
  async run(call, surroundings) {
    const { text, lines, notes } = await readDocument(oneInput(call.inputs, "image"), surroundings, call);
    return {
      outputs: {
        text: { as: "text", text },
        lines: { as: "data", data: lines.map(({ box, ...line }) => (box ? { ...line, box: { ...box } } : line)) },
      },
      notes,
    };
  },
};
