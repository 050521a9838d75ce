import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/domain/json.ts";
import type { Resource, Value } from "../../src/domain/resources.ts";
import { headlineOf } from "../../src/response/headline/index.ts";
import { resultsOf } from "../../src/response/results.ts";
import { answerOf, attachedFile, type Done, file, gave, ontology, runOf, stored, text, words } from "./runs.ts";

const data = (value: JsonValue): Value => ({ as: "data", kind: "data", data: value });
const BOX = { xmin: 0, ymin: 0, xmax: 9, ymax: 9 };

/** What a detector found in a picture: labels, with a score for each or none. */
const detected = (name: string, found: readonly (string | [string, number])[]): Done => {
  const objects = found.map((one) =>
    typeof one === "string" ? { label: one, box: BOX } : { label: one[0], score: one[1], box: BOX },
  );
  return {
    type: "object-detection",
    args: { image: file(name) },
    work: gave({
      objects: data(objects),
      image: stored(attachedFile(`${name}-found.png`)),
    }),
  };
};

const labelled = (name: string, labels: readonly [string, number][]): Done => ({
  type: "text-classification",
  args: { text: file(name) },
  work: gave({ labels: data(labels.map(([label, score]) => ({ label, score }))), text: text(labels[0]?.[0] ?? "") }),
});

/** What a text of several entries was labelled with. */
const labelledEach = (entries: readonly [label: string, text: string, title?: string][]): Done => ({
  type: "text-classification",
  args: { text: file("a.txt") },
  work: gave({
    labels: data(entries.map(([label, text, title]) => ({ label, score: 0.9, text, ...(title ? { title } : {}) }))),
    text: text(["3 entries.", ...entries.map(([label, text]) => `${label}: ${text}`)].join("\n")),
  }),
});
const GUESTS = labelledEach([
  ["positive", "Lovely stay!"],
  ["negative", "The shower was cold.", "2 Ben"],
  ["positive", "We will be back."],
]);

const asked = (name: string, question: string, answer: string | null, score = 0.8): Done => ({
  type: "document-question-answering",
  args: { question: words(question), document: file(name) },
  work: gave({
    answer: text(answer ?? "It does not say."),
    evidence: data({ answer, score, passages: answer === null ? [{ text: "Rent is due.", score: 0.3 }] : [] }),
  }),
});

const NAMES = ["a.jpg", "b.jpg", "c.jpg", "a.pdf", "b.pdf", "a.txt", "b.txt"];
const attached: readonly Resource[] = NAMES.map(attachedFile);
const stateOf = (request: string, done: readonly Done[]) => runOf(done, { request, attached });
const headline = (request: string, done: readonly Done[]): string | null =>
  headlineOf(request, resultsOf(stateOf(request, done), ontology))?.text ?? null;

it("says that there may be more of a kind where some were seen less surely", () => {
  const sheep = { label: "sheep", score: 0.9, box: BOX, fainter: 2 };
  const dog = { label: "dog", score: 0.8, box: BOX };
  const seen: Done = {
    type: "object-detection",
    args: { image: file("a.jpg") },
    work: gave({ objects: data([sheep, sheep, dog]), image: stored(attachedFile("a-found.png")) }),
  };
  expect(headline("How many sheep are there?", [seen])).toBe("At least 2 sheep.");
  expect(headline("How many dogs are there?", [seen])).toBe("1 dog.");
});

