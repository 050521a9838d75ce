import { AppError } from "../../../domain/errors.ts";
import type { Binding, Plan, Task } from "../../../domain/plan.ts";
import { PROVIDERS } from "../../../domain/provider-names.ts";
import type { AppContext } from "../../context.ts";
import { InvalidRequest, problem } from "../../problem.ts";
import { readHfToken, readIdempotency } from "../../request-headers.ts";
import { messageBody } from "../../schemas/requests.ts";
import type { RunView, ValueView } from "../../schemas/views.ts";
import { startRun } from "../../start-run.ts";
import { cancelOnDisconnect, follow } from "../chat-run.ts";
import { wholeAnswer } from "../completion.ts";
import { Refused } from "../errors.ts";
import { GOAL_MODEL, optionsOfModel } from "../models.ts";

/** What a route of one task asks for. */
export interface AskedTasks {
  /** One of ours, which leaves the choice to the rules, or the model that is to do it. */
  readonly model: string;
  /** The request in words, as the conversation is to have it. */
  readonly text: string;
  readonly type: string;
  /** The arguments of each task. */
  readonly args: readonly Readonly<Record<string, Binding>>[];
  /** What two requests under one `Idempotency-Key` have in common. */
  readonly digested: string;
  /** Ids of uploads. */
  readonly resources?: readonly string[];
  /** Named in `X-Impresario-Ignored`. */
  readonly ignored: readonly string[];
}

/**
 * Runs tasks of one type, side by side, as a plan of arguments that nobody reads anything into, and answers with what
 * `shape` makes of the run. Models are chosen, and failures told, as for any run: where nothing does the task, what would is said.
 */
export async function answerTasks(
  c: AppContext,
  { model, text, type, args, digested, resources = [], ignored }: AskedTasks,
  shape: (run: RunView) => Promise<object | Response>,
): Promise<Response> {
  const { wiring, holder } = c.var;
  const named = namedFor(c, model);
  const planned = planOf(args.map((one, id) => ({ id, type, args: one, ...named })));
  const asked = text.slice(0, MAX_ASKED_CHARS).toWellFormed();
  const budget = { onExhausted: "answer" };
  const read = messageBody.safeParse({ text: asked, resources, budget, ...planned.onTheWire });
  if (!read.success) throw InvalidRequest.from("body", read.error);
  const idempotency = await readIdempotency(c, digested);
  const started = await startRun(wiring, {
    ...{ holder, conversation: null, message: read.data, ...planned.bound, idempotency, hfToken: readHfToken(c) },
  });
  if (!started.ok) return problem(c, started.error);
  const { record } = started.value;
  c.header("X-Impresario-Run", record.id);
  nameIgnored(c, ignored);
  const cancel = () => wiring.conversation(holder.tenant, record.conversation).cancel(record.id);
  const disconnect = cancelOnDisconnect(c, record.id, cancel, idempotency !== undefined);
  return wholeAnswer(c, { ...follow(c, record, disconnect.signal), disconnect }, (run) => {
    const failed = run.tasks.find(({ error }) => error)?.error;
    if (failed) throw new AppError(failed.code, failed.message);
    return shape(run);
  });
}

/**
 * The plan of these tasks. One of files alone has nothing that could be misread, and may be repaired: the sound of a video
 * is taken out of it first.
 */
function planOf(tasks: readonly Task[]): {
  readonly bound?: { readonly boundPlan: Plan };
  readonly onTheWire?: object;
} {
  const files = tasks.map(({ args }) =>
    Object.entries(args).flatMap(([name, one]) => (one.from === "resource" ? [[name, one.resource] as const] : [])),
  );
  const isOfFiles = tasks.every(({ args }, at) => Object.keys(args).length === files[at]?.length);
  if (!isOfFiles) return { bound: { boundPlan: { tasks } } };
  const written = tasks.map(({ id, type, model }, at) => ({
    ...{ task: type, id, dep: [-1], args: Object.fromEntries(files[at] ?? []) },
    ...(model === undefined ? {} : { model }),
  }));
  return { onTheWire: { plan: written } };
}

/** Of a request in words: what it is about is among the arguments as a whole. */
const MAX_ASKED_CHARS = 1_000;

/** Names what of a request changes nothing. */
export function nameIgnored(c: AppContext, names: readonly string[]): void {
  if (names.length > 0) c.header("X-Impresario-Ignored", names.join(", "));
}

const PROVIDED = new RegExp(`^(?:${PROVIDERS.join("|")}):`);

/** The model that a task insists on; none where the rules choose it. An alias of all names is no model's own. */
function namedFor(c: AppContext, model: string): { readonly model?: string } {
  if (model === GOAL_MODEL) throw new Refused("invalid-request", "model", "A single task is no goal");
  const { controllerChoice, config } = c.var.wiring;
  const aliases = config.openAiModelAliases.filter((alias) => alias === model || !PROVIDED.test(model));
  return optionsOfModel(controllerChoice, model, aliases) === null ? { model } : {};
}

/** An argument that is taken as it is. */
export const literal = (value: string): Binding => ({ from: "literal", value });

/** The output of each task of a run, in their order. @throws {AppError} where there are not as many as tasks asked for */
export function outputsOf(run: RunView, port: string, count = 1): readonly ValueView[] {
  const made = run.tasks.toSorted((one, other) => one.id - other.id).flatMap(({ outputs }) => outputs[port] ?? []);
  if (made.length === count) return made;
  throw new AppError("provider-rejected", `Of ${count} that were asked for, ${made.length} were made`);
}
