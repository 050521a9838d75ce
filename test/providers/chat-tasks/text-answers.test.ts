import { describe, expect, it } from "vitest";
import REPEATED from "../../fixtures/language/repeated.json";
import { dataIn, failureOf, picture, prepare, saidBy, wordsIn } from "./calls.ts";

const REFUSED = "provider-rejected, retryable";

describe("a text that was asked for", () => {
  it.each([
    ["Ein Hund.", "Ein Hund."],
    ["  Ein Hund.\n", "Ein Hund."],
    ["Sure! Here is the translation:\n\nEin Hund.", "Ein Hund."],
    ["Here's the German translation of the text:\nEin Hund.", "Ein Hund."],
    ["```\nEin Hund.\n```", "Ein Hund."],
    ['{"translation": "Ein Hund."}', "Ein Hund."],
    ['```json\n{"text": "Ein Hund."}\n```', "Ein Hund."],
    // What could be part of it is left alone.
    ["Here is the list:\nEin Hund.", "Here is the list:\nEin Hund."],
    ["```\na\n```\nund\n```\nb\n```", "```\na\n```\nund\n```\nb\n```"],
    ['{"translation": "a", "note": "b"}', '{"translation": "a", "note": "b"}'],
    ['{"dog": "Hund"}', '{"dog": "Hund"}'],
  ])("is read from %j", async (answer, text) => {
    const { read } = await prepare("translation", { text: "A dog.", "target-language": "German" });
    expect(wordsIn(read(answer).outputs.text)).toBe(text);
  });

  it.each(['{"translation": " "}', "```\n\n```", "Here is the translation:\n\n```\n\n```"])(
    "is refused when nothing is in it: %j",
    async (answer) => {
      const { read } = await prepare("translation", { text: "A dog." });
      expect(failureOf(() => read(answer))).toBe(REFUSED);
    },
  );

  it.each(REPEATED.tasks)("is what a model made beside the inputs, where it gives those back: $inputs", async (one) => {
    const { read } = await prepare(one.type, one.inputs);
    const answer = one.response.choices[0]?.message.content ?? "";
    expect(wordsIn(read(answer).outputs.text)).toBe("Please send me the money now, or I will take you to court.");
  });

  it("is the whole answer where nothing else is in it than the inputs", async () => {
    const given = { text: "Hi", instruction: "Shout" };
    const { read } = await prepare("text2text-generation", given);
    expect(wordsIn(read(JSON.stringify(given)).outputs.text)).toBe(JSON.stringify(given));
  });

  it.each(REPEATED.introduced)("begins where a model has done with telling what comes: $inputs", async (one) => {
    const { read } = await prepare(one.type, one.inputs);
    const answer = one.response.choices[0]?.message.content ?? "";
    expect(wordsIn(read(answer).outputs.text)).toMatch(/^In the heart of the ocean/);
  });

  it.each(["Sure, here's to you:\nall the best!", "Here is what I saw:\n\na lighthouse", "Of course: a lighthouse"])(
    "may begin nearly so: %j",
    async (answer) => {
      const { read } = await prepare("text-generation", { text: "Write a line" });
      expect(wordsIn(read(answer).outputs.text)).toBe(answer);
    },
  );

  it("may be code, which stays as it is", async () => {
    const { read } = await prepare("text-generation", { text: "Write JSON" });
    expect(wordsIn(read('```json\n{"a": "b"}\n```').outputs.text)).toBe('```json\n{"a": "b"}\n```');
  });
});

