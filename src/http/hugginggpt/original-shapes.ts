import * as z from "zod";
import type { JsonValue } from "../../domain/json.ts";
import { baseKind, fitsAny } from "../../domain/kinds.ts";
import type { ResourceId } from "../../domain/resources.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { parseReference } from "../../planning/index.ts";
import { components } from "../schemas/components.ts";
import type { WireTask } from "../schemas/plan.ts";
import { json } from "../schemas/plan.ts";
import type { RunView, TaskView, ValueView } from "../schemas/views.ts";
import { mediaPathOf } from "./media-names.ts";

const smallTalk = z
  .object({ message: z.string().describe("The answer in plain words; files in it by their paths.") })
  .register(components, { id: "HuggingGptAnswer" });

const task = z
  .object({
    task: z.string(),
    id: z.int(),
    dep: z.array(z.int()).describe("[-1] for none."),
    args: z.record(z.string(), z.string()).describe("`<GENERATED>-N` is what task N makes."),
  })
  .register(components, { id: "HuggingGptTask" });
type OriginalTask = z.output<typeof task>;

z.union([z.array(task), smallTalk]).register(components, {
  id: "HuggingGptPlan",
  description: "The plan, or an answer where none is needed.",
});

const result = z.object({
  task,
  "inference result": json.describe("What the task made, or `error`."),
  "choose model result": z.union([
    z.object({ id: z.string(), reason: z.string() }),
    z.literal("").describe("No model was called."),
  ]),
});
type OriginalResult = z.output<typeof result>;

z.union([smallTalk, z.record(z.string(), result)]).register(components, {
  id: "HuggingGptResults",
  description: "The result of each task by its id, or an answer where no task was needed.",
});

/** The original server's names for task types that it calls otherwise. */
const TASK_NAMES: Readonly<Record<string, string>> = { "pose-detection": "openpose-control" };
/** The original server's names for arguments that it calls otherwise. */
const ARGUMENT_NAMES: Readonly<Record<string, string>> = {
  question: "text",
  sentence: "text1",
  sentences: "text2",
};

/** The path of a file by its id, or null when there is none. */
type PathOf = (id: ResourceId) => string | null;
/** Replaces a file's id or a reference in an argument of a task; null keeps the usual way to write it. */
type Replacement = (text: string, argument: string) => string | null;

/** The task as HuggingGPT's server writes it: arguments are strings, references `<GENERATED>-N`, files their paths. */
export const originalTask = ({ task, id, dep, args }: WireTask, replacement: Replacement): OriginalTask => ({
  task: TASK_NAMES[task] ?? task,
  id,
  dep: [...dep],
  args: Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      argumentName(name, args),
      write(value, (text) => replacement(text, name)),
    ]),
  ),
});

/** The original server's name for an argument, unless another argument of the task has that name. */
function argumentName(name: string, args: WireTask["args"]): string {
  const original = ARGUMENT_NAMES[name];
  return original === undefined || Object.hasOwn(args, original) ? name : original;
}

function write(value: JsonValue, replacement: PathOf): string {
  if (typeof value === "string") {
    const reference = parseReference(value);
    return replacement(value) ?? (reference ? `<GENERATED>-${reference.task}` : value);
  }
  if (Array.isArray(value)) return value.map((item) => write(item, replacement)).join(",");
  if (isLiteral(value)) return typeof value.literal === "string" ? value.literal : JSON.stringify(value.literal);
  return JSON.stringify(value);
}

const isLiteral = (value: JsonValue): value is { readonly literal: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "literal" in value;

/** Task types that the original server had its language model do. */
const ANSWERED_BY_CHAT: ReadonlySet<string> = new Set([
  ...["summarization", "translation", "conversational", "text-generation", "text2text-generation"],
]);
const MEDIA_KEYS: Readonly<Record<string, string>> = {
  image: "generated image",
  audio: "generated audio",
  video: "generated video",
};
/** The original server's keys for outputs that it calls otherwise, by task type and port. */
const KEYS: Readonly<Record<string, string>> = {
  "image-to-text.text": "generated text",
  "object-detection.objects": "predicted",
  "image-segmentation.segments": "predicted",
};
/** Output ports whose value the original server gives as a bare list. */
const LISTS = ["labels", "entities"];

interface ResultContext {
  /** The path of a file by its id, or null for an unknown one. */
  readonly pathOf: PathOf;
  readonly ontology: Ontology;
}

/** The results of a run by the id of the task, as the original server's `/results` gives them. */
export const originalResults = (
  run: Pick<RunView, "tasks">,
  context: ResultContext,
): Readonly<Record<string, OriginalResult>> =>
  Object.fromEntries(
    run.tasks.map((task) => [
      String(task.id),
      {
        task: withResults(task, run.tasks, context),
        "inference result": inferenceResult(task),
        "choose model result": chosenModel(task),
      },
    ]),
  );

/** The task with the outputs of other tasks in place of references to them, where there are any. */
function withResults(
  task: TaskView,
  all: readonly TaskView[],
  { pathOf, ontology }: ResultContext,
): OriginalResult["task"] {
  const made = (text: string, argument: string): string | null => {
    const reference = parseReference(text);
    const outputs = all.find(({ id }) => id === reference?.task)?.outputs ?? {};
    const kinds = ontology.get(task.task)?.inputs.find(({ name }) => name === argument)?.kinds ?? [];
    const port = reference?.output;
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

/** The model that was called last, or whose earlier result it is, with the reason for its rank. */
function chosenModel({ attempts, reused, candidates }: TaskView): OriginalResult["choose model result"] {
  const called = reused?.model ?? attempts.at(-1)?.model;
  const chosen = candidates.find(({ provider, model }) => `${provider}:${model}` === called);
  if (chosen) return { id: chosen.model, reason: chosen.reason };
  return called === undefined ? "" : { id: called.slice(called.indexOf(":") + 1), reason: "" };
}
