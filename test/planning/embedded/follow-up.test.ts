import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completed, type Judged, type Verdict } from "../../../src/planning/embedded/follow-up/index.ts";
import { sentencesOf } from "../../../src/planning/embedded/read/clauses.ts";
import { readingOf } from "../../../src/planning/embedded/read/index.ts";
import { loadWordVectors } from "../../../src/words/stored.ts";
import { type Case, outcomeOf, planned, requestOf } from "./case.ts";

const vectors = await loadWordVectors();
const judging = (does: Verdict["does"]): Judged => ({
  vectors,
  judge: () => ({ does, types: does === "wish" ? ["image-editing"] : [], confidence: 1 }),
  divide: (request) => sentencesOf(readingOf(request)),
});

const wholeOf = (example: Case, does: Verdict["does"]): string => completed(requestOf(example), judging(does)).text;

const behind = (said: string, text: string, file: string, files?: readonly string[]): Case => ({
  text,
  ...(files ? { files } : {}),
  log: [
    ["user", said, file],
    ["assistant", "**Done:** so it is"],
  ],
});

const TABLE = "city;sales\nOslo;3\nRome;5";
const PASSAGE = `Bees make honey. They said "hum" all day.\n\nIt was ${"warm and bright ".repeat(20)}there.`;

describe("what stands around the changed words", () => {
  it.each([
    [`${TABLE}\n\nWhat are the sales in Oslo?`, "and in Rome?", `${TABLE}\n\nWhat are the sales in Rome?`],
    ["total revenue?", "and without West?", "total revenue without West?"],
    ["average revenue per sale", "and the median?", "median revenue per sale"],
    ["make a bar chart of revenue per region", "as a pie chart", "make a pie chart of revenue per region"],
    ["At which market did I earn the most?", "and the lowest", "At which market did I earn the lowest?"],
    [`${PASSAGE}\n\nWho made the honey?`, "and the milk?", `${PASSAGE}\n\nWho made the milk?`],
    [
      "What does bob@example.com say about the price in a.pdf?",
      "and the cost?",
      "What does bob@example.com say about the cost in a.pdf?",
    ],
    [`What are the sales in Oslo?\n\n${TABLE}`, "and in Rome?", `What are the sales in Rome?\n\n${TABLE}`],
    ["Which units in  “a ‘b’ c”\tsold in January?", "and in March?", "Which units in  “a ‘b’ c”\tsold in March?"],
  ])("stays as it was written: %j, then %j", (said, text, whole) => {
    expect(wholeOf(behind(said, text, "a.pdf"), "ask")).toBe(whole);
  });

  it("stays as it was written, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (before) => {
        const whole = wholeOf(behind(`${before}\n\nWhat are the units in March?`, "and in April?", "a.csv"), "ask");
        expect(["and in April?", `${before}\n\nWhat are the units in April?`]).toContain(whole);
      }),
    );
  });

  it("is what another thing is put in the place of", () => {
    const said = "Find the cities in “Oslo is cold” for bob@home.com";
    expect(wholeOf(behind(said, `and ${TABLE.replaceAll("3", '"3"')}`, "a.pdf"), "wish")).toContain('Oslo;"3"');
    expect(wholeOf(behind(said, "and “Rome's warm”", "a.pdf"), "wish")).toBe(
      "Find the cities in “Rome's warm” for bob@home.com",
    );
    expect(wholeOf(behind(`Summarize this:\n\n${PASSAGE}`, "same for letter.txt", "letter.txt"), "wish")).toBe(
      "Summarize this:\n\nletter.txt",
    );
  });

  it("is planned with the table that stood there", async () => {
    const reply = await planned(
      requestOf({
        text: "and in Rome?",
        log: [
          ["user", `${TABLE}\n\nWhat are the sales in Oslo?`],
          ["assistant", "3"],
        ],
      }),
    );
    expect(outcomeOf(reply)).toEqual([`tqa(table='${TABLE}', question='What are the sales in Rome?')`]);
  });
});

describe("a file that nobody had", () => {
  const asked = 'I can\'t find "photo.jpg": it is neither attached nor part of this conversation. Please attach it.';

  it.each([
    ["Make photo.jpg look like a painting", [], "Make photo2.jpg look like a painting"],
    ["Make cat.jpg look like photo.jpg", ["cat.jpg"], "Make cat.jpg look like photo2.jpg"],
    ["Make it look old and save it as out.jpg", [], "Make it look old and save it as out.jpg"],
  ] as const)("is the one that comes with the message behind: %j", (said, files, whole) => {
    const log: Case["log"] = [
      ["user", said, ...files],
      ["assistant", asked],
    ];
    expect(wholeOf({ text: "here it is", files: ["photo2.jpg"], log }, "wish")).toBe(whole);
  });
});

