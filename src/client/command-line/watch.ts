import type { RunEvent } from "../../domain/events.ts";
import type { RunView } from "../../domain/views.ts";
import type { Client } from "../client.ts";
import { createLiveView } from "./live-view.ts";
import type { Terminal } from "./terminal.ts";

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

/**
 * Follows a run to its end, or until it waits, shown live. Leaving early, by the signal, changes nothing for the run.
 * @throws {Interrupted} when the signal aborts.
 */
export async function watch(client: Client, run: string, options: WatchOptions): Promise<RunView> {
  const { terminal, signal, decide } = options;
  const view = terminal ? createLiveView(terminal, options.names) : null;
  let awaitsApproval = false;
  try {
    for await (const event of client.events(run, { signal })) {
      view?.show(event, Date.now());
      options.onEvent?.(event);
      if (event.type === "approval-required") awaitsApproval = true;
      if (event.type === "approval-given" || event.type === "run-cancel") awaitsApproval = false;
      if (options.leavesAtRest && (event.type === "run-pause" || (event.type === "approval-required" && !decide))) {
        const now = await client.run(run, { signal });
        if (now.status === "paused" || now.status === "awaiting-approval") return now;
      }
      if (event.type !== "approval-required" || !decide) continue;
      view?.rest();
      await client.approve(run, { planVersion: event.data.planVersion, decision: await decide() }, { signal });
    }
    return await client.run(run, { signal });
  } catch (error) {
    throw signal.aborted ? new Interrupted(run, awaitsApproval, error) : error;
  } finally {
    view?.rest();
  }
}
