import type { ConversationEntry, ConversationListView, ConversationView } from "../http/schemas/views.ts";
import { type CallOptions, type Connection, type Page, toQuery } from "./connection.ts";

export const conversationCalls = ({ remove, json }: Connection) => ({
  /** The newest first, twenty a page unless said otherwise. */
  conversations: (page: Page = {}, options?: CallOptions): Promise<ConversationListView> =>
    json(["conversations"], `/v1/conversations${toQuery({ ...page })}`, options),
  /** An empty one, which messages are sent to. Is not tried again when nobody answers, as there would be two. */
  openConversation: (title?: string, options?: CallOptions): Promise<ConversationView> =>
    json(["id", "log", "runs"], "/v1/conversations", { ...options, method: "POST", json: { title } }),
  conversation: (id: string, options?: CallOptions): Promise<ConversationView> =>
    json(["id", "log", "runs"], path(id), options),
  /** Gives it another title, of up to 200 characters. */
  renameConversation: (id: string, title: string, options?: CallOptions): Promise<ConversationEntry> =>
    json(["id", "title"], path(id), { ...options, method: "POST", json: { title } }),
  /** Deletes it with all its data; runs under way end. */
  deleteConversation: (id: string, options?: CallOptions): Promise<void> => remove(path(id), options),
});

const path = (id: string): string => `/v1/conversations/${encodeURIComponent(id)}`;
