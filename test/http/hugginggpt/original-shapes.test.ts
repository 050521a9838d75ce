import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { originalResults, originalTask } from "../../../src/http/hugginggpt/original-shapes.ts";
import type { WireTask } from "../../../src/http/schemas/plan.ts";
import type { ResourceView, RunView, TaskView } from "../../../src/http/schemas/views.ts";

const PHOTO = `res_${"1".repeat(56)}`;
const pathOf = (id: string): string | null => (id === PHOTO ? "/images/photo.png" : null);
const wire = (task: string, args: WireTask["args"], dep = [-1], id = 0): WireTask => ({ task, id, dep, args });

describe("a task as HuggingGPT's server writes it", () => {
  it.each<[string, WireTask, object]>([
    ["files by their paths", wire("image-to-text", { image: PHOTO }), { args: { image: "/images/photo.png" } }],
    [
      "what another makes",
      wire("summarization", { text: "<resource>-0" }, [0], 1),
      { args: { text: "<GENERATED>-0" } },
    ],
    [
      "one of several outputs",
      wire("summarization", { text: "<resource>-0.text" }),
      { args: { text: "<GENERATED>-0" } },
    ],
    [
      "several values",
      wire("x", { text: ["<resource>-0", "<resource>-1"] }),
      { args: { text: "<GENERATED>-0,<GENERATED>-1" } },
    ],
    [
      "a literal that looks like a reference",
      wire("x", { text: { literal: "<resource>-0" } }),
      { args: { text: "<resource>-0" } },
    ],
    ["numbers and lists as text", wire("x", { n: 2, labels: ["a", "b"] }), { args: { n: "2", labels: "a,b" } }],
    ["its name for poses", wire("pose-detection", {}), { task: "openpose-control" }],
    [
      "a question",
      wire("question-answering", { question: "Who?", context: "c" }),
      { args: { text: "Who?", context: "c" } },
    ],
    ["no argument twice", wire("x", { question: "Who?", text: "t" }), { args: { question: "Who?", text: "t" } }],
  ])("has %s", (_, task, expected) => expect(originalTask(task, pathOf)).toMatchObject(expected));
});

const file = (kind: ResourceView["kind"], mediaType: string): ResourceView => ({
  ...{ id: PHOTO, name: "a file", kind, mediaType, bytes: 1, sha256: "", createdAt: "", urlExpiresAt: "" },
  url: `http://localhost/v1/resources/${PHOTO}?t=00000000000a11ce&expires=1800000000&signature=${"a".repeat(32)}`,
});
const SIGNED = `${PHOTO}-00000000000a11ce-1800000000-${"a".repeat(32)}`;

function done(type: string, outputs: TaskView["outputs"], more: Partial<TaskView> = {}): TaskView {
  const attempt = { number: 1, model: "embedded:an/expert", startedAt: "", durationMs: 1 };
  const candidate = { provider: "embedded", model: "an/expert", reason: "Nearest" } as const;
  return {
    ...{ ...wire(type, {}), title: type, status: "succeeded", outputs, attempts: [attempt], candidates: [candidate] },
    ...{ notes: [], usage: { usd: 0, unpricedCalls: 0 }, startedAt: null, endedAt: null },
    ...more,
  };
}

const results = (...tasks: readonly TaskView[]) => {
  const run: Pick<RunView, "tasks"> = { tasks };
  return originalResults(run, { pathOf, ontology: createOntology() });
};

describe("a result as HuggingGPT's server writes it", () => {
  const text = (words: string) => ({ kind: "text", text: words }) as const;
  const data = (json: readonly object[]) => ({ kind: "data", data: json.map((one) => ({ ...one })) }) as const;
  const resource = (kind: ResourceView["kind"], type: string) => ({ kind, resource: file(kind, type) });
  const labels = [{ label: "cat", score: 0.9 }];

  it.each<[string, TaskView["outputs"], unknown]>([
    ["canny-control", { image: resource("image/canny", "image/png") }, { "generated image": `/images/${SIGNED}.png` }],
    ["image-to-image", { image: resource("image", "image/jpeg") }, { "generated image": `/images/${SIGNED}.jpg` }],
    ["image-to-image", { image: resource("image", "image/webp") }, { "generated image": `/images/${SIGNED}.png` }],
    ["text-to-speech", { audio: resource("audio", "audio/flac") }, { "generated audio": `/audios/${SIGNED}.flac` }],
    ["text-to-speech", { audio: resource("audio", "audio/mpeg") }, { "generated audio": `/audios/${SIGNED}.wav` }],
    ["text-to-video", { video: resource("video", "video/mp4") }, { "generated video": `/videos/${SIGNED}.mp4` }],
    ["image-to-text", { text: text("a cat") }, { "generated text": "a cat" }],
    ["automatic-speech-recognition", { text: text("hello") }, { text: "hello" }],
    ["summarization", { text: text("short") }, { response: "short" }],
    ["question-answering", { answer: text("Ada") }, { answer: "Ada" }],
    ["image-classification", { labels: data(labels), text: text("cat") }, labels],
    ["token-classification", { entities: data([]), text: text("none") }, []],
    [
      "object-detection",
      { objects: data(labels), image: resource("image", "image/png") },
      { predicted: labels, "generated image": `/images/${SIGNED}.png` },
    ],
    [
      "image-segmentation",
      { image: resource("image/seg", "image/png"), overlay: resource("image", "image/png") },
      { "generated image": `/images/${SIGNED}.png`, overlay: `/images/${SIGNED}.png` },
    ],
  ])("of %s holds what its clients look for", (type, outputs, expected) => {
    expect(results(done(type, outputs))["0"]?.["inference result"]).toEqual(expected);
  });

  it("names the model and why it was chosen", () => {
    expect(results(done("summarization", {}))["0"]?.["choose model result"]).toEqual({
      id: "an/expert",
      reason: "Nearest",
    });
  });

  it("says why there is none, and that no model was called", () => {
    const error = { code: "no-model", message: "No model can do this", retryable: false } as const;
    const failed = done("text-to-video", {}, { status: "failed", attempts: [], candidates: [], error });
    expect(results(failed)["0"]).toMatchObject({
      "inference result": { error: "No model can do this" },
      "choose model result": "",
    });
  });

  it("has the output that was meant among the arguments of its task", () => {
    const found = done("object-detection", { objects: data(labels), image: resource("image", "image/png") });
    const caption = done("image-to-text", {}, { id: 1, dep: [0], args: { image: "<resource>-0" } });
    const quote = done("text-to-speech", {}, { id: 2, dep: [0], args: { text: "<resource>-0.objects" } });
    expect(results(found, caption, quote)).toMatchObject({
      "1": { task: { args: { image: `/images/${SIGNED}.png` } } },
      "2": { task: { args: { text: JSON.stringify(labels) } } },
    });
  });

  it("has what others made among the arguments of its task", () => {
    const read = done("optical-character-recognition", { text: text("as printed") }, { args: { image: PHOTO } });
    const sum = done("summarization", {}, { id: 1, dep: [0], args: { text: "<resource>-0" } });
    expect(results(read, sum)).toMatchObject({
      "0": { task: { args: { image: "/images/photo.png" }, dep: [-1] } },
      "1": { task: { args: { text: "as printed" }, dep: [0] } },
    });
  });
});
