import { describe, expect, it } from "vitest";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import { TEXT_EXPERTS } from "../../../../src/providers/embedded/text/entries.ts";
import entriesSource from "../../../../src/providers/embedded/text/entries.ts?raw";
import { MAX_QUESTION_CHARS, MAX_TEXT_CHARS } from "../../../../src/providers/embedded/text/input.ts";
import { callExpert, dataOf, failureCode, textOf } from "./calls.ts";

/** One call of each, with every input port it needs. */
const CALLS: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  "token-classification": { text: "Maria paid €99 in Rome." },
  "text-classification": { text: "I love it." },
  "language-identification": { text: "Bonjour tout le monde." },
  summarization: { text: "One thing happened. Then another thing happened there. Nobody saw either of the things." },
  "question-answering": { question: "Who paid?", context: "Maria paid €99 in Rome." },
  "table-question-answering": { question: "Sort them by age", table: "name,age\nAnna,5\nBen,6" },
  "chart-drawing": { question: "age by name", table: "name,age\nAnna,5\nBen,6" },
  "sentence-similarity": { sentence: "two dogs", sentences: ["a pair of dogs", "a car"] },
  "zero-shot-classification": { text: "The goalkeeper saved a penalty.", labels: "sports, politics" },
  "feature-extraction": { text: "The goalkeeper saved a penalty." },
};
const ontology = createOntology();

describe("the text experts", () => {
  it("are one for each of these task types", () => {
    expect(TEXT_EXPERTS.map((entry) => entry.taskType).sort()).toEqual(Object.keys(CALLS).sort());
  });

  it("load nothing until one is called", () => {
    const imports = entriesSource.match(/^import .*$/gm) ?? [];
    expect(imports.filter((line) => !line.startsWith("import type "))).toEqual([]);
  });

  describe.each(Object.entries(CALLS))("%s", (taskType, inputs) => {
    it("fills every output of its task type, each in its kind", async () => {
      const { outputs } = await callExpert(taskType, inputs);
      const ports = ontology.read(taskType)?.outputs ?? [];
      expect(Object.keys(outputs).sort()).toEqual(ports.map((port) => port.name).sort());
      const AS: Readonly<Record<string, string>> = { text: "text", data: "data", image: "bytes", table: "bytes" };
      for (const port of ports) expect(outputs[port.name]?.as).toBe(AS[port.kinds[0] ?? ""]);
      for (const port of ports) if (port.kinds[0] === "text") expect(textOf(outputs[port.name])).not.toBe("");
      for (const draft of Object.values(outputs))
        if (draft.as === "data") expect(JSON.parse(JSON.stringify(draft.data))).toEqual(draft.data);
    });

    it.each(Object.keys(inputs))("refuses a blank, a missing and an endless %s", async (port) => {
      const { [port]: _left, ...without } = inputs;
      expect(await failureCode(callExpert(taskType, without))).toBe("unsupported-input");
      expect(await failureCode(callExpert(taskType, { ...inputs, [port]: " \n\t " }))).toBe("unsupported-input");
      const most = port === "question" ? MAX_QUESTION_CHARS : MAX_TEXT_CHARS;
      expect(await failureCode(callExpert(taskType, { ...inputs, [port]: "a ".repeat(most) }))).toBe(
        "resource-too-large",
      );
      expect(await failureCode(callExpert(taskType, { ...inputs, [port]: "é".repeat(1_000_000) }))).toBe(
        "resource-too-large",
      );
    });
  });
});

