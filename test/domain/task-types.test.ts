import { describe, expect, it } from "vitest";
import { isKind, type Kind } from "../../src/domain/kinds.ts";
import {
  AREAS,
  BUILT_IN_TASK_TYPES,
  createOntology,
  ontologyOf,
  ownTypesOf,
  type TaskType,
} from "../../src/domain/task-types/index.ts";
import { input, output, taskType } from "../../src/domain/task-types/task-type.ts";

const ontology = createOntology();

/** Table 11 of HuggingGPT (Shen et al. 2023), as printed there, and the pipeline name of each. */
const HUGGINGGPT_TABLE_11: readonly (readonly [string, string])[] = [
  ["Text-CLS", "text-classification"],
  ["Token-CLS", "token-classification"],
  ["Text2text-Generation", "text2text-generation"],
  ["Summarization", "summarization"],
  ["Translation", "translation"],
  ["Question-Answering", "question-answering"],
  ["Conversation", "conversational"],
  ["Text-Generation", "text-generation"],
  ["Tabular-CLS", "tabular-classification"],
  ["Image-to-Text", "image-to-text"],
  ["Text-to-Image", "text-to-image"],
  ["VQA", "visual-question-answering"],
  ["Segmentation", "image-segmentation"],
  ["DQA", "document-question-answering"],
  ["Image-CLS", "image-classification"],
  ["Image-to-image", "image-to-image"],
  ["Object-Detection", "object-detection"],
  // "ControlNet-SD" stands for the family of CONTROLS; its printed example is the canny one.
  ["sd-controlnet-canny", "canny-text-to-image"],
  ["Text-to-Speech", "text-to-speech"],
  ["Audio-CLS", "audio-classification"],
  ["ASR", "automatic-speech-recognition"],
  ["Audio-to-Audio", "audio-to-audio"],
  ["Text-to-Video", "text-to-video"],
  ["Video-CLS", "video-classification"],
];

/** X of `X-control` and `X-text-to-image`: the kind of the map, and the name of the task that draws it. */
const CONTROLS: readonly (readonly [string, Kind, string])[] = [
  ["canny", "image/canny", "canny-control"],
  ["hed", "image/hed", "hed-control"],
  ["mlsd", "image/mlsd", "mlsd-control"],
  ["normal", "image/normal", "normal-control"],
  ["openpose", "image/pose", "pose-detection"],
  ["depth", "image/depth", "depth-estimation"],
  ["scribble", "image/scribble", "scribble-control"],
  ["seg", "image/seg", "image-segmentation"],
];

/** Table 4 of HIVE (the tasks of MUSE), as printed there. */
const HIVE_TABLE_4: readonly (readonly [string, string])[] = [
  ["Automatic Speech Recognition", "automatic-speech-recognition"],
  ["Text to Speech", "text-to-speech"],
  ["Text to Image", "text-to-image"],
  ["Image Captioning", "image-to-text"],
  ["Object Detection", "object-detection"],
  ["Visual Question Answering", "visual-question-answering"],
  ["Depth Estimation", "depth-estimation"],
  ["Translation from xx to yy", "translation"],
  ["Answer based on Context", "question-answering"],
  ["Open QA", "open-question-answering"],
  ["Table QA", "table-question-answering"],
  ["Abstractive Summarisation", "summarization"],
  ["Text Generation", "text-generation"],
  ["Text Classification", "text-classification"],
  ["Named Entity Recognition", "token-classification"],
];

const EXTRAS = [
  "feature-extraction",
  "sentence-similarity",
  "zero-shot-classification",
  "zero-shot-image-classification",
  "table-question-answering",
  "image-to-video",
  "optical-character-recognition",
  "language-identification",
  "image-editing",
  "code-execution",
  "chart-drawing",
];

