import * as z from "zod";
import type { Values } from "../domain/events.ts";
import type { JsonValue } from "../domain/json.ts";
import { baseKind } from "../domain/kinds.ts";
import type { Task } from "../domain/plan.ts";
import type { Resource, Value } from "../domain/resources.ts";
import { takenFor } from "../domain/run/sources.ts";
import { givenFiles, type RunState, taskWork } from "../domain/run/state.ts";
import type { Ontology, TaskType } from "../domain/task-types/index.ts";

/** From 0 to 1; null where the model gives none. */
const score = z.number().nullable().default(null);
const foundObject = z.object({
  label: z.string(),
  score,
  box: z
    .object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() })
    .describe("Pixels from the top left."),
  fainter: z.int().optional().describe("How many more of its kind were seen less surely; they are not listed."),
});
const scoredLabel = z.object({
  label: z.string(),
  score: z.number(),
  text: z.string().optional().describe("The entry that has it, of a text that was labelled entry by entry."),
  title: z.string().optional().describe("Tells which entry it is, where something does."),
});
const wordsOrNone = z.string().nullable();
const likeness = z.object({
  sentence: z.string(),
  score: z.number(),
  differences: z
    .array(z.object({ before: wordsOrNone, after: wordsOrNone }))
    .optional()
    .describe("In what it differs from the first text, where both are versions of one: null for what one has not."),
});
const passage = z.object({ text: z.string(), score });
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const table = z.object({ columns: z.array(z.string()), rows: z.array(z.array(cell)) });

const namedFile = z.object({ id: z.string(), name: z.string() });
/** What all results have. */
const about = {
  task: z.int(),
  type: z.string(),
  sources: z.array(namedFile).describe("The files that it tells of: its own, or those that the tasks before it took."),
  files: z.array(namedFile).describe("The files that it made."),
};

/** The result of one task that succeeded: what it found or made, in a form that does not depend on the model that did it. */
export const taskResult = z.discriminatedUnion("is", [
  z.object({
    ...about,
    is: z.literal("answer"),
    question: z.string(),
    answer: z.string().nullable().describe("As the model gave it; null where it found none."),
    score,
    sentence: z.string().nullable().describe("The sentence or line that it stands in."),
    span: z.object({ start: z.int(), end: z.int() }).nullable().describe("Of the answer in the text, in UTF-16 units."),
    passages: z.array(passage).describe("The nearest of the text, where there is no answer."),
    table: table.nullable().describe("The rows that answer a question about a table."),
  }),
  z.object({
    ...about,
    is: z.literal("objects"),
    objects: z.array(foundObject),
  }),
  z.object({ ...about, is: z.literal("labels"), labels: z.array(scoredLabel) }),
  z.object({
    ...about,
    is: z.literal("similarities"),
    sentences: z.array(likeness),
  }),
  z.object({
    ...about,
    is: z.literal("entities"),
    entities: z.array(z.object({ type: z.string(), text: z.string() })),
  }),
  z.object({
    ...about,
    is: z.literal("text"),
    text: z.string().describe("Of a long one the beginning; its whole is among the files."),
  }),
  z.object({ ...about, is: z.literal("data"), data: z.custom<JsonValue>((value) => value !== undefined) }),
  z.object({ ...about, is: z.literal("file") }).describe("A picture, sound or other file, and nothing besides."),
]);
export type TaskResult = z.infer<typeof taskResult>;
/** A result without what all have. */
type Content<Result = TaskResult> = Result extends TaskResult ? Omit<Result, keyof typeof about> : never;
type ContentThat<Is extends TaskResult["is"]> = Content<Extract<TaskResult, { readonly is: Is }>>;

/** The forms of data that any task type may give; the first that fits is meant. `name`: a label in words, where it is a code. */
const FORMS: readonly ((data: JsonValue) => Content | null)[] = [
  formOf(z.array(foundObject).min(1), (objects) => ({ is: "objects", objects })),
  formOf(z.array(scoredLabel.extend({ name: z.string().optional() })).min(1), (labels) => ({
    is: "labels",
    labels: labels.map(({ name, ...rest }) => ({ ...rest, label: name ?? rest.label })),
  })),
  formOf(z.array(likeness).min(1), (sentences) => ({
    is: "similarities",
    sentences,
  })),
  formOf(z.array(z.object({ type: z.string(), text: z.string() })).min(1), (entities) => ({
    is: "entities",
    entities,
  })),
];

function formOf<Data>(schema: z.ZodType<Data>, read: (data: Data) => Content) {
  return (data: JsonValue): Content | null => {
    const parsed = schema.safeParse(data);
    return parsed.success ? read(parsed.data) : null;
  };
}

