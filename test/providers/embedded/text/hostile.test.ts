import { describe, expect, it } from "vitest";
import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { answerQuestion } from "../../../../src/providers/embedded/text/answer-question.ts";
import { findDates } from "../../../../src/providers/embedded/text/entities/dates.ts";
import { findEmails } from "../../../../src/providers/embedded/text/entities/find-entities.ts";
import { findMoney } from "../../../../src/providers/embedded/text/entities/money.ts";
import { namesByForm } from "../../../../src/providers/embedded/text/entities/names.ts";
import { MAX_TEXT_CHARS } from "../../../../src/providers/embedded/text/input.ts";
import { jsonLines } from "../../../../src/providers/embedded/text/questions/json-lines.ts";
import { answerTable } from "../../../../src/providers/embedded/text/tables/answer-table.ts";
import { readTable } from "../../../../src/providers/embedded/text/tables/read-table.ts";
import type { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import { loadWordSenses, loadWordVectors } from "../../../../src/words/stored.ts";

const unbounded = { admit: () => undefined, spend: async () => undefined } as unknown as WorkBudget;
const by = { reader: await loadReader(), work: unbounded };

/** What makes careless patterns take for ever: they end, or the test runner's time limit says so. */
const UNITS = [
  "a",
  "1",
  "1,",
  "a-",
  "a@",
  "a.a.",
  " ",
  "a\n",
  "(",
  "$1 ",
  "A ",
  "Acme Ltd ",
  "From: To: ",
  "1 May ",
  "DE89 3704 ",
  "\ud800",
  "http://a/",
  '"',
];
const figures = (length: number): Record<string, number> => Object.fromEntries([...Array(length).fill(1)].entries());
const MEBI = 2 ** 20;
const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe("a megabyte of", () => {
  it.each(UNITS)("%j is searched by patterns in time that grows with its length", (unit) => {
    const text = repeated(unit, MEBI);
    const found = [findMoney(text), findDates(text), findEmails(text), namesByForm(text)];
    for (const entities of found)
      for (const entity of entities.slice(0, 100)) expect(text.slice(entity.start, entity.end)).toBe(entity.text);
    expect(text).toHaveLength(MEBI);
  });
});

describe("as much as an expert takes of", () => {
  it.each([
    ["sentences that are joined again and again", "Is a b c d a. ".repeat(14_000)],
    ["accents that have to be sorted", `e${"\u0301\u0323".repeat(99_000)}`],
    ["lines that all tell something", "Total: 5\n".repeat(22_000)],
  ])("%s is read to an end, or the test runner's time limit says so", async (_, text) => {
    const { answer, span } = await answerQuestion("Who sent it?", text, by);
    expect(answer === null).toBe(span === undefined);
  });

  it("brackets is no settings that anything could be read from", async () => {
    const nested = "[".repeat(MAX_TEXT_CHARS / 2) + "]".repeat(MAX_TEXT_CHARS / 2);
    expect((await answerQuestion("how many replicas?", nested, by)).answer).toBeNull();
  });

  it.each([
    ["one long key", { ["k".repeat(20_000)]: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [at, at])) }],
    ["many keys under many", { ["k".repeat(190)]: Array.from({ length: 5_000 }, (_, at) => ({ at })) }],
    ["figures", Array.from({ length: MAX_TEXT_CHARS / 2 - 1 }, () => 1)],
  ])("JSON of %s becomes no longer a text", (_, value) => {
    const lines = jsonLines(JSON.stringify(value)) ?? "";
    expect(lines.length).toBeGreaterThan(1_000);
    expect(lines.length).toBeLessThanOrEqual(MAX_TEXT_CHARS);
  });

  it("blanks in a question is one question", async () => {
    const question = `who${" ".repeat(MAX_TEXT_CHARS)}x`;
    expect((await answerQuestion(question, "Anna was born in Rome.", by)).score).toBeLessThanOrEqual(1);
  });

  it.each([
    ["quotes never closed", `"${"x,".repeat(1_000)}`],
    ["quotes within quotes before blanks", `"a${'"b'.repeat(50_000)}${" ".repeat(90_000)},`],
    ["quotes that open over and over before blanks", `"a${',"a'.repeat(33_000)}${" ".repeat(90_000)}`],
    ["pairs of quotes in cells that do not end with one", `${',""""x'.repeat(30_000)}`],
    ["pairs of quotes never closed", `"${'""'.repeat(90_000)}`],
  ])("%s is a table of one row", (_, row) => {
    expect(readTable(`a,b\n${row}`).rows).toHaveLength(1);
  });

  it.each([
    ["a long key over many", [{ ["k".repeat(20_000)]: figures(5_000) }]],
    ["a long key over many in one object", { ["k".repeat(20_000)]: figures(5_000) }],
    ["many keys in a list", [{ box: figures(20_000) }]],
    ["many keys in one object", { box: figures(20_000) }],
    [
      "many columns of which one is long",
      Object.fromEntries([...Array(9_000).keys()].map((at) => [at, at ? [] : Array(50_000).fill(1)])),
    ],
  ])("%s is too large a table", (_, value) => {
    expect(() => readTable(JSON.stringify(value))).toThrow(expect.objectContaining({ code: "resource-too-large" }));
  });

  it("figures before a blank is a cell like others", async () => {
    const table = readTable(`part,left\n${"1".repeat(2 * MAX_TEXT_CHARS)} x,5\nscrew,6`);
    expect(answerTable(table, "total left", await loadWordVectors(), await loadWordSenses())?.result.answer).toBe("11");
  });

  it("strings that do not end is no table", () => {
    expect(() => readTable(`["${'\\"'.repeat(99_990)}`)).toThrow("not valid JSON");
  });
});
