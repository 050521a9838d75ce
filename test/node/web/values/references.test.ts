import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/domain/json.ts";
import { readSource, readSources, type Source } from "../../../../web/values/references.ts";

describe("what an argument is filled from", () => {
  it.each<[JsonValue, Source]>([
    ["<resource>-12", { from: "task", task: 12, output: null }],
    ["<resource>-0.lines", { from: "task", task: 0, output: "lines" }],
    ["<resource>-0#lines", { from: "task", task: 0, output: "lines" }],
    ["<resource>-99999999999999999999", { from: "literal", value: "<resource>-99999999999999999999" }],
    ["res_00ab", { from: "file", id: "res_00ab" }],
    ["res_no such file", { from: "literal", value: "res_no such file" }],
    ["https://example.com/a.png", { from: "address", url: "https://example.com/a.png" }],
    ["see https://example.com/", { from: "literal", value: "see https://example.com/" }],
    ["French", { from: "literal", value: "French" }],
    ["see <resource>-0", { from: "literal", value: "see <resource>-0" }],
    ["<resource>-0 ", { from: "literal", value: "<resource>-0 " }],
    [{ literal: "<resource>-0" }, { from: "literal", value: "<resource>-0" }],
    [{ literal: "https://example.com/" }, { from: "literal", value: "https://example.com/" }],
    [{ literal: null }, { from: "literal", value: null }],
    [
      { literal: "a", other: 1 },
      { from: "literal", value: { literal: "a", other: 1 } },
    ],
    [7, { from: "literal", value: 7 }],
    [null, { from: "literal", value: null }],
  ])("%j is read", (written, expected) => {
    expect(readSource(written)).toEqual(expected);
  });

  it.each<[string, JsonValue, number]>([
    ["a list of references", ["<resource>-0", "<resource>-1"], 2],
    ["a list of a reference and a file", ["<resource>-0", "res_aa"], 2],
    ["a list of addresses", ["https://example.com/a", "https://example.com/b"], 2],
    ["a list of escaped texts", [{ literal: "a, b" }, { literal: "c" }], 2],
    ["a list that is data", ["positive", "negative"], 1],
    ["an empty list", [], 1],
    ["one", "<resource>-0", 1],
  ])("%s: %j has so many", (_, written, count) => {
    expect(readSources(written)).toHaveLength(count);
  });
});
