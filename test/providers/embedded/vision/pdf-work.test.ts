import { describe, expect, it } from "vitest";
import {
  mapOf,
  nestedFont,
  type PageParts,
  type PdfPart,
  pdfFile,
  pdfPage,
} from "../../../fixtures/vision/make-pdf.ts";
import { callExpert, textOf } from "./call-expert.ts";

const read = (file: Uint8Array) => callExpert("optical-character-recognition", { image: file });
const SHOWN = "BT /F1 12 Tf 9 9 Td (Hello there) Tj ET ";
const DEEP = "q ".repeat(20_000);
/** A form that draws the next one twice, and so on. */
const doubling = (depth: number): string[] => [
  ...Array.from({ length: depth }, (_, at) => `/X${at + 1} Do /X${at + 1} Do`),
  SHOWN,
];

describe("a PDF that would hold pdf.js for long is refused before that sees it", () => {
  it.each<[string, string, PageParts]>([
    ["nested states", "nested more than 512", { content: DEEP }],
    ["nested states without a space between", "nested more than 512", { content: "q".repeat(2_000) }],
    ["states nested behind a picture in the line", "nested more than 512", { content: `BI /W 1 /H 1 ID x EI ${DEEP}` }],
    [
      "states nested behind a picture whose data holds its end",
      "nested more than 512",
      { content: `BI /W 1 /H 1 ID EI \u0080 ( EI ${DEEP}` },
    ],
    [
      "states nested over forms",
      "nested more than 512",
      { content: "/X0 Do", forms: [`${"q ".repeat(300)}/X1 Do`, "q ".repeat(300)] },
    ],
    ["as many operators as take long", "operators", { content: "0 0 m 9 9 l S ".repeat(400_000) }],
    ["as many letters as take long", "operators", { content: `${SHOWN}(${"a".repeat(1_000_000)}) Tj` }],
    ["2^13 nested forms", "operators", { content: "/X0 Do", forms: doubling(13) }],
    ["2^30 nested forms", "operators", { content: "/X0 Do", forms: doubling(30) }],
    ["forms nested too deep", "forms nested more than 32", { content: "/X0 Do", forms: doubling(60) }],
    ["a form called often", "operators", { content: "/X0 Do ".repeat(2_000), forms: [SHOWN.repeat(400)] }],
    ["a form by an escaped name", "operators", { content: "/#580 Do ".repeat(2_000), forms: [SHOWN.repeat(400)] }],
    ["a form in itself", "inside itself", { content: "/X0 Do", forms: ["/X1 Do", "/X0 Do"] }],
    [
      "a map of wide ranges",
      "entries",
      { content: SHOWN, toUnicode: mapOf(Array(8_000).fill("<0000> <FFFF> <0041>")) },
    ],
    ["a map of one range", "entries", { content: SHOWN, toUnicode: mapOf(["<000000> <FFFFFE> <0041>"]) }],
    [
      "a map to long texts",
      "entries",
      { content: SHOWN, toUnicode: mapOf([`<0000> <FFFF> <${"0041".repeat(1_000)}>`]) },
    ],
    [
      "a mask that draws a form",
      "operators",
      {
        content: "/G0 gs ".repeat(3_000) + SHOWN,
        resources: "/ExtGState << /G0 << /SMask << /S /Alpha /G 6 0 R >> >> >>",
        more: [{ dict: "/Subtype /Form /BBox [0 0 9 9]", data: SHOWN.repeat(400) }],
      },
    ],
    [
      "glyphs that are drawn",
      "operators",
      {
        content: SHOWN,
        resources: "/Font << /F2 6 0 R >>",
        more: [
          "<< /Type /Font /Subtype /Type3 /CharProcs << /a 7 0 R /b 7 0 R /c 7 0 R >> >>",
          { dict: "", data: "0 0 m 9 9 l S ".repeat(150_000) },
        ],
      },
    ],
  ])("%s", async (_, bound, parts) => {
    await expect(read(pdfPage(parts))).rejects.toMatchObject({
      code: "resource-too-complex",
      retryable: false,
      message: expect.stringContaining(bound),
    });
  });

  const pageOf = (...parts: readonly PdfPart[]): Uint8Array =>
    pdfFile([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F1 4 0 R >> /XObject << /X0 6 0 R >> >> >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      ...parts,
    ]);
  const stream = (data: string): PdfPart => ({ dict: "", data });
  const form = (data: string): PdfPart => ({ dict: "/Type /XObject /Subtype /Form /BBox [0 0 9 9]", data });

  it.each<[string, Uint8Array]>([
    ["whose contents come in parts", pageOf("[6 0 R 6 0 R 6 0 R 6 0 R]", stream("q ".repeat(200)))],
    ["whose resources are its parent's", pageOf(stream("/X0 Do ".repeat(2_000)), form(SHOWN.repeat(400)))],
    [
      "whose form is defined twice, as in an updated file",
      pageOf(
        stream("/X0 Do ".repeat(2_000)),
        form(SHOWN),
        `null\nendobj\n6 0 obj\n<< /Subtype /Form >>\nstream\n${SHOWN.repeat(400)}\nendstream`,
      ),
    ],
    ["whose contents are not packed", pageOf({ dict: "", data: DEEP, packed: false })],
    [
      "whose contents are said to end early",
      pageOf({ dict: "/Length 3", data: `Q Q endstream ${DEEP}`, packed: true }),
    ],
    [
      "whose page is inside an object stream",
      pageOf(
        stream("q"),
        { dict: "/Type /ObjStm /N 1 /First 4", data: "3 0 << /Type /Page /Parent 2 0 R /Contents 7 0 R >>" },
        stream(DEEP),
      ),
    ],
  ])("%s", async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: "resource-too-complex" });
  });

  it("whose objects lie in each other, so that each byte would be read over and over", async () => {
    const nested = pdfFile(["<< /Type /Catalog >>", "1 0 obj [ ".repeat(20_000)]);
    await expect(read(nested)).rejects.toMatchObject({ code: "resource-too-complex" });
  });

  it("whose contents are packed with a predictor is refused, as nobody can count what they are", async () => {
    const file = pageOf({ dict: "/DecodeParms << /Predictor 12 >>", data: SHOWN });
    await expect(read(file)).rejects.toMatchObject({ code: "unsupported-input" });
  });
});

