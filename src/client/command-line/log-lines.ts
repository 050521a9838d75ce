import type { RunEvent } from "../../domain/events.ts";
import { headLines, plannedBy } from "./live-frame.ts";
import { repairLines } from "./repair-lines.ts";
import type { RunProgress, TaskProgress } from "./run-progress.ts";
import { type StyledLine, span } from "./styled.ts";
import { duration, SYMBOLS } from "./symbols.ts";
import { taskLines } from "./task-lines.ts";

/** A plan longer than this is not drawn into a log whole. */
const MAX_PLAN_LINES = 64;
const MAX_UNDERSTANDING_LINES = 5;
const MAX_REPAIR_LINES = 20;

/**
 * What a log says of an event, for output that cannot be painted over: nothing for most, one line for what a
 * reader waits for, the graph once it is known.
 * @param board after the event.
 */
export function logLines(board: RunProgress, event: RunEvent, width: number): readonly StyledLine[] {
  switch (event.type) {
    case "run-start":
      return headLines(board, { now: event.at, width }).slice(0, -2);
    case "plan-end":
    case "plan-revised":
      return planLines(board, event.at, width);
    case "approval-required":
      return [[span("  ? waits for approval", "yellow")]];
    case "task-start":
      return taskLine(
        board,
        event.data.task,
        (task) => `started on ${task.model ?? "?"}${task.attempt > 1 ? `, attempt ${task.attempt}` : ""}`,
      );
    case "task-retry":
      return typeof event.data.task === "number"
        ? taskLine(board, event.data.task, () => `again: ${event.data.error.message}`)
        : [[span(`  ↻ ${event.data.task}: again: ${event.data.error.message}`, "yellow")]];
    case "task-end":
      return taskLine(board, event.data.task, ended);
    case "budget-warning":
      return [[span(`  ${board.warning ?? ""}`, "yellow")]];
    case "run-pause":
      return [[span(`  ‖ paused${event.data.reason ? `: ${event.data.reason.message}` : ""}`, "yellow")]];
    case "run-resume":
      return [[span("  resumed")]];
    case "run-cancel":
      return [[span(`  ■ ${event.data.reason}`, "yellow")]];
    default:
      return [];
  }
}

function planLines(board: RunProgress, now: number, width: number): readonly StyledLine[] {
  const count = board.tasks.length;
  if (count === 0) return [];
  return [
    ...board.understanding.slice(0, MAX_UNDERSTANDING_LINES).map((note) => [span(`  ${note}`, "dim")]),
    [
      span(
        `  ${count} ${count === 1 ? "task" : "tasks"}, ${plannedBy(board.controller ?? "user", board.planMs ?? 0)}:`,
      ),
    ],
    ...taskLines(board.tasks, { now, width }, MAX_PLAN_LINES),
    ...repairLines(board.repairs, MAX_REPAIR_LINES),
  ];
}

function taskLine(board: RunProgress, id: number, say: (task: TaskProgress) => string): readonly StyledLine[] {
  const task = board.tasks.find((candidate) => candidate.id === id);
  if (!task) return [];
  const { symbol, style } = SYMBOLS[task.status];
  return [[span(`  ${symbol}`, style), span(` ${id} ${task.type}: ${say(task)}`)]];
}

function ended(task: TaskProgress): string {
  const time =
    task.startedAt === null || task.endedAt === null ? "" : ` after ${duration(task.endedAt - task.startedAt)}`;
  const what = task.status === "succeeded" ? task.result : (task.error ?? "");
  return `${task.status}${time}${what === "" ? "" : ` → ${what}`}`;
}
