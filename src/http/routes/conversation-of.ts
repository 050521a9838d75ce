import { AppError } from "../../domain/errors.ts";
import type { ConversationRpc } from "../../rpc/index.ts";
import type { AppContext } from "../context.ts";
import type { ConversationName } from "../pointers.ts";
import { param } from "../route.ts";

/** The conversation that the address names. @throws {AppError} `not-found` for an id that is not the caller's */
export const conversationOf = (c: AppContext): ReturnType<typeof findConversation> =>
  findConversation(c, param(c, "id"));

/** The conversation of an id. @throws {AppError} `not-found` for an id that is not the caller's */
export async function findConversation(
  c: AppContext,
  id: string,
): Promise<ConversationName & { readonly rpc: ConversationRpc }> {
  const { wiring, holder } = c.var;
  const part = await wiring.ids.readConversation(holder.tenant, id);
  if (part === null) throw new AppError("not-found", `There is no conversation ${id.slice(0, 100)}`);
  return { id, part, rpc: wiring.conversation(holder.tenant, part) };
}

interface FoundRun {
  readonly id: string;
  /** The own part of its conversation's id. */
  readonly part: string;
  readonly rpc: ConversationRpc;
}

/** The run that the address names, and its conversation. @throws {AppError} `not-found` for an id that is not the caller's */
export const runOf = (c: AppContext): Promise<FoundRun> => findRun(c, param(c, "id"));

/** The run of an id, and its conversation. @throws {AppError} `not-found` for an id that is not the caller's */
export async function findRun(c: AppContext, id: string): Promise<FoundRun> {
  const { wiring, holder } = c.var;
  const parts = await wiring.ids.readRun(holder.tenant, id);
  if (!parts) throw new AppError("not-found", `There is no run ${id.slice(0, 100)}`);
  return { id, part: parts.conversation, rpc: wiring.conversation(holder.tenant, parts.conversation) };
}
