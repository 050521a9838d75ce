import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import { READABLE_TYPES, textOfDocumentFile } from "../../../src/resources/documents/index.ts";
import { kindOf } from "../../../src/resources/media-type.ts";
import { DOCX, ODS, openSheet, paragraph, word, workbook, XLSX } from "../../fixtures/documents/make-office.ts";
import { fixture } from "./fixtures.ts";

const PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

const zip = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part]),
    ),
  );

async function outcome(file: Uint8Array, mediaType: string): Promise<string> {
  try {
    return await textOfDocumentFile(file, mediaType);
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : `not an AppError: ${String(thrown)}`;
  }
}

/** The archive with another size in its directory for each part than they have. */
function lying(archive: Uint8Array, size: number): Uint8Array {
  const changed = archive.slice();
  const view = new DataView(changed.buffer);
  for (let at = 0; at + 46 < changed.length; at++) {
    // The header of a part in the central directory, and its field of the size when unpacked (APPNOTE.TXT, 4.3.12).
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
  }
  return changed;
}

/** An archive of one empty part that claims in the fields of ZIP64 (APPNOTE.TXT, 4.3.14) to have four thousand million of them. */
function endless(): Uint8Array {
  const archive = zip({ a: "" });
  const end = archive.length - 22;
  const directoryAt = new DataView(archive.buffer).getUint32(end + 16, true);
  const wide = new Uint8Array(56 + 20);
  const view = new DataView(wide.buffer);
  view.setUint32(0, 0x06064b50, true);
  view.setBigUint64(32, 0xfffffff0n, true);
  view.setBigUint64(48, BigInt(directoryAt), true);
  view.setUint32(56, 0x07064b50, true);
  view.setBigUint64(64, BigInt(end), true);
  return Uint8Array.from([...archive.subarray(0, end), ...wide, ...archive.subarray(end)]);
}

/** A presentation whose slides are all the same bytes of the file, each under a name of its own. */
function overlapping(): Uint8Array {
  const names = Array.from({ length: 9 }, (_, n) => `ppt/s${n}.xml`);
  const archive = zip({
    "ppt/presentation.xml": `<p>${names.map((_, n) => `<p:sldId r:id="r${n}"/>`).join("")}</p>`,
    "ppt/_rels/presentation.xml.rels": `<r>${names.map((_, n) => `<Relationship Id="r${n}" Type="x/slide" Target="s${n}.xml"/>`).join("")}</r>`,
    ...Object.fromEntries(names.map((name) => [name, `<p:sld>${"<a:p><a:t>x</a:t></a:p>".repeat(100)}</p:sld>`])),
  });
  const view = new DataView(archive.buffer);
  let first: number | null = null;
  for (let at = 0; at + 46 < archive.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50 || view.getUint16(at + 28, true) !== "ppt/s0.xml".length) continue;
    first ??= view.getUint32(at + 42, true);
    view.setUint32(at + 42, first, true);
  }
  return archive;
}

const cellAt = (column: string, row = 1): string => `<row r="${row}"><c r="${column}${row}"><v>1</v></c></row>`;

