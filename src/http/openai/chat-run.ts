import { waitUntil } from "cloudflare:workers";
import type { ConversationRpc } from "../../../durable-objects/rpc.ts";
import type { RunRecord } from "../../domain/conversation.ts";
import { AppError } from "../../domain/errors.ts";
import type { RunEvent } from "../../domain/events.ts";
import type { Result } from "../../domain/result.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import type { RunView } from "../../domain/views.ts";
import type { AppContext } from "../context.ts";
import { followRun } from "../follow-run.ts";
import type { CompletionIdentity } from "./completion.ts";
import type { ChatOptions } from "./read-request.ts";

/** A run that has begun, and what to tell of it to whom. */
export interface ToldRun {
  readonly identity: CompletionIdentity;
  readonly conversation: string;
  readonly options: ChatOptions;
  readonly events: AsyncIterable<RunEvent>;
  /** The run once it has ended. */
  ended(): Promise<RunView>;
  readonly leaving: ClientDisconnect;
}

/** What there is to tell of a run. @param signal stops following it; the run goes on */
export function follow(
  c: AppContext,
  { id, conversation }: RunRecord,
  signal: AbortSignal,
): Pick<ToldRun, "events" | "ended"> {
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

/**
 * What a client's leaving means: whoever takes a request back through this API wants no answer any more, and has no
 * other way to say so. A run that is detached goes on.
 */
interface ClientDisconnect {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** The client has left. */
  leave(): void;
  /** All that was to be told is told: leaving means nothing from now on. */
  end(): void;
}

export function createClientDisconnect(
  c: AppContext,
  { id, conversation }: Pick<RunRecord, "id" | "conversation">,
  isDetached: boolean,
): ClientDisconnect {
  const { wiring, holder } = c.var;
  const client = c.req.raw.signal;
  const left = new AbortController();
  const over = Promise.withResolvers<void>();
  let isOver = false;
  // A client's leaving ends the request, but not what is to follow from it.
  waitUntil(over.promise);
  const cancel = async (): Promise<void> => {
    const rpc = () => wiring.conversation(holder.tenant, conversation);
    // A restarted conversation breaks the calls to it.
    await rpc()
      .cancel(id)
      .catch(() => rpc().cancel(id));
  };
  const end = (): void => {
    // What follows from leaving ends by itself.
    if (isOver) return;
    isOver = true;
    client.removeEventListener("abort", leave);
    over.resolve();
  };
  const leave = (): void => {
    if (isOver) return;
    isOver = true;
    left.abort(new DOMException("The client has left", "AbortError"));
    const cancelled = isDetached ? Promise.resolve() : cancel();
    cancelled
      .catch((cause) => console.error(`Run ${id} could not be cancelled:`, describeFault(cause)))
      .finally(over.resolve);
  };
  client.addEventListener("abort", leave, { once: true });
  if (client.aborted) leave();
  return { signal: left.signal, leave, end };
}
