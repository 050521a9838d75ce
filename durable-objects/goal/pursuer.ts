import { MAX_TIME_BUDGET_MS } from "../../src/domain/budget.ts";
import type { RunRecord } from "../../src/domain/conversation.ts";
import { type Failure, failure, toFailure } from "../../src/domain/errors.ts";
import { decideGoal } from "../../src/domain/goal/decide.ts";
import { type GoalEventBody, workKey } from "../../src/domain/goal/events.ts";
import { type GoalState, NOTHING, type OpenWork, usedGoalMs } from "../../src/domain/goal/state.ts";
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
  /** To the tenant: the goal no longer takes a place among the open ones. */
  readonly "goal-ended": null;
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
  /** What this incarnation is doing for runs, and whether it is to be done again: what is asked meanwhile is not lost. */
  readonly #busy = new Map<string, { again: boolean }>();

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

  /** Looks at every run that is under way, and begins those that were not begun. */
  async reconcile(): Promise<void> {
    const works = [...(this.state?.works.values() ?? [])];
    for (let at = 0; at < works.length; at += LOOKS_AT_ONCE) {
      await Promise.all(works.slice(at, at + LOOKS_AT_ONCE).map((open) => this.#look(open)));
    }
    await this.#drive();
  }

  /** One of its runs has ended, waits or goes on. */
  runChanged(run: string): void {
    const open = [...(this.state?.works.values() ?? [])].find((one) => one.run === run);
    if (open) this.#around.waitUntil(this.#look(open));
  }

  #append(events: readonly GoalEventBody[], also?: () => void): void {
    const { ledger, outbox, feed, webhooks } = this.#around;
    const { state } = this;
    const before = state?.seq ?? 0;
    const now = this.#around.now();
    const next = webhooks.follow(state?.id ?? "", events, now, () =>
      ledger.append(state, events, now, () => {
        also?.();
        if (events.some(({ type }) => type === "goal-end")) outbox.add("goal-ended", null);
      }),
    );
    this.#state = next;
    if (next && next.seq > before) feed.written("goal", before, next.seq);
    // Money that was given, a yes or a no is passed on by looking at the run again.
    for (const { type, data } of events) {
      if (type !== "work-raised" && type !== "work-approved" && type !== "work-refused") continue;
      const open = next?.works.get(workKey(data.work));
      if (open) this.#around.waitUntil(this.#look(open));
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
        for (const open of stops) this.#around.waitUntil(this.#stop(open));
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
      }
    }
    if (this.#fresh.length === 0) this.#again = true;
    if (this.state?.end) this.#around.waitUntil(this.#around.outbox.deliver());
    for (const open of begun) this.#around.waitUntil(this.#begin(open));
  }

  #arm(state: GoalState, wakeAt: number | null): void {
    const watchdog = state.works.size > 0 ? this.#around.now() + WATCHDOG_MS : Number.POSITIVE_INFINITY;
    const at = Math.min(wakeAt ?? Number.POSITIVE_INFINITY, watchdog);
    if (Number.isFinite(at)) this.#around.timers.atLatest("reconcile", Math.ceil(at));
    else this.#around.timers.clear("reconcile");
  }

  /** Does something for a unit of work, once at a time; a failure is left to the watchdog. */
  async #once(open: OpenWork, what: string, act: () => Promise<void>): Promise<void> {
    const key = `${what} ${open.run}`;
    const busy = this.#busy.get(key);
    if (busy) {
      busy.again = true;
      return;
    }
    const doing = { again: true };
    this.#busy.set(key, doing);
    try {
      while (doing.again) {
        doing.again = false;
        await act();
      }
    } catch (thrown) {
      console.warn(`A goal could not ${what} a run:`, describeFault(thrown));
      this.#around.timers.atLatest("reconcile", this.#around.now() + REFUSED_MS);
    } finally {
      this.#busy.delete(key);
    }
  }

  /** Whether a unit of work is still under way, in this attempt. */
  #isOpen({ work, run }: OpenWork): boolean {
    return this.state?.works.get(workKey(work))?.run === run;
  }

  /** Has the run of a unit of work admitted, and posts its message. */
  async #begin(open: OpenWork): Promise<void> {
    await this.#once(open, "begin", async () => {
      // What was written down is on disk before the first call goes out: the platform holds calls back until then.
      const { state } = this;
      const context = await this.#parts.context();
      if (!state || !this.#isOpen(open)) return;
      const message = messageFor(state, open.work, context, this.#around.now());
      if (!message) {
        this.#end(open, failure("internal", "What the step takes is not there"));
        return;
      }
      const keyId = this.#around.ledger.meta("key") ?? "";
      const conversation = await this.#parts.conversationId(open.conversation);
      const { usd } = open.reserved;
      const admitted = await this.#parts.tenant().admit({
        ...{ keyId, conversation, run: open.run },
        ...(usd === null ? {} : { budgetUsd: usd }),
      });
      if (!admitted.ok) {
        this.#refused(open, admitted.error);
        return;
      }
      if (!this.#isOpen(open)) {
        await this.#parts.tenant().abandon(open.run);
        return;
      }
      const granted = "goesTo" in admitted.value ? undefined : admitted.value.budgetUsd;
      const posted = await this.#parts.conversation(open.conversation).post({
        ...{ run: open.run, text: message.text, plan: message.plan, goal: this.#parts.identity.goal },
        attached: message.files.map((resource) => ({ by: "adoption", resource })),
        approval: state.checkIns.beforeSpending === undefined ? "none" : "plan",
        budget: this.#budgetOf(state, granted ?? usd),
        ...(state.constraints ? { constraints: state.constraints } : {}),
        // The plan is there, and the answer is the goal's own: of its runs only results count.
        controller: "embedded",
      });
      if (posted.ok) return;
      await this.#parts.tenant().abandon(open.run);
      this.#end(open, posted.error);
    });
    // It may have been wanted to stop meanwhile.
    this.advance();
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
    if (!error.retryable) this.#end(open, error);
    else this.#around.timers.atLatest("reconcile", this.#around.now() + (error.retryAfterMs ?? REFUSED_MS));
  }

  #end(open: OpenWork, error: Failure): void {
    if (!this.#isOpen(open)) return;
    const { work, attempt } = open;
    this.record([{ type: "work-end", data: { work, attempt, status: "failed", spent: NOTHING, error } }]);
  }

  /** Looks at a run: takes its outcome over, answers what it waits for, or begins it where it is not there. */
  async #look(open: OpenWork): Promise<void> {
    await this.#once(open, "look at", async () => {
      const read = await this.#parts.conversation(open.conversation).run(open.run);
      const current = this.state?.works.get(workKey(open.work));
      if (!current || current.run !== open.run) return;
      if (!read.ok) {
        if (read.error.code === "not-found") await this.#begin(current);
        return;
      }
      await this.#act(current, read.value);
    });
  }

  async #act(open: OpenWork, { state: run }: RunRecord): Promise<void> {
    if (!run) return;
    if (run.end) return this.#takeOutcome(open, run);
    if (open.waits?.for === "stop") return void (await this.#conversationOf(open).cancel(open.run));
    if (run.awaitingApproval && open.isApproved) {
      const answered = await this.#conversationOf(open).approve(open.run, {
        planVersion: run.planVersion,
        decision: "approve",
      });
      // What cannot be approved would wait for ever.
      if (!answered.ok) await this.#conversationOf(open).cancel(open.run);
    } else if (run.awaitingApproval && open.waits === null) {
      this.record([{ type: "work-priced", data: { work: open.work, usd: priceOf(run, this.#parts.ontology) } }]);
    } else if (run.paused && run.pauseReason?.what === "usd") {
      await this.#answerShort(open, run.pauseReason.neededUsd ?? (open.reserved.usd ?? 0) * 2, run);
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
    if (!resumed.ok) await this.#conversationOf(open).cancel(open.run);
  }

  async #takeOutcome(open: OpenWork, run: RunState): Promise<void> {
    const context = await this.#parts.context();
    const { state } = this;
    if (!state) return;
    const whole = isReadWhole(state, open.work) ? await withWholeResults(run, this.#parts.open) : run;
    // Another look may have taken it over meanwhile.
    if (!this.#isOpen(open) || !this.state) return;
    this.record(outcomeOf(this.state, open, endedRun(whole), context));
  }

  #conversationOf({ conversation }: OpenWork) {
    return this.#parts.conversation(conversation);
  }

  /** Stops the run of a unit of work; its end is taken over when it tells of it. */
  async #stop(open: OpenWork): Promise<void> {
    // One that is just being begun is stopped once it can be.
    if (this.#busy.has(`begin ${open.run}`)) return;
    await this.#once(open, "stop", async () => {
      const stopped = await this.#conversationOf(open).cancel(open.run);
      if (stopped.ok) return;
      // It was never made, and now it never will be.
      if (stopped.error.code === "not-found") {
        this.#end(open, toFailure(stopped.error));
        await this.#parts.tenant().abandon(open.run);
      }
    });
  }

  /** The goal is gone; what is under way ends without it. */
  forget(): void {
    this.#state = null;
  }
}