describe("what was seen less surely", () => {
  const things = (name: string, ...counts: readonly [label: string, count: number, fainter: number][]): Done => ({
    type: "object-detection",
    args: { image: file(name) },
    work: gave({
      objects: data(
        counts.flatMap(([label, count, fainter]) =>
          Array.from({ length: count }, () => ({ label, score: null, box: BOX, ...(fainter > 0 ? { fainter } : {}) })),
        ),
      ),
      image: stored(attachedFile(`${name}-found.png`)),
    }),
  });

  it.each<[string, readonly Done[], string]>([
    [
      "How many objects are in it?",
      [things("a.jpg", ["sheep", 2, 1], ["dog", 1, 0])],
      "At least 3 objects: at least 2 sheep and 1 dog.",
    ],
    [
      "How many sheep are in these?",
      [things("a.jpg", ["sheep", 3, 0]), things("b.jpg", ["sheep", 2, 4])],
      "In a.jpg and b.jpg there are sheep, at least 5 in all: 3 in a.jpg and at least 2 in b.jpg.",
    ],
    [
      "Detect everything",
      [things("a.jpg", ["sheep", 1, 0]), things("b.jpg", ["dog", 2, 1])],
      "At least 3 objects in all: a.jpg has 1 sheep; b.jpg has at least 2 dogs.",
    ],
    [
      "Are there more sheep or dogs?",
      [things("a.jpg", ["sheep", 3, 2], ["dog", 2, 0])],
      "More sheep (at least 3) than dogs (2).",
    ],
    [
      "Are there more sheep or dogs?",
      [things("a.jpg", ["sheep", 5, 0], ["dog", 2, 1])],
      "More sheep (5) than dogs (at least 2).",
    ],
    [
      "Are there more sheep or dogs?",
      [things("a.jpg", ["sheep", 3, 0], ["dog", 1, 1]), things("b.jpg", ["dog", 1, 1])],
      "Unsure whether there are more sheep (3) or dogs (at least 2): some were seen less surely.",
    ],
    [
      "Are there more sheep or dogs?",
      [things("a.jpg", ["sheep", 2, 0], ["dog", 2, 1])],
      "Unsure whether there are more sheep (2) or dogs (at least 2): some were seen less surely.",
    ],
  ])("makes counts uncertain: %s", (request, done, text) => {
    expect(headline(request, done)).toBe(text);
  });
});

it.each(["Sort them into positive and negative", "Tell me the sentiment"])(
  "entries that are labelled are a list, with no headline to %j",
  async (request) => {
    const answer = await answerOf(stateOf(request, [GUESTS]));
    expect(answer).toMatch(
      /^\*\*Sentiment \(a\.txt\):\*\* 3 entries\.\n\n- positive: Lovely stay!\n- negative: The shower/,
    );
  },
);

