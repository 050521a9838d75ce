import { AFTER_RESULTS, LEFT_OUT } from "../domain/answer-form.ts";
import type { Task } from "../domain/plan.ts";
import type { RunState, Work } from "../domain/run/state.ts";
import { taskWork } from "../domain/run/state.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { type Finding, findingOf } from "./findings.ts";
import { cut, escapeMarkdown, pieces } from "./markdown.ts";

const RANKS: readonly Finding["rank"][] = ["answer", "result", "file", "source"];

/**
 * The results of one answer. With three further sections it stays below 60,000 characters: an answer is stored whole in
 * one event, of at most 2 MB, and is read by a person.
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
 * what was left out, what failed, and by whom. Nothing is said that did not run. At most 60,000 characters, in pieces
 * of at most 16,000.
 */
export async function* writeAnswer(state: RunState, ontology: Ontology): AsyncGenerator<string> {
  const tasks = state.plan?.tasks ?? [];
  const succeeded = tasks.filter((task) => taskWork(state, task.id).status === "succeeded");
  const failed = tasks.filter((task) => taskWork(state, task.id).status !== "succeeded");
  const sections = [
    ...results(succeeded, state, ontology),
    section(AFTER_RESULTS.leftOut, leftOut(state)),
    section(succeeded.length === 0 ? AFTER_RESULTS.nothingDone : AFTER_RESULTS.failed, failures(failed, state)),
    section(AFTER_RESULTS.how, doneBy(succeeded, state)),
  ].filter((text) => text !== "");
  for (const [index, text] of sections.entries())
    yield* pieces(index < sections.length - 1 ? `${text}\n\n` : `${text}\n`, MAX_PIECE_CHARS);
}

/** What came out, in the order of its rank, as far as there is room. */
function results(tasks: readonly Task[], state: RunState, ontology: Ontology): readonly string[] {
  const findings = tasks.flatMap((task) => {
    const type = ontology.get(task.type);
    return (type && findingOf(task, type, state)) ?? [];
  });
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

/** What the controller could not take up, and what repair had to take out of the plan. */
function leftOut({ planned }: RunState): readonly string[] {
  if (planned?.as !== "plan") return [];
  const notes = planned.notes.flatMap((note) => (note.startsWith(LEFT_OUT) ? [note.slice(LEFT_OUT.length)] : []));
  const tasks = planned.mended?.repairs.filter(({ kind }) => kind === "left-out") ?? [];
  return [...notes, ...tasks.map(({ message }) => message)].map(inOneLine);
}

const failures = (tasks: readonly Task[], state: RunState): readonly string[] =>
  tasks.map((task) => {
    const work = taskWork(state, task.id);
    const what =
      work.status === "skipped" ? "was not started" : work.status === "cancelled" ? "was cancelled" : "failed";
    return `**${task.type}** (task ${task.id}) ${what}: ${reason(work)}`;
  });

/** Our own messages are plain; a provider's may hold anything. */
const reason = (work: Work): string => inOneLine(work.error?.message ?? "no reason is known");

const inOneLine = (words: string): string => escapeMarkdown(cut(words, MAX_LINE_CHARS));

const doneBy = (tasks: readonly Task[], state: RunState): readonly string[] =>
  tasks.map((task) => {
    const work = taskWork(state, task.id);
    const last = work.attempts.at(-1);
    const notes = work.notes.length === 0 ? "" : `; ${inOneLine(work.notes.join("; "))}`;
    const tries = work.attempts.length > 1 ? `, attempt ${work.attempts.length}` : "";
    return `${task.type}: ${escapeMarkdown(last?.model ?? "unknown")} (${last?.provider ?? "unknown"}${tries})${notes}`;
  });
