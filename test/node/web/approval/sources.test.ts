import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/domain/json.ts";
import { readSource, readSources, type Source, textOf, writeLiteral } from "../../../../web/approval/sources.ts";

describe("an argument", () => {
  it.each<[JsonValue, Source]>([
    ["<resource>-12", { from: "task", task: 12, output: null }],
    ["<resource>-0.lines", { from: "task", task: 0, output: "lines" }],
    ["res_00ab", { from: "file", id: "res_00ab" }],
    ["French", { from: "literal", value: "French" }],
    ["see <resource>-0", { from: "literal", value: "see <resource>-0" }],
    ["<resource>-0 ", { from: "literal", value: "<resource>-0 " }],
    [{ literal: "<resource>-0" }, { from: "literal", value: "<resource>-0" }],
    [{ literal: null }, { from: "literal", value: null }],
    [
      { literal: "a", other: 1 },
      { from: "literal", value: { literal: "a", other: 1 } },
    ],
    [7, { from: "literal", value: 7 }],
  ])("%j is read", (written, expected) => {
    expect(readSource(written)).toEqual(expected);
  });

  it.each<[string, JsonValue, number]>([
    ["a list of references", ["<resource>-0", "<resource>-1"], 2],
    ["a list of escaped texts", [{ literal: "a, b" }, { literal: "c" }], 2],
    ["a list that is data", ["positive", "negative"], 1],
    ["one", "<resource>-0", 1],
  ])("%s has %j", (_, written, count) => {
    expect(readSources(written)).toHaveLength(count);
  });
});

describe("a literal", () => {
  it.each<[string, boolean, JsonValue]>([
    ["notes.txt", false, "notes.txt"],
    ["<resource>-0", false, "<resource>-0"],
    ['["a", "b"]', true, ["a", "b"]],
    ['["a", "b"]', false, '["a", "b"]'],
    ['["a", ', true, '["a", '],
    ["null", true, "null"],
    ["", false, ""],
  ])("%j (data: %j) is written as what it is", (text, isData, value) => {
    const written = writeLiteral(text, isData);
    expect(written).toEqual({ literal: value });
    expect(readSource(written)).toEqual({ from: "literal", value });
  });

  it("is edited as its text, and data as JSON", () => {
    expect(textOf("French")).toBe("French");
    expect(JSON.parse(textOf({ a: [1] }))).toEqual({ a: [1] });
  });
});