describe("the headline of an answer", () => {
  const ONE = detected("a.jpg", ["dog", "dog", "cat"]);
  const NONE = detected("a.jpg", []);
  const TWO = detected("b.jpg", [
    ["zebra", 0.91],
    ["zebra", 0.64],
  ]);
  const THREE = detected("c.jpg", ["zebra", "zebra", "zebra", "person"]);

  it.each<[string, readonly Done[], string]>([
    ["How many objects are in the picture?", [ONE], "3 objects: 2 dogs and 1 cat."],
    ["How many dogs are there?", [ONE], "2 dogs."],
    ["Is there a zebra in it?", [TWO], "Yes: 2 zebras (1 of them probably)."],
    ["Is there a zebra in it?", [ONE], "No: no zebras were found."],
    ["How many zebras?", [ONE], "No zebras were found."],
    ["Is there a dog and a zebra?", [ONE], "2 dogs. No zebras were found."],
    ["Is it a cat or a zebra?", [ONE], "A cat."],
    ["Is that a dog or a zebra?", [ONE], "2 dogs."],
    ["Is it a bird or a bear?", [ONE], "No: no birds were found. No: no bears were found."],
    ["Are there dogs and cats?", [ONE], "Yes: 2 dogs. Yes: 1 cat."],
    ["How many objects?", [NONE], "Nothing was found that the model knows."],
    [
      "Which of these photos shows a zebra, and how many?",
      [NONE, TWO, THREE],
      "In b.jpg and c.jpg there are zebras, 5 in all: 2 in b.jpg (1 of them probably) and 3 in c.jpg.",
    ],
    ["How many zebras are in these?", [ONE, THREE], "3 zebras in c.jpg, none in the others."],
    ["How many zebras are in these?", [ONE, NONE], "No zebras were found in any of the 2 pictures."],
    [
      "Detect everything",
      [ONE, THREE],
      "7 objects in all: a.jpg has 2 dogs and 1 cat; c.jpg has 3 zebras and 1 person.",
    ],
    ["Are there more dogs or cats in it?", [ONE], "More dogs (2) than cats (1)."],
    ["Are there more dogs or zebras here?", [ONE, TWO], "As many dogs as zebras: 2."],
    [
      "How many salt shakers are there?",
      [ONE],
      "The model does not know “salt” and “shakers”. It found: 3 objects: 2 dogs and 1 cat.",
    ],
    [
      "Is a.txt positive?",
      [
        labelled("a.txt", [
          ["negative", 0.91],
          ["positive", 0.09],
        ]),
      ],
      "No: negative.",
    ],
    ["Tell me whether it is positive", [labelled("a.txt", [["positive", 0.7]])], "Yes: positive (probably)."],
    [
      "Which of the two is more positive?",
      [
        labelled("a.txt", [
          ["negative", 0.9],
          ["positive", 0.1],
        ]),
        labelled("b.txt", [["positive", 0.8]]),
      ],
      "b.txt is the most positive: 80% (a.txt 10%).",
    ],
    ["Which one is the most negative?", [GUESTS], "2 Ben “The shower was cold.” is the most negative (90%)."],
    ["Which of them are negative?", [GUESTS], "1 of 3 is negative: 2 Ben “The shower was cold.”."],
    ["How many are positive?", [GUESTS], "2 of 3 are positive: “Lovely stay!” and “We will be back.”."],
    [
      "Which ones are angry?",
      [GUESTS],
      "2 of 3 are positive: “Lovely stay!” and “We will be back.”. 1 of 3 is negative: 2 Ben “The shower was cold.”.",
    ],
    [
      "What do both invoices come to together?",
      [
        asked("a.pdf", "What do both invoices come to together?", "1,500.00 EUR"),
        asked("b.pdf", "What do both invoices come to together?", "469.00 EUR"),
      ],
      "1,969.00 EUR in all: a.pdf 1,500.00 EUR and b.pdf 469.00 EUR.",
    ],
    [
      "Do any of these have a bicycle in them?",
      [asked("a.jpg", "Is there any bicycle?", "Yes: 1 bicycle."), asked("b.jpg", "Is there any bicycle?", "no")],
      "Yes in a.jpg, no in b.jpg.",
    ],
  ])("%s", (request, done, expected) => {
    expect(headline(request, done)).toBe(expected);
  });

  it.each<[string, readonly Done[]]>([
    ["What do both come to together?", [asked("a.pdf", "both?", "5 EUR"), asked("b.pdf", "both?", "7 USD")]],
    ["What do both come to together?", [asked("a.pdf", "both?", "5 EUR"), asked("b.pdf", "both?", null)]],
    [
      "Which numbers do both have?",
      [asked("a.pdf", "Which numbers do both have?", "1001"), asked("b.pdf", "Which numbers do both have?", "1002")],
    ],
    ["What are both rates?", [asked("a.pdf", "both rates?", "7 %"), asked("b.pdf", "both rates?", "19 %")]],
    ["What are the numbers?", [asked("a.pdf", "The number?", "No. 4711"), asked("b.pdf", "The number?", "No. 4712")]],
    ["Do a sentiment analysis, if you can, of the positive ones", [labelled("a.txt", [["negative", 0.9]])]],
    ["How much is each?", [asked("a.pdf", "How much?", "5 EUR"), asked("b.pdf", "How much?", "7 EUR")]],
    ["What is the mood?", [labelled("a.txt", [["positive", 0.7]])]],
    ["", []],
  ])("says nothing where the results say no more together: %s", (request, done) => {
    expect(headline(request, done)).toBeNull();
  });

  it("comes first, and what it tells is told once", async () => {
    expect(await answerOf(stateOf("How many dogs are there?", [ONE]))).toBe(
      "2 dogs.\n\n**Found (a.jpg):** [a.jpg-found.png](/v1/resources/res_a.jpg-found.png)\n\nHow it was done:\n\n- Found: m (embedded)\n",
    );
  });

  it("says what a model that found no answer says of it", async () => {
    const table: Done = {
      type: "table-question-answering",
      args: { question: words("How many?"), table: file("a.txt") },
      work: gave({ answer: text("It has nothing for “gizmos”."), evidence: data({ answer: null }) }),
    };
    expect(await answerOf(stateOf("How many gizmos?", [table]))).toMatch(
      /^No answer was found\. It has nothing for “gizmos”\./,
    );
  });

  it("takes a chart for no answer in words", async () => {
    const chart: Done = {
      type: "chart-drawing",
      args: { question: words("revenue by month"), table: file("a.txt") },
      work: gave({ image: stored(attachedFile("chart.png")) }),
    };
    expect(await answerOf(stateOf("Draw the revenue by month", [chart]))).toMatch(
      /^\*\*Chart drawing \(a\.txt\):\*\* \[chart\.png\]/,
    );
  });

  it("asks nothing that stands in the material alone", async () => {
    const review = "Was it positive? I wonder if they are positive.";
    const mood: Done = { ...labelled("a.txt", [["negative", 0.9]]), args: { text: words(review) } };
    expect(await answerOf(stateOf(`Sentiment of: ${review}`, [mood]))).toMatch(/^\*\*Sentiment:\*\*/);
  });

  it("lets no name or label act as Markdown", async () => {
    const answer = await answerOf(stateOf("What is there?", [detected("a.jpg", ["[x](javascript:1)"])]));
    expect(answer).toContain("1 × \\[x\\](javascript:1)");
  });
});

