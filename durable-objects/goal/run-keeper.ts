import { MAX_TIME_BUDGET_MS } from "../../src/domain/budget.ts";
import type { RunRecord } from "../../src/domain/conversation.ts";
import { type Failure, failure, toFailure } from "../../src/domain/errors.ts";
import { hashOf } from "../../src/domain/goal/circles.ts";
import type { Stop } from "../../src/domain/goal/decide.ts";
import { type GoalEventBody, type GoalSpent, workKey } from "../../src/domain/goal/events.ts";
import { refusalOf, waitsForMoney } from "../../src/domain/goal/reservations.ts";
import { type GoalState, NOTHING, type OpenWork, usedGoalMs } from "../../src/domain/goal/state.ts";
import { err } from "../../src/domain/result.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import { describeFault } from "../../src/domain/telemetry/fault.ts";
import { endedRun, isReadWhole, messageFor, outcomeOf, priceOf } from "../../src/goals/index.ts";
import { withWholeResults } from "../../src/run/index.ts";
import type { GoalParts } from "../../src/wiring.ts";

/** The delay before what failed for now is tried again. */
const RETRY_MS = 2_000;
/** What was refused again and again is tried once in one to two of these. */
const MAX_RETRY_MS = 60_000;

/** The goal whose runs these are. */
interface GoalOfRuns {
  state(): GoalState | null;
  record(events: readonly GoalEventBody[]): void;
  /** Has all runs seen to in so many milliseconds at the latest. */
  retryIn(ms: number): void;
  waitUntil(promise: Promise<unknown>): void;
  keyId(): string;
  now(): number;
}

/** Of a run's plan with the values that its step takes, as JSON: a row of the run's own log holds all of it. */
const MAX_PLAN_CHARS = 500_000;
const TOO_LARGE = failure("resource-too-large", "It takes more text and data than one run can hold");

const STOPPED = failure("cancelled", "It was stopped before it began");
const DELETED = failure("not-found", "The conversation of its run was deleted", true);

/** What counts as spent where nobody can tell any more: all that was set aside. */
const setAside = ({ reserved: { usd, llmCalls, tasks } }: OpenWork): GoalSpent => ({
  ...{ usd: usd ?? 0, assumedUsd: usd ?? 0, llmCalls, tasks },
});

/**
 * How long to wait after a refusal for now, in milliseconds: as long as it says, or longer with each in a row, up to two minutes.
 * @param times refusals in a row before this one
 * @param run makes the waits of several goals differ, so that they do not come back at once
 */
export function refusalWaitMs({ retryAfterMs }: Failure, times: number, run: string): number {
  const ms = Math.min(RETRY_MS * 2 ** times, MAX_RETRY_MS);
  return retryAfterMs ?? ms * (1 + Number.parseInt(hashOf(`${run} ${times}`), 16) / 2 ** 64);
}

/**
 * Sees to the runs of a goal: begins each, answers what it waits for, stops it, and takes its outcome over. Each of these can
 * be done again and again.
 */
export class RunKeeper {
  readonly #goal: GoalOfRuns;
  readonly #parts: GoalParts;
  /** Runs that are being seen to, and whether that is to be done again: what is told meanwhile is not lost. */
  readonly #busy = new Map<string, { again: boolean }>();
  /** Runs that were just written down, so that nobody can have made them. */
  readonly #unmade = new Set<string>();
  /** Runs that the tenant refused for now, or that were not asked for as it refused others. */
  readonly #putOff = new Set<string>();
  /**
   * How often in a row the tenant refused a run for now, and until when no other is asked for: they have
   * the same key, and would be refused as well. Null where the last was admitted.
   */
  #refusal: { readonly times: number; readonly until: number } | null = null;
  /** Runs that are to be stopped, and why. */
  #stops: ReadonlyMap<string, string> = new Map();

  constructor(goal: GoalOfRuns, parts: GoalParts) {
    this.#goal = goal;
    this.#parts = parts;
  }

  /** Takes note of a run that nobody has made yet: it need not be looked for. */
  expect(run: string): void {
    this.#unmade.add(run);
  }

  /** From now on these are to be stopped, and no others. */
  stop(stops: readonly Stop[]): void {
    this.#stops = new Map(stops.map(({ open, reason }) => [open.run, reason]));
  }

