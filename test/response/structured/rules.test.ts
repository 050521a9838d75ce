import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import type { JsonValue } from "../../../src/domain/json.ts";
import type { SchemaFormat } from "../../../src/domain/structured/answer-schema.ts";
import { faultsOf } from "../../../src/response/structured/check-value.ts";
import { fillByRule } from "../../../src/response/structured/fill-by-rule.ts";
import { structuredAnswer } from "../../../src/response/structured/index.ts";
import {
  attachedFile,
  type Done,
  failedWith,
  file,
  from,
  gave,
  ontology,
  runOf,
  stored,
  text,
  words,
} from "../runs.ts";
import { answered, data, formOf, INTEGER, labelled, listOf, NUMBER, objectOf, STRING, saw } from "./forms.ts";

const filled = async (done: readonly Done[], answerFormat: SchemaFormat) =>
  structuredAnswer(
    runOf(done, { answerFormat, attached: [attachedFile("pets.jpg"), attachedFile("b.jpg")] }),
    ontology,
  );

const POSITIVE = labelled("text-classification", { label: "positive", score: 0.9 }, { label: "negative", score: 0.1 });
const GERMAN = labelled("language-identification", { label: "de", score: 0.8 });
const summarized = (words: string): Done => ({ type: "summarization", work: gave({ text: text(words) }) });
const ENTITIES: Done = {
  type: "token-classification",
  work: gave({
    entities: data([
      { type: "PER", text: "Ann Lee" },
      { type: "ORG", text: "Acme" },
      { type: "PER", text: "Bo" },
      { type: "PER", text: "Bo" },
    ]),
    text: text("People: Ann Lee; Bo"),
  }),
};
/** The same by a model that is not embedded. */
const elsewhere = ({ work, ...done }: Done): Done => ({
  ...done,
  work: { ...work, attempts: work.attempts.map((attempt) => ({ ...attempt, provider: "huggingface" })) },
});
const named = (...entities: readonly { readonly type: string; readonly text: string }[]): Done => ({
  type: "token-classification",
  work: gave({ entities: data([...entities]), text: text("in words") }),
});
const PARTY = objectOf({ email: STRING });
const rowsOf = (columns: readonly string[], rows: readonly (readonly JsonValue[])[]): Done => ({
  type: "table-question-answering",
  args: { question: words("total salary per department"), table: file("staff.csv") },
  work: gave({ answer: text("in words"), evidence: data({ answer: "in words", columns, rows }) }),
});
const SALARIES = rowsOf(
  ["department", "salary"],
  [
    ["Sales", 9],
    ["IT", 8],
  ],
);
const ENTRIES: Done = {
  type: "text-classification",
  work: gave({
    labels: data([
      { label: "negative", score: 0.9, text: "Cold shower", title: "1" },
      { label: "positive", score: 0.8, text: "Nice view" },
    ]),
    text: text("in words"),
  }),
};

