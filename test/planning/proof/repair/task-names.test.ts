import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import { repairPlan } from "../../../../src/planning/proof/index.ts";
import { nearestType } from "../../../../src/planning/proof/repair/task-names.ts";
import { contextOf } from "../../plans.ts";

const ontology = createOntology();
const anything = (): boolean => true;

/** Names as language models write them, and the task type that each means. */
const MEANT: Readonly<Record<string, string>> = {
  TextToSpeech: "text-to-speech",
  text2speech: "text-to-speech",
  "Text-to-Speech (English)": "text-to-speech",
  "OCR or Image-to-Text": "optical-character-recognition",
  "Token Classification (Named Entity Recognition)": "token-classification",
  "Named Entity Recognizer": "token-classification",
  "Image Captioner": "image-to-text",
  "imge-to-text": "image-to-text",
  summarisaton: "summarization",
  Sumarization: "summarization",
  "Text Summarization Tool": "summarization",
  traslation: "translation",
  Translator: "translation",
  "automatic speech recogntion": "automatic-speech-recognition",
  "Speech Recognizer": "automatic-speech-recognition",
  "Audio Transcription": "automatic-speech-recognition",
  "visual question answer": "visual-question-answering",
  DocumentQA: "document-question-answering",
  "Object Detector": "object-detection",
  "Image Segmenter": "image-segmentation",
  "Sentiment Analyzer": "text-classification",
  "Pose Detector": "pose-detection",
};

/** Names of what no task type does. */
const STRANGERS = [
  "",
  " ",
  "-",
  "()",
  "a",
  "task",
  "weather forecast",
  "send email",
  "web search",
  "calculator",
  "calendar",
  "SQL query",
  "time travel",
  "code review",
  "code generation",
  "mind reading",
  "__proto__",
  "constructor",
  "日本語",
  "🙂",
  "text to speech ".repeat(100),
];

/** Names of conversions that nothing makes: to turn one around, or to change its ends, is no guess. */
const OTHER_DIRECTIONS: readonly (readonly [name: string, not: string])[] = [
  ["Video to Text", "text-to-video"],
  ["Video to Image", "image-to-video"],
  ["Image to Audio", "text-to-speech"],
  ["Speech to Image", "automatic-speech-recognition"],
];

describe("nearestType", () => {
  it.each(Object.entries(MEANT))("takes %s for %s", (name, type) => {
    const nearest = nearestType(name, ontology, anything);
    expect(nearest?.type.name).toBe(type);
    expect(nearest?.certainty).toBeGreaterThan(0.5);
    expect(nearest?.certainty).toBeLessThanOrEqual(1);
  });

  it.each(STRANGERS)("knows nothing like %j", (name) => {
    expect(nearestType(name, ontology, anything)).toBeNull();
  });

  it.each(OTHER_DIRECTIONS)("does not take %s for %s", (name, type) => {
    expect(nearestType(name, ontology, anything)?.type.name).not.toBe(type);
  });

  it("knows every task type by its name with a letter missing", () => {
    const types = ontology.all.filter((type) => type.name.length > 12);
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.nat(), ({ name }, number) => {
        const at = 1 + (number % (name.length - 2));
        const damaged = name.slice(0, at) + name.slice(at + 1);
        const nearest = nearestType(damaged, ontology, anything);
        expect(nearest?.type.name, damaged).toBe(ontology.read(damaged)?.name ?? name);
      }),
    );
  });

  it("prefers the task type that could take what the task was given", () => {
    const toImages = nearestType("classification", ontology, (type) => type.name === "image-classification");
    expect(toImages?.type.name).toBe("image-classification");
    const toSounds = nearestType("classification", ontology, (type) => type.name === "audio-classification");
    expect(toSounds?.type.name).toBe("audio-classification");
  });

  it("answers for any name, with a certainty between 0 and 1", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary", maxLength: 200 })), (name) => {
        const nearest = nearestType(name, ontology, anything);
        if (nearest === null) return;
        expect(nearest.certainty).toBeGreaterThan(0);
        expect(nearest.certainty).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("a renamed task", () => {
  const rename = (name: string, args: unknown): unknown => {
    const repaired = repairPlan([{ task: name, id: 0, args }], contextOf(ontology));
    return repaired.as === "proved" ? repaired : repaired.faults;
  };

  it("is told of, with what was written and how sure it is", () => {
    expect(rename("TextToSpeech", { text: "hello" })).toMatchObject({
      plan: { tasks: [{ id: 0, type: "text-to-speech" }] },
      repairs: [
        {
          kind: "renamed",
          task: 0,
          port: null,
          certainty: 0.9,
          message: 'Task 1: there is no task type "TextToSpeech"; text-to-speech is meant (90% sure)',
        },
      ],
      changed: { nodes: 1, links: 0 },
    });
  });

  it("keeps to what it was given: a detector of an image is no detector of languages", () => {
    expect(rename("Detection Tool", { image: "photo.jpg" })).toMatchObject({
      plan: { tasks: [{ type: "object-detection" }] },
    });
  });

  it("needs no telling when only case, spaces or underscores differ", () => {
    expect(rename("Text_To Speech", { text: "hello" })).toMatchObject({
      plan: { tasks: [{ type: "text-to-speech" }] },
      repairs: [],
      changed: { nodes: 0, links: 0 },
    });
  });
});
