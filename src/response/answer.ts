import { AFTER_RESULTS, BEFORE_RESULTS } from "../domain/answer-form.ts";
import { moneyInWords } from "../domain/describe-constraints.ts";
import { baseKind } from "../domain/kinds.ts";
import { type Binding, dependencies, type Task } from "../domain/plan.ts";
import { MAX_INLINE_CHARS, type Value } from "../domain/resources.ts";
import { madeBy, type RunState, taskWork, type Work } from "../domain/run/state.ts";
import type { Ontology, TaskType } from "../domain/task-types/index.ts";
import { codeBlock, cut, describeBinding, escapeMarkdown, inWords, linkTo, pieces } from "./markdown.ts";
import { materialOf, type Speaker, type Spoken, speak } from "./spoken/index.ts";

const RANKS: readonly Finding["rank"][] = ["answer", "result", "file", "source"];

/**
 * The results of one answer. With four further sections and words before them it stays below 80,000 characters: an
 * answer is stored whole in one event, of at most 2 MB, and is read by a person.
 */
const MAX_RESULTS_CHARS = 40_000;
/** One section after the results. */
const MAX_SECTION_CHARS = 6_000;
/** One piece becomes one event. */
const MAX_PIECE_CHARS = 16_000;
/** A provider's message or note: one line. */
const MAX_LINE_CHARS = 500;

/**
 * Writes the answer of a run from its typed results alone: the question first, then what was made,
 * what was left out, what failed, and by whom. Nothing is said that did not run. At most 80,000 characters, in pieces
 * of at most 16,000.
 *
 * With a `speaker`, and something that succeeded, a language model answers first, in its own words; files, texts that were
 * read and long results follow as without it, each short one with its score in a line of its own, and the other sections: so
 * the account stays true whatever it says. Where it fails, all results follow as without it.
 */
export async function* writeAnswer(state: RunState, ontology: Ontology, speaker?: Speaker): AsyncGenerator<string> {
  const tasks = state.plan?.tasks ?? [];
  const succeeded = tasks.filter((task) => taskWork(state, task.id).status === "succeeded");
  const failed = tasks.filter((task) => taskWork(state, task.id).status !== "succeeded");
  const found = findingsOf(succeeded, state, ontology);
  const retold = found.filter(({ rank, markdown }) => SPOKEN_RANKS.has(rank) && markdown.length <= MAX_RETOLD_CHARS);
  const wordless = found.filter((finding) => !retold.includes(finding));
  const notTaken = leftOut(state);
  const spoken: Spoken =
    speaker && succeeded.length > 0
      ? yield* speak(
          materialOf(state, ontology, { shownBelow: new Set(wordless.map(({ task }) => task)), leftOut: notTaken }),
          speaker,
        )
      : { as: "not-asked" };
  const sections = [
    section(BEFORE_RESULTS, notTaken.map(inOneLine)),
    ...results(spoken.as === "whole" ? wordless : found),
    section(AFTER_RESULTS.results, spoken.as === "whole" ? retold.map(({ markdown }) => markdown) : []),
    section(
      succeeded.length === 0 ? AFTER_RESULTS.nothingDone : AFTER_RESULTS.failed,
      failures(failed, state, ontology),
    ),
    section(AFTER_RESULTS.how, [...doneBy(succeeded, state), ...spokenBy(spoken), ...beyondBudget(state)]),
  ].filter((text) => text !== "");
  for (const [index, text] of sections.entries())
    yield* pieces(index < sections.length - 1 ? `${text}\n\n` : `${text}\n`, MAX_PIECE_CHARS);
}

/** The ranks of findings that a language model tells in its own words, as long as they are short. */
const SPOKEN_RANKS: ReadonlySet<Finding["rank"]> = new Set(["answer", "result"]);
/** A line or a few of print; a longer result is not left to be told again. */
const MAX_RETOLD_CHARS = 600;

interface TaskFinding extends Finding {
  readonly task: number;
}

const findingsOf = (tasks: readonly Task[], state: RunState, ontology: Ontology): readonly TaskFinding[] =>
  tasks.flatMap((task) => {
    const type = ontology.get(task.type);
    const finding = type && findingOf(task, type, state);
    return finding ? [{ ...finding, task: task.id }] : [];
  });

/** The results, best first, as many as there is room for. */
function results(findings: readonly Finding[]): readonly string[] {
  const ranked = RANKS.map((rank) => findings.filter((finding) => finding.rank === rank));
  let room = MAX_RESULTS_CHARS;
  const kept = ranked.map((group) =>
    group.filter(({ markdown }) => {
      if (markdown.length > room) return false;
      room -= markdown.length + 2;
      return true;
    }),
  );
  const omitted = findings.length - kept.flat().length;
  return [
    ...kept.map((group) => group.map(({ markdown }) => markdown).join("\n\n")),
    omitted === 0
      ? ""
      : `${AFTER_RESULTS.more} ${omitted} of ${findings.length} are left out here; the report has them.`,
  ];
}

/** A heading and its lines, as far as there is room; empty without lines. */
function section(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  let room = MAX_SECTION_CHARS;
  const kept = lines.filter((line) => {
    room -= line.length + 3;
    return room >= 0;
  });
  const rest = lines.length - kept.length;
  const items = rest === 0 ? kept : [...kept, `… and ${rest} more, in the report`];
  return `${heading}\n\n${items.map((item) => `- ${item}`).join("\n")}`;
}