describe("without a language model, a form is filled by the names and types of results:", () => {
  it.each<[string, readonly Done[], SchemaFormat, JsonValue]>([
    [
      "a label, with how sure it is",
      [POSITIVE],
      formOf({ sentiment: { enum: ["Positive", "Negative"] }, confidence: NUMBER }),
      { sentiment: "Positive", confidence: 0.9 },
    ],
    [
      "the labels of two tasks",
      [POSITIVE, GERMAN],
      formOf({ sentiment: STRING, language: STRING }),
      { sentiment: "positive", language: "de" },
    ],
    ["all labels", [POSITIVE], formOf({ labels: listOf(STRING) }), { labels: ["positive", "negative"] }],
    [
      "scores by label",
      [POSITIVE],
      formOf({ positive: NUMBER, scores: { type: "object", additionalProperties: NUMBER } }),
      { positive: 0.9, scores: { positive: 0.9, negative: 0.1 } },
    ],
    [
      "an answer with where it stands",
      [answered("Who sent it?", "Acme Ltd")],
      formOf({ answer: STRING, score: NUMBER, quote: STRING }),
      { answer: "Acme Ltd", score: 0.9, quote: "It says so." },
    ],
    [
      "answers by what was asked for",
      [answered("What is the total?", "1,240.50 EUR"), answered("What's the due date of the invoice?", "5 March")],
      formOf({ total: NUMBER, dueDate: STRING }),
      { total: 1240.5, dueDate: "5 March" },
    ],
    [
      "parts that only group others",
      [answered("What is the total?", "7")],
      formOf({ invoice: objectOf({ total: INTEGER, kind: { const: "invoice" } }) }),
      { invoice: { total: 7, kind: "invoice" } },
    ],
    [
      "an answer of which there is none",
      [answered("What is the total?", null)],
      formOf({ total: { type: ["number", "null"] } }),
      { total: null },
    ],
    ["a yes", [answered("Is it paid?", "Yes")], formOf({ answer: { type: "boolean" } }), { answer: true }],
    [
      "numbers of things, and of none",
      [saw("pets.jpg", ["dog", "dog", "cat"])],
      formOf({ dogs: INTEGER, cat_count: NUMBER, numberOfHorses: INTEGER, count: INTEGER }),
      { dogs: 2, cat_count: 1, numberOfHorses: 0, count: 3 },
    ],
    [
      "numbers of things in several pictures",
      [saw("pets.jpg", ["dog", "dog"]), saw("b.jpg", ["dog", "dog"])],
      formOf({ dogs: INTEGER, counts: { type: "object", additionalProperties: INTEGER } }),
      { dogs: 4, counts: { dog: 4 } },
    ],
    [
      "things with boxes, by other names of their fields",
      [saw("pets.jpg", ["dog"])],
      formOf({
        objects: listOf(
          objectOf({ name: STRING, confidence: NUMBER, bbox: objectOf({ x_min: INTEGER, right: INTEGER }) }),
        ),
      }),
      { objects: [{ name: "dog", confidence: 0.9, bbox: { x_min: 1, right: 3 } }] },
    ],
    [
      "names by their types",
      [ENTITIES],
      formOf({
        people: listOf(STRING),
        organization: STRING,
        entities: listOf(objectOf({ type: STRING, value: STRING })),
      }),
      {
        people: ["Ann Lee", "Bo"],
        organization: "Acme",
        entities: [
          { type: "PER", value: "Ann Lee" },
          { type: "ORG", value: "Acme" },
          { type: "PER", value: "Bo" },
          { type: "PER", value: "Bo" },
        ],
      },
    ],
    [
      "the last of what was made from each other",
      [
        { type: "optical-character-recognition", work: gave({ text: text("Long.") }) },
        { type: "summarization", args: { text: from(0) }, work: gave({ text: text("In short.") }) },
      ],
      formOf({ answer: STRING, text: STRING }),
      { answer: "In short.", text: "Long." },
    ],
    ["texts", [summarized("In short.")], formOf({ summary: STRING }), { summary: "In short." }],
    [
      "the rows of a table",
      [SALARIES],
      formOf({
        rows: listOf(objectOf({ department: STRING, salary: NUMBER })),
        departments: listOf(STRING),
        row_count: INTEGER,
      }),
      {
        rows: [
          { department: "Sales", salary: 9 },
          { department: "IT", salary: 8 },
        ],
        departments: ["Sales", "IT"],
        row_count: 2,
      },
    ],
    [
      "the only row of a table",
      [rowsOf(["department", "salary"], [["Sales", 9]])],
      formOf({ department: STRING, salary: NUMBER }),
      { department: "Sales", salary: 9 },
    ],
    [
      "entries with their labels",
      [ENTRIES],
      formOf({
        entries: listOf(objectOf({ text: STRING, label: STRING })),
        negative: listOf(STRING),
        labels: listOf(STRING),
        positive_count: INTEGER,
      }),
      {
        entries: [
          { text: "Cold shower", label: "negative" },
          { text: "Nice view", label: "positive" },
        ],
        negative: ["Cold shower"],
        labels: ["negative", "positive"],
        positive_count: 1,
      },
    ],
    [
      "the fields of data",
      [{ type: "optical-character-recognition", work: gave({ lines: data({ width: 3, words: ["a"] }) }) }],
      formOf({ width: INTEGER, words: listOf(STRING) }),
      { width: 3, words: ["a"] },
    ],
    [
      "files that were made",
      [{ type: "canny-control", work: gave({ image: stored(attachedFile("edges.png")) }) }],
      formOf({ files: listOf(objectOf({ id: STRING, name: STRING })) }),
      { files: [{ id: "res_edges.png", name: "edges.png" }] },
    ],
    [
      "a number in the language of its currency",
      [answered("What is the total?", "1 240,50 EUR")],
      formOf({ total: NUMBER }),
      { total: 1240.5 },
    ],
    [
      "parts that group the same by different names of it",
      [POSITIVE, GERMAN],
      formOf({ review: objectOf({ sentiment: STRING }), text: objectOf({ language: STRING }) }),
      { review: { sentiment: "positive" }, text: { language: "de" } },
    ],
    [
      "without what need not be there, and breaks its format",
      [POSITIVE, answered("What is the due date?", "5 March 2026")],
      formOf({ sentiment: STRING, due_date: { type: "string", format: "date" } }, ["due_date"]),
      { sentiment: "positive" },
    ],
    [
      "the alternative whose bounds it keeps to",
      [answered("What is the due date?", "5 March 2026")],
      formOf({ due_date: { anyOf: [{ type: "string", format: "date" }, STRING] } }),
      { due_date: "5 March 2026" },
    ],
    [
      "what need not be there, and is not",
      [POSITIVE],
      formOf({ sentiment: STRING, reason: STRING }, ["reason"]),
      { sentiment: "positive" },
    ],
  ])("%s", async (_, done, form, value) => {
    expect(await filled(done, form)).toEqual({ as: "filled", value, by: "embedded" });
    expect(faultsOf(value, form)).toEqual([]);
  });

  it.each<[string, readonly Done[], SchemaFormat, readonly string[]]>([
    ["nothing of that name", [POSITIVE], formOf({ sentiment: STRING, reason: STRING }), ["reason"]],
    [
      "inside an object",
      [POSITIVE],
      formOf({ review: objectOf({ sentiment: STRING, author: STRING }) }),
      ["review.author"],
    ],
    [
      "null where nothing was asked",
      [POSITIVE],
      formOf({ sentiment: STRING, reason: { type: ["string", "null"] } }),
      ["reason"],
    ],
    ["another type", [answered("What is the total?", "much")], formOf({ total: NUMBER }), ["total"]],
    [
      "a share, which is no number by itself",
      [answered("What is the discount?", "12%")],
      formOf({ discount: NUMBER }),
      ["discount"],
    ],
    ...["12 OCT", "100 MPH", "3 PCS", "05 03 2026", "555 123 4567", "4 5", "12 34 EUR"].map(
      (said): [string, readonly Done[], SchemaFormat, readonly string[]] => [
        `a number where there is none: ${said}`,
        [answered("What is the total?", said)],
        formOf({ total: NUMBER }),
        ["total"],
      ],
    ),
    [
      "one name in two groups",
      [named({ type: "EMAIL", text: "a@b.example" })],
      formOf({ sender: PARTY, recipient: PARTY }),
      ["sender.email", "recipient.email"],
    ],
    [
      "one name in a group and outside of it",
      [named({ type: "ORG", text: "Acme" })],
      formOf({ company: STRING, buyer: objectOf({ company: STRING }) }),
      ["company", "buyer.company"],
    ],
    ...(
      [
        ["A-", ["A+", "B+"]],
        ["C++", ["C", "D"]],
        ["1", ["-1", "0"]],
      ] as const
    ).map(([label, listed]): [string, readonly Done[], SchemaFormat, readonly string[]] => [
      `another value of a list than was found: ${label}`,
      [labelled("text-classification", { label, score: 0.9 })],
      formOf({ label: { enum: listed } }),
      ["label"],
    ]),
    [
      "a number that may be either of two",
      [answered("What is the total?", "1.240")],
      formOf({ total: NUMBER }),
      ["total"],
    ],
    ["a label that is not in the list", [POSITIVE], formOf({ sentiment: { enum: ["good", "bad"] } }), ["sentiment"]],
    [
      "one answer of two",
      [answered("Who sent it?", "A"), answered("Who pays?", "B")],
      formOf({ answer: STRING }),
      ["answer"],
    ],
    [
      "what a question speaks of and does not ask for",
      [answered("Who sent the invoice?", "A")],
      formOf({ invoice: STRING }),
      ["invoice"],
    ],
    [
      "how many, where more were seen less surely",
      [saw("pets.jpg", ["dog"], { fainter: 2 })],
      formOf({ dogs: INTEGER }),
      ["dogs"],
    ],
    [
      "how many over pictures of which one failed",
      [
        saw("pets.jpg", ["dog"]),
        saw("b.jpg", ["dog"]),
        { type: "object-detection", work: failedWith(failure("timeout", "")) },
      ],
      formOf({ dogs: INTEGER }),
      ["dogs"],
    ],
    [
      "how many of what that model does not look for",
      [elsewhere(saw("scan.jpg", ["cat"]))],
      formOf({ dogs: INTEGER }),
      ["dogs"],
    ],
    [
      "which things in which picture",
      [saw("pets.jpg", ["dog"]), saw("b.jpg", ["cat"])],
      formOf({ objects: listOf(STRING) }),
      ["objects"],
    ],
    [
      "the number of rows for what is in them",
      [SALARIES],
      formOf({ salary: NUMBER, total: NUMBER }),
      ["salary", "total"],
    ],
    [
      "a text of which the beginning is at hand",
      [
        {
          type: "summarization",
          work: gave({ text: { as: "resource", kind: "text", resource: attachedFile("a.txt"), excerpt: "In" } }),
        },
      ],
      formOf({ summary: STRING }),
      ["summary"],
    ],
    [
      "all rows where there may be more",
      [
        rowsOf(
          ["a"],
          Array.from({ length: 50 }, () => [1]),
        ),
      ],
      formOf({ rows: listOf(objectOf({ a: INTEGER })) }),
      ["rows"],
    ],
    [
      "a name of its own choosing",
      [POSITIVE],
      { name: "map", schema: { type: "object", properties: {}, required: [], additionalProperties: NUMBER } },
      [],
    ],
    ["anything of a form that asks for nothing", [POSITIVE], formOf({ reason: STRING }, ["reason"]), ["reason"]],
    ["a constant alone", [POSITIVE], formOf({ kind: { const: "review" } }), ["kind"]],
    [
      "what breaks a bound",
      [summarized("In short.")],
      formOf({ summary: { type: "string", maxLength: 3 } }),
      ["summary"],
    ],
    [
      "what is written otherwise",
      [answered("What is the due date?", "5 March 2026")],
      formOf({ due_date: { type: "string", format: "date" } }),
      ["due_date"],
    ],
  ])("it is not filled where that would tell %s", async (_, done, form, missing) => {
    const answer = await filled(done, form);
    expect(answer).toMatchObject({ as: "refused", missing });
    expect(answer).toHaveProperty("why", expect.stringMatching(/^It needs a language model: /));
  });

  it("it is not filled where nothing was done", async () => {
    const failed: Done = { type: "summarization", work: failedWith(failure("timeout", "")) };
    expect(await filled([failed], formOf({ summary: STRING }))).toEqual({
      ...{ as: "refused", why: "Nothing of the request could be done", missing: ["summary"] },
    });
  });

  it("there is none where none is wanted", async () => {
    expect(await structuredAnswer(runOf([POSITIVE]), ontology)).toBeNull();
  });

  it.each(["ask", "reply"] as const)("a run without a plan has none: %s", async (as) => {
    const answerFormat = formOf({ summary: STRING });
    const run = { ...runOf([], { answerFormat }), plan: null, planned: { as, text: "Of which file?" } };
    const why = as === "ask" ? /^Of which file\?$/ : /needs a language model/;
    expect(await structuredAnswer(run, ontology)).toMatchObject({
      as: "refused",
      why: expect.stringMatching(why),
      missing: ["summary"],
    });
  });
});