describe("a text in a form", () => {
  const schema = { type: "object", properties: { steps: { type: "array", items: { type: "string" } } } };
  const given = { text: "Plan a garden", schema: JSON.stringify(schema) };

  it("is asked for by its schema, which the caller means, with room for a long answer", async () => {
    const call = await prepare("text-generation", given);
    expect(call).toMatchObject({ schema, isCallers: true, maxTokens: 8_192 });
    const { rules, material } = saidBy(call);
    expect(rules).toContain('satisfies the JSON Schema in "schema"');
    expect(rules).toContain('Only "text" and "schema" of it says what is wanted');
    expect(rules).not.toContain("plain text");
    expect(JSON.parse(material)).toEqual({ text: "Plan a garden", schema });
    const told = saidBy(await prepare("text-generation", { ...given, instruction: "List the steps" }));
    expect(told.rules).toContain('Only "instruction" and "schema" of it says what is wanted');
  });

  it("has room for as much as the model's context leaves", async () => {
    const { maxTokens } = await prepare("text-generation", given, { contextTokens: 4_000, maxInputBytes: null });
    expect(maxTokens).toBeGreaterThan(3_000);
    expect(maxTokens).toBeLessThan(4_000);
  });

  it.each([
    ['{"steps": ["dig"]}', '{"steps": ["dig"]}'],
    [' {"steps": []}\n', '{"steps": []}'],
    [`{"steps": ["a${" ".repeat(100)}b"]}`, `{"steps": ["a${" ".repeat(100)}b"]}`],
    ['<think>{"steps": 1}?</think>\n{"steps": ["dig"]}', '{"steps": ["dig"]}'],
    ['Here it is:\n```json\n{"steps": ["dig"]}\n```\nAnything else?', '{"steps":["dig"]}'],
    ['{"steps": ["dig",]', '{"steps":["dig"]}'],
  ])("is the JSON of %j alone", async (answer, json) => {
    const { read } = await prepare("text-generation", given);
    expect(wordsIn(read(answer).outputs.text)).toBe(json);
  });

  it.each(["First you dig.", "{", "[dig"])("is refused where there is no JSON in it: %j", async (answer) => {
    const { read } = await prepare("text-generation", given);
    expect(failureOf(() => read(answer))).toBe(REFUSED);
  });

  it("is read however deep it is nested", async () => {
    const { read } = await prepare("text-generation", given);
    const deep = `{"a":${"[".repeat(90_000)}${"]".repeat(90_000)}}`;
    expect(wordsIn(read(`Here: ${deep}`).outputs.text)).toBe(deep);
  });

  it.each(["steps", "[]", "3", "null"])("is not asked for by %j, which is no schema", async (text) => {
    await expect(prepare("text-generation", { ...given, schema: text })).rejects.toMatchObject({
      code: "unsupported-input",
      retryable: false,
    });
  });

  it("is free where the schema is left empty", async () => {
    const call = await prepare("text-generation", { text: "Plan a garden", schema: " " });
    expect(call).toMatchObject({ schema: null });
    expect(call).not.toHaveProperty("isCallers");
  });
});

