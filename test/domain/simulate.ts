import type { Raise } from "../../src/domain/budget.ts";
import type { Price } from "../../src/domain/catalogue.ts";
import type { ErrorCode, Failure } from "../../src/domain/errors.ts";
import type { EventBody, OutcomeResult, RunEvent, WorkId } from "../../src/domain/events.ts";
import type { Plan, Task, TaskId } from "../../src/domain/plan.ts";
import type { Result } from "../../src/domain/result.ts";
import { apply } from "../../src/domain/run/apply.ts";
import type { TaskShape } from "../../src/domain/run/cost-estimate.ts";
import type { JobWord, ToldOutcome } from "../../src/domain/run/cost-settlement.ts";
import { type Decision, decide } from "../../src/domain/run/decide.ts";
import { allowanceOf } from "../../src/domain/run/money.ts";
import { isUnderWay, outcomeEvents } from "../../src/domain/run/outcome-events.ts";
import { requestApproval, requestResume } from "../../src/domain/run/requests.ts";
import { currentCandidate, type RunState, workOf } from "../../src/domain/run/state.ts";
import type { Candidate, Selection, TaskSelection } from "../../src/domain/selection.ts";
import type { StepUsage } from "../../src/domain/usage.ts";
import { JobWorld } from "./job-world.ts";
import { OutsideBill } from "./outside-bill.ts";
import type { Flight, Scenario, Watcher } from "./scenario.ts";
import { deepFreeze, foldStored } from "./stored-log.ts";

export type { Flight, Scenario, Watcher } from "./scenario.ts";

export const EPOCH_MS = 1_800_000_000_000;
const ROOMY_BUDGET_MS = 12 * 60 * 60_000;
const ENOUGH: Raise = { timeMs: 365 * 24 * 60 * 60_000, usd: 1_000_000, llmCalls: 1_000_000 };
export const LLM_CALL_USD = 0.01;
const DEFAULT_TIMEOUT_MS = 60_000;
/** Each round of decisions ends, starts or announces something, so a run of n tasks needs few more than n. */
const MAX_ROUNDS = 600;

/**
 * A run without a server: the event log, its fold, a clock that only the test moves, and the attempts
 * that are in flight. After each step it decides until nothing is left to do, as a conversation does.
 */
export class Simulation {
  readonly log: RunEvent[] = [];
  /** Every attempt ever dispatched. */
  readonly dispatched: Flight[] = [];
  readonly delivered: ToldOutcome[] = [];
  /** Those that counted, as they were of the attempt under way. */
  readonly heard: ToldOutcome[] = [];
  /** What the providers bill for all of it. */
  readonly bill: OutsideBill;
  inFlight: Flight[] = [];
  now = EPOCH_MS;
  wakeAt: number | null = null;
  readonly #scenario: Scenario;
  readonly #watch: Watcher;
  readonly #jobs: JobWorld;
  #state: RunState | null = null;

  constructor(scenario: Scenario, watch: Watcher = {}) {
    this.#scenario = scenario;
    this.#watch = watch;
    this.#jobs = new JobWorld(scenario.beginsJob ?? (() => false));
    this.bill = new OutsideBill(scenario.measured ?? scenario.took ?? {});
    const budget = { timeMs: scenario.budgetMs ?? ROOMY_BUDGET_MS, ...scenario.budget };
    const approval = scenario.approval ?? "none";
    const { answerFormat } = scenario;
    const data = { run: "run_1", text: "Do it", attached: [], approval, budget };
    this.record([{ type: "run-start", data: { ...data, ...(answerFormat ? { answerFormat } : {}) } }]);
    this.#drive();
  }

  get state(): RunState {
    if (!this.#state) throw new Error("The run has not started");
    return this.#state;
  }

  /** The options that the scenario gives the scheduler. */
  decide(now = this.now): Decision {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, maxRunning, results } = this.#scenario;
    return decide(this.state, now, {
      timeoutMs: () => timeoutMs,
      shapeOf: () => MAKES_ANYTHING,
      ...(maxRunning === undefined ? {} : { maxRunning }),
      ...(results ? { results } : {}),
    });
  }

  record(bodies: readonly EventBody[]): void {
    for (const body of bodies) {
      const event: RunEvent = { ...body, seq: this.log.length + 1, at: this.now };
      // Frozen, so that whoever changes what he was given is found out.
      deepFreeze(event);
      const before = this.#state;
      this.#state = deepFreeze(apply(before, event));
      this.log.push(event);
      if (before) this.#watch.event?.(event, before, this.#state);
    }
  }

