import { writtenArguments } from "../../../domain/caller-tools.ts";
import type { RunRecord } from "../../../domain/conversation.ts";
import { AppError, failure } from "../../../domain/errors.ts";
import { baseKind } from "../../../domain/kinds.ts";
import type { ConversationRpc } from "../../../rpc/index.ts";
import type { AppContext } from "../../context.ts";
import type { ConversationName } from "../../pointers.ts";
import { InvalidRequest, problem } from "../../problem.ts";
import { param } from "../../route.ts";
import { removeConversation } from "../../routes/conversations.ts";
import type { RunView } from "../../schemas/views.ts";
import { cancelOnDisconnect, follow } from "../chat-run.ts";
import { failureOf, saidOf, toolCallId, wholeAnswer } from "../completion.ts";
import { Refused } from "../errors.ts";
import { GOAL_MODEL } from "../models.ts";
import type { InputItemsQuery, ResponseQuery } from "../queries.ts";
import { readBody, refuseImpossible } from "../read-request.ts";
import { beginChat, orRefusal } from "../serve.ts";
import { type AsChat, asChat, CHAT_ALONE } from "./as-chat.ts";
import { streamResponse } from "./events.ts";
import { echoOf, itemId, itemsOf, keptOf, responseOf } from "./response.ts";
import { type InputItemView, type ResponseBody, type ResponseView, responseBody } from "./schemas.ts";

/** Runs what is asked for and answers with a response: whole, as a stream of its events, or at once where it is read later. */
export const createResponse = (c: AppContext): Promise<Response> => orRefusal(c, () => create(c));

async function create(c: AppContext): Promise<Response> {
  const { body: given, ...read } = await readBody(c.req.raw, responseBody);
  if (given.model === GOAL_MODEL) {
    throw new Refused("invalid-request", "model", "Goals are pursued by POST /openai/v1/chat/completions");
  }
  const previous = await previousOf(c, given);
  const chat = asChat(given, previous?.record ?? null);
  refuseImpossible(chat.body);
  const begun = await placed(chat, () => beginChat(c, { ...read, body: chat.body }, previous?.conversation ?? null));
  if (!begun.ok) return problem(c, begun.error);

  const { chatRun, record, ignored } = begun.value;
  const alone = Object.keys(given).filter((name) => CHAT_ALONE.has(name));
  const named = [...ignored.map((name) => NAMES.get(name) ?? name), ...alone];
  if (named.length > 0) c.header("X-Impresario-Ignored", named.join(", "));
  const echo = echoOf(given, chatRun.conversation);
  const view = await c.var.views.run(record);
  if (given.stream === true) return streamResponse(c, chatRun, { echo, begun: view });
  if (given.background === true) {
    chatRun.disconnect.end();
    return c.json(await viewOf(c, view, echo, chatRun.options));
  }
  return wholeAnswer(c, chatRun, (run) => viewOf(c, run, echo, chatRun.options));
}

/** What parts of a chat request are called here. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["messages.system", "instructions"],
  ["messages.tool", "input"],
]);

/** What is done for a chat request, with the places of its faults as they are in the request for a response. */
async function placed<T>({ place }: AsChat, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (thrown) {
    if (thrown instanceof Refused) {
      const { code, message, issues = [] } = thrown.fault;
      throw new Refused(code, place(issues[0]?.path ?? ""), message);
    }
    if (!(thrown instanceof InvalidRequest)) throw thrown;
    const issues = thrown.issues.map((issue) => ({ ...issue, path: place(issue.path) }));
    throw new InvalidRequest(thrown.message, issues);
  }
}

interface PreviousRun {
  readonly conversation: ConversationName;
  readonly record: RunRecord;
}

/** The run of the response that this one follows, with its conversation; null for one that follows none. */
async function previousOf(c: AppContext, given: ResponseBody): Promise<PreviousRun | null> {
  const { previous_response_id: id, conversation } = given;
  if (!id) return null;
  if (conversation) {
    const message = "`previous_response_id` names the conversation already";
    throw new Refused("invalid-request", "conversation", message);
  }
  const found = await findRun(c, id).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code !== "not-found") throw thrown;
    throw new Refused("not-found", "previous_response_id", thrown.message);
  });
  const named = await c.var.wiring.ids.conversationId(c.var.holder.tenant, found.part);
  return { conversation: { id: named, part: found.part }, record: found.record };
}

interface FoundRun {
  readonly record: RunRecord;
  /** The own part of its conversation's id. */
  readonly part: string;
  readonly rpc: ConversationRpc;
}

/** @throws {AppError} `not-found` for an id that is not the caller's, or of a run that is gone */
async function findRun(c: AppContext, id: string): Promise<FoundRun> {
  const { wiring, holder } = c.var;
  const missing = `There is no response ${id.slice(0, 100)}`;
  const parts = await wiring.ids.readRun(holder.tenant, id);
  if (!parts) throw new AppError("not-found", missing);
  const rpc = wiring.conversation(holder.tenant, parts.conversation);
  const record = await rpc.run(id);
  if (!record.ok) throw new AppError(record.error.code, missing);
  return { record: record.value, part: parts.conversation, rpc };
}

