import type { WorstCase } from "./case.ts";

/** As much as every expert on text takes. */
const CHARS = 200_000;
const filled = (piece: string, chars = CHARS): string => piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);

/** Different words, so that nothing is looked up twice. */
const differing = (chars: number): string => {
  let text = "";
  for (let at = 0; text.length < chars; at++) text += `${(at * 7919).toString(36)} `;
  return text.slice(0, chars);
};

const SHAPES: readonly (readonly [what: string, text: string])[] = [
  ["one letter over and over", filled("a ")],
  ["an unbroken run", filled("a-")],
  ["names of firms", filled("Acme Ltd ")],
  ["names of people", filled("Mr. John Smith Jr. ")],
  ["amounts", filled("$1 sent ")],
  ["dates", filled("12 March 2024, ")],
  ["labels", filled("a: ")],
  ["line ends", filled("\n")],
  ["short sentences", filled("It is. ")],
  ["negations", filled("not never no ")],
  ["different words", differing(CHARS)],
  ["quotation marks", filled("“(")],
  ["e-mail addresses", filled("a@b.c ")],
  ["Chinese", filled("你好。")],
];

/** Texts of as many entries as fit, in the forms that entries come in. */
const ENTRIES: readonly (readonly [what: string, text: string])[] = [
  ["items behind dashes", filled("- It is. It is not.\n")],
  ["numbers in one line", filled("1) 2) ")],
  ["a JSON list", `[${filled('"It is.",', CHARS - 20)}"It is."]`],
  ["rows of a table", `id,message\n${filled('1,"It is so, and it is not."\n', CHARS - 20)}`],
  ["long messages", filled(`- ${filled("It is so, but it is not. ", 1_900)}\n`)],
  ["blank lines", filled("It is.\n \n")],
];
const overEntries = (taskType: string, more: Readonly<Record<string, string>> = {}): readonly WorstCase[] =>
  ENTRIES.map(([what, text]) => ({ taskType, what, inputs: () => ({ text, ...more }) }));

const over = (taskType: string, port: string, more: Readonly<Record<string, string>> = {}): readonly WorstCase[] =>
  SHAPES.map(([what, text]) => ({ taskType, what, inputs: () => ({ [port]: text, ...more }) }));

const QUESTION = { question: "Who pays what to whom, when, and for how many of them?" };

/** Hostile texts and tables. */
export const TEXT_CASES: readonly WorstCase[] = [
  ...over("token-classification", "text"),
  ...over("text-classification", "text"),
  ...over("language-identification", "text"),
  ...overEntries("text-classification"),
  ...overEntries("language-identification"),
  ...overEntries("zero-shot-classification", { labels: "noise;staff" }),
  ...over("summarization", "text"),
  ...over("question-answering", "context", QUESTION),
  ...over("sentence-similarity", "sentences", { sentence: "Who pays what to whom, and when?" }),
  ...over("feature-extraction", "text"),
  {
    taskType: "zero-shot-classification",
    what: "200 labels",
    inputs: () => ({
      text: differing(190_000),
      labels: Array.from({ length: 200 }, (_, at) => `${at} of a kind that is written out at some length`).join(";"),
    }),
  },
  {
    taskType: "question-answering",
    what: "a long question",
    inputs: () => ({
      question: filled("Who pays what? ", 100_000),
      context: filled("Ann pays Ben 3 dollars. ", 100_000),
    }),
  },
  {
    taskType: "sentence-similarity",
    what: "a long text and 200 short ones",
    inputs: () => ({ sentence: differing(190_000), sentences: Array.from({ length: 200 }, (_, at) => `Text ${at}`) }),
  },
  {
    taskType: "sentence-similarity",
    what: "two versions of a text, most of it written anew",
    inputs: () => {
      const lines = (kind: string): string =>
        Array.from({ length: 1_000 }, (_, at) =>
          at % 3 === 0 ? `Both have ${at}` : `${kind} ${at} is of ${at * 7} things`,
        ).join("\n");
      return { sentence: lines("Old"), sentences: [lines("New")] };
    },
  },
  {
    taskType: "sentence-similarity",
    what: "a long text 20 times",
    inputs: () => ({ sentence: "Hello", sentences: Array.from({ length: 20 }, () => differing(190_000)) }),
  },
  {
    taskType: "table-question-answering",
    what: "5,000 rows of 100 columns",
    inputs: () => ({
      question: "Who has the highest age of all?",
      table: [
        Array.from({ length: 100 }, (_, at) => `name${at}`),
        ...Array.from({ length: 5_000 }, () => Array(100).fill("a")),
      ].join("\n"),
    }),
  },
  {
    taskType: "table-question-answering",
    what: "many values in question and table",
    inputs: () => ({
      question: differing(20_000),
      table: `name,age\n${differing(150_000).replaceAll(" ", ",5\n")}`,
    }),
  },
  {
    taskType: "table-question-answering",
    what: "names, cells and words that are all alike",
    inputs: () => ({
      question: filled("a ", 2_000),
      table: filled(`${Array(100).fill("a").join(",")}\n`),
    }),
  },
  {
    taskType: "table-question-answering",
    what: "quotation marks",
    inputs: () => ({ ...QUESTION, table: filled('"a""b",\n') }),
  },
  {
    taskType: "table-question-answering",
    what: "quotation marks within quotation marks, before blanks",
    inputs: () => ({ ...QUESTION, table: `a,b\n"a${filled('"b', 100_000)}${filled(" ", 99_000)},` }),
  },
  {
    taskType: "table-question-answering",
    what: "JSON with a string that does not end",
    inputs: () => ({ ...QUESTION, table: `["${filled('\\"', 199_000)}` }),
  },
  {
    taskType: "table-question-answering",
    what: "columns that a question of many parts may all mean",
    inputs: () => ({
      question: "total average price share difference most per 1 2 3 4 5 6 sort by price over 7",
      table: `${Array.from({ length: 100 }, (_, at) => `price ${at}`).join(",")}\n${filled(`${Array(100).fill("5").join(",")}\n`, 190_000)}`,
    }),
  },
  {
    taskType: "chart-drawing",
    what: "5,000 points",
    inputs: () => ({
      question: "chart of age by name",
      table: `name,age\n${Array.from({ length: 5_000 }, (_, at) => `n${at},${at}\n`).join("")}`,
    }),
  },
  { taskType: "text-to-speech", what: "digits", inputs: () => ({ text: filled("7", 5_000) }) },
  { taskType: "text-to-speech", what: "amounts", inputs: () => ({ text: filled("$1,234,567.89 ", 5_000) }) },
  { taskType: "text-to-speech", what: "markup", inputs: () => ({ text: filled("[a](b) **c** ", 5_000) }) },
];
