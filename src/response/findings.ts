import { baseKind } from "../domain/kinds.ts";
import type { Task } from "../domain/plan.ts";
import type { Value } from "../domain/resources.ts";
import { type RunState, taskWork, type Work } from "../domain/run/state.ts";
import type { TaskType } from "../domain/task-types/index.ts";
import { codeBlock } from "./markdown.ts";
import { describeBinding, inWords, linkTo } from "./values.ts";

/** Longer texts are shown in part, with a link to the whole. */
const MAX_ANSWER_CHARS = 1_500;
const MAX_BLOCK_CHARS = 4_000;

/** What one task has to say in an answer: `answer` replies to what was asked, the others support it. */
export interface Finding {
  readonly rank: "answer" | "result" | "file" | "source";
  readonly markdown: string;
}

/** Says a task's result in Markdown. Only tasks that succeeded come here. */
export function findingOf(task: Task, type: TaskType, state: RunState): Finding {
  const work = taskWork(state, task.id);
  const question = task.args.question;
  if (question) {
    const answer = primary(work, type);
    const asked = describeBinding(question, state).replace(/^“|”$/g, "");
    return { rank: "answer", markdown: `**${asked}** ${answer ? inWords(answer, MAX_ANSWER_CHARS) : "No answer."}` };
  }
  const value = spoken(work, type);
  const title = `**${titleOf(task, type, state)}:**`;
  if (value?.as === "resource" && isMedia(value))
    return { rank: "file", markdown: `${title} ${linkTo(value.resource)}` };
  if (SOURCE_TYPES.has(task.type)) return { rank: "source", markdown: `${title}\n\n${block(value)}` };
  return { rank: "result", markdown: `${title} ${value ? inWords(value, MAX_ANSWER_CHARS) : "nothing"}` };
}

/** Tasks that bring out what is there, word for word: shown as a block, after the answers. */
const SOURCE_TYPES: ReadonlySet<string> = new Set(["optical-character-recognition", "automatic-speech-recognition"]);

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

function block(value: Value | undefined): string {
  if (!value) return "nothing";
  if (value.as === "text") return codeBlock(value.text.slice(0, MAX_BLOCK_CHARS));
  return value.as === "resource" && value.excerpt !== undefined
    ? `${codeBlock(`${value.excerpt}…`)}\n\nThe whole: ${linkTo(value.resource)}`
    : inWords(value, MAX_ANSWER_CHARS);
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