describe("answers that are compared", () => {
  const put = (question: string, ...answers: readonly (string | null)[]): readonly Done[] =>
    answers.map((answer, at) => asked(["a.pdf", "b.pdf", "a.txt"][at] ?? "", question, answer));

  it.each<[string, readonly Done[], string]>([
    [
      "Which one is cheaper all in, and by how much?",
      put("How much is it all in?", "£812.40", "£784.80"),
      "b.pdf is cheaper, by £27.60: £784.80, against £812.40 in a.pdf.",
    ],
    [
      "Which is the most expensive?",
      put("What is the total price?", "£7,630.00", "£8,190.00 plus VAT", "£7,830.00"),
      "b.pdf is the most expensive: £8,190.00, against £7,830.00 in a.txt and £7,630.00 in a.pdf.",
    ],
    [
      "who can deliver the quickest?",
      put("How long does it take to deliver?", "6 weeks after", "within 10 days"),
      "b.pdf is quicker, by 32 days: 10 days, against 6 weeks in a.pdf.",
    ],
    [
      "Which is due first?",
      put("When is it due?", "on 3 June 2026", "2026-06-01"),
      "b.pdf is due earlier, by 2 days: 2026-06-01, against 3 June 2026 in a.pdf.",
    ],
    ["Whose deposit is higher?", put("What is the deposit?", "£500", "£500"), "No difference: £500 in both."],
    [
      "What is the difference between the two deposits?",
      put("What is the deposit?", "£500", "£450"),
      "b.pdf has the lower deposit, by £50: £450, against £500 in a.pdf.",
    ],
    [
      "Which is cheaper?",
      put("What is the total price?", "£500", "$450"),
      "I can't compare them for sure: a.pdf says “£500”; b.pdf says “$450”.",
    ],
    [
      "Whose deposit is lower?",
      put("What is the deposit?", "£500", null),
      "I can't compare the deposits for sure: a.pdf says “£500”; b.pdf may say it in “Rent is due.”.",
    ],
    [
      "Which is cheaper and which is due first?",
      [...put("What is the total price?", "£5", "£4"), ...put("When is it due?", "1 May", "2 May")],
      "b.pdf is cheaper, by £1: £4, against £5 in a.pdf.\n\na.pdf is due earlier, by 1 day: 1 May, against 2 May in b.pdf.",
    ],
  ])("%s", async (request, done, expected) => {
    expect(headline(request, done)).toBe(expected);
    const answer = await answerOf(stateOf(request, done));
    expect(answer.split("How it was done")[0]?.trim().replaceAll("\\", "")).toBe(expected);
  });

  it("say what is only probable", () => {
    const unsure = [asked("a.pdf", "What is the deposit?", "£5", 0.7), asked("b.pdf", "What is the deposit?", "£4")];
    expect(headline("Whose deposit is lower?", unsure)).toBe(
      "b.pdf probably has the lower deposit, by £1: £4, against £5 in a.pdf.",
    );
  });
});

