import type { EventData, EventType, RunEvent, Values } from "../../domain/events.ts";
import type { Binding, Plan, SingleBinding, Task } from "../../domain/plan.ts";
import type { Repair } from "../../domain/repair.ts";
import type { Resource, Value } from "../../domain/resources.ts";
import type { RunStatus, WorkStatus } from "../../domain/run/state.ts";
import { LIMITS } from "./limits.ts";

/** A task as it is shown. Times are milliseconds since the epoch, by the server's clock. */
export interface TaskProgress {
  readonly id: number;
  readonly type: string;
  readonly dependsOn: readonly number[];
  /** What flows in, in a few words. */
  readonly inputs: string;
  readonly status: WorkStatus;
  readonly attempt: number;
  /** `provider:model` of the current or last attempt. */
  readonly model: string | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly progress: { readonly note: string; readonly fraction?: number } | null;
  /** Why there is another attempt. */
  readonly retry: { readonly why: string; readonly at: number } | null;
  /** What came out, in a few words. */
  readonly result: string;
  readonly notes: readonly string[];
  readonly error: string | null;
}

/** How a task stands before its first attempt. */
export const NOT_BEGUN = {
  status: "waiting",
  attempt: 0,
  startedAt: null,
  endedAt: null,
  progress: null,
  retry: null,
  result: "",
  notes: [],
  error: null,
} as const satisfies Partial<TaskProgress>;