  /**
   * Does for a unit of work what it needs now, once at a time: has its run made, answers what that waits for, stops it, or
   * takes its outcome over. A failure is left to a later try.
   */
  async attend(open: OpenWork): Promise<void> {
    const busy = this.#busy.get(open.run);
    if (busy) {
      busy.again = true;
      return;
    }
    const doing = { again: true };
    this.#busy.set(open.run, doing);
    try {
      while (doing.again) {
        doing.again = false;
        await this.#see(open);
      }
    } catch (thrown) {
      console.warn("A goal could not see to a run:", describeFault(thrown));
      this.#goal.retryIn(RETRY_MS);
    } finally {
      this.#busy.delete(open.run);
    }
  }

  async #see(open: OpenWork): Promise<void> {
    const isNew = this.#unmade.delete(open.run) || this.#putOff.delete(open.run);
    const read = isNew ? null : await this.#conversationOf(open).run(open.run);
    const current = this.#goal.state()?.works.get(workKey(open.work));
    if (!current || current.run !== open.run) return;
    if (read?.ok) await this.#act(current, read.value);
    else if (read === null || read.error.code === "not-found") await this.#begin(current, isNew);
  }

  /** Whether a unit of work is still under way, in this attempt. */
  #isOpen({ work, run }: OpenWork): boolean {
    return this.#goal.state()?.works.get(workKey(work))?.run === run;
  }

  /** Has the run of a unit of work admitted, and posts its message; one that is to be stopped is not made at all. */
  async #begin(open: OpenWork, isNew: boolean): Promise<void> {
    // What was written down is on disk before the first call goes out: the platform holds calls back until then.
    const context = await this.#parts.context();
    const state = this.#goal.state();
    if (!state || !this.#isOpen(open)) return;
    if (this.#stops.has(open.run)) return this.#fail(open, STOPPED, isNew ? NOTHING : setAside(open));
    const message = messageFor(state, open.work, context, this.#goal.now());
    if (!message) return this.#fail(open, failure("internal", "What the step takes is not there"));
    if (JSON.stringify(message.plan).length > MAX_PLAN_CHARS) return this.#fail(open, TOO_LARGE);
    const keyId = this.#goal.keyId();
    const conversation = await this.#parts.conversationId(open.conversation);
    const { usd } = open.reserved;
    if (this.#refusal && this.#goal.now() < this.#refusal.until) return this.#later(open, this.#refusal.until);
    const admitted = await this.#parts.tenant().admit({
      ...{ keyId, conversation, run: open.run },
      ...(usd === null ? {} : { budgetUsd: usd }),
    });
    if (!admitted.ok) return this.#refused(open, admitted.error);
    this.#tryNext();
    const isWanted = this.#isOpen(open) && !this.#stops.has(open.run);
    const granted = "goesTo" in admitted.value ? null : admitted.value;
    const posted = isWanted
      ? await this.#conversationOf(open).post(
          {
            ...{ run: open.run, text: message.text, plan: message.plan, goal: this.#parts.identity.goal },
            attached: message.files.map((resource) => ({ by: "adoption", resource })),
            approval: state.checkIns.beforeSpending === undefined ? "none" : "plan",
            budget: this.#budgetOf(state, granted?.budgetUsd ?? usd),
            ...(state.constraints ? { constraints: state.constraints } : {}),
            // The plan is there, and the answer is the goal's own: of its runs only results count.
            controller: "embedded",
          },
          granted?.models,
        )
      : err(STOPPED);
    if (posted.ok) return;
    await this.#parts.tenant().abandon(open.run);
    // All that the message names comes with it: what is not there is the conversation, which was there and was deleted.
    if (posted.error.code === "not-found") this.#fail(open, DELETED, setAside(open));
    else this.#fail(open, posted.error);
  }

  #budgetOf(state: GoalState, usd: number | null) {
    const leftMs = Math.max(1_000, state.budget.timeMs - usedGoalMs(state, this.#goal.now()));
    const timeMs = Math.min(leftMs, MAX_TIME_BUDGET_MS);
    // Models write in tasks alone, which the goal has set aside for.
    const limits = { timeMs, llmCalls: 0 };
    return usd === null ? limits : { ...limits, usd, onExhausted: "ask" as const };
  }

  /**
   * A run that may not begin now is begun later; one that may not begin at all, or not in time, has failed. Where another
   * waits for money, which may be what this one was to have, and holds the place that this one waits for, it gives its
   * share back, and its step is begun anew.
   */
  #refused(open: OpenWork, error: Failure): void {
    const [state, now] = [this.#goal.state(), this.#goal.now()];
    if (!error.retryable || !state) {
      this.#fail(open, error);
      return;
    }
    if (waitsForMoney(state)) {
      const { work, attempt } = open;
      this.#goal.record([{ type: "work-end", data: { work, attempt, status: "cancelled", spent: NOTHING } }]);
      return;
    }
    const { times, until } = this.#refusal ?? { times: 0, until: now };
    // Of those that were asked for at once all are refused: that counts once.
    if (now >= until) {
      this.#refusal = { times: times + 1, until: now + refusalWaitMs(error, times, open.run) };
    }
    const next = this.#refusal?.until ?? now;
    const leftMs = state.budget.timeMs - usedGoalMs(state, now);
    if (next - now < leftMs) this.#later(open, next);
    else this.#fail(open, { ...error, retryable: false });
  }

  #later(open: OpenWork, until: number): void {
    this.#putOff.add(open.run);
    this.#goal.retryIn(until - this.#goal.now());
  }

  /** A place may be free: of the runs that were put off, the first is asked for at once. */
  #tryNext(): void {
    this.#refusal = null;
    const works = [...(this.#goal.state()?.works.values() ?? [])];
    const next = works.find(({ run }) => this.#putOff.has(run) && !this.#busy.has(run));
    if (next) this.#goal.waitUntil(this.attend(next));
  }

  /** The end of a unit of work that came to nothing. */
  #fail(open: OpenWork, error: Failure, spent: GoalSpent = NOTHING): void {
    if (!this.#isOpen(open)) return;
    const { work, attempt } = open;
    this.#goal.record([{ type: "work-end", data: { work, attempt, status: "failed", spent, error } }]);
  }

  async #act(open: OpenWork, { state: run }: RunRecord): Promise<void> {
    if (!run) return;
    if (run.end) return this.#takeOutcome(open, run);
    const reason = refusalOf(open)?.message ?? this.#stops.get(open.run);
    if (reason !== undefined) {
      // Its end is taken over when it tells of it.
      await this.#conversationOf(open).cancel(open.run, reason);
      return;
    }
    if (run.awaitingApproval && open.isApproved) {
      const answered = await this.#conversationOf(open).approve(open.run, {
        planVersion: run.planVersion,
        decision: "approve",
      });
      // It may have been approved or stopped by itself meanwhile: the next look tells.
      if (!answered.ok) this.#goal.retryIn(RETRY_MS);
    } else if (run.awaitingApproval && open.waits === null) {
      this.#goal.record([{ type: "work-priced", data: { work: open.work, usd: priceOf(run, this.#parts.ontology) } }]);
    } else if (run.paused && run.pauseReason?.neededUsd !== undefined) {
      await this.#answerShort(open, run.pauseReason.neededUsd, run);
    } else if (run.paused && run.pauseReason) {
      await this.#conversationOf(open).cancel(open.run);
    }
  }

  /** A run that waits for money goes on with what was set aside for it meanwhile, or its goal is told how much it needs. */
  async #answerShort(open: OpenWork, neededUsd: number, run: RunState): Promise<void> {
    const reserved = open.reserved.usd ?? 0;
    if (reserved < neededUsd) {
      if (open.waits === null) this.#goal.record([{ type: "work-short", data: { work: open.work, neededUsd } }]);
      return;
    }
    const keyId = this.#goal.keyId();
    const raised = await this.#parts.tenant().raiseRun(run.id, reserved, keyId);
    const resumed = raised.ok ? await this.#conversationOf(open).resume(open.run, { usd: raised.value }) : raised;
    if (!resumed.ok && resumed.error.retryable) this.#goal.retryIn(resumed.error.retryAfterMs ?? RETRY_MS);
    else if (!resumed.ok) await this.#conversationOf(open).cancel(open.run);
  }

  async #takeOutcome(open: OpenWork, run: RunState): Promise<void> {
    this.#tryNext();
    const context = await this.#parts.context();
    const before = this.#goal.state();
    if (!before) return;
    const whole = isReadWhole(before, open.work) ? await withWholeResults(run, this.#parts.open) : run;
    const ended = endedRun(whole);
    const state = this.#goal.state();
    if (!state || !this.#isOpen(open)) return;
    try {
      this.#goal.record(outcomeOf(state, open, ended, context));
    } catch (thrown) {
      // A unit of work whose outcome cannot be read must end all the same, or its goal never would.
      console.error("The outcome of a run of a goal could not be read:", describeFault(thrown));
      this.#fail(open, toFailure(thrown), ended.spent);
    }
  }

  #conversationOf({ conversation }: OpenWork) {
    return this.#parts.conversation(conversation);
  }
}
