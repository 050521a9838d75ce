import fc from "fast-check";
import type { Raise } from "../../src/domain/budget.ts";
import type { OutcomeResult, WorkId } from "../../src/domain/events.ts";
import type { Plan, TaskId } from "../../src/domain/plan.ts";
import {
  type ApprovalRequest,
  requestApproval,
  requestCancel,
  requestPause,
  requestResume,
} from "../../src/domain/run/requests.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import type { AnswerFormat } from "../../src/domain/structured/answer-schema.ts";
import type { Understanding } from "../../src/domain/understanding.ts";
import { permanent, planOf, price, retryable, type Scenario, type Simulation, timedOut } from "./simulate.ts";

type Requested = ReturnType<typeof requestPause>;

/** What a person asks of a run, on the state that it meets. */
export type Ask = (state: RunState) => Requested;

const DAY_MS = 24 * 60 * 60_000;

/** How a runner's word on an attempt reads; its success depends on the kind of work. */
type Report =
  | "success"
  | "retryable"
  | "permanent"
  | "timeout"
  | "cut"
  | "unread"
  | "refused"
  | "lost"
  | { readonly retryAfterMs: number; readonly notCalled?: true };

/** One act of the world around the scheduler. `pick` chooses among what there is, modulo their number. */
export type Move =
  | { readonly do: "deliver"; readonly pick: number; readonly report: Report }
  /** Says again what was said before. */
  | { readonly do: "duplicate"; readonly pick: number }
  /** Speaks of an attempt of long ago, and otherwise than before. */
  | { readonly do: "stale"; readonly pick: number; readonly report: Report }
  /** The alarm fires on time; unless `patiently`, not the one for a person who never comes. */
  | { readonly do: "wake"; readonly patiently: boolean }
  | { readonly do: "elapse"; readonly ms: number }
  | { readonly do: "exhaust" }
  | { readonly do: "crash"; readonly lost: readonly boolean[] }
  | { readonly do: "progress"; readonly pick: number }
  | { readonly do: "pause" | "cancel" }
  | { readonly do: "resume"; readonly raise: Raise }
  | {
      readonly do: "approve";
      /** Relative to the plan's version now. */
      readonly version: number;
      readonly decision: ApprovalRequest["decision"];
      readonly edited: Plan | null;
    };

/** Any directed acyclic graph of up to 25 tasks; ids say nothing of the order. */
export const plans: fc.Arbitrary<Plan> = fc.integer({ min: 0, max: 25 }).chain((size) =>
  fc
    .record({
      ids: fc.shuffledSubarray(
        Array.from({ length: 40 }, (_, id) => id),
        { minLength: size, maxLength: size },
      ),
      edges: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: size * 2, size: "max" }),
    })
    .map(({ ids, edges }) => {
      const needs: Record<TaskId, TaskId[]> = Object.fromEntries(ids.map((id) => [id, []]));
      for (const [a, b] of edges) {
        const [from, to] = [Math.min(a % size, b % size), Math.max(a % size, b % size)];
        const [before, after] = [ids[from], ids[to]];
        if (from !== to && before !== undefined && after !== undefined) needs[after]?.push(before);
      }
      return planOf(needs);
    }),
);

const instead = fc.constantFrom(
  { as: "reply", text: "Hello" } as const,
  { as: "ask", text: "Which file?" } as const,
  { as: "failed", error: permanent } as const,
);

const understandingOf = (budget: Understanding["budget"]): Understanding => ({
  constraints: {},
  budget,
  confidence: null,
  reasons: [],
});

/** Each kind of what a candidate may ask: nothing, a price that it states as nothing, so much a call, so much for what was measured. */
const prices = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.constant([price(0)]) },
  { weight: 2, arbitrary: fc.double({ min: 0.000_1, max: 0.4, noNaN: true }).map((usd) => [price(usd)]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      [price(20, "million-output-tokens")],
      [price(0.05, "image")],
      [price(20, "million-output-tokens"), price(0.011, "thousand-neurons")],
    ),
  },
);