/** A run as it is watched: built from its events and nothing else. */
export interface RunProgress {
  readonly text: string;
  readonly status: RunStatus;
  /** What it goes back to after a pause. */
  readonly resumesAs: RunStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly controller: string | null;
  readonly planMs: number | null;
  readonly planVersion: number;
  readonly understanding: readonly string[];
  /** What was changed to make the plan sound. */
  readonly repairs: readonly Repair[];
  readonly tasks: readonly TaskProgress[];
  readonly answer: string;
  readonly warning: string | null;
  readonly error: string | null;
  /** Names of resources by id, as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
}

type Fold<Type extends EventType> = (board: RunProgress, data: EventData[Type], at: number) => RunProgress;

const FOLD: { readonly [Type in Exclude<EventType, "run-start">]: Fold<Type> } = {
  "plan-start": (board) => board,
  "plan-end": (board, { planned, controller, durationMs, version, fetched, referenced }) => {
    const next = {
      ...board,
      controller,
      planMs: durationMs,
      names: withNames(board.names, [...fetched, ...referenced]),
    };
    if (planned.as === "failed") return { ...next, error: planned.error.message };
    if (planned.as !== "plan") return next;
    const repairs = planned.mended?.repairs ?? [];
    return { ...withPlan(next, planned.plan, version), understanding: planned.notes, repairs };
  },
  "selection-end": (board) => toStatus(board, "running"),
  "approval-required": (board) => toStatus(board, "awaiting-approval"),
  "plan-revised": (board, { plan, version }) => ({
    ...withPlan(board, plan, version),
    repairs: [],
    status: "planning",
  }),
  "approval-given": (board, { decision }) => (decision === "approve" ? toStatus(board, "running") : board),
  "task-start": (board, { task, attempt, provider, model }, at) =>
    withTask(board, task, (before) => ({
      status: "running",
      attempt,
      model: `${provider}:${model}`,
      startedAt: before.startedAt ?? at,
      progress: null,
    })),
  "task-progress": (board, { task, note, fraction }) =>
    withTask(board, task, () => ({ progress: fraction === undefined ? { note } : { note, fraction } })),
  "task-retry": (board, { task, error, retryAt }) => {
    if (typeof task !== "number") return { ...board, answer: "", warning: `Again, as ${error.message}` };
    return withTask(board, task, () => ({
      status: "retrying",
      retry: { why: error.message, at: retryAt },
      progress: null,
    }));
  },
  "task-end": (board, { task, status, outputs, notes, error }, at) => ({
    ...withTask(board, task, () => ({
      status,
      notes,
      endedAt: at,
      progress: null,
      result: describeOutputs(outputs),
      error: error?.message ?? null,
    })),
    names: withNames(
      board.names,
      Object.values(outputs).flatMap((value) => (value.as === "resource" ? [value.resource] : [])),
    ),
  }),
  "budget-reserved": (board) => board,
  "budget-settled": (board) => board,
  "budget-warning": (board, { what, used, limit, exceeded }) => ({
    ...board,
    warning: exceeded
      ? `The calls measured more than was foreseen: ${Math.round((used / limit) * 100)} % of the ${LIMITS[what](limit)}`
      : `${Math.round((used / limit) * 100)} % of the ${LIMITS[what](limit)} is used up`,
  }),
  "run-pause": (board, { reason }) => ({
    ...board,
    status: "paused",
    resumesAs: board.status,
    warning: reason?.message ?? board.warning,
  }),
  "run-resume": (board) => ({ ...board, status: board.resumesAs }),
  "run-cancel": (board, { reason }) => ({ ...board, error: reason }),
  "answer-start": (board) => ({ ...toStatus(board, "responding"), answer: "" }),
  "answer-delta": (board, { text }) => ({ ...board, answer: board.answer + text }),
  "run-end": (board, { status, answer, error }, at) => ({
    ...board,
    status,
    answer,
    endedAt: at,
    error: error?.message ?? null,
  }),
};

/**
 * The board after `event`; null before the first, `run-start`. Events that belong to no run begun are passed over,
 * so that what an odd server sends cannot break the view.
 * @param names of resources that earlier runs of the conversation brought in or made.
 */
export function fold(
  board: RunProgress | null,
  event: RunEvent,
  names: ReadonlyMap<string, string> = new Map(),
): RunProgress | null {
  if (event.type === "run-start") return begin(event.data, event.at, names);
  if (!board) return null;
  // The table pairs each type with its data; TypeScript cannot follow that through an index.
  const step = FOLD[event.type] as Fold<typeof event.type>;
  return step(board, event.data as never, event.at);
}

const begin = (data: EventData["run-start"], at: number, names: ReadonlyMap<string, string>): RunProgress => ({
  text: shorten(data.text, MAX_REQUEST_CHARS),
  status: "planning",
  resumesAs: "planning",
  startedAt: at,
  endedAt: null,
  controller: null,
  planMs: null,
  planVersion: 0,
  understanding: [],
  repairs: [],
  tasks: [],
  answer: "",
  warning: null,
  error: null,
  names: withNames(names, data.attached),
});

const toStatus = (board: RunProgress, status: RunStatus): RunProgress =>
  board.status === "paused" ? { ...board, resumesAs: status } : { ...board, status };

function withNames(names: ReadonlyMap<string, string>, resources: readonly Resource[]): ReadonlyMap<string, string> {
  return resources.length === 0 ? names : new Map([...names, ...resources.map(({ id, name }) => [id, name] as const)]);
}

const withTask = (
  board: RunProgress,
  id: number,
  change: (task: TaskProgress) => Partial<TaskProgress>,
): RunProgress => ({
  ...board,
  tasks: board.tasks.map((task) => (task.id === id ? { ...task, ...change(task) } : task)),
});

function withPlan(board: RunProgress, plan: Plan, version: number): RunProgress {
  const tasks = plan.tasks.map((task): TaskProgress => {
    const bindings = Object.entries(task.args);
    return {
      id: task.id,
      type: task.type,
      dependsOn: sources(task),
      inputs: bindings
        .map(([port, binding]) => (bindings.length > 1 ? `${port}: ` : "") + describeBinding(binding, board.names))
        .join(" · "),
      ...NOT_BEGUN,
      model: task.model ?? null,
    };
  });
  return { ...board, tasks, planVersion: version };
}

const singles = (binding: Binding): readonly SingleBinding[] => (binding.from === "list" ? binding.items : [binding]);

const sources = ({ args }: Task): readonly number[] => [
  ...new Set(
    Object.values(args)
      .flatMap(singles)
      .flatMap((single) => (single.from === "task" ? [single.task] : [])),
  ),
];

/** Longer is cut here already, so that a board of long texts stays small. */
const MAX_SHOWN_CHARS = 200;
const MAX_REQUEST_CHARS = 1_000;
const shorten = (text: string, most = MAX_SHOWN_CHARS): string => text.slice(0, most);

function describeBinding(binding: Binding, names: ReadonlyMap<string, string>): string {
  return singles(binding)
    .map((single) => {
      if (single.from === "task") return `from ${single.task}`;
      if (single.from === "resource") return names.get(single.resource) ?? "an earlier file";
      return typeof single.value === "string" ? `“${shorten(single.value)}”` : shorten(JSON.stringify(single.value));
    })
    .join(", ");
}

/** The output that says most to a reader: words before files before data. */
function describeOutputs(outputs: Values): string {
  const values = Object.values(outputs);
  const best =
    values.find((value) => value.as === "text") ?? values.find((value) => value.as === "resource") ?? values[0];
  return best ? describeValue(best) : "";
}

function describeValue(value: Value): string {
  if (value.as === "text") return shorten(value.text);
  return value.as === "resource" ? value.resource.name : shorten(JSON.stringify(value.data));
}
