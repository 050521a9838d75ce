import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/domain/json.ts";
import { textOf, writeLiteral } from "../../../../web/approval/literals.ts";
import { readSource } from "../../../../web/values/references.ts";

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
