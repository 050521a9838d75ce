import { waitUntil } from "cloudflare:workers";
import type { RunRecord } from "../../domain/conversation.ts";
import { AppError } from "../../domain/errors.ts";
import type { RunEvent } from "../../domain/events.ts";
import type { Result } from "../../domain/result.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import type { ConversationRpc } from "../../rpc/index.ts";
import type { AppContext } from "../context.ts";
import { followRun } from "../run-events.ts";
import type { RunView } from "../schemas/views.ts";
import type { ChatOptions } from "./read-request.ts";

/** The fields that a completion and all of its chunks share. */
export interface CompletionIdentity {
  /** The id of the run. */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly model: string;
}

export const identityOf = ({ id, createdAt }: RunRecord, model: string): CompletionIdentity => ({
  ...{ id, model },
  created: Math.floor(createdAt / 1000),
});

/** A run that has begun, with what it takes to answer the request for it. */
export interface ChatRun {
  readonly identity: CompletionIdentity;
  readonly conversation: string;
  readonly options: ChatOptions;
  readonly events: AsyncIterable<RunEvent>;
  /** The run once it has ended. */
  ended(): Promise<RunView>;
  readonly disconnect: ClientDisconnect;
}

/** The events of a run as they happen, and how it ended. @param signal stops following it; the run goes on */
export function follow(
  c: AppContext,
  { id, conversation }: RunRecord,
  signal: AbortSignal,
): Pick<ChatRun, "events" | "ended"> {
  const { wiring, holder, views } = c.var;
  const rpc = (): ConversationRpc => wiring.conversation(holder.tenant, conversation);
  const read = (): Promise<Result<RunRecord>> => rpc().run(id);
  return {
    events: followRun(rpc, id, { signal }),
    // A restarted conversation breaks the calls to it.
    ended: async () => views.run(recordOf(await read().catch(read))),
  };
}

function recordOf(run: Result<RunRecord>): RunRecord {
  if (!run.ok) throw new AppError(run.error.code, run.error.message, run.error);
  return run.value;
}

/** Whether the client of a request is still there. */
export interface ClientDisconnect {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** The client has left. */
  leave(): void;
  /** The answer is complete: from now on a closed connection means nothing. */
  end(): void;
}

/**
 * Cancels the run or goal when the client disconnects, unless it is detached: clients of this API have no other way to say
 * that they want no answer any more.
 */
export function cancelOnDisconnect(
  c: AppContext,
  id: string,
  cancel: () => Promise<unknown>,
  isDetached: boolean,
): ClientDisconnect {
  const client = c.req.raw.signal;
  const left = new AbortController();
  const over = Promise.withResolvers<void>();
  let isOver = false;
  // When the client disconnects the request ends, but the run or goal is still to be cancelled.
  waitUntil(over.promise);
  const end = (): void => {
    // After a disconnection, the cancellation below resolves `over`.
    if (isOver) return;
    isOver = true;
    client.removeEventListener("abort", leave);
    over.resolve();
  };
  const leave = (): void => {
    if (isOver) return;
    isOver = true;
    left.abort(new DOMException("The client has left", "AbortError"));
    // A restarted object breaks the calls to it.
    const cancelled = isDetached ? Promise.resolve() : cancel().catch(cancel);
    cancelled
      .catch((cause) => console.error(`${id} could not be cancelled:`, describeFault(cause)))
      .finally(over.resolve);
  };
  client.addEventListener("abort", leave, { once: true });
  if (client.aborted) leave();
  return { signal: left.signal, leave, end };
}
