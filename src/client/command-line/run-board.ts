import type { RunView, TaskView, ValueView } from "../../domain/views.ts";
import type { RunProgress, TaskProgress } from "./run-progress.ts";
import { describeInputs } from "./wire-inputs.ts";

const MAX_SHOWN_CHARS = 200;
const shorten = (text: string): string => text.slice(0, MAX_SHOWN_CHARS);

/** A run that was not watched, as a board: what the API says of it now. */
export function toBoard(run: RunView): RunProgress {
  const names = new Map(run.files.map(({ id, name }) => [id, name]));
  return {
    text: run.text,
    status: run.status,
    resumesAs: run.status,
    startedAt: Date.parse(run.createdAt),
    endedAt: run.endedAt === null ? null : Date.parse(run.endedAt),
    controller: null,
    planMs: null,
    planVersion: run.planVersion,
    understanding: run.understanding,
    repairs: run.repairs,
    tasks: run.tasks.map((task) => toBoardTask(task, names)),
    answer: run.answer ?? "",
    warning: run.queuePosition > 0 ? `waits for ${run.queuePosition} before it` : null,
    error: run.error?.message ?? null,
    names,
  };
}

function toBoardTask(task: TaskView, names: ReadonlyMap<string, string>): TaskProgress {
  const { id, status, startedAt, endedAt, notes } = task;
  const last = task.attempts.at(-1);
  return {
    id,
    type: task.task,
    dependsOn: task.dep.filter((dependency) => dependency >= 0),
    inputs: describeInputs(task, names),
    status,
    attempt: last?.number ?? 0,
    model: last?.model ?? task.model ?? null,
    startedAt: startedAt === null ? null : Date.parse(startedAt),
    endedAt: endedAt === null ? null : Date.parse(endedAt),
    progress: task.progress ?? null,
    retry: null,
    result: describe(Object.values(task.outputs)),
    notes,
    error: task.error?.message ?? null,
  };
}

function describe(outputs: readonly ValueView[]): string {
  for (const output of outputs) if ("text" in output) return shorten(output.text);
  for (const output of outputs) if ("resource" in output) return output.resource.name;
  for (const output of outputs) if ("data" in output) return shorten(JSON.stringify(output.data));
  return "";
}