describe("whatever form is asked for and whatever was found", () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const NAMES = [
    "sentiment",
    "label",
    "score",
    "count",
    "dogs",
    "objects",
    "text",
    "answer",
    "people",
    "rows",
    "a b",
    "__proto__",
  ];
  const leaf = fc.constantFrom<object>(
    STRING,
    NUMBER,
    INTEGER,
    { type: "boolean" },
    { enum: ["positive", 1, null] },
    { type: ["string", "null"] },
  );
  const node = fc.letrec<{ node: object }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      leaf,
      tie("node").map(listOf),
      fc.dictionary(fc.constantFrom(...NAMES.slice(0, -1)), tie("node"), { minKeys: 1, maxKeys: 4 }).map(objectOf),
      tie("node").map((additionalProperties) => ({ type: "object", additionalProperties })),
    ),
  })).node;
  const form = fc
    .dictionary(fc.constantFrom(...NAMES.slice(0, -1)), node, { minKeys: 1, maxKeys: 4 })
    .map((all) => formOf(all));
  const found = fc.oneof(
    fc.constantFrom(
      POSITIVE,
      GERMAN,
      ENTITIES,
      SALARIES,
      ENTRIES,
      summarized("5"),
      answered("What is the score?", "7"),
      saw("pets.jpg", ["dog"]),
    ),
    fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(scalar, fc.array(scalar), fc.jsonValue())).map(
      (all): Done => ({
        ...{ type: "optical-character-recognition", work: gave({ lines: data(all as JsonValue) }) },
      }),
    ),
  );

  it("what is filled in keeps to it, and holds no text or number that was not found", async () => {
    await fc.assert(
      fc.asyncProperty(form, fc.array(found, { maxLength: 3 }), async (asked, done) => {
        const answer = await filled(done, asked);
        if (answer?.as !== "filled") {
          expect(answer).toMatchObject({ as: "refused", why: expect.stringMatching(/./) });
          return;
        }
        expect(faultsOf(answer.value, asked)).toEqual([]);
        const told = JSON.stringify([done, asked]).toLowerCase();
        for (const text of textsIn(answer.value))
          expect(told).toContain(JSON.stringify(text).slice(1, -1).toLowerCase());
      }),
      { numRuns: 500 },
    );
  });
});

