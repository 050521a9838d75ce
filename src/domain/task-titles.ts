import type { JsonValue } from "./json.ts";
import { languageInWords, languageTag } from "./languages.ts";
import { type Binding, singles, type Task, type TaskId } from "./plan.ts";
import type { Resource } from "./resources.ts";
import type { Ontology } from "./task-types/index.ts";
import { visible } from "./visible.ts";

/** What an argument of a task is filled from, as far as a title tells it. */
export type TitleSource =
  | { readonly from: "literal"; readonly value: JsonValue }
  | { readonly from: "file"; readonly name: string }
  | { readonly from: "task"; readonly task: TaskId };

/** As much of a task as its title tells; a port that takes many values has many sources. */
export interface TitledTask {
  readonly id: TaskId;
  readonly type: string;
  readonly args: Readonly<Record<string, readonly TitleSource[]>>;
}

/**
 * `does`: what a task does; `{port}` stands for what the port is filled with, and what is in brackets is left away where
 * its port is filled with nothing. `makes`: what its result is called where another task takes it.
 */
interface Wording {
  readonly does: string;
  readonly makes: string;
}

const wording = (does: string, makes: string): Wording => ({ does, makes });
const drawnAfter = wording("Make an image of {text} after {image}", "the new image");

/** Of every built-in task type. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  "text-classification": wording("Label {text}", "the label"),
  "token-classification": wording("Find the names in {text}", "the names"),
  "text2text-generation": wording("Rewrite {text}[: {instruction}]", "the new text"),
  summarization: wording("Summarize {text}", "the summary"),
  translation: wording("Translate {text}[ into {target-language}]", "the translation"),
  "question-answering": wording("Answer {question} from {context}", "the answer"),
  "open-question-answering": wording("Answer {question}", "the answer"),
  conversational: wording("Reply to {text}", "the reply"),
  "text-generation": wording("Write from {text}[: {instruction}]", "the new text"),
  "feature-extraction": wording("Turn {text} into a vector", "the vector"),
  "sentence-similarity": wording("Compare {sentence} with {sentences}", "the similarity"),
  "zero-shot-classification": wording("Sort {text} into {labels}", "the label"),
  "language-identification": wording("Tell the language of {text}", "the language"),
  "image-to-text": wording("Describe {image}", "the description"),
  "optical-character-recognition": wording("Read the text in {image}", "the text"),
  "visual-question-answering": wording("Answer {question} about {image}", "the answer"),
  "document-question-answering": wording("Answer {question} from {document}", "the answer"),
  "image-classification": wording("Say what {image} shows", "the label"),
  "zero-shot-image-classification": wording("Sort {image} into {labels}", "the label"),
  "object-detection": wording("Find the things in {image}", "the things found"),
  "barcode-reading": wording("Read the QR code in {image}", "what the code says"),
  "text-to-image": wording("Make an image of {text}", "the image"),
  "image-to-image": wording("Change {image}[: {text}]", "the changed image"),
  "image-editing": wording("Change {image}: {text}", "the changed image"),
  "canny-control": wording("Draw the edges of {image}", "the edges"),
  "hed-control": wording("Draw the soft edges of {image}", "the soft edges"),
  "mlsd-control": wording("Draw the straight lines of {image}", "the straight lines"),
  "normal-control": wording("Draw which way the surfaces of {image} face", "the surfaces"),
  "pose-detection": wording("Find the body poses in {image}", "the poses"),
  "depth-estimation": wording("Measure the depth of {image}", "the depth map"),
  "scribble-control": wording("Draw {image} as a scribble", "the scribble"),
  "image-segmentation": wording("Divide {image} into regions", "the regions"),
  "canny-text-to-image": drawnAfter,
  "hed-text-to-image": drawnAfter,
  "mlsd-text-to-image": drawnAfter,
  "normal-text-to-image": drawnAfter,
  "openpose-text-to-image": drawnAfter,
  "depth-text-to-image": drawnAfter,
  "scribble-text-to-image": drawnAfter,
  "seg-text-to-image": drawnAfter,
  "automatic-speech-recognition": wording("Write down what is said in {audio}", "the transcript"),
  "text-to-speech": wording("Read {text} aloud", "the speech"),
  "audio-classification": wording("Say what is heard in {audio}", "the label"),
  "audio-to-audio": wording("Clean up {audio}", "the cleaned recording"),
  "text-to-video": wording("Make a video of {text}", "the video"),
  "image-to-video": wording("Make {image} move[: {text}]", "the video"),
  "video-classification": wording("Say what happens in {video}", "the label"),
  "table-question-answering": wording("Answer {question} from {table}", "the answer"),
  "chart-drawing": wording("Draw a chart of {table}[: {question}]", "the chart"),
  "tabular-classification": wording("Label the rows of {table}", "the labels"),
  "code-execution": wording("Run a program[ on {inputs}]", "what it printed"),
};

/** Of a type that a deployment added. */
const OWN_MAKES = "the result";

/** What is put into a title is cut after so many characters, so that the title can be read in a node of a graph. */
const MAX_SOURCE_CHARS = 48;
/** Of the description of a deployment's own task type, which may be a page. */
const MAX_DESCRIPTION_CHARS = 90;
/** So many values of a port are told one by one. */
const MAX_TOLD = 3;

/** Counted from one, as people count; ids of tasks begin with 0. */
export const numberOf = (task: TaskId): number => task + 1;