/** The parts of the request that the controller could not plan, and those that repair had to take out. */
function leftOut({ planned }: RunState): readonly string[] {
  if (planned?.as !== "plan") return [];
  const notes = planned.notes.flatMap((note) => (typeof note === "object" ? [note.leftOut] : []));
  const tasks = planned.mended?.repairs.filter(({ kind }) => kind === "left-out") ?? [];
  return [...notes, ...tasks.map(({ message }) => message)];
}

const failures = (tasks: readonly Task[], state: RunState, ontology: Ontology): readonly string[] => {
  const lines = tasks.map((task) => {
    const work = taskWork(state, task.id);
    const what = work.status === "skipped" ? "was not started: " : work.status === "cancelled" ? "was cancelled: " : "";
    // Where no model does a task, the reason names it.
    if (work.error?.code === "no-model") return reason(work);
    return `**${ontology.get(task.type)?.description ?? task.type}**: ${what}${reason(work)}`;
  });
  return [...new Set(lines)];
};

/** Our own messages are plain; a provider's may hold anything. */
const reason = (work: Work): string => inOneLine(work.error?.message ?? "no reason is known");

const inOneLine = (words: string): string => escapeMarkdown(cut(words, MAX_LINE_CHARS));

const doneBy = (tasks: readonly Task[], state: RunState): readonly string[] =>
  tasks.map((task) => {
    const work = taskWork(state, task.id);
    const by = madeBy(work);
    const notes = work.notes.length === 0 ? "" : `; ${inOneLine(work.notes.join("; "))}`;
    const tries = work.attempts.length > 1 ? `, attempt ${work.attempts.length}` : "";
    const from = work.reused ? ", from before" : "";
    return `${task.type}: ${escapeMarkdown(by?.model ?? "unknown")} (${by?.provider ?? "unknown"}${tries}${from})${notes}`;
  });

/** That the run cost more than it was allowed, where calls took more than anybody foresaw. */
const beyondBudget = ({ budget, spent, exceededUsd }: RunState): readonly string[] =>
  exceededUsd === null || spent.usd <= (budget.usd ?? 0)
    ? []
    : [
        `the calls of this run cost ${dollars(spent.usd)}, more than its budget of ${dollars(budget.usd ?? 0)}: a model says that it took more than was foreseen; no further call that costs anything was made`,
      ];

const dollars = (usd: number): string => `${moneyInWords(Number(usd.toPrecision(3)))} dollars`;

/** Whose the words before the results are, or why there are none. */
function spokenBy(spoken: Spoken): readonly string[] {
  switch (spoken.as) {
    case "not-asked":
      return [];
    case "whole":
      return [`the words of the answer: the language model (${spoken.by})`];
    case "broken":
      return [
        `the words of the answer: the language model (${spoken.by}), which broke off there (${inOneLine(spoken.why)}); all results follow them`,
      ];
    case "failed":
      return [`the language model (${spoken.by}) could not be used for the answer (${inOneLine(spoken.why)})`];
  }
}

/** Data, and the beginning of a file that is linked to; a text by value is shown whole. */
const MAX_SHOWN_CHARS = 1_500;
/** Enough to find what is asked for in the request itself, before any long text that follows it. */
const MAX_REQUEST_CHARS = 8_000;

/** A task's contribution to the answer: `answer` replies to a question, the others support it. */
interface Finding {
  readonly rank: "answer" | "result" | "file" | "source";
  readonly markdown: string;
}

/** The result of a succeeded task in Markdown; null if it only served other tasks. */
function findingOf(task: Task, type: TaskType, state: RunState): Finding | null {
  const work = taskWork(state, task.id);
  const question = task.args.question;
  if (question) {
    const answer = primary(work, type);
    const asked = describeBinding(question, state).replace(/^“|”$/g, "");
    const isAskedAgain = state.plan?.tasks.some((other) => other !== task && isSame(other.args.question, question));
    const of = isAskedAgain ? ` (${sourceOf(task, state)})` : "";
    return { rank: "answer", markdown: `**${asked}**${of} ${answer ? shown(answer) : "No answer."}` };
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

/** Tasks that transcribe text, with the words for an empty result; their results are shown as blocks after the answers. */
const BLANK_SOURCES: Readonly<Record<string, string>> = {
  "optical-character-recognition": "no text was found",
  "automatic-speech-recognition": "no speech was found",
};

/** "read the text in", "what does it say", "transcribe": the words themselves are asked for; "read it aloud" asks for speech. */
const ASKS_FOR_WORDS =
  /\b(?:texts?|transcri\w*|ocr|extract\w*|says?|said|verbatim|word for word)\b|\bread(?:ing)?\b(?!(?:(?!\band\b|[.,;](?:\s|$)).){0,60}\b(?:aloud|out)\b)/i;

/** True where a transcript is shown: the request asks for it, or no task that used it succeeded. */
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

const isSame = (one: Binding | undefined, other: Binding): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a question was put to: of several files, only this tells whose answer it is. */
const sourceOf = ({ args: { question: _, ...sources } }: Task, state: RunState): string =>
  Object.values(sources)
    .map((source) => describeBinding(source, state))
    .join(", ");

/** A task in words: its type, and the file that it works on. */
function titleOf(task: Task, type: TaskType, state: RunState): string {
  const name = TITLES[task.type] ?? type.name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  const [file] = Object.values(task.args).filter((binding) => binding.from === "resource");
  return file ? `${name} (${describeBinding(file, state)})` : name;
}
