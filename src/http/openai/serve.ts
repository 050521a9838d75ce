import type { ConversationRpc } from "../../../durable-objects/rpc.ts";
import type { RunRecord } from "../../domain/conversation.ts";
import { AppError, type Failure, failure } from "../../domain/errors.ts";
import type { Result } from "../../domain/result.ts";
import type { RunView } from "../../domain/views.ts";
import type { AppContext } from "../context.ts";
import { followRun } from "../follow-run.ts";
import { readHfToken } from "../hf-token.ts";
import { readIdempotency } from "../idempotency.ts";
import type { ConversationName } from "../pointers.ts";
import { InvalidRequest, problem } from "../problem.ts";
import { type MessageBody, messageBody } from "../schemas/requests.ts";
import { startRun } from "../start-run.ts";
import { audioOf } from "./audio.ts";
import { bring } from "./bring.ts";
import { completionOf, failureOf, identityOf } from "./completion.ts";
import { Refused } from "./errors.ts";
import { createLeaving } from "./leaving.ts";
import { readMessages } from "./messages.ts";
import { type ChatOptions, readOptions } from "./options.ts";
import { ignoredIn, refuseImpossible } from "./parameters.ts";
import { readChatBody } from "./read-body.ts";
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
  const { wiring, holder, views } = c.var;
  const { body, strings, digest } = await readChatBody(c.req.raw);
  refuseImpossible(body);
  const options = readOptions(body, wiring.controllerChoice);
  const dialogue = readMessages(body.messages, strings);
  const idempotency = await readIdempotency(c, digest);
  const hfToken = readHfToken(c);
  const conversation = await homeOf(c, options.conversation);
  const { history, ...asked } = await bring(c, dialogue, conversation);
  const message = messageOf({ ...options.wishes, ...asked });
  const started = await startRun(wiring, { holder, conversation, message, history, idempotency, hfToken });
  if (!started.ok) return problem(c, started.error);

  const { record } = started.value;
  const shownConversation = await wiring.ids.conversationId(holder.tenant, record.conversation);
  c.header("X-Impresario-Run", record.id);
  c.header("X-Impresario-Conversation", shownConversation);
  const ignored = ignoredIn(body);
  if (ignored.length > 0) c.header("X-Impresario-Ignored", ignored.join(", "));

  const rpc = (): ConversationRpc => wiring.conversation(holder.tenant, record.conversation);
  const leaving = createLeaving(c, record, options.isDetached);
  const events = followRun(rpc, record.id, { signal: leaving.signal });
  const ended = async (): Promise<RunView> =>
    views.run(
      recordOf(
        await rpc()
          .run(record.id)
          .catch(() => rpc().run(record.id)),
      ),
    );
  const identity = identityOf(record, body.model);
  if (body.stream === true) {
    return streamCompletion(c, { identity, conversation: shownConversation, options, events, ended, leaving });
  }
  try {
    for await (const _ of events) {
      // Until the last one: the run has ended then.
    }
    return await answer(c, identity, await ended(), options);
  } catch (thrown) {
    // Nobody reads it.
    if (leaving.signal.aborted) return problem(c, failure("cancelled", "The client has left"));
    throw thrown;
  } finally {
    leaving.end();
  }
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

function recordOf(run: Result<RunRecord>): RunRecord {
  if (!run.ok) throw new AppError(run.error.code, run.error.message, run.error);
  return run.value;
}

/** So that no library runs anew, unasked, what was run and came to nothing. */
const NO_RETRY = { "x-should-retry": "false" } as const;

async function answer(
  c: AppContext,
  identity: ReturnType<typeof identityOf>,
  run: RunView,
  { audio }: ChatOptions,
): Promise<Response> {
  const failed = failureOf(run);
  if (failed) return c.json({ error: failed }, statusOfRun(failed.code), NO_RETRY);
  return c.json(await completionOf(c, identity, run, await audioOf(c, run, audio)));
}

const statusOfRun = (code: Failure["code"] | string): 400 | 402 => (code === "budget-exceeded" ? 402 : 400);
