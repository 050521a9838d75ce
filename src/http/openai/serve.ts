import type { RunRecord } from "../../domain/conversation.ts";
import { ok, type Result } from "../../domain/result.ts";
import type { AppContext } from "../context.ts";
import type { ConversationName } from "../pointers.ts";
import { InvalidRequest, problem } from "../problem.ts";
import { readHfToken, readIdempotency } from "../request-headers.ts";
import { type MessageBody, messageBody } from "../schemas/requests.ts";
import { startRun } from "../start-run.ts";
import { type ChatRun, cancelOnDisconnect, follow, identityOf } from "./chat-run.ts";
import { wholeCompletion } from "./completion.ts";
import { Refused } from "./errors.ts";
import { completeGoal } from "./goal.ts";
import { importFiles } from "./import-files.ts";
import { readMessages } from "./messages.ts";
import { GOAL_MODEL } from "./models.ts";
import { ignoredIn, type ReadBody, readBody, readOptions, refuseImpossible } from "./read-request.ts";
import { readOffer } from "./read-tools.ts";
import { type ChatBody, chatBody } from "./schemas.ts";
import { streamCompletion } from "./stream.ts";

/** Runs the user's last messages and answers with a chat completion, whole or as a stream. */
export const completeChat = (c: AppContext): Promise<Response> => orRefusal(c, () => complete(c));

/** An answer, or the problem that a part of its request is refused with. */
export async function orRefusal(c: AppContext, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (thrown) {
    if (thrown instanceof Refused) return problem(c, thrown.fault);
    throw thrown;
  }
}

async function complete(c: AppContext): Promise<Response> {
  const read = await readBody(c.req.raw, chatBody);
  refuseImpossible(read.body);
  if (read.body.model === GOAL_MODEL) return completeGoal(c, read);
  const begun = await beginChat(c, read);
  if (!begun.ok) return problem(c, begun.error);
  const { chatRun, ignored } = begun.value;
  if (ignored.length > 0) c.header("X-Impresario-Ignored", ignored.join(", "));
  return read.body.stream === true ? streamCompletion(c, chatRun) : wholeCompletion(c, chatRun);
}

/** A run that was begun for a request, and the parts of that which change nothing. */
interface BegunChat {
  readonly chatRun: ChatRun;
  readonly record: RunRecord;
  readonly ignored: readonly string[];
}

/**
 * Begins the run of a chat request, however it was written.
 * @param goesOn the conversation that it goes on with, where the request names none
 * @throws {Refused} or {InvalidRequest} for what cannot be run
 */
export async function beginChat(
  c: AppContext,
  { body, strings, digest }: ReadBody<ChatBody>,
  goesOn: ConversationName | null = null,
): Promise<Result<BegunChat>> {
  const { wiring, holder } = c.var;
  const options = readOptions(body, strings, wiring, c.req.query());
  const dialogue = readMessages(body.messages, strings);
  const { offer: tools, unread } = readOffer(body, strings, options.hasLanguageModel);
  const idempotency = await readIdempotency(c, digest);
  const hfToken = readHfToken(c);
  const conversation = goesOn ?? (await conversationOf(c, options.conversation));
  const started = await startRun(wiring, {
    ...{ holder, conversation, idempotency, hfToken, tools },
    message: messageOf({ ...options.runFields, text: dialogue.asked.text }),
    storeFiles: async () => {
      const { history, ...asked } = await importFiles(c, dialogue, conversation);
      return { message: messageOf({ ...options.runFields, ...asked }), history };
    },
  });
  if (!started.ok) return started;

  const { record } = started.value;
  const shownConversation = await wiring.ids.conversationId(holder.tenant, record.conversation);
  c.header("X-Impresario-Run", record.id);
  c.header("X-Impresario-Conversation", shownConversation);

  // A client that sends an Idempotency-Key may come back for the run.
  const cancel = () => wiring.conversation(holder.tenant, record.conversation).cancel(record.id);
  const disconnect = cancelOnDisconnect(c, record.id, cancel, options.isDetached ?? idempotency !== undefined);
  const chatRun: ChatRun = {
    ...{ identity: identityOf(record, body.model), conversation: shownConversation, options, disconnect },
    ...follow(c, record, disconnect.signal),
  };
  return ok({ chatRun, record, ignored: ignoredIn(body, unread) });
}

/** The conversation to go on with, or null for a new one. @throws {Refused} for an id that is not the caller's */
async function conversationOf(c: AppContext, id: string | null): Promise<ConversationName | null> {
  if (id === null) return null;
  const part = await c.var.wiring.ids.readConversation(c.var.holder.tenant, id);
  if (part === null) throw new Refused("not-found", "conversation", `There is no conversation ${id.slice(0, 100)}`);
  return { id, part };
}

/** The message to run. @throws {InvalidRequest} with the parts of the chat request that are at fault */
function messageOf(fields: object): MessageBody {
  const read = messageBody.safeParse(fields);
  if (read.success) return read.data;
  const issues = InvalidRequest.from("body", read.error).issues.map(({ path, message }) => ({
    path: path === "text" || path.startsWith("resources") ? "messages" : path,
    message,
  }));
  throw new InvalidRequest("The request cannot be run", issues);
}
