import { singles, type Task } from "../plan.ts";
import type { Resource, ResourceId } from "../resources.ts";
import { findTask, type RunState, taskWork } from "./state.ts";

/** What the names of a task's files are made of. */
export interface NameParts {
  /** The name of the file that the task works on, or that what it works on was made from; null where there is none. */
  readonly source: string | null;
  /** The names in the conversation that begin as the source's does. */
  readonly taken: readonly string[];
}

/**
 * The name of the file that a task's first input leads back to, through the tasks before it: "invoice.png" for the
 * summary of the text that was read from it.
 * @param findResource null for a file that is not in the conversation
 */
export function sourceName(
  task: Task,
  state: RunState,
  findResource: (id: ResourceId) => Pick<Resource, "name"> | undefined,
): string | null {
  for (const single of Object.values(task.args).flatMap(singles)) {
    if (single.from === "resource") return findResource(single.resource)?.name ?? null;
    if (single.from !== "task") continue;
    const value = taskWork(state, single.task).outputs[single.output];
    if (value?.as === "resource") return value.resource.name;
    const before = findTask(state, single.task);
    const name = before ? sourceName(before, state, findResource) : null;
    if (name !== null) return name;
  }
  return null;
}

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
  "table-question-answering": "table",
  "token-classification": "names",
  "feature-extraction": "embedding",
};

export const madeBy = (taskType: string): string =>
  Object.hasOwn(MADE, taskType) ? (MADE[taskType] ?? taskType) : taskType.replace(/-control$/, "");

/** What stands before the extension is cut after so many characters. */
const MAX_STEM_CHARS = 80;

/** A file's name without its extension. */
export const stemOf = (name: string): string => name.replace(/\.[^.\s]{1,15}$/, "").slice(0, MAX_STEM_CHARS);

/**
 * The name of a result: "photo-blurred.jpg" for what was made of photo.png, "photo-blurred-2.jpg" where there is one.
 * @param made what it is or what was done, such as "summary" or "blurred" @param extension without its dot
 */
export function resultName(made: string, extension: string, { source, taken }: NameParts): string {
  const stem = source === null ? "" : stemOf(source);
  // What was blurred and is blurred again is the second of its name, rather than "blurred-blurred".
  const bare = stem.replace(/-\d{1,3}$/, "");
  const base = stem === "" ? made : bare.endsWith(`-${made}`) ? bare : `${stem}-${made}`;
  const names = new Set(taken);
  for (let number = 1; ; number++) {
    const name = `${base}${number === 1 ? "" : `-${number}`}.${extension}`;
    if (!names.has(name)) return name;
  }
}
