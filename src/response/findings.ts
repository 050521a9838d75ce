import { titleOf } from "../domain/answer-form.ts";
import { baseKind } from "../domain/kinds.ts";
import { listed } from "../domain/listed.ts";
import { codeBlock, escapeMarkdown } from "../domain/markdown.ts";
import { type Binding, dependencies, type Task } from "../domain/plan.ts";
import { MAX_INLINE_CHARS, type Value } from "../domain/resources.ts";
import { findTask, type RunState, taskWork } from "../domain/run/state.ts";
import type { Ontology, TaskType } from "../domain/task-types/index.ts";
import { isFullQuestion } from "../words/question-form.ts";
import { isOnlyProbable } from "../words/sureness.ts";
import { cut, describeBinding, inWords, linkTo, remark } from "./markdown.ts";
import { labelledEntries, type TaskResult } from "./results.ts";
import { isMedia, isStep, stepsBefore } from "./steps.ts";

/** A piece of an answer: one result in words, or a file. */
export interface Finding {
  readonly task: number;
  /**
   * `answer` replies to a question, `result` is what was found or written, `source` what was read, `file` what was made,
   * `rows` the file of a table that an answer tells.
   */
  readonly rank: "answer" | "result" | "source" | "file" | "rows";
  readonly markdown: string;
  /** An answer without the question before it, for where nothing else is told. */
  readonly bare?: string;
}

/** Data, and the beginning of a file that is linked to; a text by value is shown whole. */
const MAX_SHOWN_CHARS = 1_500;
/** A passage that may hold an answer: a sentence or two. */
const MAX_PASSAGE_CHARS = 300;

/** The results in Markdown, in the order of the plan; of what only served other tasks there is none. */
export const findingsOf = (results: readonly TaskResult[], state: RunState, ontology: Ontology): readonly Finding[] =>
  results.flatMap((result) => {
    const task = findTask(state, result.task);
    const type = ontology.get(result.type);
    return task && type ? findingsOfTask(result, task, type, state) : [];
  });

function findingsOfTask(result: TaskResult, task: Task, type: TaskType, state: RunState): readonly Finding[] {
  const outputs = Object.entries(taskWork(state, task.id).outputs);
  const of = (rank: Finding["rank"], markdown: string): Finding => ({ task: task.id, rank, markdown });
  const files = outputs.flatMap(([, value]) => (value.as === "resource" && isMedia(value) ? [value.resource] : []));
  const rows = files.filter(({ kind }) => result.is === "answer" && baseKind(kind) === "table");
  const others = files.filter((file) => !rows.includes(file) && !isStep(file, task, state));
  const steps = others.length === 0 ? [] : stepsBefore(task, state);
  const origin = steps.length > 0 && result.sources[0] ? ` (${escapeMarkdown(result.sources[0].name)})` : null;
  const title = `**${origin === null ? headingOf(task, type, state) : `${titleOf(type.name)}${origin}`}:**`;
  // A picture in which nothing was found has no mark.
  const isBare = result.is === "objects" && result.objects.length === 0;
  const onTheWay = steps.length === 0 ? "" : ` (on the way: ${steps.map(linkTo).join(", ")})`;
  const made =
    others.length === 0 || isBare ? [] : [of("file", `${title} ${others.map(linkTo).join(", ")}${onTheWay}`)];
  if (result.is === "answer") {
    const bare = replyInWords(result, taskWork(state, task.id).outputs.answer);
    const answer = { ...of("answer", `${askedInWords(result, task, state)} ${bare}`), bare };
    return [answer, ...made, ...rows.map((file) => of("rows", linkTo(file)))];
  }
  const value = wordsAmong(type, state, task.id);
  const blank = BLANK_SOURCES[task.type];
  if (blank === undefined) {
    if (!value && files.length > 0) return made;
    const choice = type.inputs.some(({ name }) => name === "labels") ? choiceInWords(result) : null;
    const said = choice ?? (value && (isList(result) ? asList(value) : shown(value)));
    return [of("result", `${title} ${said ?? "nothing"}`), ...made];
  }
  if (!value || (value.as === "text" && value.text.trim() === "")) return [of("source", `${title} ${blank}`)];
  return isSourceWanted(task, state) ? [of("source", `${title}\n\n${block(value)}`)] : [];
}

/** "**Who sent it?**", "**The VAT**", and which file is meant where the same is asked of several. */
function askedInWords(result: Extract<TaskResult, { readonly is: "answer" }>, task: Task, state: RunState): string {
  const question = task.args.question as Binding;
  const asked = describeBinding(question, state).replace(/^“|”$/g, "");
  const isAskedAgain = state.plan?.tasks.some((other) => other !== task && isSame(other.args.question, question));
  const of = isAskedAgain ? ` (${sourceOf(result, task, state)})` : "";
  return `**${isFullQuestion(asked) ? asked : asked.replace(/\?$/, "")}**${of}`;
}

/** @param said what the model wrote: where it found no answer it says why, such as which words it does not understand */
function replyInWords(
  { answer, score, passages, table }: Extract<TaskResult, { readonly is: "answer" }>,
  said: Value | undefined,
): string {
  if (answer !== null) {
    const told = escapeMarkdown(cut(withFigure(answer.trim(), table), MAX_INLINE_CHARS));
    return `${told}${isOnlyProbable(score) ? ` ${remark("probably")}` : ""}`;
  }
  const near = passages.map(({ text }) => `“${escapeMarkdown(cut(text.trim(), MAX_PASSAGE_CHARS))}”`);
  if (near.length > 0) return `I am not sure. It says: ${listed(near)}`;
  return `No answer was found. ${said?.as === "text" && said.text.trim() !== "" ? shown(said) : ""}`.trimEnd();
}

