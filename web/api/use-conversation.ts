import { useQuery } from "@tanstack/react-query";
import { useClient } from "./client.ts";

/** The query under which every view finds a conversation. */
export const conversationKey = (id: string): readonly [string, string] => ["conversation", id];

export function useConversation(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: conversationKey(id),
    queryFn: ({ signal }) => client.conversation(id, { signal }),
  });
}
