import type { ServerEventBus } from "@modelcontextprotocol/server";
import * as z from "zod";
import { describeFault } from "../../../domain/telemetry/fault.ts";
import type { AppContext } from "../../context.ts";
import { InvalidRequest } from "../../problem.ts";
import { followRun } from "../../run-events.ts";
import { readUri } from "./uris.ts";

/** Runs that one subscription follows: each holds a stream of its conversation. */
const MAX_FOLLOWED = 20;

const listen = z.object({
  method: z.literal("subscriptions/listen"),
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()).default([]) }) }),
});

/**
 * Tells whoever listens that a run which the message subscribes to has changed. Files never change, so that nothing comes
 * of theirs, nor of runs that are not the tenant's.
 * @throws {InvalidRequest} for more than `MAX_FOLLOWED` runs
 */
export function runUpdates(c: AppContext, message: unknown): ServerEventBus {
  const parsed = listen.safeParse(message);
  const uris = parsed.success ? [...new Set(parsed.data.params.notifications.resourceSubscriptions)] : [];
  const runs = uris.flatMap((uri) => {
    const named = readUri(uri);
    return named?.of === "runs" ? [{ uri, run: named.name }] : [];
  });
  if (runs.length > MAX_FOLLOWED) throw new InvalidRequest(`One subscription follows at most ${MAX_FOLLOWED} runs`);
  return {
    publish: () => undefined,
    subscribe: (listener) => {
      const left = new AbortController();
      for (const { uri, run } of runs) {
        follow(c, run, left.signal, () => listener({ kind: "resource_updated", uri })).catch((thrown: unknown) => {
          if (!left.signal.aborted) console.warn("Updates of a run have ended early:", describeFault(thrown));
        });
      }
      return () => left.abort();
    },
  };
}

/** Calls `changed` after each event of the run from now on, up to its end; at once where it ended since the client looked. */
async function follow(c: AppContext, run: string, signal: AbortSignal, changed: () => void): Promise<void> {
  const { wiring, holder } = c.var;
  const parts = await wiring.ids.readRun(holder.tenant, run);
  if (!parts) return;
  const rpc = () => wiring.conversation(holder.tenant, parts.conversation);
  const record = await rpc().run(run);
  if (!record.ok) return;
  if (typeof record.value.state?.endedAt === "number") return changed();
  for await (const _ of followRun(rpc, run, { after: record.value.state?.seq ?? 0, signal })) changed();
}
