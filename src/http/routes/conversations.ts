import { failure } from "../../domain/errors.ts";
import type { ConversationRpc } from "../../rpc/index.ts";
import type { ConversationIndexEntry } from "../../rpc/registry.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { type Route, route } from "../route.ts";
import { conversationBody, messageBody, pageQuery, renamingBody } from "../schemas/requests.ts";
import { newConversation, withExhaustion } from "../start-run.ts";
import { rfc3339 } from "../views.ts";
import { conversationOf } from "./conversation-of.ts";
import { START_ANSWERS, START_HEADERS, start } from "./run-answer.ts";

const openRoute = route(
  {
    method: "post",
    path: "/v1/conversations",
    name: "openConversation",
    summary: "Open a conversation",
    access: "key",
    body: conversationBody,
    answers: {
      201: {
        description: "The conversation, still empty.",
        headers: { Location: "Its address." },
        content: { "application/json": "Conversation" },
      },
    },
  },
  async (c, { body }) => {
    const { wiring, holder } = c.var;
    const metered = await wiring.tenant(holder.tenant).meter(holder.keyId);
    if (!metered.ok) return problem(c, metered.error);
    const { id } = await newConversation(wiring, holder.tenant);
    await wiring.registry(holder.tenant, id).openConversation(id, body.title);
    return c.json(emptyConversation({ id, createdAt: Date.now() }), 201, { location: `/v1/conversations/${id}` });
  },
);

const listRoute = route(
  {
    method: "get",
    path: "/v1/conversations",
    name: "listConversations",
    summary: "Conversations, the newest first",
    access: "key",
    query: pageQuery,
    answers: { 200: { description: "A page of them.", content: { "application/json": "ConversationList" } } },
  },
  async (c, { query }) => {
    const { wiring, holder } = c.var;
    const before = query.cursor === undefined ? null : Number(query.cursor);
    const page = await wiring.tenant(holder.tenant).listConversations(query.limit, before);
    const last = page.at(-1);
    return c.json({
      conversations: page.map(entryView),
      next: page.length === query.limit && last ? String(last.place) : null,
    });
  },
);

const readRoute = route(
  {
    method: "get",
    path: "/v1/conversations/{id}",
    name: "readConversation",
    summary: "The log, runs and files of a conversation",
    access: "key",
    answers: { 200: { description: "The conversation.", content: { "application/json": "Conversation" } } },
  },
  async (c) => {
    const { id, rpc } = await conversationOf(c);
    const read = await rpc.read();
    if (read.ok) return c.json(await c.var.views.conversation(read.value));
    // A conversation without a message has no ledger yet and stands in the index alone.
    const entry = await c.var.wiring.registry(c.var.holder.tenant, id).findConversation(id);
    return entry ? c.json(emptyConversation(entry)) : problem(c, read.error);
  },
);

const renameRoute = route(
  {
    method: "post",
    path: "/v1/conversations/{id}",
    name: "renameConversation",
    summary: "Give a conversation another title",
    access: "key",
    body: renamingBody,
    answers: { 200: { description: "It with its title.", content: { "application/json": "ConversationEntry" } } },
  },
  async (c, { body }) => {
    const { id } = await conversationOf(c);
    const renamed = await c.var.wiring.registry(c.var.holder.tenant, id).renameConversation(id, body.title);
    return renamed
      ? c.json(entryView(renamed))
      : problem(c, failure("not-found", "There is no conversation of this id"));
  },
);

const deleteRoute = route(
  {
    method: "delete",
    path: "/v1/conversations/{id}",
    name: "deleteConversation",
    summary: "Delete a conversation with all its data",
    description: "Runs under way end. Uploads that no other conversation keeps are deleted with it.",
    access: "key",
    answers: { 204: { description: "It is gone, now or since earlier." } },
  },
  async (c) => {
    await removeConversation(c, await conversationOf(c));
    return c.body(null, 204);
  },
);

const messageRoute = route(
  {
    method: "post",
    path: "/v1/conversations/{id}/messages",
    name: "postMessage",
    summary: "Add a message to a conversation",
    description: "A message during a run waits its turn; eight may wait.",
    access: "key",
    headers: START_HEADERS,
    body: messageBody,
    answers: START_ANSWERS,
  },
  async (c, input) => start(c, await conversationOf(c), { ...input, body: withExhaustion(c, input.body) }),
);

export const conversationRoutes: readonly Route[] = [
  openRoute,
  listRoute,
  readRoute,
  renameRoute,
  deleteRoute,
  messageRoute,
];

const entryView = ({ id, title, createdAt }: ConversationIndexEntry) => ({ id, title, createdAt: rfc3339(createdAt) });

const emptyConversation = ({ id, createdAt }: Pick<ConversationIndexEntry, "id" | "createdAt">) => ({
  id,
  createdAt: rfc3339(createdAt),
  log: [],
  runs: [],
  resources: [],
});

/** Removes a conversation with all that is in it, also one that was listed and never got a message. */
export async function removeConversation(
  c: AppContext,
  { id, rpc }: { readonly id: string; readonly rpc: Pick<ConversationRpc, "remove"> },
): Promise<void> {
  await rpc.remove();
  await c.var.wiring.registry(c.var.holder.tenant, id).closeConversation(id);
}