describe("an answer to a question", () => {
  it.each([
    [0.8, "Acme_Ltd\n"],
    [0.7, "Acme_Ltd *(probably)*\n"],
  ])("says where it is only probable: %d", async (score, expected) => {
    const answer = await answerOf(stateOf("", [asked("a.pdf", "Who sent it?", "Acme_Ltd", score)]));
    expect(answer.startsWith(expected)).toBe(true);
  });

  it("is headed by what was asked where there is anything else to read", async () => {
    const answer = await answerOf(
      stateOf("", [asked("a.pdf", "What is the net?", "5"), asked("a.pdf", "The VAT?", "1")]),
    );
    expect(answer).toMatch(/^\*\*What is the net\?\*\* 5\n\n\*\*The VAT\*\* 1\n/);
  });

  it("says of which of several files it is, also where their words were read first", async () => {
    const read = (name: string): Done => ({
      type: "optical-character-recognition",
      args: { image: file(name) },
      work: gave({ text: text("Total") }),
    });
    const put = (task: number, answer: string): Done => ({
      type: "question-answering",
      args: { question: words("The total?"), context: { from: "task", task, output: "text" } },
      work: gave({ answer: text(answer), evidence: data({ answer, score: 0.8 }) }),
    });
    const answer = await answerOf(stateOf("", [read("a.pdf"), read("b.pdf"), put(0, "5 EUR"), put(1, "7 EUR")]));
    expect(answer).toContain("**The total** (a.pdf) 5 EUR");
    expect(answer).toContain("**The total** (b.pdf) 7 EUR");
  });

  it("shows what is nearest where nothing settles it", async () => {
    const answer = await answerOf(stateOf("", [asked("a.pdf", "Who sent it?", null)]));
    expect(answer).toMatch(/^I am not sure\. It says: “Rent is due\.”/);
  });
});

describe("results", () => {
  const resultIn = (done: Done) => resultsOf(stateOf("", [done]), ontology)[0];
  const gives = (value: JsonValue): Done => ({ type: "token-classification", work: gave({ entities: data(value) }) });

  it.each<[string, JsonValue, object]>([
    [
      "labels, by their names",
      [{ label: "de", name: "German", score: 0.9 }],
      { is: "labels", labels: [{ label: "German", score: 0.9 }] },
    ],
    [
      "entities",
      [{ type: "person", text: "Ann", start: 0, end: 3 }],
      { is: "entities", entities: [{ type: "person", text: "Ann" }] },
    ],
    ["sentences", [{ sentence: "a", score: 1 }], { is: "similarities", sentences: [{ sentence: "a", score: 1 }] }],
    ["data of no known form", { odd: [1, "two", null] }, { is: "data", data: { odd: [1, "two", null] } }],
  ])("are %s", (_, value, expected) => {
    expect(resultIn(gives(value))).toMatchObject(expected);
  });

  it("are told of the files that the tasks before them took", () => {
    const read: Done = {
      type: "optical-character-recognition",
      args: { image: file("a.pdf") },
      work: gave({ text: text("Hi") }),
    };
    const mood = {
      ...labelled("a.txt", [["positive", 1]]),
      args: { text: { from: "task", task: 0, output: "text" } },
    } as const;
    const [, second] = resultsOf(stateOf("", [read, mood]), ontology);
    expect(second?.sources.map(({ name }) => name)).toEqual(["a.pdf"]);
  });

  it("are none of a task that failed", () => {
    const failed: Done = { ...gives([]), work: { ...gives([]).work, status: "failed" } };
    expect(resultsOf(stateOf("", [failed]), ontology)).toEqual([]);
  });
});
