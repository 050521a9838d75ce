import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
import { answerTable } from "../../../../src/providers/embedded/text/tables/answer-table.ts";
import { readColumn, typedTable } from "../../../../src/providers/embedded/text/tables/columns.ts";
import { lexiconOf } from "../../../../src/providers/embedded/text/tables/lexicon.ts";
import { type Query, queryInWords, type TableMeasure } from "../../../../src/providers/embedded/text/tables/query.ts";
import {
  MAX_COLUMNS,
  MAX_ROWS,
  readTable,
  type Table,
} from "../../../../src/providers/embedded/text/tables/read-table.ts";
import { readingsOf } from "../../../../src/providers/embedded/text/tables/readings.ts";
import { runQuery } from "../../../../src/providers/embedded/text/tables/run-query.ts";
import { signalsIn } from "../../../../src/providers/embedded/text/tables/signals.ts";
import { tokensOf } from "../../../../src/providers/embedded/text/tables/words.ts";
import { loadWordSenses, loadWordVectors } from "../../../../src/words/stored.ts";
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
    ["a dictionary of Python's", "{'name': ['Anna', 'Ben'], 'age': [5, 6]}"],
    ["a table in an object", '{"table":[{"name":"Anna","age":5},{"name":"Ben","age":6}]}'],
  ])("from %s", (_form, text) => {
    expect(readTable(text)).toEqual(people);
  });

  it("from rows of cells, as workbooks have them", () => {
    expect(
      readTable([
        ["name", " age "],
        ["Anna", "5"],
        ["Ben", "6"],
      ]),
    ).toEqual(people);
  });

  it("with delimiters, quotes and line ends within quotes", () => {
    expect(readTable('a,b\n"x, ""y""\nz",2').rows).toEqual([['x, "y"\nz', "2"]]);
  });

  it.each([
    ["only a header", "name,age"],
    ["broken JSON", '[{"name":'],
    ["numbers", "[1,2,3]"],
    ["what is nested too deeply", `${'{"a":'.repeat(40)}1${"}".repeat(40)}`],
    ["deep brackets", "[".repeat(50_000)],
    ["a deep list in a cell", `[["a"],[${"[".repeat(20_000)}1${"]".repeat(20_000)}]]`],
    ["a deep object in a cell", `[["a"],[${'{"b":'.repeat(20_000)}1${"}".repeat(20_000)}]]`],
    ["a deep list in named rows", `{"columns":["a"],"rows":[[${"[".repeat(20_000)}1${"]".repeat(20_000)}]]}`],
    ["a deep object in a list in columns", `{"a":[${"[".repeat(20_000)}1${"]".repeat(20_000)}]}`],
  ])("not from %s", (_form, text) => {
    expect(codeOf(() => readTable(text))).toBe("unsupported-input");
  });

  it("of one row from an object of plain values", () => {
    expect(readTable('{"name":"demo","replicas":3,"ports":[80,443]}')).toEqual({
      columns: ["name", "replicas", "ports"],
      rows: [["demo", "3", "80, 443"]],
    });
  });

  it("with what is nested under its path", () => {
    expect(readTable('{"name":"oven","fan":{"rpm":900,"on":true},"zones":[{"heat":5},{"heat":7}]}')).toEqual({
      columns: ["name", "fan.rpm", "fan.on", "zones 1.heat", "zones 2.heat"],
      rows: [["oven", "900", "true", "5", "7"]],
    });
    expect(readTable('[{"boat":"Ida","berth":{"pier":"B"}},{"boat":"Pax"}]')).toEqual({
      columns: ["boat", "berth.pier"],
      rows: [
        ["Ida", "B"],
        ["Pax", ""],
      ],
    });
  });

  it("from the only list in an object", () => {
    expect(readTable('{"port":"Vik","boats":[{"name":"Ida","berth":4},{"name":"Pax","berth":9}]}')).toEqual({
      columns: ["name", "berth"],
      rows: [
        ["Ida", "4"],
        ["Pax", "9"],
      ],
    });
  });

  it("or it is said in words what a table is", () => {
    expect(() => readTable('["Rome", "Oslo"]')).toThrow("This JSON is no table");
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
    [["$85.00", "$9.75"], "money", [85, 9.75]],
    [["12%", "7%"], "percentage", [12, 7]],
    [["Jan 2026", "Feb 2026"], "date", [20454, 20485]],
    [["2026-04-02 09:00", "2026-04-03"], "date", [20545, 20546]],
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
    const [mileage, price] = typedTable(readTable("km;price\n98.000;13,50\n31.500;12,40")).columns;
    expect(mileage?.values).toEqual([98_000, 31_500]);
    expect(price?.format(25.9)).toBe("25,90");
  });

  it("writes sums as its cells are written", () => {
    expect(readColumn("price", 0, ["€1.200,50", "€3,25"]).format(1203.75)).toBe("€1.203,75");
    expect(readColumn("price", 0, ["5 km", "7 km"]).format(12)).toBe("12 km");
  });
});

