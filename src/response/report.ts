import { dependencies, type Plan, type Task } from "../domain/plan.ts";
import { MAX_INLINE_CHARS, type Resource } from "../domain/resources.ts";
import {
  llmCallsOf,
  type RunState,
  type RunStatus,
  statusOf,
  taskWork,
  usedTimeMs,
  type WorkStatus,
} from "../domain/run/state.ts";
import type { Candidate } from "../domain/selection.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { codeBlock, escapeMarkdown } from "./markdown.ts";
import { describeBinding, inWords } from "./values.ts";

export interface ReportTask {
  readonly id: number;
  readonly type: string;
  readonly description: string;
  /** Argument by argument, what it was bound to, in words. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly waitsFor: readonly number[];
  readonly status: WorkStatus;
  readonly model: string | null;
  readonly candidates: readonly Candidate[];
  readonly attempts: readonly {
    readonly model: string;
    readonly startMs: number;
    readonly durationMs: number | null;
    readonly error: string | null;
  }[];
  /** Output by output, in words; files as Markdown links. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** The explanation of a run. Times are milliseconds; `startMs` counts from the start of the run. */
export interface Report {
  readonly run: string;
  readonly request: string;
  readonly status: RunStatus;
  readonly startedAt: string;
  readonly controller: string | null;
  readonly understanding: readonly string[];
  readonly planVersion: number;
  /** Groups of tasks that may run side by side, in order: the plan's levels. */
  readonly levels: readonly (readonly number[])[];
  readonly tasks: readonly ReportTask[];
  /** The chain of tasks that decided how long the run took. */
  readonly criticalPath: { readonly tasks: readonly number[]; readonly durationMs: number };
  readonly usage: { readonly timeMs: number; readonly llmCalls: number; readonly attempts: number };
  readonly files: readonly Pick<Resource, "id" | "name" | "kind" | "mediaType" | "bytes" | "sha256">[];
  readonly answer: string | null;
  /** Why the run as a whole failed. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Of data and of files the beginning tells enough; texts stand in full, as an answer may have left them out. */
const MAX_DATA_CHARS = 400;

/** Explains a run from its state, at any moment of it. */
export function buildReport(state: RunState, ontology: Ontology, now: number): Report {
  const plan: Plan = state.plan ?? { tasks: [] };
  return {
    run: state.id,
    request: state.text,
    status: statusOf(state),
    startedAt: new Date(state.startedAt).toISOString(),
    controller: state.controller,
    understanding: state.planned?.as === "plan" ? state.planned.notes : [],
    planVersion: state.planVersion,
    levels: levelsOf(plan),
    tasks: plan.tasks.map((task) => reportTask(task, state, ontology)),
    criticalPath: criticalPath(plan, state),
    usage: {
      timeMs: Math.round(usedTimeMs(state, state.endedAt ?? now)),
      llmCalls: llmCallsOf(state),
      attempts: plan.tasks.reduce((sum, task) => sum + taskWork(state, task.id).attempts.length, 0),
    },
    files: plan.tasks.flatMap((task) => filesOf(task, state)),
    answer: state.end ? state.answer : null,
    error: state.end?.error ? { code: state.end.error.code, message: state.end.error.message } : null,
  };
}

function reportTask(task: Task, state: RunState, ontology: Ontology): ReportTask {
  const work = taskWork(state, task.id);
  const last = work.attempts.at(-1);
  return {
    id: task.id,
    type: task.type,
    description: ontology.get(task.type)?.description ?? "",
    inputs: mapValues(task.args, (binding) => describeBinding(binding, state)),
    waitsFor: dependencies(task),
    status: work.status,
    model: last ? `${last.provider}:${last.model}` : null,
    candidates: state.selection?.[task.id]?.candidates ?? [],
    attempts: work.attempts.map((attempt) => ({
      model: `${attempt.provider}:${attempt.model}`,
      startMs: attempt.startedAt - state.startedAt,
      durationMs: attempt.endedAt === null ? null : attempt.endedAt - attempt.startedAt,
      error: attempt.error?.message ?? null,
    })),
    outputs: mapValues(work.outputs, (value) =>
      inWords(value, value.as === "text" ? MAX_INLINE_CHARS : MAX_DATA_CHARS),
    ),
    notes: work.notes,
    error: work.error ? { code: work.error.code, message: work.error.message } : null,
  };
}

const mapValues = <T>(record: Readonly<Record<string, T>>, map: (value: T) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

function filesOf(task: Task, state: RunState): Report["files"] {
  return Object.values(taskWork(state, task.id).outputs).flatMap((value) => {
    if (value.as !== "resource") return [];
    const { id, name, kind, mediaType, bytes, sha256 } = value.resource;
    return [{ id, name, kind, mediaType, bytes, sha256 }];
  });
}

function levelsOf(plan: Plan): readonly (readonly number[])[] {
  const level = new Map<number, number>();
  const levels: number[][] = [];
  // The plan is acyclic, so as many passes as it has tasks settle every level.
  for (let pass = 0; pass < plan.tasks.length && level.size < plan.tasks.length; pass++) {
    for (const task of plan.tasks) {
      const needs = dependencies(task);
      if (level.has(task.id) || !needs.every((id) => level.has(id))) continue;
      const own = Math.max(-1, ...needs.map((id) => level.get(id) ?? 0)) + 1;
      level.set(task.id, own);
      levels[own] = [...(levels[own] ?? []), task.id];
    }
  }
  return levels;
}

/** Walks back from the task that ended last, always to the dependency that ended last. */
function criticalPath(plan: Plan, state: RunState): Report["criticalPath"] {
  const endOf = (task: Task): number => taskWork(state, task.id).endedAt ?? 0;
  const latest = (tasks: readonly Task[]): Task | undefined => tasks.toSorted((a, b) => endOf(b) - endOf(a))[0];
  const path: Task[] = [];
  const ran = plan.tasks.filter((task) => endOf(task) > 0 && taskWork(state, task.id).attempts.length > 0);
  let next = latest(ran);
  while (next && path.length < plan.tasks.length) {
    path.unshift(next);
    const needs = new Set(dependencies(next));
    next = latest(ran.filter((task) => needs.has(task.id)));
  }
  const durationMs = path.reduce((sum, task) => {
    const last = taskWork(state, task.id).attempts.at(-1);
    return sum + (last?.endedAt ? last.endedAt - last.startedAt : 0);
  }, 0);
  return { tasks: path.map((task) => task.id), durationMs };
}

/** The report as Markdown. */
export function renderReport(report: Report): string {
  const sections = [
    `# Report of ${report.run}`,
    `**Request:**\n\n${codeBlock(report.request)}`,
    `**Status:** ${report.status}. **Started:** ${report.startedAt}. **Time:** ${report.usage.timeMs} ms. **LLM calls:** ${report.usage.llmCalls}.`,
    report.error ? `**Error:** \`${report.error.code}\`: ${escapeMarkdown(report.error.message)}` : "",
    list("How the request was understood", report.understanding.map(escapeMarkdown)),
    planSection(report),
    ...report.tasks.map(taskSection),
    list(
      "Files",
      report.files.map(
        (file) =>
          `[${escapeMarkdown(file.name)}](/v1/resources/${file.id}), ${file.mediaType}, ${file.bytes} bytes, SHA-256 \`${file.sha256}\``,
      ),
    ),
    report.answer === null ? "" : `## Answer\n\n${report.answer.trim()}`,
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? "" : `## ${title}\n\n${items.map((item) => `- ${item}`).join("\n")}`;

function planSection(report: Report): string {
  if (report.tasks.length === 0) return "";
  const levels = report.levels.map((ids, index) => `${index + 1}. ${ids.map((id) => `task ${id}`).join(", ")}`);
  const path = report.criticalPath.tasks.join(" → ");
  const criticalPath = path === "" ? "none ran" : `tasks ${path}, ${report.criticalPath.durationMs} ms`;
  return `## Plan (version ${report.planVersion}, by the ${report.controller ?? "unknown"} controller)

The plan was checked before it ran: every task type is known, every required input is bound to something of the right kind, and nothing waits in a circle. Side by side may run:

${levels.join("\n")}

Critical path: ${criticalPath}.`;
}

function taskSection(task: ReportTask): string {
  const lines = [
    `- Inputs: ${entries(task.inputs)}`,
    `- Status: ${task.status}${task.error ? ` (\`${task.error.code}\`: ${escapeMarkdown(task.error.message)})` : ""}`,
    ...task.candidates.map(
      (candidate, index) =>
        `- ${index === 0 ? "Chosen" : "Fallback"}: \`${candidate.provider}:${candidate.model}\`. ${escapeMarkdown(candidate.reason)}`,
    ),
    ...task.attempts.map(
      (attempt, index) =>
        `- Attempt ${index + 1}: \`${attempt.model}\`, began at ${attempt.startMs} ms, took ${attempt.durationMs ?? "?"} ms${attempt.error ? `, failed: ${escapeMarkdown(attempt.error)}` : ""}`,
    ),
    ...(Object.keys(task.outputs).length > 0 ? [`- Outputs: ${entries(task.outputs)}`] : []),
    ...task.notes.map((note) => `- Note: ${escapeMarkdown(note)}`),
  ];
  return `### Task ${task.id}: ${task.type}\n\n${escapeMarkdown(task.description)}\n\n${lines.join("\n")}`;
}

const entries = (record: Readonly<Record<string, string>>): string =>
  Object.entries(record)
    .map(([name, value]) => `${name} = ${value}`)
    .join("; ");