  /** Says what became of an attempt, the current one unless told otherwise. Gives the events that this recorded. */
  deliver(
    work: WorkId,
    result: OutcomeResult,
    attempt = workOf(this.state, work).attempts.length,
    job = this.#jobOf(work, attempt, result),
  ): readonly EventBody[] {
    this.inFlight = this.inFlight.filter((flight) => flight.work !== work || flight.attempt !== attempt);
    const outcome = { work, attempt, result, ...(job ? { job } : {}) };
    this.delivered.push(outcome);
    if (typeof work === "number") this.bill.ended(work, attempt, result, job);
    if (isUnderWay(this.state, work, attempt)) this.heard.push(outcome);
    const events = outcomeEvents(this.state, outcome, this.now);
    this.now += this.#scenario.lagMs ?? 0;
    this.record(events);
    this.#drive();
    return events;
  }

  #jobOf(work: WorkId, attempt: number, result: OutcomeResult): JobWord | undefined {
    if (typeof work !== "number" || !isUnderWay(this.state, work, attempt)) return undefined;
    return this.#jobs.tell(work, attempt, workOf(this.state, work).attempts.at(-1)?.model ?? "", result);
  }

  succeed(...works: readonly WorkId[]): void {
    for (const work of works) this.deliver(work, this.success(work));
  }

  fail(work: WorkId, error: Failure): void {
    this.deliver(work, { as: "failed", error });
  }

  /** What comes of an answer of which nothing can be made. */
  unread(work: WorkId): OutcomeResult {
    const error = { ...permanent, retryable: true };
    if (typeof work !== "number") return { as: "failed", error, ...this.#usage(work) };
    return { as: "failed", error, measured: this.#scenario.measured ?? {} };
  }

  /** What a unit of work gives when all goes well. */
  success(work: WorkId): OutcomeResult {
    if (work === "answer") {
      const structured = { as: "filled", value: { n: 1 }, by: "embedded" } as const;
      const form = this.#scenario.answerFormat ? { structured } : {};
      return { as: "answered", text: "Here it is.", ...form, ...this.#usage(work) };
    }
    if (work !== "plan") {
      const { measured } = this.#scenario;
      const outputs = { out: { as: "text", kind: "text", text: "x" } } as const;
      return { as: "done", outputs, notes: [], ...(measured ? { measured } : {}) };
    }
    const plan = this.state.plan ?? this.#scenario.plan;
    const { planned } = this.#scenario;
    // An edited plan is planned with what was understood the first time.
    const understanding =
      this.state.planned?.as === "plan" ? this.state.planned.understanding : this.#scenario.understanding;
    const instead = planned && this.state.planning.attempts.length >= planned.fromAttempt ? planned.as : null;
    return {
      as: "planned",
      planned: instead ?? { as: "plan", plan, notes: [], ...(understanding ? { understanding } : {}) },
      selection: instead ? {} : this.#select(plan),
      controller: "embedded",
      fetched: [],
      referenced: [],
      durationMs: 1,
      ...this.#usage(work),
    };
  }

  /** What a language step took that keeps to what it is allowed, as every runner does. */
  #usage(work: "plan" | "answer"): { readonly usage?: StepUsage } {
    const { llmCalls: calls, usd } = allowanceOf(this.state, work);
    const affordable = usd === null ? Number.POSITIVE_INFINITY : Math.floor(usd / LLM_CALL_USD);
    const llmCalls = Math.min(this.#scenario.llmCalls ?? 0, calls ?? Number.POSITIVE_INFINITY, affordable);
    return llmCalls === 0 ? {} : { usage: { llmCalls, usd: llmCalls * LLM_CALL_USD } };
  }

  /** A runner tells how far it is; heard only while its attempt is the one under way. */
  progress({ work, attempt }: Flight, text: string): void {
    if (work === "plan" || !isUnderWay(this.state, work, attempt)) return;
    if (work === "answer") this.record([{ type: "answer-delta", data: { attempt, text } }]);
    else this.record([{ type: "task-progress", data: { task: work, attempt, note: text } }]);
    this.#drive();
  }

  /** @returns what was wrong with the request, or null. */
  request(requested: Result<readonly EventBody[]>): Failure | null {
    if (!requested.ok) return requested.error;
    this.record(requested.value);
    this.#drive();
    return null;
  }

  /** Time passes, and the alarm is late or early. */
  elapse(ms: number): void {
    this.now += ms;
    this.#drive();
  }

  /** The alarm fires when it should. */
  wake(): void {
    this.elapse(Math.max(0, (this.wakeAt ?? this.now) - this.now));
  }

  /** The ledger's process dies, and some runners with it; what was recorded is all the next one knows. */
  crash(isLost: (index: number) => boolean): void {
    this.inFlight = this.inFlight.map((flight, index) => ({ ...flight, lost: flight.lost || isLost(index) }));
    this.#state = deepFreeze(foldStored(this.log));
    this.#drive();
  }

  /** Everybody does what is hoped for until the run has ended. @returns the number of steps that took. */
  finish(maxSteps: number): number {
    for (let step = 0; step < maxSteps; step++) {
      const { state } = this;
      if (state.end) return step;
      const flight = this.inFlight[0];
      if (state.paused) this.request(requestResume(state, ENOUGH));
      else if (state.awaitingApproval) {
        this.request(requestApproval(state, { planVersion: state.planVersion, decision: "approve" }));
      } else if (flight) {
        this.deliver(flight.work, flight.lost ? { as: "lost" } : this.success(flight.work), flight.attempt);
      } else this.wake();
    }
    throw new Error(`The run has not ended after ${maxSteps} steps`);
  }

  #select(plan: Plan): Selection {
    const chosen = (id: TaskId): TaskSelection => {
      const count = this.#scenario.candidates?.(id) ?? 1;
      const candidates = Array.from({ length: count }, (_, index) =>
        this.#scenario.isEmbedded?.(id, index)
          ? { provider: "embedded" as const, model: `model-${index}`, reason: "" }
          : candidate(index, this.#scenario.prices?.(id, index) ?? []),
      );
      return count === 0 ? { candidates, missing: `Nothing here does task ${id}` } : { candidates };
    };
    return Object.fromEntries(plan.tasks.map((task) => [task.id, chosen(task.id)]));
  }

  /** The call of an attempt goes out. */
  #send({ work: task, attempt }: Flight): void {
    const candidate = typeof task === "number" && currentCandidate(this.state, task);
    if (typeof task !== "number" || !candidate) return;
    const { model, prices = [] } = candidate;
    this.bill.sent({ task, attempt, model, prices, goesOnWith: this.#jobs.begunBy(task, model) });
  }

  #drive(): void {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const decision = this.decide();
      if (decision.commands.length === 0) {
        this.wakeAt = decision.wakeAt;
        this.#watch.quiet?.(this.state, this.now, decision);
        return;
      }
      this.now += this.#scenario.lagMs ?? 0;
      for (const command of decision.commands) {
        this.record([command.event]);
        if (command.do !== "dispatch") continue;
        const flight = { work: command.work, attempt: command.event.data.attempt, lost: false };
        this.dispatched.push(flight);
        this.#send(flight);
        this.inFlight = [...this.inFlight, flight];
      }
    }
    throw new Error("The scheduler never comes to rest");
  }
}

/** Whatever models measure was foreseen of it. */
const MAKES_ANYTHING: TaskShape = { kindAt: () => "text", makes: ["text", "image"] };

const candidate = (index: number, prices: readonly Price[]): Candidate =>
  prices.length === 0
    ? { provider: "custom", model: `model-${index}`, reason: "" }
    : { provider: "huggingface", model: `model-${index}`, reason: "", prices };

/** A price as somebody may have read it. */
export const price = (usd: number, per: Price["per"] = "call"): Price => ({
  ...{ usd, per, source: "the tests", asOf: "2026-11-22" },
});

/** Task ids by what they depend on, as a plan: `{0: [], 1: [0]}` is a chain of two. */
export function planOf(edges: Readonly<Record<number, readonly TaskId[]>>): Plan {
  const tasks = Object.entries(edges).map(([id, needs]): Task => {
    const args = needs.map((task, index) => [`in${index}`, { from: "task", task, output: "out" }] as const);
    return { id: Number(id), type: "text-generation", args: Object.fromEntries(args) };
  });
  return { tasks };
}

export const retryable = (retryAfterMs?: number): Failure => ({
  ...failed("provider-unavailable", true),
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
export const permanent: Failure = { code: "provider-rejected", message: "It failed", retryable: false };
export const timedOut: Failure = { ...permanent, code: "timeout", retryable: true };
const failed = (code: ErrorCode, isRetryable: boolean): Failure => ({
  code,
  message: "It failed",
  retryable: isRetryable,
});
