import { describe, expect, it } from "vitest";
import { readTable } from "../../../../src/providers/embedded/text/tables/read-table.ts";

const ROWS = [
  ["Flat", "Tenant", "Rent", "Paid", "Owed", "Note"],
  ["1", "Dorsey", "900", "110", "790", "late"],
  ["4", "Osgood", "860", "300", "560", "ill"],
];

describe("a table with lines above its header", () => {
  it.each<[name: string, above: readonly string[][]]>([
    ["a title", [["Rent ledger 2026", "", "", "", "", ""]]],
    [
      "a title, a date and a blank row",
      [["Rent ledger", "", "", "", "", ""], ["as of", "31 March", "", "", "", ""], []],
    ],
    ["none", []],
  ])("is read from that on: %s", (_, above) => {
    expect(readTable([...above, ...ROWS])).toEqual({ columns: ROWS[0], rows: ROWS.slice(1) });
  });

  it("keeps a first row that fills as much as the others, and a table of two columns", () => {
    expect(readTable([["a", "b"], ...ROWS.map((row) => row.slice(0, 2))]).columns).toEqual(["a", "b"]);
    expect(
      readTable([
        ["name", ""],
        ["Ann", "5"],
        ["Bo", "7"],
      ]).columns,
    ).toEqual(["name", ""]);
  });

  it("keeps a header without its first cell, however empty", () => {
    const header = ["", "b", "", "", "", ""];
    const wide = ["123456", "234567"].map((row) => [...row]);
    expect(readTable([header, ...wide]).columns).toEqual(header);
  });
});
