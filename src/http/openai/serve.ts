import type { AppContext } from "../context.ts";
import { readHfToken } from "../hf-token.ts";
import { readIdempotency } from "../idempotency.ts";
import type { ConversationName } from "../pointers.ts";
import { InvalidRequest, problem } from "../problem.ts";
import { type MessageBody, messageBody } from "../schemas/requests.ts";
import { startRun } from "../start-run.ts";
import { createClientDisconnect, follow, type ToldRun } from "./chat-run.ts";
import { identityOf, wholeCompletion } from "./completion.ts";
import { Refused } from "./errors.ts";
import { bring } from "./import-files.ts";
import { readMessages } from "./messages.ts";
import { ignoredIn, readChatBody, readOptions, refuseImpossible } from "./read-request.ts";
import { streamCompletion } from "./stream.ts";

/** A chat completion: a run of the last message, and its answer. */
export async function completeChat(c: AppContext): Promise<Response> {
  try {
    return await complete(c);
  } catch (thrown) {
    if (thrown instanceof Refused) return problem(c, thrown.fault);
    throw thrown;
  }
}

async function complete(c: AppContext): Promise<Response> {
  const { wiring, holder } = c.var;
  const { body, strings, digest } = await readChatBody(c.req.raw);
  refuseImpossible(body);
  const options = readOptions(body, strings, wiring.controllerChoice);
  const dialogue = readMessages(body.messages, strings);
  const idempotency = await readIdempotency(c, digest);
  const hfToken = readHfToken(c);
  const conversation = await homeOf(c, options.conversation);
  const started = await startRun(wiring, {
    ...{ holder, conversation, idempotency, hfToken },
    message: messageOf({ ...options.wishes, text: dialogue.asked.text }),
    bring: async () => {
      const { history, ...asked } = await bring(c, dialogue, conversation);
      return { message: messageOf({ ...options.wishes, ...asked }), history };
    },
  });
  if (!started.ok) return problem(c, started.error);

  const { record } = started.value;
  const shownConversation = await wiring.ids.conversationId(holder.tenant, record.conversation);
  c.header("X-Impresario-Run", record.id);
  c.header("X-Impresario-Conversation", shownConversation);
  const ignored = ignoredIn(body);
  if (ignored.length > 0) c.header("X-Impresario-Ignored", ignored.join(", "));

  // A client that sends a key may come back for the run.
  const leaving = createClientDisconnect(c, record, options.isDetached ?? idempotency !== undefined);
  const told: ToldRun = {
    ...{ identity: identityOf(record, body.model), conversation: shownConversation, options, leaving },
    ...follow(c, record, leaving.signal),
  };
  return body.stream === true ? streamCompletion(c, told) : wholeCompletion(c, told);
}

/** @throws {Refused} for an id that is not the caller's */
async function homeOf(c: AppContext, id: string | null): Promise<ConversationName | null> {
  if (id === null) return null;
  const part = await c.var.wiring.ids.readConversation(c.var.holder.tenant, id);
  if (part === null) throw new Refused("not-found", "conversation", `There is no conversation ${id.slice(0, 100)}`);
  return { id, part };
}

/** @throws {InvalidRequest} with the parts that are at fault */
function messageOf(fields: object): MessageBody {
  const read = messageBody.safeParse(fields);
  if (read.success) return read.data;
  const issues = InvalidRequest.from("body", read.error).issues.map(({ path, message }) => ({
    path: path === "text" || path.startsWith("resources") ? "messages" : path,
    message,
  }));
  throw new InvalidRequest("The request cannot be run", issues);
}