describe("a message that only points at something", () => {
  it.each([
    ["Summarize minutes.txt", "and letter.txt", "Summarize letter.txt"],
    ["Is this friendly: “I hate it”", "and “How lovely of you all”?", "Is this friendly: “How lovely of you all”"],
    ["find the names in this letter", "same for this one", "find the names in this letter"],
    ["resize to 300 px wide", "do the same with the other picture", "resize to 300 px wide"],
    ["names of all people in it", "not that one, the minutes", "names of all people in it"],
  ])("after %j is its wish again: %j", (said, text, whole) => {
    const files = /letter\.txt|How/.test(text) ? undefined : ["minutes.png"];
    const example = behind(said, text, "minutes.txt", files);
    expect(wholeOf({ ...example, log: [["user", "Hello", "letter.txt"], ...(example.log ?? [])] }, "wish")).toBe(whole);
  });

  it("names one of several files of earlier turns", () => {
    const log: Case["log"] = [
      ["user", "blur both", "cat.jpg", "house.jpg"],
      ["assistant", "**Done:** so it is"],
      ["user", "now mirror the first one"],
      ["assistant", "**Done:** so it is"],
    ];
    expect(wholeOf({ text: "no, the other picture", log }, "wish")).toBe("now mirror house.jpg");
  });

  it.each(["again", "a bit more please", "do that once more"])("is the same wish for what came of it: %j", (text) => {
    expect(wholeOf(behind("make photo.jpg darker", text, "photo.jpg"), "wish")).toBe("make it darker");
  });

  it("is planned so, and tells nothing of its own words", async () => {
    const example = behind("Find the names in letter.txt", "and in the minutes?", "letter.txt", ["minutes.txt"]);
    expect(outcomeOf(await planned(requestOf(example)))).toEqual(["ner(minutes.txt)"]);
  });
});

describe("a fragment of a question", () => {
  it.each([
    ["total revenue in this table?", "and for the north only", "total revenue in this table for the north?"],
    ["What are the total units in March?", "and in April?", "What are the total units in April?"],
    ["which product sold the most units", "and the least?", "which product sold the least units"],
    ["What is the total revenue?", "no, I meant units, not revenue", "What is the total units?"],
  ])("after %j is that question with another word: %j", (said, text, whole) => {
    expect(wholeOf(behind(said, text, "sales.csv"), "ask")).toBe(whole);
  });

  it.each(["ok great", "well done", "no thanks"])("is no talk: %j", async (text) => {
    const reply = await planned(requestOf(behind("What is the total amount?", text, "bill.pdf")));
    expect(reply).toMatchObject({ as: "reply" });
  });

  it("takes the place of no word of a file's name, nor of a quotation", () => {
    const asked = "How many units did we sell in sales.csv in January?";
    expect(wholeOf(behind(asked, "and in March?", "sales.csv"), "ask")).toBe(
      "How many units did we sell in sales.csv in March?",
    );
  });

  it("leans on what leant on something itself", () => {
    const example: Case = {
      text: "I meant units, not revenue",
      log: [
        ["user", "total revenue in this table?", "sales.csv"],
        ["assistant", "**Done:** 12"],
        ["user", "and for the north only"],
        ["assistant", "**Done:** 5"],
      ],
    };
    expect(wholeOf(example, "ask")).toBe("total units in this table for the north?");
  });
});

describe("a question word by itself", () => {
  it.each([
    ["how many reviews are negative?", "which ones?", "which reviews are negative?"],
    ["which rooms are free?", "and how many?", "how many rooms are free?"],
    ["who will I meet", "when?", "when will I meet"],
    ["Is the meeting cancelled?", "why?", "why is the meeting cancelled?"],
    ["who signed it?", "when?", "when?"],
    ["What was the average price in March?", "how many?", "how many?"],
    ["How many reviews are good?", "who?", "who?"],
  ])("is put in the place of that of the question before: %s %s", (said, text, whole) => {
    const ask = (request: Parameters<Judged["divide"]>[0]) =>
      sentencesOf(readingOf(request)).map((clause) => ({ ...clause, as: "question" as const }));
    const judged = { ...judging("ask"), divide: ask };
    expect(completed(requestOf(behind(said, text, "a.txt")), judged).text).toBe(whole);
  });
});

describe("what takes no place in the question before", () => {
  it.each([
    ["how long will the scaffold be up", "my share?"],
    ["what do we have to pay for ourselves?", "and the deposit, by when"],
  ])("is asked by itself: %s %s", (said, text) => {
    expect(wholeOf(behind(said, text, "a.txt"), "ask")).toBe(text);
  });
});

