import type { RunEvent } from "../../domain/events.ts";
import type { RunView } from "../../domain/views.ts";
import type { Client } from "../client.ts";
import { writeLines } from "./session.ts";
import { repairLines, SYMBOLS, taskLines, toPlannedTask } from "./task-lines.ts";
import { type StyledLine, span, type Terminal } from "./terminal.ts";
import { count, duration } from "./words.ts";

export interface WatchOptions {
  /** Where the run is shown; null to show nothing. */
  readonly terminal: Terminal | null;
  readonly signal: AbortSignal;
  /** Names of the conversation's earlier resources, by id. */
  readonly names?: ReadonlyMap<string, string>;
  readonly onEvent?: (event: RunEvent) => void;
  /** Decides when the run asks for approval; without it the run waits for somebody else to. */
  readonly decide?: () => Promise<"approve" | "reject">;
  /** Whether to leave once the run waits for somebody. */
  readonly leavesAtRest?: boolean;
}

/** The watcher left before the run was over. */
export class Interrupted extends Error {
  /** Null where its id had not come yet, so that nobody knows whether there is one. */
  readonly run: string | null;
  /** Whether the run waits for somebody to approve its plan. */
  readonly awaitsApproval: boolean;

  constructor(run: string | null, awaitsApproval: boolean, cause: unknown) {
    super(`Interrupted while watching ${run ?? "for a run to begin"}`, { cause });
    this.run = run;
    this.awaitsApproval = awaitsApproval;
  }
}

/** A plan holds 256 tasks at most. */
const MAX_PLAN_LINES = 300;

/**
 * Follows a run to its end, or until it waits, with a line for what begins and ends. Leaving early, by the signal,
 * changes nothing for the run.
 * @throws {Interrupted} when the signal aborts.
 */
export async function watch(client: Client, run: string, options: WatchOptions): Promise<RunView> {
  const { terminal, signal, decide } = options;
  const describe = createTaskTeller();
  let awaitsApproval = false;
  try {
    for await (const event of client.events(run, { signal })) {
      options.onEvent?.(event);
      if (terminal && event.type === "selection-end") {
        const planned = await client.run(run, { signal });
        for (const { id, task } of planned.tasks) describe.names.set(id, task);
        writeLines(terminal, planLines(planned, options.names ?? new Map(), terminal.columns - 1));
      }
      if (terminal) writeLines(terminal, describe.lines(event));
      if (event.type === "approval-required") awaitsApproval = true;
      if (event.type === "approval-given" || event.type === "run-cancel") awaitsApproval = false;
      if (options.leavesAtRest && (event.type === "run-pause" || (event.type === "approval-required" && !decide))) {
        const now = await client.run(run, { signal });
        if (now.status === "paused" || now.status === "awaiting-approval") return now;
      }
      if (event.type !== "approval-required" || !decide) continue;
      await client.approve(run, { planVersion: event.data.planVersion, decision: await decide() }, { signal });
    }
    return await client.run(run, { signal });
  } catch (error) {
    throw signal.aborted ? new Interrupted(run, awaitsApproval, error) : error;
  }
}

function planLines(run: RunView, known: ReadonlyMap<string, string>, width: number): readonly StyledLine[] {
  const names = new Map([...known, ...run.files.map(({ id, name }) => [id, name] as const)]);
  const by = run.controller === undefined ? "" : `, planned by the ${run.controller} controller`;
  return [
    [span(`  ${count(run.tasks.length, "task")}${by}:`, "bold")],
    ...run.understanding.map((note) => [span(`  ${note}`, "dim")]),
    ...taskLines(
      run.tasks.map((task) => toPlannedTask(task, names)),
      width,
      MAX_PLAN_LINES,
    ),
    ...repairLines(run.repairs, MAX_PLAN_LINES),
  ];
}

/** Tells of tasks as events come, a line for each that begins, is tried again or ends. */
function createTaskTeller() {
  const names = new Map<number, string>();
  const startedAt = new Map<number, number>();
  const title = (task: number): string => `${task} ${names.get(task) ?? "task"}`;
  const lines = (event: RunEvent): readonly StyledLine[] => {
    switch (event.type) {
      case "task-start": {
        const { task, provider, model, attempt } = event.data;
        if (!startedAt.has(task)) startedAt.set(task, event.at);
        const again = attempt > 1 ? `, attempt ${attempt}` : "";
        return [[...mark("running"), span(`${title(task)}: started on ${provider}:${model}${again}`)]];
      }
      case "task-retry": {
        const { task, error } = event.data;
        const what = typeof task === "number" ? title(task) : task;
        return [[...mark("retrying"), span(`${what}: again, as ${error.message}`)]];
      }
      case "task-end": {
        const { task, status, error } = event.data;
        const began = startedAt.get(task);
        const after = began === undefined ? "" : ` after ${duration(event.at - began)}`;
        return [[...mark(status), span(`${title(task)}: ${status}${after}${error ? `: ${error.message}` : ""}`)]];
      }
      case "run-pause":
        return event.data.reason ? [[span(`  ${event.data.reason.message}`, "yellow")]] : [];
      default:
        return [];
    }
  };
  return { names, lines };
}

const mark = (status: keyof typeof SYMBOLS): StyledLine => [
  span(`  ${SYMBOLS[status].symbol} `, SYMBOLS[status].style),
];