describe("an object that was found", () => {
  it("is sorted by its fields once, however many properties it is held against", () => {
    let looks = 0;
    const value = new Proxy<Record<string, JsonValue>>(
      { a: 1 },
      {
        ownKeys: (target) => {
          looks += 1;
          return Reflect.ownKeys(target);
        },
      },
    );
    const names = ["data", "data_", "data-", "data.", "data_-", "data-_"];
    const { schema } = formOf(Object.fromEntries(names.map((name) => [name, objectOf({ b: STRING })])));
    expect(fillByRule(schema, [{ own: ["data"], also: [], value }])).toEqual({
      missing: names.map((name) => `${name}.b`),
    });
    expect(looks).toBeLessThanOrEqual(2);
  });

  it("is not looked for in a list with more properties than are looked for in all", () => {
    const names = Array.from({ length: 900 }, (_, place) => `p${place}`);
    const items = { type: "object", properties: Object.fromEntries(names.map((name) => [name, STRING])) };
    const { schema } = formOf({ data: listOf(items) });
    const filledOf = (count: number) => {
      const value = Array.from({ length: count }, () => ({ p0: "x" }));
      return fillByRule(schema, [{ own: ["data"], also: [], value }]);
    };
    expect(filledOf(50)).toHaveProperty("value.data.length", 50);
    expect(filledOf(100)).toEqual({ missing: ["data"] });
  });

  it("is not looked at where it has more fields than are looked at in all", () => {
    const value = Object.fromEntries(Array.from({ length: 70_000 }, (_, place) => [`k${place}`, place]));
    const { schema } = formOf({ data: objectOf({ k7: INTEGER }) });
    expect(fillByRule(schema, [{ own: ["data"], also: [], value }])).toEqual({ missing: ["data"] });
  });
});

/** Values of any shape, without objects of nothing. */
const shaped = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("total", "dueDate", "line_items", "A B"), tie("value"), { minKeys: 1 }),
  ),
})).value;

/** The schema of a value as it is. */
function schemaOf(value: JsonValue): object {
  if (value === null) return { type: "null" };
  if (typeof value === "number") return Number.isSafeInteger(value) ? INTEGER : NUMBER;
  if (typeof value !== "object") return { type: typeof value };
  if (!Array.isArray(value)) {
    return objectOf(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, schemaOf(one)])));
  }
  return listOf(value.length === 0 ? STRING : { anyOf: value.map(schemaOf) });
}

describe("data that was found", () => {
  it("fills the form that it has, and stays as it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom("total", "dueDate", "B"), shaped, { minKeys: 1 }), async (all) => {
        const done: Done = { type: "optical-character-recognition", work: gave({ lines: data(all) }) };
        const form = formOf(Object.fromEntries(Object.entries(all).map(([name, value]) => [name, schemaOf(value)])));
        expect(await filled([done], form)).toEqual({ as: "filled", value: all, by: "embedded" });
      }),
      { numRuns: 500 },
    );
  });
});

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((one: JsonValue) => textsIn(one))
    : [];
}