describe("another value for what was wished", () => {
  const log: Case["log"] = [
    ["user", "translate it to Dutch", "notice.txt"],
    ["assistant", "**Translation (notice.txt):** Morgen is de winkel gesloten"],
  ];

  it.each(["I said Finnish", "and Finnish", "not in Dutch, in Finnish please"])(
    "is wished of what that was about, and not of what came of it: %j",
    async (text) => {
      expect(outcomeOf(await planned(requestOf({ text, log })))).toEqual([
        "translation(text=notice.txt, target-language='Finnish')",
      ]);
    },
  );

  it("is the message before as it stood, with the files and turns that it had", () => {
    const whole = completed(requestOf({ text: "in Finnish instead", log }), judging("wish"));
    expect(whole).toMatchObject({ text: "translate it to Finnish", attached: [{ name: "notice.txt" }], log: [] });
  });
});

describe("a question and a chart", () => {
  const asked: Case["log"] = [["user", "Which shops are open on Sundays?", "shops.csv"]];
  const drawn: Case["log"] = [...asked, ["user", "draw a bar chart of the rents"]];
  it.each<[string, Case["log"], string]>([
    [
      "draw a bar chart of the rents",
      asked,
      "chart-drawing(table=shops.csv, question='Draw a bar chart of the rents?')",
    ],
    ["and the sum of all rents?", drawn, "tqa(table=shops.csv, question='The sum of all rents?')"],
    ["what is the average?", drawn, "tqa(table=shops.csv, question='What is the average?')"],
    ["and the costs?", drawn, "chart-drawing(table=shops.csv, question='Draw a bar chart of the costs?')"],
    ["what about the expenses?", drawn, "chart-drawing(table=shops.csv, question='Draw a bar chart of the expenses?')"],
    ["now the costs", drawn, "chart-drawing(table=shops.csv, question='Draw a bar chart of the costs?')"],
    [
      "and the profit please",
      [...asked, ["user", "draw a bar chart of the sales"]],
      "chart-drawing(table=shops.csv, question='Draw a bar chart of the profit?')",
    ],
    ["and the largest rent?", drawn, "tqa(table=shops.csv, question='The largest rent?')"],
    ["and per month?", drawn, "chart-drawing(table=shops.csv, question='Draw a bar chart of the rents per month?')"],
  ])("are no words of each other: %s", async (text, log, plan) => {
    expect(outcomeOf(await planned(requestOf({ text, log })))).toEqual([plan]);
  });
});

describe("the rows that an answer gave as a file", () => {
  const told = (question: string, made: string): Case["log"] => [
    ["user", question, "shops.csv"],
    [
      "assistant",
      `**${question}** Oslo: 5 / Rome: 7\n\nThe rows as a file:\n\n- [${made}](/v1/resources/res_${made})`,
      made,
    ],
  ];
  const grouped = told("What is the total rent per city?", "shops-grouped.csv");
  it.each<[string, Case["log"], string]>([
    ["draw a bar chart of it", grouped, "chart-drawing(table=shops-grouped.csv, question='Draw a bar chart of it?')"],
    ["sort it by total rent", grouped, "tqa(table=shops-grouped.csv, question='Sort it by total rent?')"],
    [
      "now sort it by rent, highest first",
      grouped,
      "tqa(table=shops-grouped.csv, question='Sort it by rent, highest first?')",
    ],
    [
      "What is the average rent in it?",
      grouped,
      "tqa(table=shops-grouped.csv, question='What is the average rent in it?')",
    ],
    ["which shop has the highest rent?", grouped, "tqa(table=shops.csv, question='Which shop has the highest rent?')"],
    [
      "draw a bar chart of the rents",
      grouped,
      "chart-drawing(table=shops.csv, question='Draw a bar chart of the rents?')",
    ],
  ])("are what a pronoun means, and nothing else does: %s", async (text, log, plan) => {
    expect(outcomeOf(await planned(requestOf({ text, log })))).toEqual([plan]);
  });
});

