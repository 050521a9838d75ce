import { BUDGET_WARNING_SHARE } from "../budget.ts";
import { failure } from "../errors.ts";
import { callsIn, type Dispatch, type EventBody, type WorkId } from "../events.ts";
import { dependencies, numberOf, type Plan, pathLengths, type Task } from "../plan.ts";
import { DEFAULT_TASK_TIMEOUT_MS } from "../task-types/index.ts";
import { isDue, isEmbedded, nobodyLeft, turnsOf } from "./candidates.ts";
import { shapeOf, type TaskShape } from "./cost-estimate.ts";
import { costSettlementOfStopped } from "./cost-settlement.ts";
import { keepLimits, outOfMoney, outOfTasks, type TooDear } from "./limits.ts";
import { chooseCandidate, leftOf, reserve, stepCost } from "./money.ts";
import { endOpenTasks, outcomeEvents } from "./outcome-events.ts";
import {
  DEADLINE_GRACE_MS,
  LANGUAGE_STEP_TIMEOUT_MS,
  MAX_CROWDED_TASKS,
  MAX_RUNNING_TASKS,
  MAX_WAIT_FOR_PERSON_MS,
} from "./policy.ts";
import { existingResult, fingerprintOf, type KnownResult, type KnownResults } from "./reuse.ts";
import { addLoad, firstFreeShard, firstShardFor, shardFor, shardLoads } from "./shards.ts";
import {
  allWork,
  currentCandidate,
  isHeld,
  isOpen,
  type RunState,
  taskWork,
  usedTimeMs,
  type Work,
  workOf,
} from "./state.ts";

/**
 * What to do next. `record` appends an event; `dispatch` appends an event that marks an attempt as
 * running and, once that is durable, hands the attempt to the shard it names.
 */
export type Command =
  | { readonly do: "record"; readonly event: EventBody }
  | {
      readonly do: "dispatch";
      readonly work: WorkId;
      readonly event: Extract<EventBody, { type: "plan-start" | "task-start" | "answer-start" }>;
    };

export interface Decision {
  readonly commands: readonly Command[];
  /** When to decide again if nothing happens before; milliseconds since the epoch, null for never. */
  readonly wakeAt: number | null;
}

export interface DecideOptions {
  /** How long one attempt at a task type may take, in milliseconds. */
  readonly timeoutMs: (taskType: string) => number;
  /** What a task type takes and makes, for estimates of what it costs; text where it is left out. */
  readonly shapeOf?: (taskType: string) => TaskShape;
  readonly maxRunning?: number;
  /** What was made before in this conversation and may be used again; nothing where it is left out. */
  readonly results?: KnownResults;
  /**
   * Since when outcomes can have been heard; milliseconds since the epoch. What ended while nobody listened is on its
   * way then, and no attempt is given up before it had time to arrive.
   */
  readonly listeningSince?: number;
}

const DEFAULTS: DecideOptions = { timeoutMs: () => DEFAULT_TASK_TIMEOUT_MS };

/**
 * The scheduler: what a run in this state needs now. Pure. Apply the events of the commands and decide
 * again until there are none; then sleep until `wakeAt` or the next outcome or request.
 */
export function decide(state: RunState, now: number, options: DecideOptions = DEFAULTS): Decision {
  if (state.end) return { commands: [], wakeAt: null };
  const commands =
    firstOf(
      () => ending(state),
      () => overdue(state, now, options),
      () => record(keepLimits(state, now)),
      () => (state.paused ? [] : advance(state, now, options)),
    ) ?? [];
  return { commands, wakeAt: commands.length > 0 ? now : nextWake(state, now, options) };
}

const firstOf = <T>(...steps: readonly (() => readonly T[])[]): readonly T[] | undefined => {
  for (const step of steps) {
    const result = step();
    if (result.length > 0) return result;
  }
  return undefined;
};

const record = (events: readonly EventBody[]): readonly Command[] => events.map((event) => ({ do: "record", event }));

/** A cancelled run ends at once: every open task, then the run. */
function ending(state: RunState): readonly Command[] {
  if (state.cancelReason === null) return [];
  const error = failure("cancelled", state.cancelReason);
  return record([
    ...costSettlementOfStopped(state, "plan"),
    ...costSettlementOfStopped(state, "answer"),
    ...endOpenTasks(state, "cancelled", error),
    { type: "run-end", data: { status: "cancelled", answer: state.cancelReason, error } },
  ]);
}

/** Attempts past their deadline, and waits for a person that lasted too long. */
function overdue(state: RunState, now: number, options: DecideOptions): readonly Command[] {
  if (state.waitingSince !== null && now >= state.waitingSince + MAX_WAIT_FOR_PERSON_MS) {
    return record([{ type: "run-cancel", data: { reason: "Nobody answered in a week" } }]);
  }
  return record(
    allWork(state).flatMap(([work, { status, deadline, attempts }]) => {
      if (status !== "running" || deadline === null || now < givenUpAt(deadline, options)) return [];
      const error = failure("timeout", "It took too long", true);
      return outcomeEvents(state, { work, attempt: attempts.length, result: { as: "failed", error } }, now);
    }),
  );
}