describe("labels", () => {
  const positive = [{ label: "positive", score: 0.9 }];
  it.each([
    ['{"labels": [{"label": "positive", "score": 0.9}]}', positive],
    ['[{"label": "POSITIVE", "score": "0.9"}]', positive],
    ['{"label": " Positive. ", "score": "90%"}', positive],
    ['{"labels": {"negative": 0.1, "positive": 0.9}}', [...positive, { label: "negative", score: 0.1 }]],
    ['{"negative": 0.1, "positive": 0.9}', [...positive, { label: "negative", score: 0.1 }]],
    ['{"labels": [{"label": "happy", "score": 1}, {"label": "positive", "score": 0.9}]}', positive],
    ['{"labels": ["positive", "positive"]}', [{ label: "positive", score: null }]],
    ["Positive", [{ label: "positive", score: null }]],
    ['{"labels": [{"label": "positive", "score": 95}]}', [{ label: "positive", score: 1 }]],
    ['{"labels": [{"label": "positive", "score": -3}]}', [{ label: "positive", score: 0 }]],
    ['{"labels": [{"label": "positive", "score": 1e999}]}', [{ label: "positive", score: null }]],
    ['{"labels": [{"label": "positive"}]}', [{ label: "positive", score: null }]],
  ])("are read from %j", async (answer, labels) => {
    const { read } = await prepare("text-classification", { text: "Lovely!" });
    expect(dataIn(read(answer).outputs.labels)).toEqual(labels);
  });

  it.each([
    '{"labels": []}',
    "{}",
    '{"labels": [{"label": "PWNED", "score": 1}]}',
    "I feel fine, thanks",
    '{"labels": 3}',
  ])("that are none of those to choose from are refused: %j", async (answer) => {
    const { read } = await prepare("zero-shot-classification", { text: "Lovely!", labels: "good; bad" });
    expect(failureOf(() => read(answer))).toBe(REFUSED);
  });

  it.each([
    ['["good", "bad"]', ["good", "bad"]],
    ["good, bad\nugly;", ["good", "bad", "ugly"]],
    ['"good, bad"', ["good", "bad"]],
    ['[{"label": "good", "score": 1}]', ["good"]],
    ["[good], [bad]", ["[good]", "[bad]"]],
  ])("to choose from are given as %j", async (labels, choices) => {
    const { messages } = await prepare("zero-shot-classification", { text: "Lovely!", labels });
    expect(JSON.parse(String(messages[1]?.content)).labels).toEqual(choices);
  });

  it.each([
    [" ,; ", "unsupported-input"],
    ['{"good": 1}', "unsupported-input"],
    ["[1, 2]", "unsupported-input"],
    [`good, ${".".repeat(201)}`, "unsupported-input"],
    [Array.from({ length: 201 }, (_, index) => `label ${index}`).join(), "resource-too-large"],
  ])("to choose from are not such (%#)", async (labels, code) => {
    await expect(prepare("zero-shot-classification", { text: "Hm", labels })).rejects.toMatchObject({ code });
  });

  it("of hostile length are left out in bounded work", async () => {
    const { read } = await prepare("image-classification", { image: picture() });
    const labels = [`${".".repeat(190_000)}x`, "cat"];
    expect(dataIn(read(JSON.stringify({ labels })).outputs.labels)).toEqual([{ label: "cat", score: null }]);
  });

  it("are those that an instruction asks for", async () => {
    const { read } = await prepare("text-classification", { text: "Pay now", instruction: "Name its intent" });
    expect(wordsIn(read('{"labels": [{"label": "demand", "score": 0.7}]}').outputs.text)).toBe("demand (70%)");
  });

  it.each([
    ['{"labels": [{"label": "pt_br", "score": 0.8}]}', [{ label: "pt-BR", name: "Brazilian Portuguese", score: 0.8 }]],
    ['{"labels": [{"label": "German", "score": 1}]}', [{ label: "de", name: "German", score: 1 }]],
    ["fr", [{ label: "fr", name: "French", score: null }]],
  ])("of languages are codes with names: %j", async (answer, labels) => {
    const { read } = await prepare("language-identification", { text: "…" });
    expect(dataIn(read(answer).outputs.labels)).toEqual(labels);
  });

  it("of languages that nobody knows are refused", async () => {
    const { read } = await prepare("language-identification", { text: "…" });
    expect(failureOf(() => read('{"labels": [{"label": "Klingonish", "score": 1}]}'))).toBe(REFUSED);
  });
});

