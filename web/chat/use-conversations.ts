import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { ApiError, type ConversationEntry, type ConversationListView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { useSettings } from "../api/settings.ts";
import { LIST_KEY } from "./conversation-queries.ts";

/** More than a screen shows; all pages that are shown are asked for again when one changes. */
const AT_ONCE = 50;

const entriesOf = ({ pages }: InfiniteData<ConversationListView, string | null>): readonly ConversationEntry[] => {
  // What began between two pages shifts the second, so that it repeats the end of the first.
  const byId = new Map(pages.flatMap(({ conversations }) => conversations).map((entry) => [entry.id, entry]));
  return [...byId.values()];
};

/** The conversations, the newest first, page by page. */
export function useConversations() {
  const client = useClient();
  const { apiKey } = useSettings();
  const query = useInfiniteQuery({
    // Another key has other conversations.
    queryKey: [...LIST_KEY, apiKey],
    queryFn: ({ pageParam, signal }) =>
      client.conversations({ limit: AT_ONCE, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: entriesOf,
  });
  const { error } = query;
  return { ...query, needsKey: error instanceof ApiError && error.code === "unauthorized" };
}
