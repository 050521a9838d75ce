import { type SingleBinding, singles, type Task } from "../plan.ts";
import type { Resource, ResourceId } from "../resources.ts";
import { takenFor } from "./sources.ts";
import { isOpen, type RunState, taskWork } from "./state.ts";

/** What the names of a task's files are made of. */
export interface NameParts {
  /** The name of the file that the task works on, or that what it works on was made from; null where there is none. */
  readonly source: string | null;
  /** The names in the conversation that begin as its own may: see `beginningsOf`. */
  readonly taken: readonly string[];
  /** How many tasks take a free name before this one, as they do the same at once with files of one name. */
  readonly before?: number;
}

type FindResource = (id: ResourceId) => Pick<Resource, "name"> | undefined;

/**
 * The name of the file that a task's first input leads back to, through the tasks before it: "invoice.png" for the
 * summary of the text that was read from it.
 */
export function rootFileName(task: Task, state: RunState, findResource: FindResource): string | null {
  for (const taken of takenFor(task, state)) {
    const name = taken.from === "resource" ? findResource(taken.resource)?.name : madeName(taken, state);
    if (name !== undefined) return name;
  }
  return null;
}

/** The name of the file that a task gave; nothing where it gave none. */
function madeName(taken: SingleBinding, state: RunState): string | undefined {
  const value = taken.from === "task" ? taskWork(state, taken.task).outputs[taken.output] : undefined;
  return value?.as === "resource" ? value.resource.name : undefined;
}

/**
 * How many tasks before this one are still to end that do the same with a file of the same name: each leaves one name free
 * for every other.
 */
export function asManyBefore(task: Task, state: RunState, findResource: FindResource): number {
  const instructions = instructionsOf(task);
  const file = rootFileName(task, state, findResource);
  const before = (state.plan?.tasks ?? []).filter(
    (one) =>
      one.id < task.id &&
      one.type === task.type &&
      isOpen(taskWork(state, one.id)) &&
      instructionsOf(one) === instructions &&
      // Last, as it follows all that the task takes from.
      rootFileName(one, state, findResource) === file,
  );
  return before.length;
}

/** What a task is told, beside what it works on, as JSON. */
const instructionsOf = ({ args }: Task): string =>
  JSON.stringify(
    Object.entries(args).filter(([, binding]) => singles(binding).every(({ from }) => from === "literal")),
  );

/** What a file is called that a task makes, by its type; others by the type's own name. */
const MADE: Readonly<Record<string, string>> = {
  summarization: "summary",
  "text-to-speech": "speech",
  "text-to-image": "image",
  "text-to-video": "video",
  "image-to-image": "changed",
  "image-editing": "changed",
  "image-to-text": "caption",
  "image-to-video": "video",
  "audio-to-audio": "changed",
  "automatic-speech-recognition": "transcript",
  "optical-character-recognition": "text",
  "object-detection": "objects",
  "image-segmentation": "segments",
  "depth-estimation": "depth",
  "pose-detection": "pose",
  "chart-drawing": "chart",
  "table-question-answering": "table",
  "token-classification": "names",
  "feature-extraction": "embedding",
  "code-execution": "output",
};

export const wordFor = (taskType: string): string =>
  Object.hasOwn(MADE, taskType) ? (MADE[taskType] ?? taskType) : taskType.replace(/-control$/, "");

/** What stands before the extension is cut after so many characters. */
const MAX_STEM_CHARS = 80;

/** A file's name without its extension. */
const stemOf = (name: string): string => name.replace(/\.[^.\s]{1,15}$/, "").slice(0, MAX_STEM_CHARS);

/** Without the number that tells it from others of its name. */
const unnumbered = (stem: string): string => stem.replace(/-\d{1,3}$/, "");

/** What the name of a result begins with, each way that `resultName` may choose. */
export function beginningsOf(source: string | null, taskType: string): readonly string[] {
  const stem = source === null ? "" : stemOf(source);
  return stem === "" ? [wordFor(taskType)] : [...new Set([stem, unnumbered(stem)])];
}

/**
 * The name of a result: "photo-blurred.jpg" for what was made of photo.png, "photo-blurred-2.jpg" where there is one.
 * @param made what it is or what was done, such as "summary" or "blurred" @param extension without its dot
 */
export function resultName(made: string, extension: string, { source, taken, before = 0 }: NameParts): string {
  const stem = source === null ? "" : stemOf(source);
  // What was blurred and is blurred again is the second of its name, rather than "blurred-blurred".
  const bare = unnumbered(stem);
  const base = stem === "" ? made : bare.endsWith(`-${made}`) ? bare : `${stem}-${made}`;
  const names = new Set(taken);
  for (let number = 1, left = before; ; number++) {
    const name = `${base}${number === 1 ? "" : `-${number}`}.${extension}`;
    if (!names.has(name) && left-- === 0) return name;
  }
}
