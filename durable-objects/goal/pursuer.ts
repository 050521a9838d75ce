import { MAX_TIME_BUDGET_MS } from "../../src/domain/budget.ts";
import type { RunRecord } from "../../src/domain/conversation.ts";
import { type Failure, failure, toFailure } from "../../src/domain/errors.ts";
import { decideGoal } from "../../src/domain/goal/decide.ts";
import { type GoalEventBody, type GoalSpent, workKey } from "../../src/domain/goal/events.ts";
import { type GoalState, goalStatusOf, NOTHING, type OpenWork, usedGoalMs } from "../../src/domain/goal/state.ts";
import { err } from "../../src/domain/result.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import { describeFault } from "../../src/domain/telemetry/fault.ts";
import { endedRun, isReadWhole, messageFor, outcomeOf, priceOf } from "../../src/goals/index.ts";
import { withWholeResults } from "../../src/run/index.ts";
import type { GoalParts, NewRun } from "../../src/wiring.ts";
import type { EventFeed } from "../event-feed.ts";
import type { Outbox } from "../outbox.ts";
import type { Timers } from "../timers.ts";
import type { WebhooksOwed } from "../webhooks/deliverer.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { GoalLedger } from "./ledger.ts";

/** While anything is under way its runs are looked at this often, whatever they have told. */
const WATCHDOG_MS = 30_000;
/** The delay before a run is begun again that was refused for now. */
const REFUSED_MS = 2_000;
/** Ids of runs made before they are needed: as many units of work are started by one decision. */
const FRESH_RUNS = 16;
/** Runs looked at side by side: a Durable Object has six connections. */
const LOOKS_AT_ONCE = 6;

/** Calls that a goal still has to make to other objects. */
export interface GoalOwed extends WebhooksOwed {
  /** To the tenant: how the goal stands when this is delivered. */
  readonly "goal-changed": null;
  /** To the conversations of its runs, and then to the tenant: the goal is gone. */
  readonly "remove-all": { readonly conversations: readonly string[] };
}

interface Surroundings {
  readonly ledger: GoalLedger;
  readonly timers: Timers;
  readonly feed: EventFeed;
  readonly outbox: Outbox<GoalOwed>;
  readonly webhooks: Pick<Webhooks<GoalEventBody, GoalState>, "follow">;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  readonly now: () => number;
}

/**
 * Moves a goal along: asks `decideGoal` what to do, writes it down, and only then starts runs, each in a conversation of its
 * own. It never waits for a run: those tell when they end or wait, and are looked at every half a minute besides. To begin
 * a run, to look at it and to stop it can each be done again and again.
 */
export class Pursuer {
  readonly #around: Surroundings;
  readonly #parts: GoalParts;
  #state: GoalState | null | undefined;
  #fresh: NewRun[] = [];
  #driving = false;
  #again = false;
  /** Runs that are being seen to, and whether that is to be done again: what is told meanwhile is not lost. */
  readonly #busy = new Map<string, { again: boolean }>();
  /** Runs that nobody has made yet. */
  readonly #unmade = new Set<string>();
  /** Runs that are to be stopped. */
  #stops: ReadonlySet<string> = new Set();
  /** When all runs are to be seen to, whatever they have told; null where none is under way. */
  #watchAt: number | null = null;
  /** When to see to a run again that was refused for now; null for none. */
  #retryAt: number | null = null;

  constructor(around: Surroundings, parts: GoalParts) {
    this.#around = around;
    this.#parts = parts;
  }

  get state(): GoalState | null {
    this.#state ??= this.#around.ledger.load();
    return this.#state;
  }

  /** Writes facts down, and acts on them. */
  record(events: readonly GoalEventBody[], also?: () => void): void {
    this.#append(events, also);
    this.advance();
  }

  /** Does all there is to do now. */
  advance(): void {
    this.#around.waitUntil(this.#drive());
  }