/** A response as it stands, or its events once more. */
export async function readResponse(c: AppContext, { stream, starting_after: after }: ResponseQuery): Promise<Response> {
  const { record } = await findRun(c, param(c, "id"));
  const view = await c.var.views.run(record);
  if (stream !== "true") return c.json(await viewOf(c, view));
  const disconnect = cancelOnDisconnect(c, record.id, async () => {}, true);
  const isJson = (record.state?.answerFormat ?? null) !== null;
  const options = { ...WHOLE, isJson, progress: "reasoning" } as const;
  const streamed = { options, disconnect, ...follow(c, record, disconnect.signal) };
  return streamResponse(c, streamed, { echo: keptOf(view), begun: view, ...(after === undefined ? {} : { after }) });
}

/** What a response was asked: the message with its files, and the calls for it that it brought, with what they gave. */
export async function listInputItems(c: AppContext, query: InputItemsQuery): Promise<Response> {
  const { record } = await findRun(c, param(c, "id"));
  const items = inputItemsOf(record);
  const ordered = query.order === "asc" ? items : items.toReversed();
  const from = ordered.findIndex(({ id }) => id === query.after) + 1;
  if (query.after !== undefined && from === 0) {
    const message = "No item of this response has that id";
    throw new InvalidRequest(message, [{ path: "after", message }]);
  }
  const data = ordered.slice(from, from + query.limit);
  const [first_id, last_id] = [data.at(0)?.id ?? null, data.at(-1)?.id ?? null];
  return c.json({ object: "list", data, first_id, last_id, has_more: from + data.length < ordered.length });
}

/** The items that are kept of a request, in their order. */
function inputItemsOf({ id: run, text, state }: RunRecord): readonly InputItemView[] {
  const files = (state?.attached ?? []).map(({ id, name, kind }) =>
    baseKind(kind) === "image"
      ? ({ type: "input_image", file_id: id, detail: "auto", image_url: null } as const)
      : ({ type: "input_file", file_id: id, filename: name } as const),
  );
  const content = [{ type: "input_text", text } as const, ...files];
  const of = { status: "completed" } as const;
  return [
    { id: itemId("msg", run, "in"), type: "message", role: "user", ...of, content },
    ...(state?.tools?.called ?? []).flatMap((call, at): readonly InputItemView[] => {
      const call_id = call.id ?? toolCallId(run, at);
      return [
        {
          ...{ ...of, id: itemId("fc", run, `in_${at}`), type: "function_call", call_id },
          ...{ name: call.tool, arguments: writtenArguments(call) },
        },
        { ...of, id: itemId("fco", run, `in_${at}`), type: "function_call_output", call_id, output: call.result },
      ];
    }),
  ];
}

/** Ends the run of a response; one that has ended stays as it is. */
export async function cancelResponse(c: AppContext): Promise<Response> {
  const id = param(c, "id");
  const { rpc } = await findRun(c, id);
  const cancelled = await rpc.cancel(id);
  if (!cancelled.ok) return problem(c, cancelled.error);
  return c.json(await viewOf(c, await c.var.views.run(cancelled.value)));
}

/** Deletes a response with its conversation, where nothing else is in that. */
export async function deleteResponse(c: AppContext): Promise<Response> {
  const id = param(c, "id");
  const { rpc, part } = await findRun(c, id);
  const named = await c.var.wiring.ids.conversationId(c.var.holder.tenant, part);
  const read = await rpc.read();
  if (!read.ok) return problem(c, read.error);
  if (read.value.runs.some((run) => run.id !== id)) {
    const message = `Other responses are in its conversation, which stays whole: DELETE /v1/conversations/${named} deletes all of it`;
    return problem(c, failure("conflict", message));
  }
  await removeConversation(c, { id: named, rpc });
  return c.json({ id, object: "response", deleted: true });
}

/** What a run has answered so far, by default with as much of its request as it has kept. */
async function viewOf(
  c: AppContext,
  run: RunView,
  echo = keptOf(run),
  options: Parameters<typeof saidOf>[2] = { ...WHOLE, isJson: run.structured !== undefined },
): Promise<ResponseView> {
  const failed = failureOf(run);
  const error = failed && { code: failed.code, message: failed.message };
  if (failed || run.endedAt === null) return responseOf(run, echo, { output: [], error });
  const { said, finish } = await saidOf(c, run, options);
  return responseOf(run, echo, { output: itemsOf(run.id, said, finish === "length"), finish });
}
const WHOLE = { bounds: { maxTokens: null, stops: [] }, explains: true } as const;