const givenUpAt = (deadline: number, { listeningSince = 0 }: DecideOptions): number =>
  Math.max(deadline, listeningSince) + DEADLINE_GRACE_MS;

/** The run's own course: plan, approval, tasks, answer. */
function advance(state: RunState, now: number, options: DecideOptions): readonly Command[] {
  const { planned, plan } = state;
  if (isOpen(state.planning)) {
    return isDue(state.planning, now) ? dispatchStep(state, "plan", now) : [];
  }
  // Tasks are open here only when this became of a plan that a person had edited.
  if (planned?.as === "failed") {
    const { error } = planned;
    const end = { type: "run-end", data: { status: "failed", answer: error.message, error } } as const;
    return record([...endOpenTasks(state, "skipped", error), end]);
  }
  if (planned?.as === "reply" || planned?.as === "ask") {
    const dropped = endOpenTasks(state, "skipped", failure("cancelled", "The plan was dropped"));
    // In another form than words, what is said is still to be written; calls are no answer yet.
    if (state.answerFormat && callsIn(planned).length === 0) return [...record(dropped), ...dispatchAnswer(state, now)];
    const { text } = planned;
    // Whoever reads the answer as it is written reads this one too.
    const said = { type: "answer-delta", data: { attempt: state.answering.attempts.length, text } } as const;
    return record([...dropped, said, { type: "run-end", data: { status: "succeeded", answer: text } }]);
  }
  if (!plan || !state.selection || state.awaitingApproval) return [];
  const anyOpen = plan.tasks.some((task) => isOpen(taskWork(state, task.id)));
  if (state.approval === "plan" && !state.approved && anyOpen) {
    return record([{ type: "approval-required", data: { planVersion: state.planVersion } }]);
  }
  const exceeded = record(outOfTasks(state));
  if (exceeded.length > 0) return exceeded;
  const tasks = advanceTasks(state, plan, now, options);
  if (tasks.length > 0 || anyOpen) return tasks;
  return dispatchAnswer(state, now);
}

const dispatchAnswer = (state: RunState, now: number): readonly Command[] =>
  isDue(state.answering, now) ? dispatchStep(state, "answer", now) : [];

function dispatchStep(state: RunState, work: "plan" | "answer", now: number): readonly Command[] {
  const attempt = workOf(state, work).attempts.length + 1;
  const cost = stepCost(state, work);
  const data: Dispatch = {
    attempt,
    deadline: now + LANGUAGE_STEP_TIMEOUT_MS,
    shard: firstFreeShard(shardLoads(state)),
  };
  return [
    ...record(cost ? [reserve(work, attempt, cost)] : []),
    { do: "dispatch", work, event: { type: `${work}-start`, data } },
  ];
}

function advanceTasks(state: RunState, plan: Plan, now: number, options: DecideOptions): readonly Command[] {
  const waiting = plan.tasks.filter((task) => {
    const { status } = taskWork(state, task.id);
    return status === "waiting" || status === "retrying";
  });
  const hopeless = waiting.flatMap((task) => cannotRun(state, task));
  if (hopeless.length > 0) return record(hopeless);

  const loads = shardLoads(state);
  const running = loads.reduce((sum, load) => sum + load, 0);
  const isCrowded = wasRefused(state);
  let free = (options.maxRunning ?? (isCrowded ? MAX_CROWDED_TASKS : MAX_RUNNING_TASKS)) - running;
  if (free <= 0) return [];
  let freeInside = MAX_CROWDED_TASKS - runningInside(state);
  const lengths = levels(plan);
  const ready = waiting
    .map((task) => ({ task, turns: turnsOf(state, task.id, now) }))
    .filter(({ turns }) => turns.length > 0)
    .filter(({ task }) => dependencies(task).every((id) => taskWork(state, id).status === "succeeded"))
    .sort(({ task: a }, { task: b }) => (lengths.get(b.id) ?? 0) - (lengths.get(a.id) ?? 0) || a.id - b.id);

  const commands: Command[] = [];
  const tooDear: TooDear[] = [];
  const begun = new Set<string>();
  let { usd: left } = leftOf(state);
  for (const { task, turns } of ready) {
    if (free <= 0) break;
    const work = taskWork(state, task.id);
    const shape = options.shapeOf?.(task.type) ?? ANY_SHAPE;
    const choice = chooseCandidate(state, task, turns, left, shape);
    // Whose turn it is may be too dear, and its earlier result costs nothing.
    const mayDo = new Set([...turns.slice(0, 1), ...(choice?.as === "affordable" ? [choice.candidate] : [])]);
    const existing = existingResult(state, task, [...mayDo], options.results, begun);
    if (existing === "under-way") continue;
    if (existing) {
      commands.push(...record([reuse(task, work, existing)]));
      continue;
    }
    if (!choice) continue;
    if (choice.as === "too-dear") {
      // One that is not due waits for a model that is left alone, which may be cheaper.
      if (isDue(work, now)) tooDear.push({ task, cheapestUsd: choice.cheapestUsd });
      continue;
    }
    const kinds = [...Object.keys(task.args).map(shape.kindAt), ...shape.makes];
    const before = { shard: work.shard, holdsJob: isHeld(state, task.id) };
    const shard = shardFor(loads, firstShardFor(choice.candidate, kinds), before);
    if (shard === null) continue;
    if (isEmbedded(choice.candidate) && freeInside-- <= 0) continue;
    free--;
    const attempt = work.attempts.length + 1;
    if (left !== null && choice.usd > 0) {
      left -= choice.usd;
      commands.push(...record([reserve(task.id, attempt, { usd: choice.usd, llmCalls: 0 })]));
    }
    addLoad(loads, shard);
    const { provider, model } = choice.candidate;
    const fingerprint = fingerprintOf(state, task, choice.candidate, options.results);
    if (fingerprint !== null) begun.add(fingerprint);
    const data = {
      ...{ task: task.id, attempt, deadline: now + options.timeoutMs(task.type), shard, provider, model },
      ...(fingerprint === null ? {} : { fingerprint }),
    };
    commands.push({ do: "dispatch", work: task.id, event: { type: "task-start", data } });
  }
  return commands.length > 0 ? commands : record(outOfMoney(state, tooDear, loads.length > 0));
}