const FORM: AnswerFormat = {
  name: "form",
  schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false },
};

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    plan: plans,
    planned: fc.oneof(
      { weight: 9, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.record({ fromAttempt: fc.integer({ min: 1, max: 3 }), as: instead }) },
    ),
    counts: fc.array(fc.constantFrom(1, 2, 3, 1, 2, 3, 1, 2, 3, 0), { minLength: 40, maxLength: 40 }),
    approval: fc.constantFrom("none", "none", "plan"),
    answerFormat: fc.constantFrom(undefined, FORM),
    budgetMs: fc.oneof(
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 300_000 }) },
      { weight: 3, arbitrary: fc.constant(24 * 60 * 60_000) },
    ),
    asked: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.nat(300_000).map((timeMs) => ({ timeMs })) },
    ),
    budget: fc.record(
      {
        usd: fc.oneof(fc.constantFrom(0, 0.001), fc.double({ min: 0, max: 3, noNaN: true })),
        llmCalls: fc.nat(6),
        onExhausted: fc.constantFrom("ask", "answer"),
      },
      { requiredKeys: [] },
    ),
    embedded: fc.oneof(fc.constant([]), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })),
    costs: fc.array(prices, { minLength: 40, maxLength: 40 }),
    measured: fc.option(fc.record({ outputTokens: fc.nat(4_096), images: fc.constantFrom(0, 1) }), { nil: undefined }),
    took: fc.record({ outputTokens: fc.nat(4_096), images: fc.constantFrom(0, 1), neurons: fc.nat(2_000) }),
    llmCalls: fc.nat(3),
    jobs: fc.oneof(fc.constant([]), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })),
    timeoutMs: fc.constantFrom(1, 2_000, 60_000, 120_000),
    maxRunning: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(undefined)),
    lagMs: fc.constantFrom(0, 0, 3),
  })
  .map(({ counts, costs, embedded, jobs, planned, asked, measured, maxRunning, answerFormat, ...rest }) => ({
    ...rest,
    ...(answerFormat ? { answerFormat } : {}),
    ...(planned ? { planned } : {}),
    ...(measured ? { measured: { ...measured } } : {}),
    ...(asked === null ? {} : { understanding: understandingOf(asked) }),
    prices: (id: TaskId, candidate: number) => costs[(id + candidate) % costs.length] ?? [],
    ...(maxRunning === undefined ? {} : { maxRunning }),
    beginsJob: (id: TaskId, attempt: number) => jobs[(id + attempt) % jobs.length] ?? false,
    isEmbedded: (id: TaskId, candidate: number) => embedded[(id + candidate) % embedded.length] ?? false,
    candidates: (id) => counts[id] ?? 1,
  }));

const report: fc.Arbitrary<Report> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Report>("success") },
  { weight: 2, arbitrary: fc.constant<Report>("retryable") },
  { weight: 2, arbitrary: fc.constantFrom<Report>("permanent", "timeout", "lost", "lost") },
  { weight: 2, arbitrary: fc.constantFrom<Report>("cut", "cut", "cut", "unread", "unread", "unread", "refused") },
  { weight: 1, arbitrary: fc.record({ retryAfterMs: fc.constantFrom(0, 1, 1_500.5, 30_000, 30_001, 3_600_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      retryAfterMs: fc.constantFrom(1, 1_000, 1_500.5, 5_000, 20_000, 300_000),
      notCalled: fc.constant(true as const),
    }),
  },
);
const pick = fc.nat(1_000);
const raise = fc.oneof(
  fc.constant({}),
  fc.record(
    { usd: fc.double({ min: 0, max: 6, noNaN: true }), llmCalls: fc.nat(8), timeMs: fc.nat(600_000) },
    { requiredKeys: [] },
  ),
);
const lost = fc.oneof(fc.constant([true]), fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }));
const approve = fc.record({
  do: fc.constant("approve" as const),
  version: fc.constantFrom(0, 0, 0, -1, 1),
  decision: fc.constantFrom<ApprovalRequest["decision"][]>(...Array(9).fill("approve"), "reject"),
  edited: fc.option(plans),
});

/**
 * The hostility of the world: everything that may happen to a run, in any order. The weights leave a run
 * enough luck to get far, as most of what can go wrong goes wrong late.
 */
