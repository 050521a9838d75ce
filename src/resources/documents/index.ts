import { AppError } from "../../domain/errors.ts";
import { MAX_DOCUMENT_BYTES, tooLarge } from "./limits.ts";

/** What is read of a file: its text line by line, or the rows of its table, the header first. */
export type DocumentContent =
  | { readonly as: "text"; readonly text: string }
  | { readonly as: "table"; readonly rows: readonly (readonly string[])[] };

type ReadFormat = (file: Uint8Array) => Promise<DocumentContent>;

const text =
  (load: () => Promise<(file: Uint8Array) => Promise<string>>): ReadFormat =>
  async (file) => ({ as: "text", text: await (await load())(file) });

const table =
  (load: () => Promise<(file: Uint8Array) => Promise<readonly (readonly string[])[]>>): ReadFormat =>
  async (file) => ({ as: "table", rows: await (await load())(file) });

const word = text(async () => (await import("./word.ts")).readWord);
const powerPoint = text(async () => (await import("./powerpoint.ts")).readPowerPoint);
const excel = table(async () => (await import("./excel.ts")).readExcel);
const openDocument = text(async () => (await import("./open-document.ts")).readOpenDocument);

const OOXML = "application/vnd.openxmlformats-officedocument";
const ODF = "application/vnd.oasis.opendocument";

interface Format {
  /** What people call a file of it. */
  readonly called: string;
  readonly read: ReadFormat;
}

const WORD: Format = { called: "Word document", read: word };
const POWER_POINT: Format = { called: "presentation", read: powerPoint };
const EXCEL: Format = { called: "spreadsheet", read: excel };

/** Each format by its media types, as `detectMediaType` names them. */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  [`${OOXML}.wordprocessingml.document`, WORD],
  [`${OOXML}.wordprocessingml.template`, WORD],
  ["application/vnd.ms-word.document.macroenabled.12", WORD],
  [`${OOXML}.presentationml.presentation`, POWER_POINT],
  [`${OOXML}.presentationml.slideshow`, POWER_POINT],
  ["application/vnd.ms-powerpoint.presentation.macroenabled.12", POWER_POINT],
  [`${OOXML}.spreadsheetml.sheet`, EXCEL],
  [`${OOXML}.spreadsheetml.template`, EXCEL],
  ["application/vnd.ms-excel.sheet.macroenabled.12", EXCEL],
  [`${ODF}.text`, { called: "OpenDocument text", read: openDocument }],
  [`${ODF}.presentation`, { ...POWER_POINT, read: openDocument }],
  [
    `${ODF}.spreadsheet`,
    { ...EXCEL, read: table(async () => (await import("./open-document.ts")).readOpenSpreadsheet) },
  ],
  ["text/html", { called: "web page", read: text(async () => (await import("./html.ts")).readHtml) }],
  ["message/rfc822", { called: "e-mail", read: text(async () => (await import("./email.ts")).readEmail) }],
]);

export const READABLE_TYPES: readonly string[] = [...FORMATS.keys()];

/** Whether a file of this media type is read here as text or as a table. PDFs and pictures are for the experts on documents. */
export const isReadable = (mediaType: string): boolean => FORMATS.has(mediaType);

/** What people call a file of a media type that is read here: "Word document". */
export const calledOf = (mediaType: string): string => FORMATS.get(mediaType)?.called ?? "file";

/**
 * Reads an office document, web page or e-mail. What is beyond the limits of `limits.ts` is refused, and nothing in the
 * file is run or fetched.
 * @throws {AppError} `resource-too-large`, `unreadable-resource` for a damaged one, `unsupported-input` for a locked one
 */
export async function readDocumentFile(file: Uint8Array, mediaType: string): Promise<DocumentContent> {
  const format = FORMATS.get(mediaType);
  if (!format) throw new AppError("unsupported-input", `Files of the type ${mediaType} are not read here.`);
  if (file.length > MAX_DOCUMENT_BYTES) throw tooLarge("The file", `${MAX_DOCUMENT_BYTES / 1024 / 1024} MB`);
  return format.read(file);
}

/** The same as text; a table as CSV (RFC 4180). */
export async function textOfDocumentFile(file: Uint8Array, mediaType: string): Promise<string> {
  const content = await readDocumentFile(file, mediaType);
  return content.as === "text" ? content.text : content.rows.map(csvLine).join("\n");
}

/**
 * The rows of a spreadsheet, the header first, each as long as the others.
 * @throws {AppError} as `readDocumentFile`; `unsupported-input` for a file that holds no table
 */
export async function rowsOfDocumentFile(file: Uint8Array, mediaType: string): Promise<readonly (readonly string[])[]> {
  const content = await readDocumentFile(file, mediaType);
  if (content.as === "table") return content.rows;
  throw new AppError("unsupported-input", "The file is a text and no table.");
}

const csvLine = (row: readonly string[]): string =>
  row.map((cell) => (/[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