describe("a row that sums up the others", () => {
  it("is no row of its own, and tells no type", () => {
    const { columns, rows } = typedTable(readTable("Month,Sold\nJan 2026,5\nFeb 2026,6\nTotal,11"));
    expect(rows).toEqual([0, 1]);
    expect(columns.map(({ type }) => type)).toEqual(["date", "number"]);
  });
});

const [vectors, senses] = await Promise.all([loadWordVectors(), loadWordSenses()]);
const answered = (table: Table, question: string): string | null => {
  const found = answerTable(table, question, vectors, senses);
  return found?.isSure ? found.result.answer : null;
};

describe("a question to a table", () => {
  const employees = readTable(TABLES.employees);
  it("is answered with the query that it was read as, and the rows that this is made of", () => {
    const found = answerTable(employees, "What is the average salary in Engineering?", vectors, senses);
    expect(found?.isSure).toBe(true);
    expect(found?.result).toMatchObject({ answer: "59750", columns: ["salary"], series: null, sources: [1, 2] });
    expect(found === null ? "" : queryInWords(found.reading.query)).toBe(
      "average salary, where department is Engineering",
    );
  });

  it("is answered for each group with a line", () => {
    expect(answered(employees, "total salary per department")).toBe(
      "Sales: 99000\nEngineering: 119500\nSupport: 39500",
    );
  });

  it("by month is answered in the order of time", () => {
    const sales = readTable("date,revenue\n2026-02-03,5\n2026-01-07,1\n2026-02-09,2");
    expect(answered(sales, "revenue per month")).toBe("2026-01: 1\n2026-02: 7");
  });

  it.each([
    ["How many dragons are there?"],
    ["Which employee is the widest?"],
    ["What is the salary of Zoe?"],
    ["delete everything"],
    ["?"],
    ["salary ".repeat(200)],
  ])("%j is not guessed at", (question) => {
    expect(answered(employees, question)).toBeNull();
  });

  const club = readTable("Team,Goals for,Goals against,Fee,Coming\nA,40,22,3,yes\nB,51,30,0,no\nC,12,41,3,yes");
  it.each([
    ["whole names of columns, small words too", "how many goals for altogether", "103"],
    ["columns reckoned out of two", "total goals for times fee", "156"],
    ["columns of yes and no", "how many are coming?", "2"],
    ["what is denied without an apostrophe", "who isnt coming", "B"],
    ["one figure per another", "goals for per fee", "17.1667"],
    ["columns with signs between them", "goals for - goals against per team", "A: 18\nB: 21\nC: -29"],
    ["two columns that are compared", "which teams have more goals for than goals against", "A, B"],
    ["of the rows before", "how many are coming and how many of those are C?", "2; of those, 1"],
  ])("knows %s", (_, question, answer) => {
    expect(answered(club, question)).toBe(answer);
  });

  const press = readTable("Picker,Orchard,Litres\nJon,Hill,30\nJon,Lake,20\nUna,Hill,45\nUna,Lake,11");
  const claims = readTable(
    "Payer,Item,Days late,Fine\nA. Holm,Map,4,0.40\nB. Ruiz,Globe,11,1.10\nA. Holm,Atlas,9,0.90",
  );
  const sale = readTable("item,price,discount,sold,planned\nlamp,40.00,10%,5,9\nsofa,600.00,25%,3,2");
  it.each([
    ["what is measured in the only figures", press, "how much juice did Una produce at Lake", "11"],
    ["no more of it than the table tells", press, "how much juice did Olaf press", null],
    ["who it is on average", press, "which picker has the least on average", "Jon"],
    ["money by its column's name", claims, "How much does A. Holm owe altogether?", "1.30"],
    ["part of a name, and a number word", claims, "payers who are at least ten days late", "B. Ruiz"],
    ["percentages as hundredths", sale, "price times discount per item", "lamp: 4.00\nsofa: 150.00"],
    ["no sum of prices and percentages", sale, "total price plus discount", null],
    ["a column of which another falls short", sale, "which items sold less than planned", "lamp"],
  ])("knows %s", (_, table, question, answer) => {
    expect(answered(table, question)).toBe(answer);
  });

  const orders = readTable(
    "date,region,item,units,revenue\n2026-01-05,North,lamp,12,294.00\n2026-02-11,South,lamp,9,220.50\n2026-03-15,North,desk,1,389.00",
  );
  const helpers = readTable("Helper,Team,Hours\nAmira,Cats,18\nBruno,Dogs,31.5\nImke,Cats,20");
  const months = readTable("Month,Cost\nJanuary,331.20\nFebruary,312.45\nMarch,280.35");
  it.each([
    ["rows by what deals are called", orders, "show me all orders from March", /^date: 2026-03-15, region: North/],
    ["the mean of them", orders, "average revenue per sale", /^301\.17$/],
    ["what is left without some", orders, "total revenue without South", /^683\.00$/],
    ["what is compared, each", orders, "compare the revenue of North and South", /^North: 683\.00\nSouth: 220\.50$/],
    ["an order told by its first", orders, "sort by units, highest first", /^date: 2026-01-05.*\n.*South.*\n.*desk/],
    [
      "and how many are wanted of it",
      helpers,
      "sort it by hours, biggest first, and show the top 2",
      /^Helper: Bruno.*\nHelper: Imke[^\n]*$/,
    ],
    ["people before their teams", helpers, "Who did more than 19 hours?", /^Bruno, Imke$/],
    ["the mean over what names each row", months, "what is the cost per month on average?", /^308\.00$/],
    ["that one is no number behind which", helpers, "which one has the most hours", /^Bruno$/],
    [
      "money by its currency's name",
      readTable("Client,Sum_EUR\nLune,498.00\nMarius,278.40"),
      "which client spent the most euros",
      /^Lune$/,
    ],
    ["and each of them", months, "cost per month", /^January: 331\.20/],
  ])("knows %s", (_, table, question, answer) => {
    expect(answered(table, question)).toMatch(answer);
  });

  const stock = readTable(
    "product,price,stock,since\nChair,40,1,2019-03-01\nTable,150,3,2020-04-01\nDesk,90,1,2021-01-01",
  );
  const account = readTable("date,payee,amount\n2026-03-01,Tesco,-54.20\n2026-03-02,Acme Ltd,2500.00");
  const pulse = readTable("date,pressure,pulse,note\n2026-03-01,130,70,ok\n2026-03-02,128,72,tired");
  it.each([
    [stock, "how many have one in stock", "2"],
    [stock, "which products have one item", "Chair, Desk"],
    [stock, "sort by stock lowest first then price", null],
    [stock, "sort by product, first bought first", null],
    [orders, "compare the revenue of North with the average", null],
    [orders, "rank the regions, worst first", null],
    [account, "how many orders are there", null],
    [pulse, "how many orders in March", null],
  ])("%# is not misled by %s", (table, question, answer) => {
    expect(answered(table, question)).toBe(answer);
  });

  const gauge = readTable(
    "time,level,volts\n2025-05-12 03:00,0.9,11.7\n2025-05-13 03:00,1.2,11.6\n2025-06-13 04:00,1.1,12.1",
  );
  it.each([
    ["a date of any year", "sum of level on 13 May", "1.2"],
    ["the month before its date", "sum of level on May 12", "0.9"],
    ["a month cut short", "sum of level in jun", "1.1"],
    ["the shortest words for what is reckoned", "max level", "1.2"],
    ["signs that compare", "how many rows have volts < 11.8", "2"],
    ["what is named before a comparison as what is compared", "sum of level where volts are at least 11.7", "2.0"],
    ["that a word only sets apart", "just the sum of level", "3.2"],
    ["what figures come to", "what did level come to in June", "1.1"],
    ["a date with its month first and its year", "how many rows before June 1, 2025", "2"],
    ["dates beside each other", "sum of level on May 12, June 13", "2.0"],
    ["a year behind the name of figures", "total level 2025", "3.2"],
    ["a month behind the name of figures", "total level June", "1.1"],
  ])("knows %s", (_, question, answer) => {
    expect(answered(gauge, question)).toBe(answer);
  });

  const cellar = readTable("Cask,Shelf,Bottles\nPort,12,40\nRum,14,30\nGin,12,55\nTotal,,125");
  const visits = readTable("Museum,Year,Guests\nA,2017,40\nA,2018,50\nB,2020,30\nA,2020,25");
  const shifts = readTable("Baker,Loaves,Hours\nUma,90,9\nVito,70,10\nWim,88,8\nTotal,248,27");
  const canteen = readTable("Item,Stock,Minimum\nCups,5,3\nForks,6,9\nTrays,4,7");
  const fleet = readTable("Crew,Spent,Budget,Headcount\nRed,500,300,3\nBlue,600,900,4");
  const wares = readTable("Product,Price,Stock\nRug,120.00,5\nLamp,40.00,9");
  it.each([
    ["no shelf is divided by", cellar, "bottles per shelf", "12: 95\n14: 30"],
    ["nor is a year with a gap", visits, "guests per year", "2017: 40\n2018: 50\n2020: 55"],
    ["hours are, also without a gap", shifts, "who baked the most loaves per hour", "Wim"],
    ["and by their whole name", shifts, "loaves per hour", "9.1852"],
    [
      "what may be either is left open",
      readTable("Plant,Output,Weeks\nA,60,1\nB,50,2\nC,90,3"),
      "output per week",
      null,
    ],
    ["so is what may be counted", readTable("Shop,Staff,Takings\nA,3,900\nB,5,950"), "takings per staff", null],
    ["rows are below a figure", canteen, "which items are below their minimum", "Forks, Trays"],
    ["a sum is over nothing", canteen, "total stock over the minimum", null],
    ["what is denied is not compared", canteen, "which items are not below their minimum", null],
    ["what is spent is over a budget", fleet, "which crews spent over budget", "Red"],
    ["what is over it is not guessed", fleet, "which crews are over budget", null],
    ["no product made anything", wares, "who made the rug", null],
    ["nor did one sell the most", wares, "who sold the most", null],
  ])("reads %s", (_, table, question, answer) => {
    expect(answered(table, question)).toBe(answer);
  });

  const market = readTable(
    "Stall,Fruit,Crates,Price,Sold out\nAnna,plum,12,3.50,yes\nBoro,plum,5,4.00,no\nBoro,fig,30,2.20,no\nBoro,plum,4,4.10,yes",
  );
  const workshop = readTable("No.,Tool,On hand,Order at\nT-1,File,9,4\nT-2,Chisel,2,5\nT-3,Saw,6,6");
  const parts = readTable("Part,Bin,Left,Price\nbolt,A,4,0.30\nnut,B,9,0.10");
  const sorted = "Part: nut, Bin: B, Left: 9, Price: 0.10\nPart: bolt, Bin: A, Left: 4, Price: 0.30";
  const visitsLog = readTable(
    "Day,Vet,Animal,Weight,Chipped\nMon,Ines,cat,4,yes\nTue,Ines,dog,12,no\nWed,Omar,dog,30,no",
  );
  const rota = readTable("Nurse,Shift,Hours\nMax,Night,10\nMax,Late,8\nEve,Night,9\nEve,Early,6");
  it.each([
    [
      "the most of a thing by how many it was",
      readTable("Buyer,Wood,Qty\nAda,oak,9\nBen,oak,4\nBen,oak,3"),
      "which buyer bought the most oak",
      "Ada",
    ],
    [
      "a comparative with nothing beside it as against all others",
      readTable("Month,Region,Units\n2026-01,North,40\n2026-01,South,22\n2026-02,North,31\n2026-02,South,18"),
      "Which region sold more units in total?",
      "North",
    ],
    ["but rows where none says how many", visitsLog, "which vet saw the most dogs", "Ines, Omar"],
    [
      "how many there are of a thing",
      readTable("Buyer,Wood,Qty\nAda,oak,9\nBen,oak,4\nBen,ash,3"),
      "how many oak did Ben buy",
      "4",
    ],
    ["how often as a number of rows", rota, "how often does Max work", "2"],
    ["no sum as what there is to do", workshop, "what do we need to order?", null],
    ["an order of what is named", parts, "list the parts in order of price", sorted],
    ["which way an order goes", parts, "parts in descending order of left", sorted],
    ["an order by its column", parts, "parts in price order", sorted],
    ["an order as it is put", parts, "put the parts in order of price", sorted],
    ["an order that somebody is asked for", parts, "can you order the parts by price", sorted],
    [
      "a comparison in brackets without a verb",
      workshop,
      "which tools do I have to order (on hand below order at)",
      "Chisel",
    ],
    ["no behind a column", market, "total crates, sold out = no", "35"],
    ["yes behind a column", market, "total crates where sold out is yes", "16"],
    ["verbs in any form", rota, "which nurse works at night", "Max, Eve"],
    ["who, and no shift", rota, "who works the most hours", "Max"],
    [
      "rows as they stand",
      rota,
      "which entries are of Max",
      "Nurse: Max, Shift: Night, Hours: 10\nNurse: Max, Shift: Late, Hours: 8",
    ],
  ])("reads %s", (_, table, question, answer) => {
    expect(answered(table, question)).toBe(answer);
  });

  it.each([
    ["what should we order by Friday", false],
    ["which parts do they order by the box", false],
    ["what is there to order by May", false],
    ["order the parts by price", true],
    ["could you order them by price", true],
  ])("takes %j for sorting: %s", (asked, isSorting) => {
    expect(signalsIn(tokensOf(asked)).some(({ deed }) => deed === "sort")).toBe(isSorting);
  });

  it("takes each clause in brackets for a condition of its own", () => {
    const asked = "crates in all (sold out is no) of those (fruit is plum now)";
    const { tokens } = readingsOf(asked, typedTable(market), lexiconOf(vectors, senses));
    expect(tokens.filter(({ text }) => text === "if")).toHaveLength(2);
  });

  it("says what its figures are taken to be of", () => {
    expect(answerTable(press, "how much cider did Una make at Lake", vectors, senses)?.words).toContain(
      'taken to be of "cider", which the table does not name',
    );
  });

  it.each([
    ["how many of those are coming?", "It is not said here which rows those are."],
    ["who is best?", 'Which of its figures is meant: "Goals for", "Goals against", "Fee"?'],
  ])("%j is left open, and why is said", (question, open) => {
    expect(answerTable(club, question, vectors, senses)).toMatchObject({ isSure: false, open });
  });

  it("does not multiply by what the table does not have", () => {
    expect(answered(readTable("Month,Revenue,Cost\nJan 2026,100,60\nFeb 2026,120,70"), "revenue times tax")).toBeNull();
  });

  it("names the words that it has nothing for", () => {
    expect(answerTable(employees, "total profit per department", vectors, senses)).toMatchObject({
      isSure: false,
      unknown: ["profit"],
    });
  });

  it("is never answered from rows that are not there", () => {
    const questions = fc.array(
      fc.constantFrom(
        ..."who what which how many is the highest salary city average total of in Anna Sales above 50000 before 2020 per".split(
          " ",
        ),
        ..."sort by share difference between and Engineering department earns most not ?".split(" "),
      ),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(questions, (parts) => {
        const { sources = [] } = answerTable(employees, parts.join(" "), vectors, senses)?.result ?? {};
        expect(sources.filter((row) => employees.rows[row] === undefined)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a query", () => {
  const { columns, rows } = typedTable(readTable("shop,day,sold\nA,2026-01-05,3\nB,2026-02-01,5\nA,2026-04-02,4\nB,,"));
  const [shop, day, sold] = columns;
  if (!shop || !day || !sold) throw new Error("The table has three columns");
  const isA = { column: shop, words: "A", holds: (row: number) => shop.cells[row] === "A" };
  const isB = { column: shop, words: "B", holds: (row: number) => shop.cells[row] === "B" };
  const sum = { operation: "sum", column: sold } as const;
  const of = (operation: TableMeasure["operation"]): Query => ({
    form: "figure",
    measure: { operation, column: sold },
    where: [],
  });
  it.each<readonly [Query, string | null]>([
    [of("sum"), "12"],
    [of("mean"), "4"],
    [of("median"), "4"],
    [of("min"), "3"],
    [of("max"), "5"],
    [of("count"), "4"],
    [of("distinct"), "3"],
    [{ form: "groups", key: { column: shop, part: null }, measure: sum, order: null, where: [] }, "A: 7\nB: 5"],
    [
      { form: "groups", key: { column: day, part: "quarter" }, measure: sum, order: null, where: [] },
      "2026 Q1: 8\n2026 Q2: 4",
    ],
    [
      {
        form: "groups",
        key: { column: shop, part: null },
        measure: sum,
        order: { direction: "rising", most: 1 },
        where: [],
      },
      "B",
    ],
    [{ form: "rows", show: [shop], order: { by: sold, direction: "falling", most: 2 }, where: [] }, "B: 5\nA: 4"],
    [{ form: "rows", show: [sold], order: null, where: [isA] }, "3, 4"],
    [{ form: "difference", measure: sum, between: [isA, isB], where: [] }, "2"],
    [{ form: "share", measure: sum, part: [isA], where: [] }, "58.33%"],
    [{ form: "rows", show: [sold], order: null, where: [isA, isB] }, null],
  ])("%# gives what it says", (query, answer) => {
    expect(runQuery(query, rows)?.answer ?? null).toBe(answer);
    expect(queryInWords(query)).not.toBe("");
  });
});
