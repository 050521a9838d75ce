import { describe, expect, it } from "vitest";
import { drawChart } from "../../../../src/providers/embedded/text/charts/draw-chart.ts";
import type { Raster } from "../../../../src/providers/embedded/vision/raster.ts";
import { callExpert, failureCode } from "./calls.ts";

const SALES = "day,shop,sold\n2026-01-05,Oslo,30\n2026-01-07,Rome,10\n2026-02-02,Oslo,20\n2026-03-01,Rome,40";

/** Pixels of a column or row of a picture that are of the colour that values are drawn in. */
function drawn({ data, width, height }: Raster, isHere: (x: number, y: number) => boolean): number {
  let count = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      if (isHere(x, y) && data[at] === 47 && data[at + 1] === 111 && data[at + 2] === 196) count++;
    }
  return count;
}

describe("a chart", () => {
  const points = [
    { label: "Oslo", value: 50, figure: "50" },
    { label: "Rome", value: 100, figure: "100" },
    { label: "Bern", value: -25, figure: "-25" },
  ];

  it("has bars as long as their values", () => {
    const { raster, left } = drawChart({ title: "sold per shop", points, isOverTime: false });
    const bar = (place: number): number => drawn(raster, (_, y) => y >= 60 + 30 * place && y < 90 + 30 * place);
    expect(left).toBe(0);
    expect(bar(1) / bar(0)).toBeCloseTo(2, 1);
    expect(bar(2) / bar(0)).toBeCloseTo(0.5, 1);
  });

  it("has a line through its values", () => {
    const { raster } = drawChart({ title: "sold per month", points, isOverTime: true });
    const columns = Array.from({ length: raster.width }, (_, x) => drawn(raster, (at) => at === x) > 0);
    expect(columns.lastIndexOf(true) - columns.indexOf(true)).toBeGreaterThan(400);
    expect(columns.slice(columns.indexOf(true), columns.lastIndexOf(true)).every(Boolean)).toBe(true);
  });

  it.each([false, true])(
    "of too much shows its beginning and says how much is missing (over time: %s)",
    (isOverTime) => {
      const many = Array.from({ length: 5_000 }, (_, at) => ({ label: `${at}`, value: at, figure: `${at}` }));
      const { raster, left } = drawChart({ title: "x".repeat(1_000), points: many, isOverTime });
      expect(left).toBe(5_000 - (isOverTime ? 400 : 40));
      expect(raster.height).toBeLessThan(2_000);
    },
  );

  it("of zeros, or of one value, is drawn too", () => {
    const [first] = points;
    const zero = { label: "", value: 0, figure: "0" };
    for (const isOverTime of [false, true])
      for (const some of [[zero], first === undefined ? [] : [first]])
        expect(drawChart({ title: "", points: some, isOverTime }).left).toBe(0);
  });
});

describe("the chart expert", () => {
  it("gives a PNG, and what it shows as CSV", async () => {
    const { outputs, notes } = await callExpert("chart-drawing", {
      table: SALES,
      question: "make a chart of sold by month",
    });
    const { image, table } = outputs;
    expect(image).toMatchObject({ as: "bytes", mediaType: "image/png" });
    expect(image?.as === "bytes" ? [...image.bytes.subarray(1, 4)] : []).toEqual([0x50, 0x4e, 0x47]);
    expect(table?.as === "bytes" ? new TextDecoder().decode(table.bytes) : "").toBe(
      "month,sold\r\n2026-01,40\r\n2026-02,20\r\n2026-03,40\r\n",
    );
    expect(notes).toEqual(["The chart shows: total sold per month of day."]);
  });

  it("says what it does not show, where it shows more than was asked", async () => {
    const question = "draw the sold per shop for the staff meeting";
    const { notes } = await callExpert("chart-drawing", { table: SALES, question });
    expect(notes).toEqual(["The chart shows: total sold per shop.", "It does not show: staff, meeting."]);
  });

  const LODGERS = "room,lodger,rent,arrears\n1a,Ines Roth,640,0\n1b,Paul Ekberg,580,120\n2a,Amy Tan,700,0";
  it.each([
    ["the figures that are named, row by row", LODGERS, "make a bar chart of the rents", "total rent per room"],
    ["them under a column that is named", LODGERS, "draw me the rents of the lodgers", "total rent per lodger"],
    ["them by date", SALES, "graph of what was sold in Oslo", "total sold per day, where shop is Oslo"],
    [
      "them by year, and none divided",
      "year,visitors\n2017,40\n2018,50\n2020,30",
      "chart of visitors per year",
      "total visitors per year",
    ],
    ["them by their group", SALES, "bar chart of what was sold per shop", "total sold per shop"],
  ])("shows %s", async (_, table, question, query) => {
    const { notes } = await callExpert("chart-drawing", { table, question });
    expect(notes).toEqual([`The chart shows: ${query}.`]);
  });

  it.each([
    ["the only figures of a table", "shop,sold\nOslo,50\nRome,70", "make a chart of that", "total sold per shop"],
    ["them as bars, too,", "shop,sold\nOslo,50\nRome,70", "plot that as bars", "total sold per shop"],
    [
      "the figures that a table is sorted by",
      "shop,day,sold,left\nBern,2026-02-02,9,1\nRome,2026-01-05,7,4\nOslo,2026-03-01,5,3",
      "draw it as a bar chart",
      "the table, by sold falling",
    ],
  ])("shows %s where nothing more is said", async (_, table, question, query) => {
    const { notes } = await callExpert("chart-drawing", { table, question });
    expect(notes).toEqual([`The chart shows: ${query}.`]);
  });

  it.each(["a chart of the weather per planet", "draw it", "chart of the deposits"])("refuses %j", async (question) => {
    expect(await failureCode(callExpert("chart-drawing", { table: LODGERS, question }))).toBe("unsupported-input");
  });
});
