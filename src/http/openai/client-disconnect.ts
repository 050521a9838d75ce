import { waitUntil } from "cloudflare:workers";
import type { RunRecord } from "../../domain/conversation.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import type { AppContext } from "../context.ts";

/**
 * What a client's leaving means: whoever takes a request back through this API wants no answer any more, and has no
 * other way to say so. A run that is detached goes on.
 */
export interface ClientDisconnect {
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
