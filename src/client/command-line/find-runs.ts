import type { RunStatus } from "../../domain/run/state.ts";
import { ApiError, type Client, type ConversationView } from "../client.ts";
import { UsageError } from "./option-values.ts";

/** Few enough for a server that is asked by many. */
const AT_ONCE = 4;
/** Conversations to look for the newest run in: they are listed by when they began. */
const FEW = 10;

export interface Listed {
  readonly id: string;
  readonly conversation: string;
  readonly status: RunStatus;
  readonly createdAt: string;
  readonly text: string;
}

/** Stands for the newest run, or the conversation that it is in. */
export const LAST = "last";

/** The run that began last, as its conversation lists it. @throws {UsageError} where there is none yet */
export async function newestRun(client: Client, signal: AbortSignal): Promise<Listed> {
  const [newest] = await findRuns(client, { limit: FEW, conversation: undefined }, signal);
  if (!newest) throw new UsageError("There is no run yet");
  return newest;
}

/** The runs of the last conversations, or of one, the newest first. */
export async function findRuns(
  client: Client,
  { limit, conversation }: { readonly limit: number; readonly conversation: string | undefined },
  signal: AbortSignal,
): Promise<readonly Listed[]> {
  const ids =
    conversation === undefined
      ? (await client.conversations({ limit }, { signal })).conversations.map(({ id }) => id)
      : [conversation];
  const read: (ConversationView | null)[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE).map(async (id) =>
      client.conversation(id, { signal }).catch((fault: unknown) => {
        // Deleted since it was listed.
        if (conversation === undefined && fault instanceof ApiError && fault.code === "not-found") return null;
        throw fault;
      }),
    );
    read.push(...(await Promise.all(some)));
  }
  return read
    .flatMap((one) => one?.runs.map((run): Listed => ({ ...run, conversation: one.id })) ?? [])
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}
