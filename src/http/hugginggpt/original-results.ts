import type { JsonValue } from "../../domain/json.ts";
import { baseKind, fitsAny } from "../../domain/kinds.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import type { RunView, TaskView, ValueView } from "../../domain/views.ts";
import { mediaPathOf } from "./media-names.ts";
import { originalTask, type PathOf } from "./original-plan.ts";
import type { OriginalResult } from "./views.ts";

/** What the original had its language model do. */
const ANSWERED_BY_CHAT: ReadonlySet<string> = new Set([
  ...["summarization", "translation", "conversational", "text-generation", "text2text-generation"],
]);
const MEDIA_KEYS: Readonly<Record<string, string>> = {
  image: "generated image",
  audio: "generated audio",
  video: "generated video",
};
/** Outputs that the original has under another key, by task type and port. */
const KEYS: Readonly<Record<string, string>> = {
  "image-to-text.text": "generated text",
  "object-detection.objects": "predicted",
  "image-segmentation.segments": "predicted",
};
/** Where one of these is the result, it is a bare list. */
const LISTS = ["labels", "entities"];

interface Surroundings {
  readonly pathOf: PathOf;
  readonly ontology: Ontology;
}

/** The results of a run by task, as the original's `/results` has them. */
export const originalResults = (
  run: Pick<RunView, "tasks">,
  around: Surroundings,
): Readonly<Record<string, OriginalResult>> =>
  Object.fromEntries(
    run.tasks.map((task) => [
      String(task.id),
      {
        task: withResults(task, run.tasks, around),
        "inference result": inferenceResult(task),
        "choose model result": chosenModel(task),
      },
    ]),
  );

/** The task, with what others made in place of references, as far as they did. */
function withResults(
  task: TaskView,
  all: readonly TaskView[],
  { pathOf, ontology }: Surroundings,
): OriginalResult["task"] {
  const made = (reference: string, argument: string): string | null => {
    const [, id, port] = /^<resource>-(\d+)(?:\.(\S+))?$/.exec(reference) ?? [];
    const outputs = all.find((other) => String(other.id) === id)?.outputs ?? {};
    const kinds = ontology.get(task.task)?.inputs.find(({ name }) => name === argument)?.kinds ?? [];
    const value = port === undefined ? Object.values(outputs).find(({ kind }) => fitsAny(kind, kinds)) : outputs[port];
    return value ? inText(value) : null;
  };
  return originalTask(task, (text, argument) => pathOf(text) ?? made(text, argument));
}

function inferenceResult(task: TaskView): JsonValue {
  if (task.status !== "succeeded") return { error: task.error?.message ?? `The task was ${task.status}` };
  const [first] = Object.entries(task.outputs);
  if (first && LISTS.includes(first[0]) && "data" in first[1]) return first[1].data;
  const result: Record<string, JsonValue> = {};
  for (const [port, value] of Object.entries(task.outputs)) {
    const key = keyOf(task.task, port, value);
    result[Object.hasOwn(result, key) ? port : key] = "data" in value ? value.data : inText(value);
  }
  return result;
}

function keyOf(task: string, port: string, value: ValueView): string {
  const media = "resource" in value ? MEDIA_KEYS[baseKind(value.kind)] : undefined;
  if (media !== undefined) return media;
  return KEYS[`${task}.${port}`] ?? (ANSWERED_BY_CHAT.has(task) && port === "text" ? "response" : port);
}

function inText(value: ValueView): string {
  if ("text" in value) return value.text;
  return "data" in value ? JSON.stringify(value.data) : mediaPathOf(value.resource);
}

/** The model that was called last, and why it stood where it stood. */
function chosenModel({ attempts, candidates }: TaskView): OriginalResult["choose model result"] {
  const called = attempts.at(-1)?.model;
  const chosen = candidates.find(({ provider, model }) => `${provider}:${model}` === called);
  if (chosen) return { id: chosen.model, reason: chosen.reason };
  return called === undefined ? "" : { id: called.slice(called.indexOf(":") + 1), reason: "" };
}
