import { zipSync } from "fflate";
import { DOCX, ODS, openSheet, paragraph, word, workbook, XLSX } from "../../../test/fixtures/documents/make-office.ts";
import type { WorstCase } from "./case.ts";

/** That an e-mail may have. */
const MOST_MESSAGE_LINES = 99_990;

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

/** The archive with another size in its directory for each part than they have (APPNOTE.TXT, 4.3.12). */
function claiming(archive: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(archive.buffer);
  for (let at = view.getUint32(archive.length - 6, true); view.getUint32(at, true) === 0x02014b50; ) {
    view.setUint32(at + 24, size, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return archive;
}

/** Deflate's blocks (RFC 1951, 3.2.7) with codes of up to 15 bits and nothing but their end, eight in a row ending on a byte. */
function blocksOfCodes(): Uint8Array {
  const bits: number[] = [];
  const write = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
  };
  // Codes of 4 bits for the lengths 1 to 15 and for a run of zeros; bits of a code come highest first.
  const writeLength = (length: number) => {
    for (let bit = 3; bit >= 0; bit--) bits.push(((length - 1) >> bit) & 1);
  };
  const ZEROS = 16;
  for (let block = 0; block < 8; block++) {
    // Not the last; of codes of its own: 257 for lengths, one for distances.
    for (const [value, count] of [
      [0, 1],
      [2, 2],
      [0, 5],
      [0, 5],
      [15, 4],
    ] as const)
      write(value, count);
    for (const symbol of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]) {
      write(symbol === 18 || (symbol >= 1 && symbol <= 15) ? 4 : 0, 3);
    }
    for (let length = 1; length <= 15; length++) writeLength(length);
    for (const zeros of [138, 103]) {
      writeLength(ZEROS);
      write(zeros - 11, 7);
    }
    writeLength(15);
    writeLength(1);
    // The end of the block: the last code of 15 bits.
    write(0x7fff, 15);
  }
  return Uint8Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit, place) => byte | (bit << place), 0),
  );
}

/** A Word document whose text is packed as so many bytes that unpack to nothing. */
function emptyBlocks(bytes: number): Uint8Array<ArrayBuffer> {
  const blocks = blocksOfCodes();
  const packed = new Uint8Array(bytes - (bytes % blocks.length));
  for (let at = 0; at < packed.length; at += blocks.length) packed.set(blocks, at);
  const archive = new Uint8Array(zipSync({ "word/document.xml": packed }, { level: 0 }));
  const directoryAt = new DataView(archive.buffer).getUint32(archive.length - 6, true);
  archive[8] = archive[directoryAt + 10] = 8;
  return archive;
}

/** Office documents, web pages and e-mails that take as long as they can. */
export const DOCUMENT_CASES: readonly WorstCase[] = [
  reading("16 MB of empty paragraphs", DOCX, () => word("<w:p/>".repeat(2_700_000))),
  reading("short paragraphs", DOCX, () => word(paragraph("a").repeat(400_000))),
  reading("a paragraph of two million characters", DOCX, () => word(paragraph("ab ".repeat(660_000)))),
  reading("rows of empty cells", DOCX, () => word(`<w:tr>${"<w:tc/>".repeat(1_000)}</w:tr>`.repeat(2_000))),
  reading("elements 999 deep", DOCX, () => word(`${"<a>".repeat(990)}${"</a>".repeat(990)}`.repeat(1_800))),
  reading("attributes without end", DOCX, () => word(`<a ${'b="c" '.repeat(2_600_000)}/>`)),
  reading("a bomb of 17 MB", DOCX, () => word(" ".repeat(17_000_000))),
  reading("a bomb that claims 100 bytes", DOCX, () => claiming(word("x".repeat(16_000_000)), 100)),
  reading("blocks of nothing that each bring codes", DOCX, () => emptyBlocks(15_000_000)),
  reading("HTML of 16 MB of <", "text/html", () => text(`<html>${"<".repeat(16_000_000)}`)),
  reading("HTML of open tags", "text/html", () => text(`<html>${"<p>a".repeat(1_000_000)}`)),
  reading("HTML of tables in each other", "text/html", () => text(`<html>${"<table><tr><td>a".repeat(300)}`)),
  reading("HTML of spaces", "text/html", () => text(`<html>a${" ".repeat(1_900_000)}b`)),
  reading("an e-mail of parts", "message/rfc822", () =>
    text(
      `From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n${"--x\nContent-Type: text/plain\n\na\n".repeat(9_000)}`,
    ),
  ),
  reading("an e-mail of empty lines", "message/rfc822", () =>
    text(`From: a@b.example\n\n${"\n".repeat(MOST_MESSAGE_LINES)}`),
  ),
  reading("an e-mail of an attachment", "message/rfc822", () =>
    text(
      `From: a@b.example\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n${`${"QUJD".repeat(19)}\n`.repeat(66_000)}`,
    ),
  ),
  reading("an e-mail with a header of 250 kB", "message/rfc822", () =>
    text(`From: a@b.example\nTo: ${"a <a@b.example>, ".repeat(15_000)}\n\nHello`),
  ),
  table("500,000 cells", XLSX, () => workbook(`<row>${"<c><v>1</v></c>".repeat(100)}</row>`.repeat(5_000))),
  table("a cell in column 1,000 of each row", XLSX, () =>
    workbook('<row><c r="ALL1"><v>1</v></c></row>'.repeat(50_000)),
  ),
  table("16 MB of shared texts", XLSX, () =>
    workbook("<row><c><v>1</v></c></row>", "<si><t>a</t></si>".repeat(480_000)),
  ),
  table("empty rows", ODS, () => openSheet('<table:table-row table:number-rows-repeated="9"/>'.repeat(250_000))),
];
