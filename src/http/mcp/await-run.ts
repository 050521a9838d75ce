import { waitUntil } from "cloudflare:workers";
import type { RunRecord } from "../../domain/conversation.ts";
import { type RunStatus, statusOf } from "../../domain/run/state.ts";
import { followRun } from "../follow-run.ts";
import { Tally } from "./progress.ts";
import { granted, type ToolCall } from "./tool.ts";

/** Most clients give up after a minute, and giving up may cancel. */
export const DEFAULT_WAIT_S = 45;

export interface AwaitedRun {
  readonly record: Pick<RunRecord, "id" | "conversation">;
  readonly waitMs: number;
  /** It was started by this very call, so that a client that takes the call back wants no run either. */
  readonly isOurs: boolean;
}

/**
 * The run once it has ended, waits for a person, or has taken too long to be waited for; meanwhile the client is told
 * how far it is.
 * @throws what the client's leaving aborted with; a run that the call started is cancelled then, if leaving says so
 */
export function awaitRun(call: ToolCall, attendance: AwaitedRun): Promise<RunRecord> {
  const attending = attendWhileThere(call, attendance);
  // The client's leaving ends the request, but not what is to follow from it.
  waitUntil(attending.catch(() => undefined));
  return attending;
}

async function attendWhileThere(call: ToolCall, { record, waitMs, isOurs }: AwaitedRun): Promise<RunRecord> {
  const { c, era, signal } = call;
  const { wiring, holder } = c.var;
  const rpc = () => wiring.conversation(holder.tenant, record.conversation);
  const current = async (): Promise<RunRecord> => granted(await rpc().run(record.id));
  if (waitMs === 0) return current();
  const late = AbortSignal.timeout(waitMs);
  const tally = new Tally();
  try {
    for await (const event of followRun(rpc, record.id, { signal: AbortSignal.any([signal, late]) })) {
      const progress = call.notify && tally.after(event);
      if (progress) await call.notify?.(progress);
      const maybeWaits = event.type === "run-pause" || event.type === "approval-required";
      if (maybeWaits && WAITING.has(statusIn(await current()))) break;
    }
  } catch (thrown) {
    if (signal.aborted) {
      if (isOurs && era === "modern") await rpc().cancel(record.id);
      throw thrown;
    }
    if (!late.aborted) throw thrown;
  }
  return current();
}

const WAITING: ReadonlySet<RunStatus> = new Set(["paused", "awaiting-approval"]);
const statusIn = ({ state }: RunRecord): RunStatus => (state ? statusOf(state) : "planning");
