import type { Failure } from "../errors.ts";
import type { EventBody, EventData, WorkId } from "../events.ts";
import { findTask, type RunState, taskWork, type Work, workOf } from "../run/state.ts";
import { MEASURED_PARTS, type Measured, type Spent } from "../usage.ts";

/** Identifies a run in log lines. */
export interface RunName {
  readonly tenant: string;
  readonly conversation: string;
}

/**
 * What is logged when a stage, a task or a run ends: attributes named as OpenTelemetry names them, where it does. Ids,
 * names of models, codes, numbers and times alone: no word of a message, a file, an answer or an error's message.
 */
export type LogLine = Readonly<Record<string, string | number>>;

/** A trace id has 32 digits; these are of one run alone. */
const TRACE_DIGITS = 32;

/**
 * The lines for facts that were just recorded.
 * @param state after all of them
 * @param at when they were recorded, milliseconds since the epoch
 */
export function linesOf(name: RunName, events: readonly EventBody[], state: RunState, at: number): readonly LogLine[] {
  const line: Line = (kind, work, attributes) => ({
    name: `impresario.${kind}`,
    time: new Date(at).toISOString(),
    trace_id: state.id.slice(-TRACE_DIGITS),
    "impresario.tenant": name.tenant,
    "impresario.conversation": name.conversation,
    "impresario.run": state.id,
    ...(work ? { duration_ms: Math.max(0, at - work.startedAt) } : {}),
    ...attributes,
  });
  return events.flatMap((event) => {
    if (event.type === "plan-end") return [planLine(line, event.data, state)];
    if (event.type === "task-end") return [taskLine(line, event.data, state)];
    if (event.type === "task-retry") return [attemptLine(line, event.data, state)];
    return event.type === "run-end" ? runLines(line, event.data, state) : [];
  });
}

type Line = (kind: string, began: { readonly startedAt: number } | undefined, attributes: LogLine) => LogLine;

function planLine(line: Line, { planned, controller, attempt }: EventData["plan-end"], state: RunState): LogLine {
  return line("plan", state.planning.attempts[0], {
    "impresario.status": planned.as === "failed" ? "failed" : "succeeded",
    "impresario.plan.outcome": planned.as,
    "impresario.plan.tasks": planned.as === "plan" ? planned.plan.tasks.length : 0,
    "impresario.controller": controller,
    "impresario.attempt": attempt,
    ...(planned.as === "failed" ? errorOf(planned.error) : {}),
    ...usageOf(state.planning.spent),
  });
}

function taskLine(line: Line, { task, status, attempt, error }: EventData["task-end"], state: RunState): LogLine {
  const work = taskWork(state, task);
  return line("task", work.attempts[0], {
    ...taskNames(state, task),
    "impresario.status": status,
    "impresario.attempt": attempt,
    ...callOf(work),
    ...(error ? errorOf(error) : {}),
    ...usageOf(work.spent),
  });
}

/** One that failed and is followed by another. */
function attemptLine(line: Line, { task, attempt, error, lost }: EventData["task-retry"], state: RunState): LogLine {
  const work = workOf(state, task);
  return line(
    "attempt",
    work.attempts.find(({ number }) => number === attempt),
    {
      ...taskNames(state, task),
      "impresario.status": lost ? "lost" : "failed",
      "impresario.attempt": attempt,
      ...callOf(work),
      ...errorOf(error),
    },
  );
}

function runLines(line: Line, { status, error }: EventData["run-end"], state: RunState): readonly LogLine[] {
  const { answering, plan } = state;
  const attributes = { "impresario.status": status, ...(error ? errorOf(error) : {}) };
  const counts = Object.entries(Object.groupBy(plan?.tasks ?? [], ({ id }) => taskWork(state, id).status)).map(
    ([outcome, tasks]) => [`impresario.tasks.${outcome}`, tasks?.length ?? 0],
  );
  const answered =
    answering.attempts.length === 0
      ? []
      : [line("answer", answering.attempts[0], { ...attributes, ...usageOf(answering.spent) })];
  const run = line("run", state, { ...attributes, ...Object.fromEntries(counts), ...usageOf(state.spent) });
  return [...answered, run];
}

function taskNames(state: RunState, id: WorkId): LogLine {
  if (typeof id !== "number") return { "impresario.stage": id };
  return { "impresario.task.id": id, "impresario.task.type": findTask(state, id)?.type ?? "unknown" };
}

/** The provider and model of a task's last attempt; empty for language steps and tasks that never started. */
function callOf({ attempts }: Work): LogLine {
  const last = attempts.at(-1);
  if (!last || last.model === "") return {};
  return { "gen_ai.provider.name": last.provider, "gen_ai.request.model": last.model };
}

/** The code alone: a message may quote what was sent. */
const errorOf = ({ code }: Failure): LogLine => ({ "error.type": code });

/** The quantities that have a name in OpenTelemetry's conventions for generative AI; all others have names of our own. */
const USAGE_NAMES: Partial<Readonly<Record<keyof Measured, string>>> = {
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
};

function usageOf({ usd, unpriced, llmCalls, measured }: Spent): LogLine {
  const parts = MEASURED_PARTS.flatMap((part) => {
    const amount = part === "usd" ? undefined : measured[part];
    return amount === undefined ? [] : [[USAGE_NAMES[part] ?? `impresario.usage.${part}`, amount]];
  });
  return {
    "impresario.usage.usd": usd,
    "impresario.usage.llm_calls": llmCalls,
    "impresario.usage.unpriced_calls": unpriced,
    ...Object.fromEntries(parts),
  };
}
