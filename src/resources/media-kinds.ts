import type { Kind } from "../domain/kinds.ts";

const TABLES: ReadonlySet<string> = new Set([
  "text/csv",
  "text/tab-separated-values",
  "application/vnd.ms-excel.sheet.macroenabled.12",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.apple.numbers",
  "application/vnd.apache.parquet",
]);

const DOCUMENTS: ReadonlySet<string> = new Set([
  "application/pdf",
  "text/html",
  "application/rtf",
  "application/postscript",
  "application/eps",
  "application/epub+zip",
  "application/x-mobipocket-ebook",
  // The container of Word, Excel and PowerPoint before 2007.
  "application/x-cfb",
  "application/vnd.ms-word.document.macroenabled.12",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.presentation",
  "application/vnd.apple.pages",
  "application/vnd.apple.keynote",
]);

/** The kind of what a media type (without parameters) describes; `data` where no other fits. */
export function kindOf(mediaType: string): Kind {
  if (TABLES.has(mediaType)) return "table";
  if (DOCUMENTS.has(mediaType)) return "document";
  const main = mediaType.split("/", 1)[0];
  return main === "text" || main === "image" || main === "audio" || main === "video" ? main : "data";
}