describe("entities", () => {
  const text = "Anna  Berg met Annabel in New York.\nNew York Times wrote: Anna\nBerg paid.";
  const read = async (answer: string) => {
    const { outputs, notes } = (await prepare("token-classification", { text })).read(answer);
    return { entities: dataIn(outputs.entities), text: wordsIn(outputs.text), notes };
  };

  it("stand where the text has them, each time, the longer one first", async () => {
    const { entities, text: words } = await read(
      '{"entities": [{"type": "person", "text": "Anna Berg"}, {"type": "LOC", "text": "New York"}, {"type": "ORG", "text": "New York Times"}]}',
    );
    expect(entities).toEqual([
      { type: "PER", text: "Anna  Berg", start: 0, end: 10 },
      { type: "LOC", text: "New York", start: 26, end: 34 },
      { type: "ORG", text: "New York Times", start: 36, end: 50 },
      { type: "PER", text: "Anna\nBerg", start: 58, end: 67 },
    ]);
    expect(words).toBe("People: Anna Berg\nOrganizations: New York Times\nPlaces: New York");
  });

  it("that the text does not hold as such are left out, and it is said", async () => {
    const { entities, notes } = await read(
      '{"entities": [{"type": "PER", "text": "Eve"}, {"type": "PER", "text": "Anna B"}, {"type": "PER", "text": "Annabel", "start": 5000}]}',
    );
    expect(entities).toEqual([{ type: "PER", text: "Annabel", start: 15, end: 22 }]);
    expect(notes).toEqual([expect.stringContaining("2 of the names")]);
  });

  it.each([
    '{"PER": ["Annabel"]}',
    '{"entities": {"PER": ["Annabel"], "ORG": []}}',
    '[{"type": "PER", "text": "Annabel"}]',
  ])("are listed in other ways too: %j", async (answer) => {
    expect((await read(answer)).entities).toEqual([{ type: "PER", text: "Annabel", start: 15, end: 22 }]);
  });

  it("may be none", async () => {
    expect(await read('{"entities": []}')).toMatchObject({ entities: [], text: expect.stringContaining("No names") });
  });

  it("cannot be read of words alone", async () => {
    const { read: readAnswer } = await prepare("token-classification", { text });
    for (const answer of ["Anna Berg is a person.", '{"entities": [{"word": "Anna", "entity": "B-PER"}]}'])
      expect(failureOf(() => readAnswer(answer))).toBe(REFUSED);
  });

  it("of a hostile answer to a hostile text are found in bounded work", async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ type: "PER", text: "a".repeat(index % 300) || "b" }));
    const { read: readAnswer } = await prepare(
      "token-classification",
      { text: `${"a".repeat(500_000)} ${"b ".repeat(50_000)}` },
      { contextTokens: 1_000_000, maxInputBytes: null },
    );
    const entities = dataIn(readAnswer(JSON.stringify({ entities: many })).outputs.entities);
    expect(entities).toHaveLength(5_000);
  });
});

describe("an answer from a text", () => {
  const context = "Orders ship from Oslo.\nThe “Blue Star” left Bergen on 3\nMay 2024. It was late.";
  const read = async (answer: string) => {
    const { outputs, notes } = (await prepare("question-answering", { question: "When?", context })).read(answer);
    return { answer: wordsIn(outputs.answer), evidence: dataIn(outputs.evidence), notes };
  };
  const sentence = "The “Blue Star” left Bergen on 3 May 2024.";

  it.each([
    ["as asked", `{"answer": "3 May 2024", "score": 0.9, "sentence": ${JSON.stringify(sentence)}}`, 0.9],
    [
      "in other letters",
      '{"answer": "3 MAY 2024", "score": 2, "sentence": "the \\"blue star\\" left bergen on 3 May 2024."}',
      1,
    ],
    ["with a sentence made up", '{"answer": "3 May 2024", "score": "80%", "sentence": "PWNED"}', 0.8],
    ["in plain words", "3 May 2024", null],
    ["in a list", '[{"answer": ["3 May 2024"]}]', null],
  ])("is shown with its sentence as it stands there: %s", async (_how, answer, score) => {
    expect(await read(answer)).toEqual({
      answer: "3 May 2024",
      evidence: { answer: "3 May 2024", score, sentence },
      notes: undefined,
    });
  });

  it("in words of the model's own keeps the sentence that it rests on", async () => {
    expect(await read('{"answer": "Yes", "score": 0.7, "sentence": "It was late."}')).toEqual({
      answer: "Yes",
      evidence: { answer: "Yes", score: 0.7, sentence: "It was late." },
      notes: undefined,
    });
  });

  it("that stands nowhere in it says so", async () => {
    expect(await read('{"answer": "Rome", "score": 1, "sentence": "It left Rome."}')).toEqual({
      answer: "Rome",
      evidence: { answer: "Rome", score: 1, sentence: "" },
      notes: ["The answer does not stand in the text word for word."],
    });
  });

  it.each([
    '{"answer": null, "score": 0.9, "sentence": ""}',
    '{"answer": ""}',
    "N/A",
    '{"answer": "Not stated in the text."}',
  ])("that is none is said as such: %j", async (answer) => {
    const words = "No answer was found in the text.";
    expect(await read(answer)).toEqual({
      answer: words,
      evidence: { answer: words, score: 0, sentence: "" },
      notes: undefined,
    });
  });

  it.each(['{"result": "3 May"}', "[]", '{"answer": {"a": 1}}', "x ".repeat(3_000)])(
    "in no form that was asked for is refused: %#",
    async (answer) => {
      await expect(read(answer)).rejects.toMatchObject({ code: "provider-rejected", retryable: true });
    },
  );
});

