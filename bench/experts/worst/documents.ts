import { DOCX, ODS, openSheet, paragraph, word, workbook, XLSX } from "../../../test/fixtures/documents/make-office.ts";
import type { WorstCase } from "./case.ts";

const reading = (what: string, mediaType: string, make: () => Uint8Array<ArrayBuffer>): WorstCase => ({
  taskType: "optical-character-recognition",
  what: `document: ${what}`,
  mediaType,
  inputs: () => ({ image: make() }),
});

const table = (what: string, mediaType: string, make: () => Uint8Array<ArrayBuffer>): WorstCase => ({
  taskType: "table-question-answering",
  what: `spreadsheet: ${what}`,
  mediaType,
  inputs: () => ({ table: make(), question: "What is the highest amount of all?" }),
});

const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);

/** Office documents, web pages and e-mails that take as long as they can. */
export const DOCUMENT_CASES: readonly WorstCase[] = [
  reading("16 MB of empty paragraphs", DOCX, () => word("<w:p/>".repeat(2_700_000))),
  reading("short paragraphs", DOCX, () => word(paragraph("a").repeat(400_000))),
  reading("a paragraph of two million characters", DOCX, () => word(paragraph("ab ".repeat(660_000)))),
  reading("rows of empty cells", DOCX, () => word(`<w:tr>${"<w:tc/>".repeat(1_000)}</w:tr>`.repeat(2_000))),
  reading("elements 999 deep", DOCX, () => word(`${"<a>".repeat(990)}${"</a>".repeat(990)}`.repeat(1_800))),
  reading("attributes without end", DOCX, () => word(`<a ${'b="c" '.repeat(2_600_000)}/>`)),
  reading("a bomb of 17 MB", DOCX, () => word(" ".repeat(17_000_000))),
  reading("HTML of 16 MB of <", "text/html", () => text(`<html>${"<".repeat(16_000_000)}`)),
  reading("HTML of open tags", "text/html", () => text(`<html>${"<p>a".repeat(1_000_000)}`)),
  reading("HTML of tables in each other", "text/html", () => text(`<html>${"<table><tr><td>a".repeat(300)}`)),
  reading("HTML of spaces", "text/html", () => text(`<html>a${" ".repeat(1_900_000)}b`)),
  reading("an e-mail of 8 MB of parts", "message/rfc822", () =>
    text(
      `From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n${"--x\nContent-Type: text/plain\n\na\n".repeat(250_000)}`,
    ),
  ),
  reading("an e-mail with a header of 250 kB", "message/rfc822", () =>
    text(`From: a@b.example\nTo: ${"a <a@b.example>, ".repeat(15_000)}\n\nHello`),
  ),
  table("500,000 cells", XLSX, () => workbook(`<row>${"<c><v>1</v></c>".repeat(100)}</row>`.repeat(5_000))),
  table("16 MB of shared texts", XLSX, () =>
    workbook("<row><c><v>1</v></c></row>", "<si><t>a</t></si>".repeat(480_000)),
  ),
  table("empty rows", ODS, () => openSheet('<table:table-row table:number-rows-repeated="9"/>'.repeat(250_000))),
];
