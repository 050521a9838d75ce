import type { RunStatus } from "../../domain/run/state.ts";
import type { Client, ConversationView } from "../client.ts";
import { ApiError } from "../client.ts";
import { conversationOf } from "./last.ts";
import { type CliSession, EXIT, print, printJson } from "./session.ts";
import { type Style, type StyledLine, span } from "./styled.ts";
import { cut, pad } from "./terminal-text.ts";

/** Few enough for a server that is asked by many. */
const AT_ONCE = 4;
const MAX_TEXT_COLUMNS = 60;

interface Listed {
  readonly id: string;
  readonly conversation: string;
  readonly status: RunStatus;
  readonly createdAt: string;
  readonly text: string;
}

/** Prints the runs of the last conversations, or of one. */
export async function listRuns(
  client: Client,
  {
    limit,
    conversation,
    json,
  }: { readonly limit: number; readonly conversation: string | undefined; readonly json: boolean },
  session: CliSession,
): Promise<number> {
  const { signal } = session;
  const chosen = await conversationOf(client, conversation, signal);
  const ids =
    chosen === undefined
      ? (await client.conversations({ limit }, { signal })).conversations.map(({ id }) => id)
      : [chosen];
  const read: (ConversationView | null)[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE).map(async (id) =>
      client.conversation(id, { signal }).catch((fault: unknown) => {
        // Deleted since it was listed.
        if (chosen === undefined && fault instanceof ApiError && fault.code === "not-found") return null;
        throw fault;
      }),
    );
    read.push(...(await Promise.all(some)));
  }
  const runs = read
    .flatMap((one) => one?.runs.map((run): Listed => ({ ...run, conversation: one.id })) ?? [])
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  if (json) printJson(session, runs, 2);
  else print(session, runs.length === 0 ? [[span("There is no run yet.", "dim")]] : runs.flatMap(linesOf));
  return EXIT.succeeded;
}

const STYLES: { readonly [Status in RunStatus]?: Style } = {
  succeeded: "green",
  failed: "red",
  partial: "yellow",
  paused: "yellow",
  "awaiting-approval": "yellow",
};

/** The id has a line to itself: it is what one copies, and it is long. */
const linesOf = ({ id, status, createdAt, text }: Listed): readonly StyledLine[] => [
  [
    span(pad(status, "awaiting-approval".length), STYLES[status] ?? "plain"),
    span(`  ${createdAt.slice(0, 16).replace("T", " ")}  `, "dim"),
    span(cut(text.replaceAll(/\s+/g, " "), MAX_TEXT_COLUMNS)),
  ],
  [span(`  ${id}`, "dim")],
];