describe("the ontology has", () => {
  it.each(HUGGINGGPT_TABLE_11)("%s of HuggingGPT's Table 11, as %s", (printed, name) => {
    expect(ontology.get(name)?.name).toBe(name);
    expect(ontology.read(printed)?.name).toBe(name);
  });

  it("all 24 of that table, each once", () => {
    expect(new Set(HUGGINGGPT_TABLE_11.map(([, name]) => name)).size).toBe(24);
  });

  it.each(CONTROLS)("the control %s: a task that draws %s, and one that paints by it", (name, kind, detector) => {
    const draws = ontology.get(detector);
    expect(draws?.inputs.map(({ kinds }) => kinds)).toEqual([["image"]]);
    expect(draws?.outputs[0]?.kinds).toEqual([kind]);
    expect(ontology.read(`${name}-control`)).toBe(draws);
    const paints = ontology.get(`${name}-text-to-image`);
    expect(paints?.inputs.map(({ kinds }) => kinds)).toEqual([["text"], [kind]]);
    expect(paints?.outputs.map(({ kinds }) => kinds)).toEqual([["image"]]);
  });

  it.each(HIVE_TABLE_4)("%s of HIVE's Table 4, as %s", (printed, name) => {
    expect(ontology.get(name)?.name).toBe(name);
    expect(ontology.read(printed)?.name).toBe(name);
  });

  it.each(EXTRAS)("%s", (name) => {
    expect(ontology.get(name)?.name).toBe(name);
  });
});

describe("the ontology reads", () => {
  it.each([
    ["pose-text-to-image", "openpose-text-to-image"],
    ["Control_Canny", "canny-control"],
    ["  image captioning ", "image-to-text"],
    ["OCR", "optical-character-recognition"],
  ])("%j as %s", (spelling, name) => {
    expect(ontology.read(spelling)?.name).toBe(name);
  });

  it.each(["", "error", "constructor", "image", "canny-control-control"])("no task type from %j", (spelling) => {
    expect(ontology.read(spelling)).toBeUndefined();
  });

  it("no other spelling where the exact name is asked for", () => {
    expect(ontology.get("ocr")).toBeUndefined();
    expect(ontology.get("Summarization")).toBeUndefined();
  });
});

describe.each(BUILT_IN_TASK_TYPES.map((type): [string, TaskType] => [type.name, type]))("%s", (_, type) => {
  it("has a name, an area, a description and a time limit", () => {
    expect(type.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(AREAS).toContain(type.area);
    expect(type.description).not.toBe("");
    expect(type.timeoutMs).toBeGreaterThan(0);
  });

  it("has ports that are named, of known kinds, and documented", () => {
    expect(type.inputs.length).toBeGreaterThan(0);
    expect(type.outputs.length).toBeGreaterThan(0);
    for (const port of [...type.inputs, ...type.outputs]) {
      expect(port.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(port.kinds.length).toBeGreaterThan(0);
      expect(port.kinds.filter((kind) => !isKind(kind))).toEqual([]);
      expect(port.description).not.toBe("");
    }
  });

  it("has outputs of exactly one kind each, under names of their own", () => {
    for (const port of type.outputs) expect(port.kinds).toHaveLength(1);
    expect(new Set(type.outputs.map(({ name }) => name)).size).toBe(type.outputs.length);
  });

  it("has inputs whose names and other spellings each mean one of them", () => {
    const spellings = type.inputs.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(spellings.filter((spelling, index) => spellings.indexOf(spelling) !== index)).toEqual([]);
  });

  it("is read by its name and every other spelling", () => {
    for (const spelling of [type.name, ...type.aliases]) expect(ontology.read(spelling)).toBe(type);
  });
});

describe("a deployment's own task type", () => {
  const own = (name: string, aliases: readonly string[] = []): TaskType =>
    taskType(name, {
      area: "language",
      description: "Guess a mood",
      inputs: [input("text", "text")],
      outputs: [output("text", "text")],
      aliases,
    });

  it("is read like any other, and joins none of the deployments beside it", () => {
    const mine = createOntology([own("mood", ["guess-mood"])]);
    expect(mine.read("Guess Mood")?.name).toBe("mood");
    expect(mine.all).toHaveLength(ontology.all.length + 1);
    expect(createOntology().get("mood")).toBeUndefined();
  });

  it("is none of those that the planner was trained with, however a deployment narrows these", () => {
    const narrowed = BUILT_IN_TASK_TYPES.map((type) => ({ ...type, inputs: type.inputs.slice(0, 1) }));
    expect(ownTypesOf(ontologyOf([...narrowed, own("mood")])).map(({ name }) => name)).toEqual(["mood"]);
  });

  it.each([
    ["a name that is taken", [own("translation")]],
    ["another's other spelling", [own("ocr")]],
    ["a spelling that is taken", [own("mood", ["OCR"])]],
    ["one of its own brothers", [own("mood"), own("moods", ["mood"])]],
  ])("may not claim %s", (_, types) => {
    expect(() => createOntology(types)).toThrow(/both claim the name/);
  });
});
