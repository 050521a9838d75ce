import { describe, expect, it } from "vitest";
import { joinRows, type WordedLine } from "../../../../src/providers/embedded/vision/ocr/rows.ts";

const line = (text: string, xmin: number, ymin: number): WordedLine => {
  const box = { xmin, ymin, xmax: xmin + text.length * 10, ymax: ymin + 20 };
  return { text, confidence: 0.9, box, firstWord: box, lastWord: box };
};
const texts = (lines: readonly WordedLine[]): string[] => joinRows(lines).map(({ text }) => text);

describe("rows of tables that were read column by column", () => {
  const cases: readonly (readonly [name: string, lines: readonly WordedLine[], rows: readonly string[]])[] = [
    [
      "a column of amounts joins its labels",
      [line("Rent", 0, 0), line("Heating", 0, 30), line("Amount", 400, 0), line("$900", 400, 30)],
      ["Rent Amount", "Heating $900"],
    ],
    [
      "several columns join in order",
      [
        line("Paper", 0, 0),
        line("Pens", 0, 30),
        line("4", 300, 0),
        line("12", 300, 30),
        line("$8.00", 500, 0),
        line("$6.00", 500, 30),
      ],
      ["Paper 4 $8.00", "Pens 12 $6.00"],
    ],
    [
      "what follows a colon joins it",
      [line("Name:", 0, 0), line("Town:", 0, 30), line("Ada Berg", 200, 0), line("Lund", 200, 31)],
      ["Name: Ada Berg", "Town: Lund"],
    ],
    [
      "columns of prose stay apart",
      [
        line("The first column goes on", 0, 0),
        line("and ends.", 0, 30),
        line("The second column goes on", 400, 0),
        line("and ends.", 400, 30),
      ],
      ["The first column goes on", "and ends.", "The second column goes on", "and ends."],
    ],
    [
      "prose with figures in it stays apart",
      [
        line("It was cold in the winter", 0, 0),
        line("of that year.", 0, 30),
        line("of 1874 when 22 ships sank", 400, 0),
        line("in 3 days and 4 nights of storm", 400, 30),
      ],
      ["It was cold in the winter", "of that year.", "of 1874 when 22 ships sank", "in 3 days and 4 nights of storm"],
    ],
    [
      "two addresses side by side stay apart",
      [
        line("Harbour Board", 0, 0),
        line("Kettle Point", 0, 30),
        line("Ellison Ltd", 400, 0),
        line("Mill Lane", 400, 30),
      ],
      ["Harbour Board", "Kettle Point", "Ellison Ltd", "Mill Lane"],
    ],
    ["figures on a row of their own stay", [line("Total", 0, 0), line("$5.00", 400, 60)], ["Total", "$5.00"]],
    [
      "on a tilted page the outer words decide",
      [
        {
          ...line("Sourdough loaf", 0, 0),
          box: { xmin: 0, ymin: 0, xmax: 140, ymax: 40 },
          lastWord: { xmin: 100, ymin: 14, xmax: 140, ymax: 34 },
        },
        {
          ...line("Tomatoes", 0, 30),
          box: { xmin: 0, ymin: 30, xmax: 80, ymax: 60 },
          lastWord: { xmin: 0, ymin: 36, xmax: 80, ymax: 56 },
        },
        line("4.20", 300, 22),
        line("2.11", 300, 44),
      ],
      ["Sourdough loaf 4.20", "Tomatoes 2.11"],
    ],
    ["nothing", [], []],
  ];
  for (const [name, lines, rows] of cases) {
    it(name, () => expect(texts(lines)).toEqual(rows));
  }

  it("a row's box holds all of its cells, and its confidence is theirs by length", () => {
    const [row] = joinRows([
      { ...line("Rent:", 0, 0), confidence: 1 },
      { ...line("$1.00", 300, 4), confidence: 0.5 },
    ]);
    expect(row).toEqual({ text: "Rent: $1.00", confidence: 0.75, box: { xmin: 0, ymin: 0, xmax: 350, ymax: 24 } });
  });
});
