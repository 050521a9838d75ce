import { DOCX, ODS, openSheet, paragraph, word, workbook, XLSX } from "../../test/fixtures/documents/make-office.ts";
import type { Choices } from "./choices.ts";

const MARKUP = [
  ...["<w:p>", "</w:p>", "<w:p/>", "<w:tr>", "<w:tc>", "</w:tc></w:tr>", "<w:tab/>", "<mc:Fallback>", "<!--", "-->"],
  ...[
    paragraph("a"),
    paragraph("&amp;&#0;&#x110000;&b;"),
    '<w:pStyle w:val="a"/>',
    "<![CDATA[<w:t>]]>",
    "<",
    "<w:t>a ",
    "</w:t>",
  ],
];
const ROWS = [
  ...["<row>", "</row>", '<c r="A1"><v>1</v></c>', '<c r="XFD9"/>', '<c t="s"><v>0</v></c>', '<c t="s"><v>-1</v></c>'],
  ...['<c s="9"><v>1e400</v></c>', "<c t='d'><v>2026</v></c>", "<v>1</v>", "</c>", "<is><t>a</t></is>"],
];
const SHEET_ROWS = [
  ...["<table:table-row>", "</table:table-row>", '<table:table-row table:number-rows-repeated="1000000">'],
  ...['<table:table-cell office:value-type="float" office:value="x">', "<text:p>a</text:p>", "</table:table-cell>"],
  ...['<table:table-cell table:number-columns-repeated="16384"/>', "<office:annotation>", "</office:annotation>"],
];
const PAGE = [
  "<p>",
  "<table><tr><td>",
  "</table>",
  "<li>",
  "<pre>",
  "</pre>",
  "<script>",
  "</script>",
  "<",
  "&",
  "&lt;",
  "a ",
];
const MAIL = [
  ...["From: a\n", "\n", "--x\n", "Content-Type: multipart/mixed; boundary=x\n", "Content-Type: message/rfc822\n"],
  ...["Content-Transfer-Encoding: base64\n", "=?utf-8?b?====?=", "a\n", "Subject: =?x?q?=?=\n"],
];

/** A document whose markup is pieces over and over, in formats that are read by their bytes or their name. */
export function hostileDocument(choices: Choices): {
  readonly what: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isTable: boolean;
} {
  const of = (pieces: readonly string[]): string =>
    Array.from({ length: choices.int(1, 6) }, () =>
      (choices.of(pieces) + choices.of(pieces)).repeat(Math.round(10 ** (choices.int(0, 45) / 10))),
    ).join("");
  const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const [what, mediaType, isTable, make] = choices.of([
    ["docx", DOCX, false, () => word(of(MARKUP))],
    ["xlsx", XLSX, true, () => workbook(of(ROWS), `<si><t>${"a".repeat(choices.int(0, 9_999))}</t></si>`)],
    ["ods", ODS, true, () => openSheet(of(SHEET_ROWS))],
    ["html", "text/html", false, () => encoded(`<!doctype html>${of(PAGE)}`)],
    ["eml", "message/rfc822", false, () => encoded(`From: a\n${of(MAIL)}`)],
  ] as const);
  const bytes = make();
  return { what: `${what} of ${bytes.length} bytes`, mediaType, bytes, isTable };
}
