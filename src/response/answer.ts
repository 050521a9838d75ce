import type { Task } from "../domain/plan.ts";
import type { RunState, Work } from "../domain/run/state.ts";
import { taskWork } from "../domain/run/state.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { type Finding, findingOf } from "./findings.ts";
import { escapeMarkdown } from "./markdown.ts";

const RANKS: readonly Finding["rank"][] = ["answer", "result", "file", "source"];

/**
 * Writes the answer of a run from its typed results alone: the question first, then what was made,
 * what failed, and by whom. Nothing is said that did not run.
 */
export async function* writeAnswer(state: RunState, ontology: Ontology): AsyncGenerator<string> {
  const tasks = state.plan?.tasks ?? [];
  const succeeded = tasks.filter((task) => taskWork(state, task.id).status === "succeeded");
  const findings = succeeded.flatMap((task) => {
    const type = ontology.get(task.type);
    return type ? [findingOf(task, type, state)] : [];
  });
  for (const rank of RANKS) {
    const lines = findings.filter((finding) => finding.rank === rank).map((finding) => finding.markdown);
    if (lines.length > 0) yield `${lines.join("\n\n")}\n\n`;
  }
  const failed = tasks.filter((task) => taskWork(state, task.id).status !== "succeeded");
  if (failed.length > 0) yield `${failures(failed, state, succeeded.length === 0)}\n\n`;
  const how = doneBy(succeeded, state);
  if (how !== "") yield how;
}

function failures(tasks: readonly Task[], state: RunState, all: boolean): string {
  const lines = tasks.map((task) => {
    const work = taskWork(state, task.id);
    const what =
      work.status === "skipped" ? "was not started" : work.status === "cancelled" ? "was cancelled" : "failed";
    return `- **${task.type}** (task ${task.id}) ${what}: ${reason(work)}`;
  });
  return `${all ? "This could not be done:" : "This part could not be done:"}\n\n${lines.join("\n")}`;
}

/** Our own messages are plain; a provider's may hold anything. */
const reason = (work: Work): string => escapeMarkdown(work.error?.message ?? "no reason is known");

function doneBy(tasks: readonly Task[], state: RunState): string {
  const lines = tasks.map((task) => {
    const work = taskWork(state, task.id);
    const last = work.attempts.at(-1);
    const notes = work.notes.length === 0 ? "" : `; ${work.notes.map(escapeMarkdown).join("; ")}`;
    const tries = work.attempts.length > 1 ? `, attempt ${work.attempts.length}` : "";
    return `- ${task.type}: ${escapeMarkdown(last?.model ?? "unknown")} (${last?.provider ?? "unknown"}${tries})${notes}`;
  });
  return lines.length === 0 ? "" : `How it was done:\n\n${lines.join("\n")}\n`;
}
