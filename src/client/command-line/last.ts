import type { Client } from "../client.ts";
import { LAST } from "./result-lines.ts";
import { UsageError } from "./usage-error.ts";

/** The conversation that is meant: `last` is the newest. @throws {UsageError} where there is none */
export async function conversationOf(
  client: Client,
  given: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (given !== LAST) return given;
  const { conversations } = await client.conversations({ limit: 1 }, { signal });
  if (!conversations[0]) throw new UsageError("There is no conversation yet");
  return conversations[0].id;
}

/** The run that is meant: `last` is the newest of the newest conversation. @throws {UsageError} where there is none */
export async function runOf(client: Client, given: string, signal: AbortSignal): Promise<string> {
  if (given !== LAST) return given;
  const conversation = await conversationOf(client, LAST, signal);
  const { runs } = await client.conversation(conversation ?? "", { signal });
  const run = runs.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0];
  if (!run) throw new UsageError("There is no run in the last conversation");
  return run.id;
}
