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

describe("a PDF that would hold pdf.js for long is given up", () => {
  it.each<[string, PageParts]>([
    ["nested states", { content: DEEP }],
    ["nested states without a space between", { content: "q".repeat(2_000) }],
    ["states nested behind a picture in the line", { content: `BI /W 1 /H 1 ID x EI ${DEEP}` }],
    ["states nested behind the data of a picture that never began", { content: `ID ${DEEP}\nEI ${SHOWN}` }],
    [
      "states nested behind a picture that ends before its end",
      { content: `BI /W 1 /H 1 /F /A85 ID ~> EI\x80 ${DEEP}\nEI ${SHOWN}` },
    ],
    ["states nested as deep as is allowed, and much in them", { content: "q ".repeat(120) + SHOWN.repeat(24_000) }],
    ["more operators than are read", { content: "0 0 m 9 9 l S ".repeat(1_400_000) }],
    ["2^30 nested forms", { content: "/X0 Do", forms: doubling(30) }],
    ["2^30 nested forms, named before another operator", { content: "/X0 1 w /H MP Do ", forms: doubling(30) }],
    ["a form called often", { content: "/X0 Do ".repeat(2_000), forms: [SHOWN.repeat(400)] }],
    ["a map of wide ranges", { content: SHOWN, toUnicode: mapOf(Array(8_000).fill("<0000> <FFFF> <0041>")) }],
    ["a map of one range", { content: SHOWN, toUnicode: mapOf(["<000000> <FFFFFE> <0041>"]) }],
    [
      "an object stream whose number of objects is elsewhere",
      {
        content: DEEP,
        more: [{ dict: "/Type /ObjStm /N 7 0 R /First 4", data: "9 0 << >>" }, "1"],
      },
    ],
  ])("%s", async (_, parts) => {
    await expect(read(pdfPage(parts))).rejects.toMatchObject({
      code: "resource-too-complex",
      retryable: false,
      message: expect.stringMatching(/takes over [\d,]+ steps/),
    });
  });

  const HEAD = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"];
  const HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
  const pageWith = (contents: string, font: string): string =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${contents} /Resources << /Font << /F1 ${font} >> >> >>`;
  const stream = (data: string): PdfPart => ({ dict: "", data });
  const wide = (widths: string, encoding = "Identity-H"): Uint8Array =>
    pdfFile([
      ...HEAD,
      pageWith("4 0 R", "5 0 R"),
      stream(SHOWN),
      `<< /Type /Font /Subtype /Type0 /BaseFont /Abc /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Abc /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ${widths} /FontDescriptor 7 0 R >>`,
      "<< /Type /FontDescriptor /FontName /Abc /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 >>",
    ]);

  it.each<[string, () => Uint8Array]>([
    [
      "whose page stands in the list of pages",
      () =>
        pdfFile([
          "<< /Type /Catalog /Pages 2 0 R >>",
          `<< /Type /Pages /Kids [${pageWith("3 0 R", "4 0 R")}] /Count 1 >>`,
          stream(SHOWN + DEEP),
          HELVETICA,
        ]),
    ],
    [
      "whose contents come in parts that are none by themselves",
      () =>
        pdfFile([...HEAD, pageWith("[4 0 R 6 0 R]", "5 0 R"), stream(`${SHOWN} %`), HELVETICA, stream(`(\n${DEEP}`)]),
    ],
    [
      "whose font and its map stand in the page",
      () => {
        const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >>";
        const map = mapOf(Array(4_000).fill("<0000> <FFFF> <0041>"));
        return pdfFile([...HEAD, pageWith("4 0 R", font), stream(SHOWN), stream(map)]);
      },
    ],
    ["whose contents are not packed", () => pdfPage({ content: DEEP, isPacked: false })],
    [
      "whose filter is named twice",
      () =>
        pdfFile([
          ...HEAD,
          pageWith("4 0 R", "5 0 R"),
          { dict: "/F null /Filter /FlateDecode", data: `x\x9c\x03\0\0\0\0\x01\n${DEEP}`, packed: false },
          HELVETICA,
        ]),
    ],
    ["whose font is said to be wide for ever", () => wide("/W [0 30000000 500]")],
    ["whose font is said to be high for ever", () => wide("/DW2 [880 -1000] /W2 [0 30000000 1 2 3]", "Identity-V")],
    [
      "whose shades are a table of 100 million",
      () =>
        pdfFile([
          ...HEAD,
          "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Shading << /S0 5 0 R >> >> >>",
          stream("/S0 sh"),
          "<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] /Function 6 0 R >>",
          { dict: "/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [100000000] /BitsPerSample 8", data: "a" },
        ]),
    ],
  ])("%s", async (_, file) => {
    await expect(read(file())).rejects.toMatchObject({ code: "resource-too-complex" });
  });

  it("does not keep the next one from being read", async () => {
    await expect(read(pdfPage({ content: DEEP }))).rejects.toMatchObject({ code: "resource-too-complex" });
    expect(textOf(await read(pdfPage({ content: SHOWN })), "text")).toBe("Hello there");
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

  it("is given up where its routines call each other without an end", async () => {
    const file = withFont("/FontFile3", { dict: "/Subtype /Type1C", data: nestedFont(40) });
    await expect(read(file)).rejects.toMatchObject({ code: "resource-too-complex" });
  });

  it.each([true, false])("tells the letters of its codes, packed: %s", async (packed) => {
    const head =
      "%!PS-AdobeFont-1.0: Mine\n/Encoding 256 array\ndup 72 /J put\ndup 101 /e put\nreadonly def\ncurrentfile eexec\n";
    const file = withFont("/FontFile", {
      dict: `/Length1 ${head.length} /Length2 99`,
      data: head + "code".repeat(200),
      packed,
    });
    expect(textOf(await read(file), "text")).toBe("Jello there");
  });
});