describe("a hostile document", () => {
  const bomb = new Uint8Array(17 * 1024 * 1024).fill(0x20);

  it.each([
    ["that unpacks to more than fits", zip({ "word/document.xml": bomb }), DOCX],
    ["whose text is too long", word(paragraph("x".repeat(2_000_001))), DOCX],
    ["that is a message of a million empty lines", strToU8(`From: a\n\n${"\n".repeat(1_000_000)}`), "message/rfc822"],
    ["that is a message of 6 MB", strToU8(`From: a\n\n${"x".repeat(6_000_000)}`), "message/rfc822"],
    ["of too many parts", zip(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`${n}`, ""]))), DOCX],
    ["of four thousand million parts by its own account", endless(), DOCX],
    ["with a cell in column 1,000 of each row", workbook(cellAt("ALL").repeat(1_000)), XLSX],
    ["that is wide in one row and long in others", workbook(cellAt("ALL") + cellAt("A").repeat(600)), XLSX],
    ["with a cell in column 16,384", workbook('<row><c r="XFD1"><v>1</v></c></row>'), XLSX],
    [
      "whose cells all show one long text",
      workbook(
        `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(3),
        `<si><t>${"long ".repeat(10_000)}</t></si>`,
      ),
      XLSX,
    ],
    [
      "with a row repeated a million times",
      openSheet(
        `<table:table-row table:number-rows-repeated="1000000">${'<table:table-cell table:number-columns-repeated="999"><text:p>x</text:p></table:table-cell>'}</table:table-row>`,
      ),
      ODS,
    ],
  ])("%s is refused as too large", async (_, file, mediaType) => {
    expect(await outcome(file, mediaType)).toBe("resource-too-large");
  });

  it.each([
    ["that says it is smaller than it is", lying(word(paragraph("x".repeat(10_000))), 100), DOCX],
    ["whose parts are the same bytes again and again", overlapping(), PPTX],
    ["that says it is larger than it is", lying(word(paragraph("x")), 10_000), DOCX],
    ["that nests without end", word("<a>".repeat(2_000)), DOCX],
    ["that is cut off", word(paragraph("x".repeat(1000))).slice(0, 150), DOCX],
    ["that is no archive", strToU8("PK and more"), DOCX],
    ["that lacks its text", zip({ "word/other.xml": "" }), DOCX],
    ["that is a spreadsheet by its name alone", word(paragraph("x")), XLSX],
  ])("%s is refused as damaged", async (_, file, mediaType) => {
    expect(await outcome(file, mediaType)).toBe("unreadable-resource");
  });

  it("that defines entities in terms of each other gets none of them expanded", async () => {
    const laughs = `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const file = zip({ "word/document.xml": `${laughs}<w:document>${paragraph("&b;&f; &amp; &#33;")}</w:document>` });
    expect(await outcome(file, DOCX)).toBe("&b;&f; & !");
  });

  it("whose cells are far apart has only those in which something stands", async () => {
    const rows =
      '<row><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row><row r="900000"><c r="B900000"><v>3</v></c></row>';
    expect(await outcome(workbook(rows), XLSX)).toBe("1,,2\n,3,");
  });

  it("of many sheets is read to the end of its first table", async () => {
    const wide = '<table:table-cell table:number-columns-repeated="999"><text:p>x</text:p></table:table-cell>';
    const rows = (count: number) => `<table:table-row>${wide}</table:table-row>`.repeat(count);
    const text = await outcome(openSheet(`${rows(2)}</table:table><table:table>${rows(600)}`), ODS);
    expect(text.split("\n")).toHaveLength(2);
  });

  it("that is damaged anywhere is read or refused, never a fault of ours", async () => {
    const files = await Promise.all(
      [
        ["offer.docx", DOCX],
        ["orders.xlsx", XLSX],
        ["stock.ods", ODS],
        ["ferry.pptx", PPTX],
        ["notice.html", "text/html"],
        ["visit.eml", "message/rfc822"],
      ].map(async ([name = "", mediaType = ""]) => ({ file: await fixture(name), mediaType })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.uint8Array({ minLength: 1, maxLength: 50 }),
        async ({ file, mediaType }, where, junk) => {
          const broken = file.slice();
          broken.set(junk, Math.floor(where * (broken.length - junk.length)));
          expect(await outcome(broken, mediaType)).not.toContain("not an AppError");
        },
      ),
      { numRuns: 150 },
    );
  });
});

it.each(READABLE_TYPES)("%s is taken in as what it is read as", (mediaType) => {
  expect(kindOf(mediaType)).toBe(/sheet/.test(mediaType) && !/wordprocessing/.test(mediaType) ? "table" : "document");
});
