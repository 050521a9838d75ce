import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ConversationView, ResourceView, RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { conversationKey } from "../api/use-conversation.ts";
import { runKey } from "../api/use-run.ts";
import { LINKS_LAST_MS } from "../api/watch-run.ts";
import { isEnded, withMessage, withStatus } from "./turns.ts";

export const LIST_KEY = ["conversations"] as const;

/**
 * A run as it was last heard of; one that has ended is asked for once.
 * @param isWatched by somebody else, who keeps what is known of it up to date
 */
export function useKnownRun(id: string | null, isWatched: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: runKey(id ?? ""),
    queryFn: ({ signal }) => client.run(id ?? "", { signal }),
    enabled: id !== null && !isWatched,
    staleTime: ({ state: { data } }) => (data && isEnded(data.status) ? LINKS_LAST_MS : 0),
  });
}

/** Puts a run that was just started where every view finds it. */
export function rememberStart(queries: QueryClient, run: RunView, attached: readonly ResourceView[]): void {
  queries.setQueryData(runKey(run.id), run);
  queries.setQueryData(conversationKey(run.conversation), (known: ConversationView | undefined) =>
    withMessage(known, run, attached),
  );
  void queries.invalidateQueries({ queryKey: LIST_KEY });
}

/** Puts what became of a run where every view finds it. */
export function rememberRun(queries: QueryClient, run: RunView): void {
  queries.setQueryData(runKey(run.id), run);
  queries.setQueryData(conversationKey(run.conversation), (known: ConversationView | undefined) =>
    known ? withStatus(known, run) : known,
  );
  void queries.invalidateQueries({ queryKey: conversationKey(run.conversation) });
}
