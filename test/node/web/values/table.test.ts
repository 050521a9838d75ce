import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/domain/json.ts";
import { isNumeric, missingWords, tableOf, tableOfRecords } from "../../../../web/values/data/table.ts";

describe("tables", () => {
  it("take their columns from the first line, and fill lines that are too short", () => {
    const table = tableOf([["name", "age"], ["Ann", "31", "?"], ["Bob"]], true);
    expect(table.columns).toEqual(["name", "age", ""]);
    expect(table.rows).toEqual([
      ["Ann", "31", "?"],
      ["Bob", "", ""],
    ]);
    expect(missingWords(table)).toBeNull();
  });

  it("are cut at 1,000 rows and 50 columns, and say so", () => {
    const line = Array.from({ length: 60 }, (_, column) => String(column));
    const whole = tableOf([line, ...Array.from({ length: 1_200 }, () => line)], true);
    expect([whole.rows.length, whole.columns.length]).toEqual([1_000, 50]);
    expect(missingWords(whole)).toBe("Shown are 1,000 of 1,200 rows and 50 of 60 columns.");
    expect(missingWords(tableOf([["a"], ["1"]], false))).toBe("Shown are the first 1 rows.");
  });

  it("shorten what is in a cell", () => {
    expect(tableOf([["a"], ["x".repeat(1_000)]], true).rows[0]?.[0]).toHaveLength(301);
  });

  it("are none of nothing", () => {
    expect(tableOf([], true)).toMatchObject({ columns: [], rows: [] });
    expect(tableOfRecords([])).toBeNull();
    expect(tableOfRecords([{}])).toBeNull();
  });

  it("are made of records with a column for each field of any", () => {
    const records: JsonValue = [
      { name: "Ann", tags: ["x"] },
      { name: null, isNew: true },
    ];
    expect(tableOfRecords(records)).toMatchObject({
      columns: ["name", "tags", "isNew"],
      rows: [
        ["Ann", '["x"]', ""],
        ["", "", "true"],
      ],
    });
  });

  it.each<readonly [string, JsonValue]>([
    ["a text", "a"],
    ["an object", { a: 1 }],
    ["a list of numbers", [1, 2]],
    ["a list of which not all are records", [{ a: 1 }, null]],
  ])("are not made of %s", (_, data) => expect(tableOfRecords(data)).toBeNull());

  it("know which columns are numbers", () => {
    const table = tableOf(
      [
        ["a", "b", "c", "d"],
        ["1,000.5", "12%", "x1", ""],
        ["-3", "", "2", ""],
      ],
      true,
    );
    expect(table.columns.map((_, column) => isNumeric(table, column))).toEqual([true, true, false, false]);
  });
});