describe("one of several things", () => {
  const log: Case["log"] = [
    ["user", "describe both", "p1.jpg", "p2.jpg"],
    ["assistant", "**Image to text (p1.jpg):** a white horse\n**Image to text (p2.jpg):** a bowl of soup"],
  ];

  it.each([
    ["make the horse brighter", "p1.jpg"],
    ["make the last one brighter", "p2.jpg"],
  ])("is found by its place, or by what was told of it: %j", async (text, name) => {
    const reply = await planned(requestOf({ text, log }));
    expect(JSON.stringify(reply)).toContain(`res_${name}`);
  });

  it("is asked for where any could be meant", async () => {
    const reply = await planned(requestOf({ text: "make the picture brighter", log }));
    expect(reply).toMatchObject({ as: "ask", choices: ["p1.jpg", "p2.jpg"] });
    const asked: Case["log"] = [...log, ["user", "make the picture brighter"], ["assistant", "Which one do you mean?"]];
    expect(outcomeOf(await planned(requestOf({ text: "p2.jpg", log: asked })))).toEqual([
      expect.stringContaining("image=p2.jpg"),
    ]);
  });
});

describe("a message that stands by itself", () => {
  it.each([
    "make it darker",
    "and flip both upside down",
    "summarize the letter",
    "who signed it?",
    "and what is due on Friday?",
    "and not in Berlin?",
    "thanks",
    "",
  ])("stays as it is: %j", (text) => {
    expect(wholeOf(behind("what is the total?", text, "bill.pdf"), "ask")).toBe(text);
  });

  it("stays as it is without an earlier one, whatever it says", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(wholeOf({ text }, "ask")).toBe(text);
      }),
    );
  });
});

describe("what was said before", () => {
  it("is no text to work on where it was a refusal of ours", async () => {
    const request = requestOf({
      text: "say it out loud",
      log: [
        ["user", "wibble"],
        ["assistant", "I did not understand what I should do, so nothing was done."],
      ],
    });
    const log = request.log.map((turn) => (turn.role === "assistant" ? { ...turn, isOurs: true as const } : turn));
    expect((await planned({ ...request, log })).as).not.toBe("plan");
    expect(outcomeOf(await planned(request))).toEqual([
      "tts('I did not understand what I should do, so nothing was done.')",
    ]);
  });

  it("is at hand where it was quoted", async () => {
    const example: Case = {
      text: "translate it to English",
      log: [
        ["user", "What language is “Bom dia, como vai você?”"],
        ["assistant", "I did not understand what I should do, so nothing was done."],
      ],
    };
    const request = requestOf(example);
    const log = request.log.map((turn) => (turn.role === "assistant" ? { ...turn, isOurs: true as const } : turn));
    expect(outcomeOf(await planned({ ...request, log }))).toEqual([
      "translation(text='Bom dia, como vai você?', target-language='English')",
    ]);
  });

  it("was undone where a reply points at what was there before", async () => {
    const log: Case["log"] = [
      ["user", "make it grey", "cat.jpg"],
      ["assistant", "**Image:** grey.png", "grey.png"],
      ["user", "undo that"],
      ["assistant", "Nothing was lost. [cat.jpg](/v1/resources/res_cat.jpg) is as it was before."],
    ];
    const reply = await planned(requestOf({ text: "undo that", log: log.slice(0, 2) }));
    expect(reply).toMatchObject({ as: "reply", text: expect.stringContaining("res_cat.jpg") });
    expect(outcomeOf(await planned(requestOf({ text: "now rotate it by 90 degrees", log })))).toEqual([
      "image-editing(image=cat.jpg, text='rotate by 90 degrees')",
    ]);
  });

  it("left no question open that a yes could answer", async () => {
    const reply = await planned(requestOf(behind("what is the total?", "yes", "bill.pdf")));
    expect(reply).toMatchObject({ as: "reply" });
  });
});

describe("wishes one by one", () => {
  it.each<[text: string, files: readonly string[], plan: readonly string[]]>([
    ["1. summarise the minutes\n2. read the summary aloud", ["minutes.txt"], ["tts(summarization(minutes.txt))"]],
    [
      "total revenue? and which product sold most units? also average price",
      ["sales.csv"],
      [
        "tqa(table=sales.csv, question='Average price?')",
        "tqa(table=sales.csv, question='Total revenue?')",
        "tqa(table=sales.csv, question='Which product sold most units?')",
      ],
    ],
    ["blur photo.jpg so I can print it", ["photo.jpg"], ["image-editing(image=photo.jpg, text='blur')"]],
  ])("are all done: %j", async (text, files, plan) => {
    const reply = await planned(requestOf({ text, files }));
    expect(outcomeOf(reply)).toEqual(plan);
    expect(JSON.stringify(reply)).not.toContain("leftOut");
  });

  it("name the condition that nobody weighs", async () => {
    const reply = await planned(
      requestOf({ text: "If it is in English, read letter.txt aloud", files: ["letter.txt"] }),
    );
    expect(JSON.stringify(reply)).toMatch(/If it is in English” was not weighed/);
  });
});