/** What comes first of several things, with the figure that it is first by: "March" → "March (412)". */
function withFigure(answer: string, table: Extract<TaskResult, { readonly is: "answer" }>["table"]): string {
  const rows = table?.columns.length === 2 ? table.rows : [];
  const [figure] = rows.map(([, one]) => one);
  const isTold = [...new Set(rows.map(([name]) => name))].join(", ") === answer;
  return isTold && figure && rows.every(([, one]) => one === figure) ? `${answer} (${figure})` : answer;
}

/** Tasks that transcribe text, with the words for an empty result; their results are shown as blocks after the answers. */
const BLANK_SOURCES: Readonly<Record<string, string>> = {
  "optical-character-recognition": "no text was found",
  "automatic-speech-recognition": "no speech was found",
};

/** Enough to find what is asked for in the request itself, before any long text that follows it. */
const MAX_REQUEST_CHARS = 8_000;
/** "read the text in", "what does it say", "transcribe": the words themselves are asked for; "read it aloud" asks for speech. */
const ASKS_FOR_WORDS =
  /\b(?:texts?|transcri\w*|ocr|extract\w*|says?|said|verbatim|word for word)\b|\b(?:read|reading(?= (?:it|this|that|what|the)\b))\b(?!(?:(?!\band\b|[.,;](?:\s|$)).){0,60}\b(?:aloud|out)\b)/i;

/** True where a transcript is shown: the request asks for it, or no task that used it succeeded. */
const isSourceWanted = (task: Task, state: RunState): boolean =>
  ASKS_FOR_WORDS.test(withoutQuestions(state)) ||
  !state.plan?.tasks.some(
    (other) => dependencies(other).includes(task.id) && taskWork(state, other.id).status === "succeeded",
  );

/** A request without what its tasks ask, each in a blank: "does it say anything about pets" asks for no words as they stand. */
function withoutQuestions({ text, plan }: RunState): string {
  const questions = (plan?.tasks ?? []).flatMap(({ args: { question } }) =>
    question?.from === "literal" && typeof question.value === "string" ? [question.value.replace(/\?$/, "")] : [],
  );
  return questions.reduce(
    (rest, question) => rest.replace(new RegExp(RegExp.escape(question), "i"), " "),
    text.slice(0, MAX_REQUEST_CHARS),
  );
}

const shown = (value: Value): string => inWords(value, value.as === "text" ? MAX_INLINE_CHARS : MAX_SHOWN_CHARS);

/** "billing", of the labels that a task was given to choose from; "sales, or else billing *(probably)*" where that is unsure. */
function choiceInWords(result: TaskResult): string | null {
  if (result.is !== "labels" || labelledEntries(result)) return null;
  const [best, next] = result.labels.toSorted((one, other) => other.score - one.score);
  if (!best) return null;
  if (!isOnlyProbable(best.score)) return escapeMarkdown(best.label);
  return `${escapeMarkdown(best.label)}${next ? `, or else ${escapeMarkdown(next.label)}` : ""} ${remark("probably")}`;
}

/** Whether each line of what it says but the first is of another thing. */
const isList = (result: TaskResult): boolean =>
  labelledEntries(result) !== null ||
  (result.is === "similarities" && result.sentences.some(({ differences = [] }) => differences.length > 0));

/** Lines as a list under their first. */
function asList(value: Value): string {
  if (value.as !== "text") return shown(value);
  const [first = "", ...items] = cut(value.text, MAX_INLINE_CHARS).split("\n").map(escapeMarkdown);
  return `${first}\n\n${items.map((item) => `- ${item}`).join("\n")}`;
}

/** The output that says it in words, or else its data; none where it only made files. */
function wordsAmong(type: TaskType, state: RunState, task: number): Value | undefined {
  const { outputs } = taskWork(state, task);
  const values = type.outputs.flatMap(({ name }) => outputs[name] ?? []).filter((value) => !isMedia(value));
  return values.find(({ kind }) => baseKind(kind) === "text") ?? values[0];
}

function block(value: Value): string {
  if (value.as === "text") return codeBlock(value.text);
  return value.as === "resource" && value.excerpt !== undefined
    ? `${codeBlock(`${value.excerpt}…`)}\n\n… the rest is in ${linkTo(value.resource)}`
    : shown(value);
}

const isSame = (one: Binding | undefined, other: Binding): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a question was put to, by the files where it is any: of several, only this tells whose answer it is. */
function sourceOf({ sources }: TaskResult, { args: { question: _, ...given } }: Task, state: RunState): string {
  if (sources.length > 0) return sources.map(({ name }) => escapeMarkdown(name)).join(", ");
  return Object.values(given)
    .map((binding) => describeBinding(binding, state))
    .join(", ");
}

/** A task in words: its type, and the file that it works on; where others of its type are there too, the text. */
function headingOf(task: Task, type: TaskType, state: RunState): string {
  const name = titleOf(type.name);
  const given = Object.values(task.args);
  const [file] = given.filter((binding) => binding.from === "resource");
  const isOneOfSeveral = state.plan?.tasks.some((other) => other !== task && other.type === task.type);
  const about = file ?? (isOneOfSeveral ? given.find((binding) => binding.from === "literal") : undefined);
  return about ? `${name} (${describeBinding(about, state)})` : name;
}