describe("a PDF with much on its pages is read", () => {
  it.each<[string, PageParts]>([
    ["states nested as deep as the format allows", { content: `${"q ".repeat(28)}${SHOWN}${"Q ".repeat(28)}` }],
    ["many states, one after the other", { content: "q 1 0 0 1 1 1 cm Q ".repeat(10_000) + SHOWN }],
    ["a map of many paths", { content: "0 0 m 9 9 l S ".repeat(100_000) + SHOWN }],
    [
      "a mark that is drawn for every point of a plot",
      { content: `${"/X0 Do ".repeat(10_000)}${SHOWN}`, forms: ["0 0 m 1 1 l S"] },
    ],
    ["forms in forms with the same names", { content: `/X0 Do ${SHOWN}`, forms: [`/X1 Do ${SHOWN}`, SHOWN] }],
    ["a map for all of two bytes", { content: SHOWN, toUnicode: mapOf(["<0000> <FFFF> <0000>"]) }],
  ])("%s", async (_, parts) => {
    expect(textOf(await read(pdfPage(parts)), "text")).toContain("Hello there");
  });
});

describe("the program of an embedded font", () => {
  const withFont = (key: string, font: PdfPart): Uint8Array =>
    pdfFile([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
      { dict: "", data: SHOWN },
      "<< /Type /Font /Subtype /Type1 /BaseFont /Mine /FirstChar 72 /LastChar 72 /Widths [500] /FontDescriptor 6 0 R >>",
      `<< /Type /FontDescriptor /FontName /Mine /Flags 4 /FontBBox [0 0 9 9] ${key} 7 0 R >>`,
      font,
    ]);

  it("is not run, as its routines may call each other without an end", async () => {
    const file = withFont("/FontFile3", { dict: "/Subtype /Type1C", data: nestedFont(40) });
    expect(textOf(await read(file), "text")).toBe("Hello there");
  });

  it.each([true, false])("tells the letters of its codes where it is of Type 1 and packed: %s", async (packed) => {
    const head =
      "%!PS-AdobeFont-1.0: Mine\n/Encoding 256 array\ndup 72 /J put\ndup 101 /e put\nreadonly def\ncurrentfile eexec\n";
    const file = withFont("/FontFile", {
      dict: `/Length1 ${head.length} /Length2 99`,
      data: head + "code".repeat(200),
      packed,
    });
    expect(textOf(await read(file), "text")).toBe(packed ? "Jello there" : "Hello there");
  });
});
