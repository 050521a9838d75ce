import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTables, overlap } from "../../../src/planning/embedded/read/tables.ts";
import { outcomeOf, planned, requestOf } from "./case.ts";

const read = (text: string): readonly string[] => findTables(text).map((table) => table.text);

describe("tables written in a request", () => {
  it.each<[string, string, readonly string[]]>([
    ["columns as Python writes them", "see {'a': ['x', 'y'], 'b': [1, 2]}!", ['{"a":["x","y"],"b":[1,2]}']],
    ["rows as JSON", 'of [{"a": 1, "b": null}, {"a": 2}]', ['[{"a":1,"b":null},{"a":2}]']],
    ["rows under a header", '[["name", "age"], ["Ann", 4]]', ['[["name","age"],["Ann",4]]']],
    ["numbers by name", "of {'a': 1, 'b': 2, 'c': 3}", ['[["name","value"],["a",1],["b",2],["c",3]]']],
    ["lines of a CSV", "Who?\nname,age\nAnn,4\nBob,5\nThanks", ["name,age\nAnn,4\nBob,5"]],
    ["lines with numbers and blanks", "name, age\nAnn, 4\nBob, 5", ["name, age\nAnn, 4\nBob, 5"]],
    ["one long line under its header", "a;b;c\n1;2;3", ["a;b;c\n1;2;3"]],
    ["Markdown", "Sum\n| a | b |\n|---|---|\n| 1 | 2 |", ["| a | b |\n|---|---|\n| 1 | 2 |"]],
    ["two of them", "[[1,2],[3,4]] and [[5,6],[7,8]]", ["[[1,2],[3,4]]", "[[5,6],[7,8]]"]],
  ])("are read: %s", (_, text, tables) => {
    expect(read(text)).toEqual(tables);
  });

  it.each([
    ["words in brackets", "classify it [good, bad]"],
    ["one list", "the mean of [1, 2, 3]"],
    ["one column", "{'labels': ['good', 'bad']}"],
    ["columns of several lengths", "{'a': [1], 'b': [1, 2]}"],
    ["code", "function f() { return [1, 2]; }"],
    ["a letter", "Dear Ann, hello\nI hope, you are well\nBye, Bob"],
    ["a list of pairs", "bread, butter\nmilk, eggs\ntea, sugar"],
    ["a bracket that is never closed", "{'a': [1, 2], 'b': [3, 4]"],
  ])("are not seen in %s", (_, text) => {
    expect(read(text)).toEqual([]);
  });

  it("lie in the text, in order, and none within another", () => {
    const pieces = fc.constantFrom("{'a':[1],'b':[2]}", "a,b\n1,2\n3,4", "\n", "{", "[", "]}", "words", ",", "'");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        const tables = findTables(text);
        expect(tables.every(({ start, end }) => 0 <= start && start < end && end <= text.length)).toBe(true);
        for (const [at, table] of tables.entries())
          for (const later of tables.slice(at + 1)) {
            expect(later.start).toBeGreaterThanOrEqual(table.end);
            expect(overlap(table, later)).toBe(false);
          }
      }),
    );
  });

  it("answer questions, and are material for what comes next", async () => {
    const text = "Which month was the coldest? {'month': ['May', 'June'], 'degrees': [9, 14]} Read the answer aloud.";
    expect(outcomeOf(await planned(requestOf({ text })))).toEqual([
      `tts(tqa(table='{"month":["May","June"],"degrees":[9,14]}', question='Which month was the coldest?'))`,
    ]);
  });
});
