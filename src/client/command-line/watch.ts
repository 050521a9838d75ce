import type { RunEvent } from "../../domain/events.ts";
import { numberOf } from "../../domain/plan.ts";
import type { WorkStatus } from "../../domain/run/state.ts";
import type { RunView } from "../../http/schemas/views.ts";
import type { Client } from "../client.ts";
import { writeLines } from "./command.ts";
import { namesOf, noteLines, plannedLines, type ResourceNames, repairLines, SYMBOLS } from "./run-lines.ts";
import { type StyledLine, span, type Terminal } from "./terminal.ts";
import { count, duration } from "./words.ts";

export interface WatchOptions {
  /** Where the run is shown; null to show nothing. */
  readonly terminal: Terminal | null;
  readonly signal: AbortSignal;
  /** Names of the conversation's earlier resources, by id. */
  readonly names?: ResourceNames;
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

/**
 * Follows a run to its end, or until it waits, with a line for what begins and ends. Leaving early, by the signal,
 * changes nothing for the run.
 * @throws {Interrupted} when the signal aborts.
 */
export async function watch(client: Client, run: string, options: WatchOptions): Promise<RunView> {
  const { terminal, signal, decide } = options;
  const teller = new TaskTeller();
  let awaitsApproval = false;
  try {
    for await (const event of client.events(run, { signal })) {
      options.onEvent?.(event);
      if (terminal && event.type === "selection-end") {
        const planned = await client.run(run, { signal });
        for (const { id, title } of planned.tasks) teller.titles.set(id, title);
        writeLines(terminal, headLines(planned, namesOf(planned, options.names), terminal.columns - 1));
      }
      if (terminal) writeLines(terminal, teller.lines(event));
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

function headLines(run: RunView, names: ResourceNames, width: number): readonly StyledLine[] {
  const by = run.controller === undefined ? "" : `, planned by the ${run.controller} controller`;
  return [
    [span(`  ${count(run.tasks.length, "task")}${by}:`, "bold")],
    ...noteLines(run.understanding),
    ...plannedLines(run.tasks, names, width),
    ...repairLines(run.repairs),
  ];
}

/** Tells of tasks as events come, a line for each that begins, is tried again or ends. */
class TaskTeller {
  readonly titles = new Map<number, string>();
  readonly #startedAt = new Map<number, number>();

  lines({ type, data, at }: RunEvent): readonly StyledLine[] {
    switch (type) {
      case "task-start": {
        const { task, provider, model, attempt } = data;
        if (!this.#startedAt.has(task)) this.#startedAt.set(task, at);
        const again = attempt > 1 ? `, attempt ${attempt}` : "";
        return [this.#line("running", task, `started on ${provider}:${model}${again}`)];
      }
      case "task-retry":
        return [this.#line("retrying", data.task, `again, as ${data.error.message}`)];
      case "task-end": {
        const { task, status, error, reused } = data;
        if (reused) return [this.#line(status, task, `from before, by ${reused.provider}:${reused.model}`)];
        const began = this.#startedAt.get(task);
        const after = began === undefined ? "" : ` after ${duration(at - began)}`;
        return [this.#line(status, task, `${status}${after}${error ? `: ${error.message}` : ""}`)];
      }
      case "run-pause":
        return data.reason ? [[span(`  ${data.reason.message}`, "yellow")]] : [];
      default:
        return [];
    }
  }

  #line(status: WorkStatus, task: number | string, said: string): StyledLine {
    const { symbol, style } = SYMBOLS[status];
    const title = typeof task === "string" ? task : `${numberOf(task)} ${this.titles.get(task) ?? "task"}`;
    return [span(`  ${symbol} `, style), span(`${title}: ${said}`)];
  }
}
