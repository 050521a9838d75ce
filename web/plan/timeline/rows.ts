import type { RunView, TaskView } from "../../../src/client/client.ts";
import { inOrder } from "../graph/structure.ts";
import { readModel } from "../words.ts";

/** What a bar stands for. */
export type BarLook = "step" | "waiting" | "running" | "done" | "failed" | "cancelled";

/** A stretch of time of one row; milliseconds since the run began. */
export interface Bar {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /** It goes on: `to` is now. */
  readonly isOpen: boolean;
  readonly look: BarLook;
  /** What it is, without its times: "attempt 2 on canny (embedded), failed". */
  readonly words: string;
}

export interface Row {
  readonly key: string;
  /** Null for what is no task: planning, waiting for a person, answering. */
  readonly task: number | null;
  /** What it is, in words. */
  readonly name: string;
  /** The task type; empty for what is no task. */
  readonly type: string;
  readonly bars: readonly Bar[];
}

/** A step of a run besides its tasks, from its events; milliseconds since the epoch. */
export interface Step {
  readonly name: "Planning" | "Your approval" | "Paused" | "Answering";
  readonly from: number;
  readonly to: number | null;
}

/** A run as rows of bars, in the order of its plan. @param clock milliseconds since the epoch, for what goes on */
export function rowsOf(run: RunView, steps: readonly Step[], clock: number): readonly Row[] {
  const zero = Date.parse(run.createdAt);
  const isOver = run.endedAt !== null;
  const now = run.endedAt === null ? clock : Date.parse(run.endedAt);
  const stepRows = (names: readonly Step["name"][]): readonly Row[] =>
    names.flatMap((name) => {
      const own = steps.filter((step) => step.name === name);
      return own.length === 0 ? [] : [stepRow(name, own, { zero, now, isOver })];
    });
  return [
    ...stepRows(["Planning", "Your approval"]),
    ...inOrder(run.tasks).map((task) => taskRow(task, { zero, now, isOver })),
    ...stepRows(["Paused", "Answering"]),
  ];
}

/** When a run began, and until when it is told; nothing goes on in one that is over. */
interface Told {
  readonly zero: number;
  readonly now: number;
  readonly isOver: boolean;
}

const stepRow = (name: Step["name"], steps: readonly Step[], { zero, now, isOver }: Told): Row => ({
  key: name,
  task: null,
  name,
  type: "",
  bars: steps.map(({ from, to }, index) => ({
    key: String(index),
    from: from - zero,
    to: Math.max((to ?? now) - zero, from - zero),
    isOpen: to === null && !isOver,
    look: name === "Planning" || name === "Answering" ? "step" : "waiting",
    words: to === null && !isOver ? "goes on" : "",
  })),
});

const taskRow = (task: TaskView, { zero, now, isOver }: Told): Row => ({
  key: String(task.id),
  task: task.id,
  name: task.title,
  type: task.task,
  bars: task.attempts.map((attempt, index) => {
    const from = Date.parse(attempt.startedAt) - zero;
    // An attempt that was lost has no end of its own: it ended by the next one at the latest.
    const next = task.attempts[index + 1];
    const isOpen = attempt.durationMs === null && next === undefined && task.endedAt === null && !isOver;
    const lostBy = next?.startedAt ?? task.endedAt;
    const end = lostBy === null || lostBy === undefined ? now : Date.parse(lostBy);
    const to = attempt.durationMs === null ? end - zero : from + attempt.durationMs;
    const look = lookOf(task, index, isOpen);
    return {
      key: String(attempt.number),
      from,
      to: Math.max(from, to),
      isOpen,
      look,
      words: attemptWords(attempt.number, attempt.model, look, attempt.error?.message),
    };
  }),
});

function lookOf({ attempts, status }: TaskView, index: number, isOpen: boolean): BarLook {
  if (isOpen) return "running";
  const isLast = index === attempts.length - 1;
  if (attempts[index]?.error || !isLast) return "failed";
  if (status === "cancelled" || status === "skipped") return "cancelled";
  return status === "failed" || status === "retrying" ? "failed" : "done";
}

const LOOK_WORDS: Readonly<Record<BarLook, string>> = {
  step: "",
  waiting: "",
  running: "goes on",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
};

function attemptWords(number: number, named: string, look: BarLook, error: string | undefined): string {
  const { provider, model } = readModel(named);
  const by = provider === "" ? model : `${model} (${provider})`;
  return `${number > 1 ? `attempt ${number} on ` : ""}${by}, ${LOOK_WORDS[look]}${error === undefined ? "" : `: ${error}`}`;
}

/** How many tasks were worked on at one moment, at the most; and how much work it was, in milliseconds. */
export function sideBySide(rows: readonly Row[]): { readonly most: number; readonly workMs: number } {
  const bars = rows.filter(({ task }) => task !== null).flatMap((row) => row.bars);
  // What ends where another begins did not run beside it.
  const turns = bars
    .flatMap(({ from, to }) =>
      to > from
        ? [
            { at: from, by: 1 },
            { at: to, by: -1 },
          ]
        : [],
    )
    .sort((one, other) => one.at - other.at || one.by - other.by);
  let running = 0;
  let most = 0;
  for (const { by } of turns) {
    running += by;
    most = Math.max(most, running);
  }
  return { most, workMs: bars.reduce((sum, { from, to }) => sum + (to - from), 0) };
}

/** The last moment that the rows have, in milliseconds since the run began. */
export const endOf = (rows: readonly Row[]): number =>
  rows.reduce((last, { bars }) => bars.reduce((end, { to }) => Math.max(end, to), last), 0);
