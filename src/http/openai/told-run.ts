import type { ConversationRpc } from "../../../durable-objects/rpc.ts";
import type { RunRecord } from "../../domain/conversation.ts";
import { AppError } from "../../domain/errors.ts";
import type { RunEvent } from "../../domain/events.ts";
import type { Result } from "../../domain/result.ts";
import type { RunView } from "../../domain/views.ts";
import type { AppContext } from "../context.ts";
import { followRun } from "../follow-run.ts";
import type { ClientDisconnect } from "./client-disconnect.ts";
import type { CompletionIdentity } from "./completion.ts";
import type { ChatOptions } from "./options.ts";

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
