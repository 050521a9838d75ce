import { baseKind } from "../domain/kinds.ts";
import { dependencies, type Task } from "../domain/plan.ts";
import { MAX_INLINE_CHARS, type Value } from "../domain/resources.ts";
import { type RunState, taskWork, type Work } from "../domain/run/state.ts";
import type { TaskType } from "../domain/task-types/index.ts";
import { codeBlock } from "./markdown.ts";
import { describeBinding, inWords, linkTo } from "./values.ts";

/** Data, and the beginning of a file that is linked to; a text by value is shown whole. */
const MAX_SHOWN_CHARS = 1_500;
/** Enough to find what is asked for in the request itself, before any long text that follows it. */
const MAX_REQUEST_CHARS = 8_000;

/** What one task has to say in an answer: `answer` replies to what was asked, the others support it. */
export interface Finding {
  readonly rank: "answer" | "result" | "file" | "source";
  readonly markdown: string;
}

/** Says a task's result in Markdown, or null when it only served others. Only tasks that succeeded come here. */
export function findingOf(task: Task, type: TaskType, state: RunState): Finding | null {
  const work = taskWork(state, task.id);
  const question = task.args.question;
  if (question) {
    const answer = primary(work, type);
    const asked = describeBinding(question, state).replace(/^“|”$/g, "");
    return { rank: "answer", markdown: `**${asked}** ${answer ? shown(answer) : "No answer."}` };
  }
  const value = spoken(work, type);
  const title = `**${titleOf(task, type, state)}:**`;
  if (value?.as === "resource" && isMedia(value))
    return { rank: "file", markdown: `${title} ${linkTo(value.resource)}` };
  const blank = BLANK_SOURCES[task.type];
  if (blank === undefined) return { rank: "result", markdown: `${title} ${value ? shown(value) : "nothing"}` };
  if (!value || (value.as === "text" && value.text.trim() === ""))
    return { rank: "source", markdown: `${title} ${blank}` };
  return isSourceWanted(task, state) ? { rank: "source", markdown: `${title}\n\n${block(value)}` } : null;
}

/** Tasks that bring out what is there, word for word, and what is said when nothing is: shown as a block, after the answers. */
const BLANK_SOURCES: Readonly<Record<string, string>> = {
  "optical-character-recognition": "no text was found",
  "automatic-speech-recognition": "no speech was found",
};

/** "read the text in", "what does it say", "transcribe": the words themselves are asked for; "read it aloud" asks for speech. */
const ASKS_FOR_WORDS =
  /\b(?:texts?|transcri\w*|ocr|extract\w*|says?|said|verbatim|word for word)\b|\bread(?:ing)?\b(?!(?:(?!\band\b|[.,;](?:\s|$)).){0,60}\b(?:aloud|out)\b)/i;

/** What was read or heard is shown when nothing that took it came to a result, or when the request asks for it. */
const isSourceWanted = (task: Task, state: RunState): boolean =>
  ASKS_FOR_WORDS.test(state.text.slice(0, MAX_REQUEST_CHARS)) ||
  !state.plan?.tasks.some(
    (other) => dependencies(other).includes(task.id) && taskWork(state, other.id).status === "succeeded",
  );

const shown = (value: Value): string => inWords(value, value.as === "text" ? MAX_INLINE_CHARS : MAX_SHOWN_CHARS);

const primary = (work: Work, type: TaskType): Value | undefined => work.outputs[type.outputs[0]?.name ?? ""];

/** The output to show: a file if there is one, words if there are some, else the first. */
function spoken(work: Work, type: TaskType): Value | undefined {
  const values = type.outputs.flatMap((port) => work.outputs[port.name] ?? []);
  return (
    values.find((value) => value.as === "resource" && isMedia(value)) ??
    values.find((value) => baseKind(value.kind) === "text") ??
    values[0]
  );
}

const isMedia = (value: Value): boolean => ["image", "audio", "video", "document"].includes(baseKind(value.kind));

function block(value: Value): string {
  if (value.as === "text") return codeBlock(value.text);
  return value.as === "resource" && value.excerpt !== undefined
    ? `${codeBlock(`${value.excerpt}…`)}\n\n… the rest is in ${linkTo(value.resource)}`
    : shown(value);
}

const TITLES: Readonly<Record<string, string>> = {
  "optical-character-recognition": "Text read",
  "automatic-speech-recognition": "Transcript",
  "token-classification": "Names, dates and amounts",
  "text-classification": "Sentiment",
  "language-identification": "Language",
  "sentence-similarity": "Similarity",
  "text-to-speech": "Read aloud",
  "audio-to-audio": "Cleaned recording",
  "barcode-reading": "Code",
  summarization: "Summary",
};

/** What was done, and to what, when that is a file. */
function titleOf(task: Task, type: TaskType, state: RunState): string {
  const name = TITLES[task.type] ?? type.name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  const [file] = Object.values(task.args).filter((binding) => binding.from === "resource");
  return file ? `${name} (${describeBinding(file, state)})` : name;
}
