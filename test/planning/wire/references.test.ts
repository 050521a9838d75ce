import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReference, parseReference, REFERENCE_INSIDE } from "../../../src/planning/wire/references.ts";

const FORMS: [text: string, task: number, output?: string][] = [
  ["<resource>-0", 0],
  ["<resource>-12.text", 12, "text"],
  ["<resource>-0#lines", 0, "lines"],
  ["<resource> - 3", 3],
  ["<GENERATED>-1", 1],
  ["<Resource>-1", 1],
  ["<resource-7>", 7],
  ["<resource 7>", 7],
  ["<resource_7>.text", 7, "text"],
  ["<node-0>", 0],
  ["<task>-2", 2],
  [" <node2> ", 2],
  ["<resource>-0.target-language", 0, "target-language"],
];

const NONE: readonly string[] = [
  "",
  "resource-0",
  "<resource>",
  "<resource>-",
  "<resource>--1",
  "<resource>-1.5.text, <resource>-2",
  "<resource>-x",
  "see <resource>-0",
  "<resource>-0 and more",
  "<resource>-0.",
  "<source>-0",
  "<resource>-99999999999999999999",
  `<resource>-0.${"x".repeat(101)}`,
];

describe("parseReference", () => {
  it.each(FORMS)("reads %j", (text, task, output) => {
    expect(parseReference(text)).toEqual({ task, output });
    expect(isReference(text)).toBe(true);
  });

  it.each(NONE)("reads no reference in %j", (text) => {
    expect(parseReference(text)).toBeNull();
  });

  it("reads what is written for any task and output, and sees it within other words", () => {
    const name = fc.stringMatching(/^[a-z][a-z-]{0,20}$/);
    fc.assert(
      fc.property(fc.nat({ max: 10_000 }), fc.option(name), (task, output) => {
        const text = `<resource>-${task}${output === null ? "" : `.${output}`}`;
        expect(parseReference(text)).toEqual({ task, output: output ?? undefined });
        expect(REFERENCE_INSIDE.test(`the words of ${text} there`)).toBe(true);
      }),
    );
  });

  it("takes anything that is no text for no reference", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        if (typeof value !== "string") expect(isReference(value)).toBe(false);
      }),
    );
  });

  it("comes to an end on long texts that nearly are one", () => {
    for (const text of ["<resource>-".repeat(50_000), `<resource>-0.${"x".repeat(500_000)}`, " ".repeat(500_000)]) {
      expect(parseReference(text)).toBeNull();
    }
  });
});
