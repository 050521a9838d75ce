import { mapOf, type PageParts, pdfPage } from "../../../test/fixtures/vision/make-pdf.ts";
import type { WorstCase } from "./case.ts";

const page = (what: string, parts: PageParts): WorstCase => ({
  taskType: "optical-character-recognition",
  what: `PDF: ${what}`,
  inputs: () => ({ image: pdfPage(parts) }),
});

const SHOWN = "BT /F1 12 Tf 9 9 Td (abc) Tj ET ";
const font = (times: number): string => "BT /F1 12 Tf /F1 11 Tf ET ".repeat(times);

/** Pages that do as much as is accepted, and some that do more. */
export const PDF_CASES: readonly WorstCase[] = [
  page("20,000 q", { content: "q ".repeat(20_000) }),
  page("1,000,000 q", { content: "q ".repeat(1_000_000) }),
  page("500 q, then operators", { content: "q ".repeat(500) + "1 0 0 1 1 1 cm ".repeat(23_000) }),
  page("500 q, then text", { content: `q `.repeat(500) + SHOWN.repeat(2_200) }),
  page("2^13 nested forms", {
    content: "/X0 Do",
    forms: Array.from({ length: 14 }, (_, at) => `/X${at + 1} Do /X${at + 1} Do (a) Tj`),
  }),
  page("2^9 nested forms", {
    content: "/X0 Do",
    forms: Array.from({ length: 10 }, (_, at) => `/X${at + 1} Do /X${at + 1} Do (a) Tj`),
  }),
  page("2^16 nested forms", {
    content: "/X0 Do",
    forms: Array.from({ length: 17 }, (_, at) => `/X${at + 1} Do /X${at + 1} Do`),
  }),
  page("a form called 2,000 times", { content: "/X0 Do ".repeat(2_000), forms: [SHOWN.repeat(2_000)] }),
  page("a small form called often", { content: "/X0 Do ".repeat(4_000), forms: [SHOWN] }),
  page("a form that shows nothing called often", { content: "/X0 Do ".repeat(2_400), forms: ["q Q "] }),
  page("a form of text called very often", { content: "/X0 Do ".repeat(100_000), forms: [SHOWN] }),
  page("a form of paths called very often", { content: "/X0 Do ".repeat(100_000), forms: ["0 0 m 9 9 l S "] }),
  page("120 q, then text", { content: "q ".repeat(120) + SHOWN.repeat(10_000) }),
  page("8,000 ranges", { content: SHOWN, toUnicode: mapOf(Array(8_000).fill("<0000> <FFFF> <0041>")) }),
  page("13 ranges", { content: SHOWN, toUnicode: mapOf(Array(13).fill("<0000> <FFFF> <0041>")) }),
  page("one range of 800,000", { content: SHOWN, toUnicode: mapOf(["<000000> <0C3500> <0041>"]) }),
  page("text", { content: SHOWN.repeat(24_000) }),
  page("letters", { content: `BT /F1 12 Tf ${"(abcdefghij klm) Tj ".repeat(60_000)}ET` }),
  page("spaced letters", { content: `BT /F1 12 Tf ${"[(a) 900 (b) -900] TJ ".repeat(100_000)}ET` }),
  page("changes of font", { content: font(23_000) }),
  page("more paths", { content: "0 0 m 9 9 l S ".repeat(300_000) + SHOWN }),
  page("paths", { content: "0 0 m 9 9 l S ".repeat(30_000) }),
  page("pictures in the line", { content: "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI ".repeat(4_300) }),
];
