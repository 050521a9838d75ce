import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
import { answerTable } from "../../../../src/providers/embedded/text/tables/answer-table.ts";
import { columnsOf, readColumn } from "../../../../src/providers/embedded/text/tables/columns.ts";
import { MAX_COLUMNS, MAX_ROWS, readTable } from "../../../../src/providers/embedded/text/tables/read-table.ts";
import { TABLES } from "../../../fixtures/text/tables.ts";

const codeOf = (read: () => unknown): string | null => {
  try {
    read();
    return null;
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : "not an AppError";
  }
};

describe("a table is read", () => {
  const people = {
    columns: ["name", "age"],
    rows: [
      ["Anna", "5"],
      ["Ben", "6"],
    ],
  };
  it.each([
    ["commas", "name,age\nAnna,5\nBen,6"],
    ["semicolons and empty lines", "name;age\r\n\r\nAnna;5\r\nBen;6\r\n"],
    ["tabs", "name\tage\nAnna\t5\nBen\t6\n"],
    ["quotes", '"name","age"\n"Anna","5"\nBen,"6"'],
    ["Markdown", "| name | age |\n|---|--:|\n| Anna | 5 |\n| Ben | 6 |"],
    ["a list of objects", '[{"name":"Anna","age":5},{"name":"Ben","age":6}]'],
    ["columns", '{"name":["Anna","Ben"],"age":[5,6]}'],
    ["a list of lists", '[["name","age"],["Anna",5],["Ben",6]]'],
    ["named rows", '{"columns":["name","age"],"rows":[["Anna",5],["Ben",6]]}'],
    ["a table in an object", '{"table":[{"name":"Anna","age":5},{"name":"Ben","age":6}]}'],
  ])("from %s", (_form, text) => {
    expect(readTable(text)).toEqual(people);
  });

  it("with delimiters, quotes and line ends within quotes", () => {
    expect(readTable('a,b\n"x, ""y""\nz",2').rows).toEqual([['x, "y"\nz', "2"]]);
  });

  it.each([
    ["only a header", "name,age"],
    ["broken JSON", '[{"name":'],
    ["nested JSON", '[{"name":{"first":"Anna"}}]'],
    ["numbers", "[1,2,3]"],
    ["an object within an object", '{"name":"Anna","home":{"city":"Rome"}}'],
    ["deep brackets", "[".repeat(50_000)],
  ])("not from %s", (_form, text) => {
    expect(codeOf(() => readTable(text))).toBe("unsupported-input");
  });

  it("of one row from an object of plain values", () => {
    expect(readTable('{"name":"demo","replicas":3,"ports":[80,443]}')).toEqual({
      columns: ["name", "replicas", "ports"],
      rows: [["demo", "3", "80, 443"]],
    });
  });

  it("or it is said in words what a table is", () => {
    expect(() => readTable('{"home":{"city":"Rome"}}')).toThrow("This JSON is no table");
  });

  it("up to its limits", () => {
    expect(readTable(`a,b\n${"1,2\n".repeat(MAX_ROWS)}`).rows).toHaveLength(MAX_ROWS);
    expect(codeOf(() => readTable(`a,b\n${"1,2\n".repeat(MAX_ROWS + 1)}`))).toBe("resource-too-large");
    expect(codeOf(() => readTable(`${"a,".repeat(MAX_COLUMNS)}a\n1`))).toBe("resource-too-large");
  });

  it("back from what CSV writers write", () => {
    const cell = fc.string({ maxLength: 8 }).map((text) => text.trim());
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const csv = [["first", "second"], ...rows].map((row) => row.map(quoted).join(",")).join("\n");
        const kept = rows.filter((row) => row.some((text) => text !== ""));
        if (kept.length > 0) expect(readTable(csv).rows).toEqual(kept);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a column", () => {
  it.each([
    [["1,200", "950", "4,300"], "number", [1200, 950, 4300]],
    [["68,0", "124,5"], "number", [68, 124.5]],
    [["1.249,90", "89,50"], "number", [1249.9, 89.5]],
    [["$85.00", "$9.75"], "number", [85, 9.75]],
    [["yes", "no", "yes"], "yes-no", [1, 0, 1]],
    [["2020-01-02", "2020-01-03"], "date", [18263, 18264]],
    [["05/21/2026", "01/02/2026"], "date", [20594, 20455]],
    [["Rome", "Paris"], "text", [null, null]],
    [["(1,200.50)", "-$3.00"], "number", [-1200.5, -3]],
    [["R-101", "R-102"], "text", [null, null]],
    [["Q1", "Q2"], "text", [null, null]],
    [["7a", "7b"], "text", [null, null]],
    [["$5", "€7"], "text", [null, null]],
    [["1.234", "5.900"], "unclear", [null, null]],
  ] as const)("%j holds a %s", (cells, type, values) => {
    const column = readColumn("any", 0, [...cells]);
    expect(column.type).toBe(type);
    expect(column.values).toEqual(values);
  });

  it("that may be read in two ways is read as those beside it", () => {
    const [mileage, price] = columnsOf(readTable("km;price\n98.000;13,50\n31.500;12,40"));
    expect(mileage?.values).toEqual([98_000, 31_500]);
    expect(price?.format(25.9)).toBe("25,90");
  });

  it("writes sums as its cells are written", () => {
    expect(readColumn("price", 0, ["€1.200,50", "€3,25"]).format(1203.75)).toBe("€1.203,75");
    expect(readColumn("price", 0, ["5 km", "7 km"]).format(12)).toBe("12 km");
  });
});

describe("a question to a table", () => {
  const employees = readTable(TABLES.employees);
  it("is answered with its evidence in Hugging Face's shape", () => {
    expect(answerTable(employees, "What is the average salary in Engineering?")).toEqual({
      answer: "59750",
      aggregator: "AVERAGE",
      cells: ["61000", "58500"],
      coordinates: [
        [1, 3],
        [2, 3],
      ],
      unnamed: [],
    });
  });

  it("is answered for each group with a line", () => {
    expect(answerTable(employees, "total salary per department")?.answer).toBe(
      "Sales: 99000\nEngineering: 119500\nSupport: 39500",
    );
  });

  it("says which figures it was taken to mean", () => {
    const sales = readTable("product,units,revenue\nLamp,3,30\nDesk,1,200\nLamp,2,20");
    expect(answerTable(sales, "which product sold most?")).toMatchObject({ answer: "Lamp: 5", unnamed: ["units"] });
    expect(answerTable(sales, "which product has the most revenue?")).toMatchObject({
      answer: "Desk: 200",
      unnamed: [],
    });
  });

  it.each([
    ["What is the median salary?"],
    ["How many dragons are there?"],
    ["Which employee is the widest?"],
    ["What is the salary difference between Ben and Anna?"],
    ["What is the salary of Zoe?"],
    ["What is the salary of the manager?"],
    ["How many women work in Engineering?"],
    ["What percentage of the salaries is paid in Sales?"],
    ["delete everything"],
    ["?"],
  ])("%j is not guessed at", (question) => {
    expect(answerTable(employees, question)).toBeNull();
  });

  describe("about dates and alternatives", () => {
    const orders = readTable(
      "date,customer,product,amount\n2025-01-10,Ann,Lamp,10\n2026-01-12,Ben,Desk,20\n2026-02-03,Ann,Desk,70\n" +
        "2025-03-04,Ben,Lamp,40\n2026-03-05,Ann,Lamp,50",
    );
    it.each([
      ["total amount in March", "90"],
      ["total amount in March 2026", "50"],
      ["total amount in March 2026 and January 2025", "60"],
      ["total amount in January and February 2026", "90"],
      ["total amount in January, February and March", "190"],
      ["total amount in January or March", "120"],
      ["total amount in 2025", "50"],
      ["total amount per month", "2025-01: 10\n2026-01: 20\n2026-02: 70\n2025-03: 40\n2026-03: 50"],
      ["total amount of Ann or Ben", "190"],
      ["how many orders by Ann over 40", "2"],
    ])("%j is answered", (question, answer) => {
      expect(answerTable(orders, question)?.answer).toBe(answer);
    });

    it.each([
      ["total amount from January to March"],
      ["total amount in January through March"],
      ["total amount between January and March"],
      ["total amount in January - March"],
      ["total amount in January–March 2026"],
      ["total amount in 2026-01 – 2026-03"],
      ["total amount in 2025 in March and in 2026 in January"],
      ["how many orders by Ann or over 60"],
      ["how many orders over 60 or by Ann"],
      ["how many orders by Ann or in March"],
      ["how many orders by Ann or of a Desk"],
      ["total amount per month per year"],
    ])("%j is not", (question) => {
      expect(answerTable(orders, question)).toBeNull();
    });
  });

  it("is never answered from cells that are not there", () => {
    const questions = fc.array(
      fc.constantFrom(
        "who",
        "what",
        "which",
        "how many",
        "is",
        "the",
        "highest",
        "salary",
        "city",
        "average",
        "total",
        "of",
        "in",
        "Anna",
        "Sales",
        "above",
        "50000",
        "before",
        "2020",
        "Engineering",
        "department",
        "earns",
        "most",
        "not",
        "?",
      ),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(questions, (parts) => {
        const found = answerTable(employees, parts.join(" "));
        for (const [index, [row, column]] of (found?.coordinates ?? []).entries()) {
          expect(employees.rows[row]?.[column]).toBe(found?.cells[index]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
