import { AppError } from "../../../domain/errors.ts";
import { oneInput } from "../../inputs.ts";
import type { ExpertCall, InputValue } from "../../provider.ts";
import type { CallSurroundings, EmbeddedExpert } from "../expert.ts";
import { MAX_IMAGE_BYTES } from "./decode/limits.ts";
import { imageFormat } from "./decode/sniff.ts";
import { decodePage, readPage } from "./ocr/read-page.ts";
import type { TextLine } from "./ocr/rows.ts";
import { readPdf } from "./pdf/read-pdf.ts";

/** The header may follow some rubbish (ISO 32000-2, annex H of PDF 1.7). */
const PDF_HEADER_WITHIN_BYTES = 1024;
const MAX_PDF_BYTES = 16 * 1024 * 1024;
/** Some 100 dense pages; more would be cut from every prompt anyway. */
const MAX_TEXT_CHARS = 400_000;

export interface DocumentText {
  readonly text: string;
  /** Boxes in pixels of the picture, or in points of a PDF's page; a PDF's lines tell their page, from 1. */
  readonly lines: readonly (TextLine & { readonly page?: number })[];
  readonly notes: readonly string[];
}

/**
 * The text of a picture (by reading its print) or of a PDF (its own, or that of its scans).
 * @throws {AppError} `unreadable-resource`, `unsupported-input` or `resource-too-large`.
 */
export async function readDocument(
  input: InputValue,
  surroundings: CallSurroundings,
  call: Pick<ExpertCall, "signal" | "progress">,
): Promise<DocumentText> {
  const file = await input.bytes(MAX_IMAGE_BYTES);
  const { lines, notes } = isPdf(file)
    ? await readPdf(checkedPdf(file), surroundings, call)
    : await readPicture(file, surroundings);
  const text = lines.map((line) => line.text).join("\n");
  if (text.length <= MAX_TEXT_CHARS)
    return { text, lines, notes: lines.length > 0 ? notes : [...notes, "No text was found."] };
  return {
    text: text.slice(0, MAX_TEXT_CHARS),
    lines,
    notes: [...notes, `The text was cut after ${MAX_TEXT_CHARS} characters.`],
  };
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
  return { lines: page.lines, notes: [...notes, ...page.notes] };
}

/** Reads the English print in a picture or a PDF. What the picture shows besides print it cannot tell. */
export const expert: EmbeddedExpert = {
  async run(call, surroundings) {
    const { text, lines, notes } = await readDocument(oneInput(call.inputs, "image"), surroundings, call);
    return {
      outputs: {
        text: { as: "text", text },
        lines: { as: "data", data: lines.map(({ box, ...line }) => ({ ...line, box: { ...box } })) },
      },
      notes,
    };
  },
};