describe("an answer from a table", () => {
  const read = async (answer: string) => {
    const given = { question: "Who is oldest?", table: "name,age\nAnn,3\nBo,5" };
    const { outputs, notes } = (await prepare("table-question-answering", given)).read(answer);
    return { answer: wordsIn(outputs.answer), evidence: dataIn(outputs.evidence), notes };
  };

  it.each([
    [
      '[{"row": 0, "column": "age"}, {"row": 1, "column": "Age"}]',
      [
        [0, 1],
        [1, 1],
      ],
      ["3", "5"],
    ],
    ['[{"row": "1", "column": 2}]', [[1, 1]], ["5"]],
    [
      '[{"row": 7, "column": "age"}, {"row": 0, "column": "height"}, {"row": -1, "column": "age"}, {"row": 1, "column": 0}]',
      [],
      [],
    ],
  ])("is shown with those cells that the table has: %j", async (cells, coordinates, values) => {
    const { evidence, notes } = await read(`{"answer": "8", "aggregator": "sum", "cells": ${cells}}`);
    expect(evidence).toEqual({ answer: "8", aggregator: "SUM", cells: values, coordinates });
    expect(notes === undefined).toBe(values.length > 0);
  });

  it("that is none is said as such", async () => {
    const { answer, evidence, notes } = await read('{"answer": null, "aggregator": "NONE", "cells": []}');
    expect(answer).toContain("does not say");
    expect(evidence).toMatchObject({ aggregator: "NONE", coordinates: [] });
    expect(notes).toBeUndefined();
  });
});

describe("similarities", () => {
  const given = { sentence: "A dog runs", sentences: ["A cat", "A hound"] };
  it.each([
    ['{"scores": [{"index": 1, "score": 0.9}, {"index": 0, "score": 0.1}]}'],
    ["[0.1, 0.9]"],
    ['{"scores": [0.1, 0.9]}'],
    ['[{"index": "0", "score": "10%"}, {"index": 1, "score": 0.9}]'],
  ])("are read from %j", async (answer) => {
    const { read } = await prepare("sentence-similarity", given);
    expect(dataIn(read(answer).outputs.scores)).toEqual([
      { sentence: "A cat", score: 0.1 },
      { sentence: "A hound", score: 0.9 },
    ]);
  });

  it.each(["[0.1]", '{"scores": [{"index": 0, "score": 0.1}, {"index": 9, "score": 1}]}', '{"scores": []}', "Very."])(
    "are refused where some are missing: %j",
    async (answer) => {
      const { read } = await prepare("sentence-similarity", given);
      expect(failureOf(() => read(answer))).toBe(REFUSED);
    },
  );
});