export const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    { weight: 100, arbitrary: fc.record({ do: fc.constant("deliver" as const), pick, report }) },
    { weight: 12, arbitrary: fc.record({ do: fc.constant("duplicate" as const), pick }) },
    { weight: 12, arbitrary: fc.record({ do: fc.constant("stale" as const), pick, report }) },
    { weight: 24, arbitrary: fc.constant({ do: "wake", patiently: false } as const) },
    { weight: 1, arbitrary: fc.constant({ do: "wake", patiently: true } as const) },
    { weight: 24, arbitrary: fc.record({ do: fc.constant("elapse" as const), ms: fc.nat(3_000) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("elapse" as const), ms: fc.nat(200_000) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("exhaust" as const) }) },
    { weight: 10, arbitrary: fc.record({ do: fc.constant("crash" as const), lost }) },
    { weight: 12, arbitrary: fc.record({ do: fc.constant("progress" as const), pick }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant("pause" as const) }) },
    { weight: 24, arbitrary: fc.record({ do: fc.constant("resume" as const), raise }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
    { weight: 16, arbitrary: approve },
  ),
  { maxLength: 150, size: "max" },
);

/** Makes the moves, one after the other; `each` looks at the run after every one. */
export function play(run: Simulation, chosen: readonly Move[], each: (move: Move, ask: Ask | null) => void = () => {}) {
  for (const move of chosen) {
    const ask = askOf(run, move);
    if (ask) run.request(ask(run.state));
    else act(run, move);
    each(move, ask);
  }
}

function act(run: Simulation, move: Move): void {
  switch (move.do) {
    case "deliver": {
      const flight = at(run.inFlight, move.pick);
      if (!flight) return;
      const result = flight.lost ? { as: "lost" as const } : resultOf(run, flight.work, move.report);
      run.deliver(flight.work, result, flight.attempt);
      return;
    }
    case "duplicate": {
      const earlier = at(run.delivered, move.pick);
      if (earlier) run.deliver(earlier.work, earlier.result, earlier.attempt);
      return;
    }
    case "stale": {
      const old = run.dispatched.filter((flight) => !run.inFlight.some((other) => isSame(flight, other)));
      const flight = at(old, move.pick);
      if (flight) run.deliver(flight.work, resultOf(run, flight.work, move.report), flight.attempt);
      return;
    }
    case "wake":
      if (move.patiently || (run.wakeAt ?? 0) < run.now + DAY_MS) run.wake();
      return;
    case "elapse":
      run.elapse(move.ms);
      return;
    case "exhaust":
      run.elapse(run.state.budget.timeMs);
      return;
    case "crash":
      run.crash((index) => at(move.lost, index) ?? true);
      return;
    case "progress": {
      const flight = at(run.inFlight, move.pick);
      if (flight) run.progress(flight, "…");
    }
  }
}

/** The request that a move stands for; the version it names is that of the moment it is made. */
function askOf(run: Simulation, move: Move): Ask | null {
  switch (move.do) {
    case "pause":
      return requestPause;
    case "resume":
      return (state) => requestResume(state, move.raise);
    case "cancel":
      return requestCancel;
    case "approve": {
      const { decision, edited } = move;
      const request = { planVersion: run.state.planVersion + move.version, decision };
      return (state) => requestApproval(state, edited ? { ...request, plan: edited } : request);
    }
    default:
      return null;
  }
}

function resultOf(run: Simulation, work: WorkId, said: Report): OutcomeResult {
  if (said === "success") return run.success(work);
  if (said === "lost") return { as: "lost" };
  if (said === "permanent") return { as: "failed", error: permanent };
  if (said === "timeout") return { as: "failed", error: timedOut };
  if (said === "cut") return { as: "failed", error: { ...retryable(), unheard: true } };
  if (said === "unread") return run.unread(work);
  if (said === "refused")
    return { as: "failed", error: { ...permanent, access: { account: "caller", to: "provider" } } };
  if (said === "retryable") return { as: "failed", error: retryable() };
  return { as: "failed", error: { ...retryable(said.retryAfterMs), ...(said.notCalled ? { notCalled: true } : {}) } };
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

const isSame = (a: { work: WorkId; attempt: number }, b: { work: WorkId; attempt: number }): boolean =>
  a.work === b.work && a.attempt === b.attempt;
