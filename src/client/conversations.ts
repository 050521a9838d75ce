import type { ConversationView } from "../domain/views.ts";
import { isRecord } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import type { CallOptions } from "./options.ts";
import { type Page, toQuery } from "./query.ts";

export interface ConversationEntry {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
}

export interface ConversationPage {
  readonly conversations: readonly ConversationEntry[];
  /** The `cursor` of the next page; null on the last. */
  readonly next: string | null;
}

export interface ConversationCalls {
  /** The newest first, twenty a page unless said otherwise. */
  conversations(page?: Page, options?: CallOptions): Promise<ConversationPage>;
  /** An empty one, which messages are sent to. Is not tried again when nobody answers, as there would be two. */
  openConversation(title?: string, options?: CallOptions): Promise<ConversationView>;
  conversation(id: string, options?: CallOptions): Promise<ConversationView>;
  /** Deletes it with all its data; runs under way end. */
  deleteConversation(id: string, options?: CallOptions): Promise<void>;
}

export const conversationCalls = ({ send, json }: Connection): ConversationCalls => ({
  conversations: (page = {}, options = {}) => json(isPage, `/v1/conversations${toQuery({ ...page })}`, options),
  openConversation: (title, options = {}) =>
    json(isConversation, "/v1/conversations", { ...options, method: "POST", json: { title } }),
  conversation: (id, options = {}) => json(isConversation, path(id), options),
  deleteConversation: async (id, options = {}) => {
    await send(path(id), { ...options, method: "DELETE" });
  },
});

const path = (id: string): string => `/v1/conversations/${encodeURIComponent(id)}`;

const isPage = (value: unknown): value is ConversationPage => isRecord(value) && Array.isArray(value.conversations);
const isConversation = (value: unknown): value is ConversationView =>
  isRecord(value) && typeof value.id === "string" && Array.isArray(value.log) && Array.isArray(value.runs);