describe("what the experts say in words", () => {
  it("entities are listed by type, each once", async () => {
    const { outputs } = await callExpert("token-classification", {
      text: "Anna Berg met Anna Berg in Rome. Mail: a@b.example, $3",
    });
    expect(textOf(outputs.text)).toBe("People: Anna Berg\nPlaces: Rome\nAmounts: $3\nE-mail addresses: a@b.example");
  });

  it("a text without entities says so", async () => {
    const { outputs } = await callExpert("token-classification", { text: "nothing of the kind" });
    expect(textOf(outputs.text)).toBe("No names, dates or amounts were found in the text.");
    expect(dataOf(outputs.entities)).toEqual([]);
  });

  it("a judgement of a text in another language comes with a warning", async () => {
    const german = await callExpert("text-classification", {
      text: "Das Essen war schrecklich und der Kellner unfreundlich.",
    });
    expect(german.notes.join()).toContain("German");
    const english = await callExpert("text-classification", { text: "The food was terrible and the waiter was rude." });
    expect(english.notes).toEqual([]);
  });

  it("no answer is no invention", async () => {
    const { outputs } = await callExpert("question-answering", {
      question: "Who wrote Hamlet?",
      context: "The shop opens at nine.",
    });
    expect(textOf(outputs.answer)).toBe(
      "The text does not clearly say. What comes nearest:\n“The shop opens at nine.”",
    );
    expect(dataOf(outputs.evidence)).toMatchObject({
      answer: null,
      passages: [{ text: "The shop opens at nine.", score: expect.any(Number) }],
    });
  });

  it("an answer comes with the sentence it stands in", async () => {
    const { outputs } = await callExpert("question-answering", {
      question: "Where was Ada born?",
      context: "Ada was a writer. Ada was born in London. It rained.",
    });
    expect(textOf(outputs.answer)).toBe("London");
    expect(dataOf(outputs.evidence)).toMatchObject({ answer: "London", sentence: "Ada was born in London." });
  });

  it("a table that does not say is no reason to guess", async () => {
    const { outputs } = await callExpert("table-question-answering", {
      question: "What is the height of Anna?",
      table: "name,age\nAnna,5\nBen,6",
    });
    expect(dataOf(outputs.evidence)).toMatchObject({ aggregator: "NONE", cells: [], coordinates: [] });
    expect(textOf(outputs.answer)).toContain("could be matched");
  });

  it.each([
    ["which port does the web server use?", "8081"],
    ["how many seconds may a query take?", "45"],
    ["how big is the cache?", "256"],
    ["are the metrics switched on?", "false"],
  ])("settings in JSON answer %j", async (question, answer) => {
    const settings = {
      web: { port: 8081, tls: { certificate: "/etc/mill.pem" } },
      database: { host: "db.mill.example", queryTimeoutSeconds: 45 },
      ...{ cache: { maxMb: 256, folder: "/var/mill" }, features: { metrics: false } },
    };
    const { outputs } = await callExpert("table-question-answering", { question, table: JSON.stringify(settings) });
    expect(textOf(outputs.answer)).toContain(answer);
    expect(dataOf(outputs.evidence)).not.toMatchObject({ answer: null });
  });

  it("settings of more values than a table has columns are read, and what they lack is not made up", async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`lamp${at}`, { watts: at }]));
    const table = JSON.stringify({ ...many, author: { name: "Ruth Adeyemi" } });
    const ask = (question: string) => callExpert("table-question-answering", { question, table });
    expect(textOf((await ask("who is the author?")).outputs.answer)).toContain("Ruth Adeyemi");
    expect(dataOf((await ask("what is the password of the mail server?")).outputs.evidence)).toMatchObject({
      answer: null,
    });
  });

  it("the fields of an e-mail are no part of its tone", async () => {
    const body = "Thank you so much for the lovely flowers, they made my week!";
    const fields = "From: Ada <ada@example.org>\nTo: shop@example.org\nSubject: Broken vase, terrible delivery\n\n";
    const [alone, inMail] = await Promise.all(
      [body, `${fields}${body}`].map((text) => callExpert("text-classification", { text })),
    );
    expect(inMail?.outputs).toEqual(alone?.outputs);
  });

  it("similarity is by meaning", async () => {
    const { outputs } = await callExpert("sentence-similarity", {
      sentence: "The parcel never arrived.",
      sentences: ["My package was not delivered.", "The parcel arrived today.", "Tax law is complicated."],
    });
    const scores = dataOf(outputs.scores) as { score: number }[];
    const [same = 0, contrary = 0, unrelated = 0] = scores.map(({ score }) => score);
    expect(same).toBeGreaterThan(contrary);
    expect(contrary).toBeGreaterThan(unrelated);
    expect(unrelated).toBeLessThan(0.2);
    expect(textOf(outputs.text)).toContain(": My package was not delivered.");
  });

  it("names are found that no lexicon holds", async () => {
    const { outputs } = await callExpert("token-classification", {
      text: "Thursday's overseas edition of the People's Daily quoted Tang as saying so.",
    });
    expect(textOf(outputs.text)).toBe("People: Tang\nOrganizations: People's Daily");
  });

  it("a list among settings is told, and not counted as a row", async () => {
    const settings = '{"name":"demo","replicas":3,"ports":[80,443]}';
    const { outputs } = await callExpert("table-question-answering", { table: settings, question: "how many ports" });
    expect(textOf(outputs.answer)).toBe("80, 443");
  });

  it("sentiment is told entry by entry, and of both signs is mixed", async () => {
    const list = await callExpert("text-classification", {
      text: "- I love it\n- It broke at once\n- It has two doors",
    });
    expect(dataOf(list.outputs.labels)).toMatchObject([
      { label: "positive", text: "I love it" },
      { label: "negative", text: "It broke at once" },
      { label: "neutral", text: "It has two doors" },
    ]);
    const lines = textOf(list.outputs.text).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe("3 entries: 1 positive, 1 negative and 1 neutral.");
    const mixed = await callExpert("text-classification", { text: "I loved the room, but the breakfast was awful." });
    const foreign = await callExpert("text-classification", {
      text: "Colazione squisita e una vista che non dimenticheremo mai.",
    });
    expect(textOf(foreign.outputs.text)).toContain("seems to be in Italian");
    expect(textOf(mixed.outputs.text)).toContain("mixed");
    expect(dataOf(mixed.outputs.labels)).toMatchObject([{ label: "mixed" }, {}, {}, {}]);
  });

  it("labels of one's own are chosen from, best first", async () => {
    const { outputs } = await callExpert("zero-shot-classification", {
      text: "I was charged twice this month.",
      labels: '["sales", "billing", "shipping"]',
    });
    expect(dataOf(outputs.labels)).toMatchObject([{ label: "billing" }, {}, {}]);
    expect(textOf(outputs.text)).toMatch(/^billing \(\d+%\)/);
  });

  it("labels of one's own are chosen for each row of a table, which its other cells name", async () => {
    const { outputs } = await callExpert("zero-shot-classification", {
      text: "id,customer,message\n7,Ann,I was charged twice this month.\n8,Ben,Where is my parcel? It should be here, I think.",
      labels: "billing;delivery",
    });
    expect(dataOf(outputs.labels)).toMatchObject([
      { label: "billing", title: "7 Ann", text: "I was charged twice this month." },
      { label: "delivery", title: "8 Ben", text: "Where is my parcel? It should be here, I think." },
    ]);
    expect(textOf(outputs.text).split("\n")[0]).toBe("2 entries: 1 billing and 1 delivery.");
  });

  it("each entry has its language", async () => {
    const { outputs } = await callExpert("language-identification", {
      text: "1) Muito obrigado pela ajuda de vocês\n2) Tack så mycket för hjälpen\n3) 48 213",
    });
    expect(dataOf(outputs.labels)).toMatchObject([
      { label: "pt", name: "Portuguese", text: "Muito obrigado pela ajuda de vocês" },
      { label: "sv", name: "Swedish", text: "Tack så mycket för hjälpen" },
      { label: "und", score: 0, text: "48 213" },
    ]);
    expect(textOf(outputs.language)).toContain("3 entries: 1 Portuguese, 1 Swedish and 1 undetermined.");
  });

  it("of many entries the first hundred are labelled, which a note says", async () => {
    const { outputs, notes } = await callExpert("language-identification", {
      text: Array.from({ length: 130 }, (_, at) => `- This is the remark with number ${at}`).join("\n"),
    });
    expect(dataOf(outputs.labels)).toHaveLength(100);
    expect(notes).toEqual(["Of 130 entries the first 100 were labelled."]);
  });

  it("one label alone is refused", async () => {
    const call = callExpert("zero-shot-classification", { text: "Hello there", labels: "greeting" });
    expect(await failureCode(call)).toBe("unsupported-input");
  });

  it.each([["x"], ["12345 67.89"], ["👍👍 !!!"], ["HF-20871"], ["+44 20 7946 0958"]])(
    "%j is in no language that can be told",
    async (text) => {
      const { outputs, notes } = await callExpert("language-identification", { text });
      expect(textOf(outputs.language)).toBe("undetermined");
      expect(dataOf(outputs.labels)).toEqual([{ label: "und", name: "undetermined", score: 0 }]);
      expect(notes).toHaveLength(1);
    },
  );
});
