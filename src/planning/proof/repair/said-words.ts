import type { TaskType } from "../../../domain/task-types/index.ts";
import type { Meaning } from "../../wire/meanings.ts";
import { describe } from "./name-likeness.ts";

/** Longer texts are texts. */
const MAX_SAID_CHARS = 60;
/** What people put around the name of a result. */
const FILLERS: ReadonlySet<string> = new Set(
  describe(
    "the a an of from in task step previous above output result generated extracted text image audio video",
  ).words.map((word) => word.stem),
);

const DEFINITE: ReadonlySet<string> = new Set(["the", "output", "result", "previous", "above"]);

/**
 * "the transcript", "output of object detection": words that only name what a task gives. Written as an argument of a
 * task that was said to wait for that one, they are a slot and no text to work on.
 */
export function namesResult(
  meaning: Meaning,
  said: readonly TaskType[],
): meaning is Meaning & { readonly is: "literal" } {
  if (meaning.is !== "literal" || meaning.isEscaped || typeof meaning.value !== "string") return false;
  if (meaning.value.length > MAX_SAID_CHARS) return false;
  const { words } = describe(meaning.value);
  // "text" alone may be a text; "the text" is one that is known.
  if (!words.some(({ text, stem }) => DEFINITE.has(text) || !FILLERS.has(stem))) return false;
  return said.some((type) => words.every(({ stem }) => FILLERS.has(stem) || wordsOf(type).has(stem)));
}

const known = new WeakMap<TaskType, ReadonlySet<string>>();

function wordsOf(type: TaskType): ReadonlySet<string> {
  const cached = known.get(type);
  if (cached) return cached;
  const outputs = type.outputs.flatMap(({ name, description }) => [name, description]);
  const texts = [type.name, ...type.aliases, ...outputs];
  const words = new Set(texts.flatMap((text) => describe(text).words.map((word) => word.stem)));
  known.set(type, words);
  return words;
}
