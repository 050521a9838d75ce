import { describe, expect, it } from "vitest";
import { answerFile } from "../../../../src/providers/embedded/text/tables/answer-file.ts";
import { typedTable } from "../../../../src/providers/embedded/text/tables/columns.ts";
import { csvOf } from "../../../../src/providers/embedded/text/tables/csv.ts";
import type { Query } from "../../../../src/providers/embedded/text/tables/query.ts";
import { readTable } from "../../../../src/providers/embedded/text/tables/read-table.ts";
import { runQuery } from "../../../../src/providers/embedded/text/tables/run-query.ts";
import type { OutputDraft } from "../../../../src/providers/provider.ts";
import { callExpert, textOf } from "./calls.ts";

const STOCK = 'part,bin,left,price\nbolt,A,40,0.20\n"nut, hex",B,15,0.10\nwasher,A,90,0.05\nspring,C,7,1.40';

const csvIn = (draft: OutputDraft | undefined): string | null =>
  draft?.as === "bytes" ? new TextDecoder().decode(draft.bytes) : null;
const madeIn = (draft: OutputDraft | undefined): string | undefined => (draft?.as === "bytes" ? draft.made : undefined);

const ask = async (question: string, table = STOCK) =>
  (await callExpert("table-question-answering", { table, question })).outputs;

describe("the rows of an answer to a table", () => {
  it("come with a word on what they do not show", async () => {
    const question = "sort it by price for the Bergen branch";
    const { notes } = await callExpert("table-question-answering", { table: STOCK, question });
    expect(notes).toEqual([
      "The question was read as: the table, by price rising.",
      "It does not show: Bergen, branch.",
    ]);
  });

  it.each([
    [
      "those of the whole table in their new order",
      "sort it by price",
      "sorted",
      'part,bin,left,price\r\nwasher,A,90,0.05\r\n"nut, hex",B,15,0.10\r\nbolt,A,40,0.20\r\nspring,C,7,1.40\r\n',
    ],
    ["a figure for each group", "total left per bin", "grouped", "bin,left\r\nA,130\r\nB,15\r\nC,7\r\n"],
    [
      "those that meet a condition, with all columns where only their names are told",
      "Which parts are in bin A?",
      "filtered",
      "part,bin,left,price\r\nbolt,A,40,0.20\r\nwasher,A,90,0.05\r\n",
    ],
    ["the first few", "top 2 parts by left", "sorted", "part,left\r\nwasher,90\r\nbolt,40\r\n"],
    ["a list", "Which parts are there?", undefined, 'part\r\nbolt\r\n"nut, hex"\r\nwasher\r\nspring\r\n'],
  ])("are a CSV file too: %s", async (_, question, made, csv) => {
    const { table } = await ask(question);
    expect(csvIn(table)).toBe(csv);
    expect(table).toMatchObject({ mediaType: "text/csv" });
    expect(madeIn(table)).toBe(made);
  });

  it.each(["How many parts are there?", "Which part has the highest price?", "What is the weight of the bolt?"])(
    "are no file where the answer is one cell, or none: %s",
    async (question) => {
      expect(Object.keys(await ask(question))).toEqual(["answer", "evidence"]);
    },
  );

  it("are each given once where they are a list", () => {
    const table = readTable("part,bin\nbolt,A\nnut,A\nbolt,D");
    const { columns, rows } = typedTable(table);
    const query: Query = { form: "rows", show: columns.slice(0, 1), order: null, where: [] };
    const result = runQuery(query, rows);
    expect(result && csvIn(answerFile(query, result, table) ?? undefined)).toBe("part\r\nbolt\r\nnut\r\n");
  });

  it("are what the next question is put to", async () => {
    const { table } = await ask("total left per bin");
    expect(textOf((await ask("Which bin has the lowest left?", csvIn(table) ?? "")).answer)).toBe("C");
  });

  it("are all there, of however many only the first are told", async () => {
    const rows = Array.from({ length: 200 }, (_, at) => `p${at},${at % 2 === 0 ? "A" : "B"},${at}`);
    const { table } = await ask("sort by left descending", `part,bin,left\n${rows.join("\n")}`);
    expect(readTable(csvIn(table) ?? "").rows).toHaveLength(200);
  });
});

describe("CSV", () => {
  it.each([
    ["=1+1", '"\'=1+1"'],
    ["@SUM(A1)", '"\'@SUM(A1)"'],
    ["+A1", '"\'+A1"'],
    ["-2+3+cmd|' /C calc'!A0", "\"'-2+3+cmd|' /C calc'!A0\""],
    ["\t=1", '"\'\t=1"'],
    ["-12.50", "-12.50"],
    ["-1,200 EUR", '"-1,200 EUR"'],
    ["-€5", "-€5"],
    ["+4 %", "+4 %"],
    ["-", "-"],
    ["blåbær", "blåbær"],
    ['a "b", c', '"a ""b"", c"'],
    ["two\nlines", '"two\nlines"'],
  ])("writes %j so that no spreadsheet runs it and all is kept", (cell, written) => {
    expect(new TextDecoder().decode(csvOf(["x", "y"], [[cell, "1"]]))).toBe(`x,y\r\n${written},1\r\n`);
  });

  it("has safe headings", () => {
    expect(new TextDecoder().decode(csvOf(["=x"], [["1"]]))).toBe('"\'=x"\r\n1\r\n');
  });
});

describe("a question with words that the table has nothing for", () => {
  it.each([
    ["how many are left for everybody in total", '"everybody". Without that it would be: 152.'],
    ["the average price for the Bergen branch", "Without that it would be: "],
  ])("is not answered, and what it would be without them is told: %s", async (question, told) => {
    const outputs = await ask(question);
    expect(textOf(outputs.answer)).toContain(told);
    expect(outputs.evidence).toMatchObject({ as: "data", data: { answer: null } });
  });
});