/** An entry of a text with its label. */
export interface LabelledEntry {
  readonly label: string;
  readonly score: number;
  readonly text: string;
  readonly title?: string | undefined;
}

/** The entries of a text that was labelled entry by entry, in their order; null of any other result. */
export function labelledEntries(result: TaskResult): readonly LabelledEntry[] | null {
  if (result.is !== "labels") return null;
  const entries = result.labels.flatMap(({ text, ...rest }) => (text === undefined ? [] : [{ ...rest, text }]));
  return entries.length === 0 || entries.length < result.labels.length ? null : entries;
}

/** What stands beside an answer, as the task types on questions give it. */
const evidence = z.object({
  answer: z.string().nullish(),
  score,
  sentence: z.string().nullable().default(null),
  span: z.object({ start: z.int(), end: z.int() }).nullable().default(null),
  passages: z.array(passage).default([]),
  ...table.partial().shape,
});

/** The results of the tasks that have succeeded so far, in the order of the plan. */
export const resultsOf = (state: RunState, ontology: Ontology): readonly TaskResult[] =>
  (state.plan?.tasks ?? []).flatMap((task) => {
    const type = ontology.get(task.type);
    if (!type || taskWork(state, task.id).status !== "succeeded") return [];
    return [resultOf(task, type, state)];
  });

function resultOf(task: Task, type: TaskType, state: RunState): TaskResult {
  const { outputs } = taskWork(state, task.id);
  const values = type.outputs.flatMap(({ name }) => outputs[name] ?? []);
  return {
    ...contentOf(task, values, outputs, state),
    task: task.id,
    type: task.type,
    sources: sourcesOf(task, state),
    files: values.flatMap((value) => (value.as === "resource" ? [named(value.resource)] : [])),
  };
}

const named = ({ id, name }: Resource): z.infer<typeof namedFile> => ({ id, name });

function contentOf(task: Task, values: readonly Value[], outputs: Values, state: RunState): Content {
  const { question } = task.args;
  const [primary] = values;
  // A chart is drawn for a question too, and is no answer in words.
  if (question && primary && baseKind(primary.kind) === "text")
    return answerTo(questionIn(question, state), values, outputs);
  const data = values.flatMap((value) => (value.as === "data" ? [value.data] : []));
  const objects = detectedIn(outputs);
  if (objects) return objects;
  for (const one of data) {
    for (const read of FORMS) {
      const content = read(one);
      if (content) return content;
    }
  }
  const text = values.find(({ kind }) => baseKind(kind) === "text");
  const said = text && textIn(text);
  if (said != null) return { is: "text", text: said };
  const [first] = data;
  return first === undefined ? { is: "file" } : { is: "data", data: first };
}

/** What a detector found, which may be nothing: then only the port tells what the list is of. */
function detectedIn({ objects }: Values): ContentThat<"objects"> | null {
  const found = z.array(foundObject).safeParse(objects?.as === "data" ? objects.data : null);
  return found.success ? { is: "objects", objects: found.data } : null;
}

function answerTo(question: string, values: readonly Value[], outputs: Values): ContentThat<"answer"> {
  const read = evidence.safeParse(outputs.evidence?.as === "data" ? outputs.evidence.data : {});
  const { answer, columns, rows, ...beside } = read.success ? read.data : evidence.parse({});
  const [primary] = values;
  const said = (primary && textIn(primary)?.trim()) || null;
  return {
    is: "answer",
    question,
    answer: answer === null ? null : said,
    ...beside,
    table: columns && rows ? { columns, rows } : null,
  };
}

/** The words of a question that stands in the plan, or that another task gave. */
function questionIn(binding: Task["args"][string], state: RunState): string {
  if (binding.from === "literal") return typeof binding.value === "string" ? binding.value : "";
  if (binding.from !== "task") return "";
  const value = taskWork(state, binding.task).outputs[binding.output];
  return value ? (textIn(value) ?? "") : "";
}

/** A text, or the beginning of one that is stored; null of anything else. */
const textIn = (value: Value): string | null =>
  value.as === "text" ? value.text : value.as === "resource" ? (value.excerpt ?? null) : null;

/** The files that a task takes, and those that the tasks before it took: each once. */
function sourcesOf(task: Task, state: RunState): TaskResult["sources"] {
  // A file may be attached and of an earlier turn.
  const given = new Map(givenFiles(state).map((file) => [file.id, file]));
  const ids = new Set([...takenFor(task, state)].flatMap((one) => (one.from === "resource" ? [one.resource] : [])));
  return [...ids].flatMap((id) => given.get(id) ?? []).map(named);
}
