import { describe, expect, it } from "vitest";
import { BUILT_IN_TASK_TYPES } from "../../../src/domain/task-types/index.ts";
import { RECIPES } from "../../../src/providers/huggingface/tasks/index.ts";
import {
  callModel,
  callsOf,
  csv,
  data,
  failureOf,
  type GivenInputs,
  outputsOf,
  pdf,
  picture,
  sound,
  TOKEN,
  words,
} from "./calls.ts";

const PNG_FILE = { mediaType: "image/png", bytes: 308 };
const WAV_FILE = { mediaType: "audio/wav", bytes: 3_244 };
const LABELS = {
  labels: [
    { label: "[fake] first", score: 0.75 },
    { label: "[fake] second", score: 0.25 },
  ],
  text: "[fake] first (75%), [fake] second (25%)",
};

describe("a model that only goes on with a text", () => {
  it("is not asked for a form, which it cannot be held to", async () => {
    const given = { text: words("Once"), schema: data({ type: "object" }) };
    const failed = await failureOf(callModel("hf-inference/text-generation.form", "text-generation", given));
    expect(failed).toMatchObject({ code: "unsupported-input", retryable: false });
    expect(await callsOf("hf-inference/text-generation.form")).toEqual([]);
  });
});

describe("the table of ways", () => {
  it("has no task type that the ontology does not have", () => {
    const known = BUILT_IN_TASK_TYPES.map(({ name }) => name);
    expect([...RECIPES.keys()].filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("a task at hf-inference", () => {
  it.each<[string, string, GivenInputs, unknown]>([
    ["text-classification", "text-classification", { text: words("Good.") }, LABELS],
    [
      "language-identification",
      "text-classification",
      { text: words("Good.") },
      {
        labels: [
          { label: "[fake] first", name: "[fake] first", score: 0.75 },
          { label: "[fake] second", name: "[fake] second", score: 0.25 },
        ],
        language: "[fake] first",
      },
    ],
    [
      "token-classification",
      "token-classification",
      // The offsets of the answer count code points; the picture is two UTF-16 units.
      { text: words("😀 Ada lives in London.") },
      {
        entities: [
          { type: "PER", text: "Ada", start: 3, end: 6, score: 0.99 },
          { type: "LOC", text: "London", start: 16, end: 22, score: 0.9 },
        ],
        text: "Ada (PER); London (LOC)",
      },
    ],
    [
      "question-answering",
      "question-answering",
      { question: words("Where?"), context: words("It is far. Is Mars near? No.") },
      { answer: "Mars", evidence: { answer: "Mars", score: 0.9, sentence: "Is Mars near?" } },
    ],
    [
      "zero-shot-classification",
      "zero-shot-classification",
      { text: words("Refund me"), labels: data(["refund", "other"]) },
      {
        labels: [
          { label: "refund", score: 1 / 2 },
          { label: "other", score: 1 / 3 },
        ],
        text: "refund (50%), other (33%)",
      },
    ],
    ["summarization", "summarization", { text: words("Long.") }, { text: "[fake] A summary." }],
    ["translation", "translation", { text: words("Hi.") }, { text: "[fake] Eine Übersetzung." }],
    ["text-generation", "text-generation", { text: words("Once") }, { text: "[fake] and so on." }],
    ["feature-extraction", "feature-extraction", { text: words("A") }, { embedding: [0.6, 0.8, 0] }],
    ["feature-extraction", "sentence-similarity", { text: words("A") }, { embedding: [0.6, 0.8, 0] }],
    [
      "sentence-similarity",
      "sentence-similarity",
      { sentence: words("A"), sentences: [words("B"), words("C")] },
      {
        scores: [
          { sentence: "B", score: 0.9 },
          { sentence: "C", score: 0.4 },
        ],
        text: "90%: B\n40%: C",
      },
    ],
    [
      "table-question-answering",
      "table-question-answering",
      { table: csv("name,age\nAda,36\n"), question: words("How old?") },
      {
        answer: "AVERAGE > 1",
        evidence: { answer: "AVERAGE > 1", aggregator: "AVERAGE", cells: ["1"], coordinates: [[0, 1]] },
      },
    ],
    [
      "tabular-classification",
      "tabular-classification",
      { table: csv("a,b\n1,2\n3,4\n5,6\n") },
      {
        labels: [
          { row: 1, label: "1" },
          { row: 2, label: "0" },
          { row: 3, label: "1" },
        ],
        text: "Rows by label: 2 × 1, 1 × 0",
      },
    ],
    ["image-classification", "image-classification", { image: picture }, LABELS],
    [
      "zero-shot-image-classification",
      "zero-shot-image-classification",
      { image: picture, labels: words("a, b") },
      LABELS,
    ],
    [
      "object-detection",
      "object-detection",
      { image: picture },
      {
        objects: [
          { label: "[fake] dog", score: 0.9, box: { xmin: 5, ymin: 6, xmax: 7, ymax: 8 } },
          { label: "[fake] cat", score: 0.6, box: { xmin: 1, ymin: 2, xmax: 3, ymax: 4 } },
        ],
        image: { mediaType: "image/png", bytes: expect.any(Number) },
        text: expect.stringContaining("[fake] dog"),
      },
    ],
    [
      "image-segmentation",
      "image-segmentation",
      { image: picture },
      {
        image: { mediaType: "image/png", bytes: expect.any(Number) },
        segments: [
          { label: "[fake] sea", score: 0.95, colour: expect.stringMatching(/^#/) },
          { label: "[fake] sky", score: 0.9, colour: expect.stringMatching(/^#/) },
        ],
        overlay: { mediaType: "image/png", bytes: expect.any(Number) },
        text: expect.stringContaining("[fake] sea"),
      },
    ],
    ["image-to-text", "image-to-text", { image: picture }, { text: "[fake] a picture" }],
    ["image-to-text", "image-to-text.listed", { image: picture }, { text: "[fake] a picture" }],
    ["optical-character-recognition", "image-to-text", { image: picture }, { text: "[fake] a picture" }],
    [
      "visual-question-answering",
      "visual-question-answering",
      { image: picture, question: words("How many?") },
      { answer: "[fake] two", labels: [{ label: "[fake] two", score: 0.8 }] },
    ],
    [
      "document-question-answering",
      "document-question-answering",
      { document: picture, question: words("How much?") },
      { answer: "[fake] $5", evidence: { answer: "[fake] $5", score: 0.8, sentence: null } },
    ],
    ["text-to-image", "text-to-image", { text: words("A cat") }, { image: PNG_FILE }],
    ["image-to-image", "image-to-image", { image: picture }, { image: PNG_FILE }],
    ["image-editing", "image-to-image", { image: picture, text: words("Make it red") }, { image: PNG_FILE }],
    ["canny-text-to-image", "image-to-image", { image: picture, text: words("A house") }, { image: PNG_FILE }],
    ["automatic-speech-recognition", "automatic-speech-recognition", { audio: sound }, { text: "[fake] Hello there." }],
    ["audio-classification", "audio-classification", { audio: sound }, LABELS],
    ["audio-to-audio", "audio-to-audio", { audio: sound }, { audio: WAV_FILE }],
    ["text-to-speech", "text-to-speech", { text: words("Hello.") }, { audio: WAV_FILE }],
  ])("%s by a model for %s", async (taskType, hubTask, inputs, outputs) => {
    const called = await callModel(`hf-inference/${hubTask}`, taskType, inputs);
    expect(await outputsOf(called)).toEqual(outputs);
  });

  it("is asked with the token, the account that pays, and the inputs as they are documented", async () => {
    await callModel(
      "hf-inference/image-to-image.asked",
      "image-editing",
      { image: picture, text: words("Red") },
      { billTo: "my-org" },
    );
    expect(await callsOf("hf-inference/image-to-image.asked")).toMatchObject([
      {
        path: "/hf-inference/models/hf-inference/image-to-image.asked",
        headers: { authorization: `Bearer ${TOKEN}`, "x-hf-bill-to": "my-org" },
        json: { inputs: expect.stringMatching(/^iVBOR/), parameters: { prompt: "Red" } },
      },
    ]);
  });

  it("is sent a picture alone as it is, with its media type", async () => {
    await callModel("hf-inference/image-classification.raw", "image-classification", { image: picture });
    expect(await callsOf("hf-inference/image-classification.raw")).toMatchObject([
      { headers: { "content-type": "image/png" }, bytes: 70 },
    ]);
  });

  it("asks for whole names rather than pieces of words", async () => {
    await callModel("hf-inference/token-classification.whole", "token-classification", { text: words("Ada") });
    expect((await callsOf("hf-inference/token-classification.whole"))[0]?.json).toEqual({
      inputs: "Ada",
      parameters: { aggregation_strategy: "simple" },
    });
  });

  it.each([
    [
      "counted",
      "at most 50 words",
      { inputs: "Long.", parameters: { generate_parameters: { min_length: 1, max_length: 75 } } },
    ],
    ["said", "shorter", { inputs: "Long." }],
  ])("is told the length of a summary where it is a number (%s)", async (mode, length, json) => {
    const model = `hf-inference/summarization.${mode}`;
    await callModel(model, "summarization", { text: words("Long."), length: words(length) });
    expect((await callsOf(model))[0]?.json).toEqual(json);
  });

  it("looks at pictures only: a PDF is refused before anything is sent", async () => {
    const inputs = { document: pdf, question: words("How much?") };
    const model = "hf-inference/document-question-answering.pdf";
    const failed = await failureOf(callModel(model, "document-question-answering", inputs));
    expect(failed).toMatchObject({ code: "unsupported-input", retryable: false });
    expect(await callsOf(model)).toEqual([]);
  });

  it("tells what was measured", async () => {
    const measured = async (task: string, inputs: GivenInputs) =>
      (await callModel(`hf-inference/${task}`, task, inputs)).result;
    expect(await measured("text-to-image", { text: words("A cat") })).toMatchObject({ usage: { images: 1 } });
    expect(await measured("automatic-speech-recognition", { audio: sound })).toMatchObject({ usage: { seconds: 2.5 } });
    expect(await measured("text-to-speech", { text: words("Hello.") })).toMatchObject({ usage: { characters: 6 } });
  });
});

describe("sentence similarity by a model of vectors", () => {
  it("is the cosine, and never below 0", async () => {
    const inputs = { sentence: words("A"), sentences: [words("Also A"), words("B")] };
    const called = await callModel("together/feature-extraction", "sentence-similarity", inputs);
    expect(await outputsOf(called)).toMatchObject({
      scores: [
        { sentence: "Also A", score: expect.closeTo(1) },
        { sentence: "B", score: 0 },
      ],
    });
  });
});