  /** Sees to every run that is under way. */
  async reconcile(): Promise<void> {
    this.#retryAt = null;
    this.#watchAt = null;
    const works = [...(this.state?.works.values() ?? [])];
    for (let at = 0; at < works.length; at += LOOKS_AT_ONCE) {
      await Promise.all(works.slice(at, at + LOOKS_AT_ONCE).map((open) => this.#attend(open)));
    }
    await this.#drive();
  }

  /** One of its runs has ended, waits or goes on. */
  runChanged(run: string): void {
    const open = [...(this.state?.works.values() ?? [])].find((one) => one.run === run);
    if (open) this.#around.waitUntil(this.#attend(open));
  }

  #append(events: readonly GoalEventBody[], also?: () => void): void {
    const { ledger, outbox, feed, webhooks } = this.#around;
    const { state } = this;
    const before = state?.seq ?? 0;
    const now = this.#around.now();
    let isChanged = false;
    const next = webhooks.follow(state?.id ?? "", events, now, () =>
      ledger.append(state, events, now, (then) => {
        also?.();
        // Whoever dies before it has decided what follows is woken to do so.
        this.#around.timers.atLatest("reconcile", now + WATCHDOG_MS);
        isChanged = state !== null && then !== null && goalStatusOf(then) !== goalStatusOf(state);
        if (isChanged) outbox.add("goal-changed", null);
      }),
    );
    this.#state = next;
    if (next && next.seq > before) feed.written("goal", before, next.seq);
    if (isChanged) this.#around.waitUntil(outbox.deliver());
    // Money that was given, a yes or a no is passed on by looking at the run again.
    for (const { type, data } of events) {
      if (type !== "work-raised" && type !== "work-approved" && type !== "work-refused") continue;
      const open = next?.works.get(workKey(data.work));
      if (open) this.#around.waitUntil(this.#attend(open));
    }
  }

  /** Decides and writes until there is nothing left to decide. Calls while one is under way join it. */
  async #drive(): Promise<void> {
    this.#again = true;
    if (this.#driving) return;
    this.#driving = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#refill();
        this.#decideAll();
      }
    } finally {
      this.#driving = false;
    }
    await this.#around.feed.publish();
  }

  /** To make ids takes a turn of the event loop, which may not come between a decision and its writing down. */
  async #refill(): Promise<void> {
    while (this.#fresh.length < FRESH_RUNS) this.#fresh.push(await this.#parts.newRun());
  }

  #decideAll(): void {
    const { now } = this.#around;
    const begun: OpenWork[] = [];
    for (let state = this.state; state; state = this.state) {
      const { commands, stops, wakeAt } = decideGoal(state, now(), this.#fresh.length);
      if (commands.length === 0) {
        this.#stops = new Set(stops.map(({ run }) => run));
        for (const open of stops) this.#around.waitUntil(this.#attend(open));
        this.#arm(state, wakeAt);
        break;
      }
      for (const command of commands) {
        if (command.do === "record") {
          this.#append([command.event]);
          continue;
        }
        const named = this.#fresh.shift();
        if (!named) break;
        const { do: _, ...start } = command;
        const { conversation, run } = named;
        this.#append([{ type: "work-start", data: { ...start, conversation, run } }]);
        const open = this.state?.works.get(workKey(start.work));
        if (open) begun.push(open);
        this.#unmade.add(run);
      }
    }
    if (this.#fresh.length === 0) this.#again = true;
    for (const open of begun) this.#around.waitUntil(this.#attend(open));
  }

  #arm(state: GoalState, wakeAt: number | null): void {
    this.#watchAt = state.works.size > 0 ? (this.#watchAt ?? this.#around.now() + WATCHDOG_MS) : null;
    const times = [wakeAt, this.#watchAt, this.#retryAt].filter((time) => time !== null);
    if (times.length > 0) this.#around.timers.set("reconcile", Math.ceil(Math.min(...times)));
    else this.#around.timers.clear("reconcile");
  }

  #retryIn(ms: number): void {
    const at = this.#around.now() + ms;
    this.#retryAt = Math.min(at, this.#retryAt ?? at);
    this.#around.timers.atLatest("reconcile", at);
  }

  /**
   * Does for a unit of work what it needs now, once at a time: has its run made, answers what that waits for, stops it, or
   * takes its outcome over. A failure is left to a later try.
   */
  async #attend(open: OpenWork): Promise<void> {
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
      this.#retryIn(REFUSED_MS);
    } finally {
      this.#busy.delete(open.run);
    }
  }

  async #see(open: OpenWork): Promise<void> {
    const read = this.#unmade.delete(open.run) ? null : await this.#conversationOf(open).run(open.run);
    const current = this.state?.works.get(workKey(open.work));
    if (!current || current.run !== open.run) return;
    if (read?.ok) await this.#act(current, read.value);
    else if (read === null || read.error.code === "not-found") await this.#begin(current);
  }

  /** Whether a unit of work is still under way, in this attempt. */
  #isOpen({ work, run }: OpenWork): boolean {
    return this.state?.works.get(workKey(work))?.run === run;
  }

  /** Has the run of a unit of work admitted, and posts its message; one that is to be stopped is not made at all. */
  async #begin(open: OpenWork): Promise<void> {
    // What was written down is on disk before the first call goes out: the platform holds calls back until then.
    const context = await this.#parts.context();
    const { state } = this;
    if (!state || !this.#isOpen(open)) return;
    if (this.#stops.has(open.run)) return this.#fail(open, failure("cancelled", "It was stopped before it began"));
    const message = messageFor(state, open.work, context, this.#around.now());
    if (!message) return this.#fail(open, failure("internal", "What the step takes is not there"));
    const keyId = this.#around.ledger.meta("key") ?? "";
    const conversation = await this.#parts.conversationId(open.conversation);
    const { usd } = open.reserved;
    const admitted = await this.#parts.tenant().admit({
      ...{ keyId, conversation, run: open.run },
      ...(usd === null ? {} : { budgetUsd: usd }),
    });
    if (!admitted.ok) return this.#refused(open, admitted.error);
    const isWanted = this.#isOpen(open) && !this.#stops.has(open.run);
    const granted = "goesTo" in admitted.value ? undefined : admitted.value.budgetUsd;
    const posted = isWanted
      ? await this.#conversationOf(open).post({
          ...{ run: open.run, text: message.text, plan: message.plan, goal: this.#parts.identity.goal },
          attached: message.files.map((resource) => ({ by: "adoption", resource })),
          approval: state.checkIns.beforeSpending === undefined ? "none" : "plan",
          budget: this.#budgetOf(state, granted ?? usd),
          ...(state.constraints ? { constraints: state.constraints } : {}),
          // The plan is there, and the answer is the goal's own: of its runs only results count.
          controller: "embedded",
        })
      : err(failure("cancelled", "It was stopped before it began"));
    if (posted.ok) return;
    await this.#parts.tenant().abandon(open.run);
    this.#fail(open, posted.error);
  }

  #budgetOf(state: GoalState, usd: number | null) {
    const leftMs = Math.max(1_000, state.budget.timeMs - usedGoalMs(state, this.#around.now()));
    const timeMs = Math.min(leftMs, MAX_TIME_BUDGET_MS);
    // Models write in tasks alone, which the goal has set aside for.
    const limits = { timeMs, llmCalls: 0 };
    return usd === null ? limits : { ...limits, usd, onExhausted: "ask" as const };
  }

  /** A run that may not begin now is begun later; one that may not begin at all has failed. */
  #refused(open: OpenWork, error: Failure): void {
    if (!error.retryable) this.#fail(open, error);
    else this.#retryIn(error.retryAfterMs ?? REFUSED_MS);
  }

  /** The end of a unit of work that came to nothing. */
  #fail(open: OpenWork, error: Failure, spent: GoalSpent = NOTHING): void {
    if (!this.#isOpen(open)) return;
    const { work, attempt } = open;
    this.record([{ type: "work-end", data: { work, attempt, status: "failed", spent, error } }]);
  }

  async #act(open: OpenWork, { state: run }: RunRecord): Promise<void> {
    if (!run) return;
    if (run.end) return this.#takeOutcome(open, run);
    if (open.waits?.for === "stop" || this.#stops.has(open.run)) {
      // Its end is taken over when it tells of it.
      await this.#conversationOf(open).cancel(open.run);
      return;
    }
    if (run.awaitingApproval && open.isApproved) {
      const answered = await this.#conversationOf(open).approve(open.run, {
        planVersion: run.planVersion,
        decision: "approve",
      });
      // It may have been approved or stopped by itself meanwhile: the next look tells.
      if (!answered.ok) this.#retryIn(REFUSED_MS);
    } else if (run.awaitingApproval && open.waits === null) {
      this.record([{ type: "work-priced", data: { work: open.work, usd: priceOf(run, this.#parts.ontology) } }]);
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
      if (open.waits === null) this.record([{ type: "work-short", data: { work: open.work, neededUsd } }]);
      return;
    }
    const keyId = this.#around.ledger.meta("key") ?? "";
    const raised = await this.#parts.tenant().raiseRun(run.id, reserved, keyId);
    const resumed = raised.ok ? await this.#conversationOf(open).resume(open.run, { usd: raised.value }) : raised;
    if (!resumed.ok && resumed.error.retryable) this.#retryIn(resumed.error.retryAfterMs ?? REFUSED_MS);
    else if (!resumed.ok) await this.#conversationOf(open).cancel(open.run);
  }

  async #takeOutcome(open: OpenWork, run: RunState): Promise<void> {
    const context = await this.#parts.context();
    const { state } = this;
    if (!state) return;
    const whole = isReadWhole(state, open.work) ? await withWholeResults(run, this.#parts.open) : run;
    const ended = endedRun(whole);
    if (!this.#isOpen(open) || !this.state) return;
    try {
      this.record(outcomeOf(this.state, open, ended, context));
    } catch (thrown) {
      // A unit of work whose outcome cannot be read must end all the same, or its goal never would.
      console.error("The outcome of a run of a goal could not be read:", describeFault(thrown));
      this.#fail(open, toFailure(thrown), ended.spent);
    }
  }

  #conversationOf({ conversation }: OpenWork) {
    return this.#parts.conversation(conversation);
  }

  /** The goal is gone; what is under way ends without it. */
  forget(): void {
    this.#state = null;
  }
}
