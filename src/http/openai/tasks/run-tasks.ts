import { AppError } from "../../../domain/errors.ts";
import type { JsonValue } from "../../../domain/json.ts";
import { readParts } from "../../../resources/parts.ts";
import type { AppContext } from "../../context.ts";
import { InvalidRequest, problem } from "../../problem.ts";
import { readHfToken } from "../../request-headers.ts";
import { messageBody } from "../../schemas/requests.ts";
import type { ResourceView, RunView, ValueView } from "../../schemas/views.ts";
import { startRun } from "../../start-run.ts";
import { cancelOnDisconnect, follow } from "../chat-run.ts";
import { wholeAnswer } from "../completion.ts";
import { optionsOfModel } from "../models.ts";

/** What a route of one task asks for. */
export interface AskedTasks {
  /** One of ours, which leaves the choice to the rules, or the model that is to do it. */
  readonly model: string;
  /** The request in words, as the conversation is to have it. */
  readonly text: string;
  readonly type: string;
  /** The arguments of each task. */
  readonly args: readonly Readonly<Record<string, JsonValue>>[];
  /** Ids of uploads. */
  readonly resources?: readonly string[];
  /** Named in `X-Impresario-Ignored`. */
  readonly ignored: readonly string[];
}

/**
 * Runs tasks of one type, side by side, as a plan that is given with the message, and answers with what `shape` makes of
 * the run. Models are chosen, and failures told, as for any run: where nothing does the task, what would is said.
 */
export async function answerTasks(
  c: AppContext,
  { model, text, type, args, resources = [], ignored }: AskedTasks,
  shape: (run: RunView) => Promise<object | Response>,
): Promise<Response> {
  const { wiring, holder } = c.var;
  const isOurs = optionsOfModel(wiring.controllerChoice, model, wiring.config.openAiModelAliases) !== null;
  const named = isOurs ? {} : { model };
  const plan = args.map((one, id) => ({ task: type, id, dep: [-1], args: one, ...named }));
  const read = messageBody.safeParse({ text, plan, resources, budget: { onExhausted: "answer" } });
  if (!read.success) throw InvalidRequest.from("body", read.error);
  const started = await startRun(wiring, {
    ...{ holder, conversation: null, message: read.data, idempotency: undefined, hfToken: readHfToken(c) },
  });
  if (!started.ok) return problem(c, started.error);
  const { record } = started.value;
  c.header("X-Impresario-Run", record.id);
  if (ignored.length > 0) c.header("X-Impresario-Ignored", ignored.join(", "));
  const cancel = () => wiring.conversation(holder.tenant, record.conversation).cancel(record.id);
  const disconnect = cancelOnDisconnect(c, record.id, cancel, false);
  return wholeAnswer(c, { ...follow(c, record, disconnect.signal), disconnect }, (run) => {
    const failed = run.tasks.find(({ error }) => error)?.error;
    if (failed) throw new AppError(failed.code, failed.message);
    return shape(run);
  });
}

/** The names of the fields that change nothing. @param read those that do */
export const othersThan = (body: object, read: readonly string[]): readonly string[] =>
  Object.keys(body)
    .filter((name) => !read.includes(name) && /^[\w.-]{1,50}$/.test(name))
    .slice(0, MAX_NAMED);
/** So that a header can hold the names. */
const MAX_NAMED = 20;

/** The output of each task of a run, in their order. */
export const outputsOf = (run: RunView, port: string): readonly ValueView[] =>
  run.tasks.flatMap(({ outputs }) => outputs[port] ?? []);

/** The bytes of a file of the run. @throws {AppError} where there are more than an answer may hold */
export async function bytesOf(c: AppContext, { id }: Pick<ResourceView, "id">, maxBytes: number): Promise<Uint8Array> {
  const stored = await c.var.wiring.resources.open(c.var.holder.tenant, id);
  if (!stored?.body) throw new AppError("not-found", "What was made is gone");
  for await (const { bytes, isLast } of readParts(stored.body, maxBytes, Number.POSITIVE_INFINITY))
    if (isLast) return bytes;
  throw new AppError("resource-too-large", `What was made has more than ${maxBytes} bytes: GET /v1/resources/${id}`);
}