/** Whether the gate of a provider has refused a call of this run, as too many wait for it. */
const wasRefused = (state: RunState): boolean =>
  allWork(state).some(([, { attempts }]) =>
    attempts.some(({ error }) => error?.notCalled && error.code === "rate-limited"),
  );

const runningInside = (state: RunState): number =>
  allWork(state).filter(([work, { status }]) => {
    const candidate = status === "running" && typeof work === "number" ? currentCandidate(state, work) : undefined;
    return candidate !== undefined && isEmbedded(candidate);
  }).length;

/** Ends a task with what an earlier one came to. */
const reuse = (task: Task, { attempts }: Work, { reused, outputs, notes }: KnownResult): EventBody => ({
  type: "task-end",
  data: { task: task.id, attempt: attempts.length, status: "succeeded", outputs, notes, reused },
});

const ANY_SHAPE: TaskShape = shapeOf(undefined);

/** The event that ends a task which can never start: no model, or an input that will never exist. */
function cannotRun(state: RunState, task: Task): readonly EventBody[] {
  const attempt = taskWork(state, task.id).attempts.length;
  const end = (status: "failed" | "skipped", error: ReturnType<typeof failure>): readonly EventBody[] => [
    { type: "task-end", data: { task: task.id, attempt, status, outputs: {}, notes: [], error } },
  ];
  const chosen = state.selection?.[task.id];
  if (!chosen || chosen.candidates.length === 0) {
    return end("failed", failure("no-model", chosen?.missing ?? `No model here does ${task.type}`));
  }
  const barred = nobodyLeft(state, task.id);
  if (barred) return [...costSettlementOfStopped(state, task.id), ...end("failed", barred)];
  const broken = dependencies(task).find(
    (id) => !["waiting", "running", "retrying", "succeeded"].includes(taskWork(state, id).status),
  );
  if (broken === undefined) return [];
  const { status, error } = taskWork(state, broken);
  const code = status === "cancelled" ? "cancelled" : (error?.code ?? "internal");
  return end("skipped", failure(code, `It needs the result of task ${numberOf(broken)}, which did not succeed`));
}

const levelsByPlan = new WeakMap<Plan, ReadonlyMap<number, number>>();

function levels(plan: Plan): ReadonlyMap<number, number> {
  const known = levelsByPlan.get(plan);
  if (known) return known;
  const fresh = pathLengths(plan);
  levelsByPlan.set(plan, fresh);
  return fresh;
}

function nextWake(state: RunState, now: number, options: DecideOptions): number | null {
  const times: number[] = [];
  for (const [, work] of allWork(state)) {
    if (work.status === "running" && work.deadline !== null) times.push(givenUpAt(work.deadline, options));
    // A retry that is due already waits for a place, which an outcome or a deadline will free.
    const isAhead = work.status === "retrying" && work.retryAt !== null && work.retryAt > now;
    if (isAhead && !state.paused) times.push(work.retryAt);
  }
  if (state.waitingSince !== null) times.push(state.waitingSince + MAX_WAIT_FOR_PERSON_MS);
  if (state.clockSince !== null) {
    const used = usedTimeMs(state, now);
    const share = state.warned.includes("time") ? 1 : BUDGET_WARNING_SHARE;
    const left = state.budget.timeMs * share - used;
    // Rounded before it is added: a fraction can vanish in a time since 1970, and the alarm would ring for ever.
    if (left > 0) times.push(now + Math.ceil(left));
  }
  return times.length === 0 ? null : Math.min(...times);
}