/** "Task 0 (summarization): …", as messages name tasks by their ids, with the numbers by which people are told them. */
export const numberedWords = (message: string): string =>
  message.replaceAll(/\b([Tt]ask) (\d{1,9})\b/g, (_, word: string, id: string) => `${word} ${numberOf(Number(id))}`);

/**
 * What each task of a plan does, in words: "Read the text in invoice.png", "Read the summary aloud". Where several tasks
 * make what is called the same, it is told by the file that it goes back to: "the summary of invoice.png".
 * @param describe the description of a task type, for those that a deployment added
 */
export function titlesOf(
  tasks: readonly TitledTask[],
  describe: (type: string) => string | undefined,
): ReadonlyMap<TaskId, string> {
  const plan = new Map(tasks.map((task) => [task.id, task]));
  const makers = tasks.map(({ type }) => makesOf(type));
  const inWords = (port: string, source: TitleSource): string => {
    if (source.from === "literal") return literalInWords(port, source.value);
    if (source.from === "file") return cut(source.name, MAX_SOURCE_CHARS);
    const made = makesOf(plan.get(source.task)?.type);
    if (makers.filter((one) => one === made).length < 2) return made;
    const file = fileBehind(source.task, plan);
    return file === null ? `${made} of ${numberOf(source.task)}` : `${made} of ${cut(file, MAX_SOURCE_CHARS)}`;
  };
  return new Map(tasks.map((task) => [task.id, titleOf(task, inWords, describe)]));
}

function titleOf(
  { type, args }: TitledTask,
  inWords: (port: string, source: TitleSource) => string,
  describe: (type: string) => string | undefined,
): string {
  const wording = wordingOf(type);
  if (!wording) return cut(describe(type) || plain(type), MAX_DESCRIPTION_CHARS);
  const filled = (port: string): string | null => {
    const sources = args[port] ?? [];
    return sources.length === 0 ? null : several([...new Set(sources.map((source) => inWords(port, source)))]);
  };
  const fill = (words: string): string =>
    words.replaceAll(PORT, (_, port: string) => filled(port) ?? `the ${plain(port)}`);
  const isGiven = (words: string): boolean =>
    [...words.matchAll(PORT)].every(([, port]) => filled(port ?? "") !== null);
  // Brackets first: what a port is filled with may have some of its own.
  return wording.does
    .split(/[[\]]/)
    .map((part, place) => (place % 2 === 1 && !isGiven(part) ? "" : fill(part)))
    .join("");
}

const PORT = /\{([a-z-]+)\}/g;

const wordingOf = (type: string | undefined): Wording | undefined =>
  type !== undefined && Object.hasOwn(WORDINGS, type) ? WORDINGS[type] : undefined;

const makesOf = (type: string | undefined): string => wordingOf(type)?.makes ?? OWN_MAKES;

const plain = (name: string): string => name.replaceAll(/[-_]+/g, " ");

const several = (words: readonly string[]): string =>
  words.length > MAX_TOLD
    ? `${words.slice(0, MAX_TOLD - 1).join(", ")} and ${words.length - MAX_TOLD + 1} more`
    : words.length > 1
      ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
      : words.join("");

/** A language by its name, labels as a list, and other words in quotation marks. */
function literalInWords(port: string, value: JsonValue): string {
  if (typeof value === "string") {
    const tag = port === "target-language" ? languageTag(value) : null;
    return tag === null ? `“${cut(value, MAX_SOURCE_CHARS)}”` : languageInWords(tag);
  }
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return cut(several(value), MAX_SOURCE_CHARS);
  return cut(JSON.stringify(value), MAX_SOURCE_CHARS);
}

/** On one line, cut at a word. */
function cut(text: string, maxChars: number): string {
  const line = visible(text.slice(0, 2 * maxChars))
    .replaceAll(/\s+/g, " ")
    .trim();
  if (line.length <= maxChars) return line;
  const head = line.slice(0, maxChars).toWellFormed();
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), maxChars / 2)).trimEnd()}…`;
}

/** The file that a task's result was made from, through the tasks before it; null where there is none. */
function fileBehind(id: TaskId, plan: ReadonlyMap<TaskId, TitledTask>): string | null {
  const seen = new Set<TaskId>();
  const open = [id];
  // Every task is looked at once: a plan that is being edited may have a circle.
  for (const next of open) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const source of Object.values(plan.get(next)?.args ?? {}).flat()) {
      if (source.from === "file") return source.name;
      if (source.from === "task") open.push(source.task);
    }
  }
  return null;
}

/** The titles of a plan as the server holds it. @param files at least those that the plan is bound to */
export function planTitles(
  tasks: readonly Task[],
  files: readonly Pick<Resource, "id" | "name">[],
  ontology: Pick<Ontology, "get">,
): ReadonlyMap<TaskId, string> {
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const sourcesOf = (binding: Binding): readonly TitleSource[] =>
    singles(binding).map((single) =>
      single.from === "resource" ? { from: "file", name: names.get(single.resource) ?? "a file" } : single,
    );
  const titled = tasks.map(({ id, type, args }) => ({
    ...{ id, type },
    args: Object.fromEntries(Object.entries(args).map(([port, binding]) => [port, sourcesOf(binding)])),
  }));
  return titlesOf(titled, (type) => ontology.get(type)?.description);
}
