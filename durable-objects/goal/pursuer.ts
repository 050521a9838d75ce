import { decideGoal } from "../../src/domain/goal/decide.ts";
import { type GoalEventBody, workKey } from "../../src/domain/goal/events.ts";
import { type GoalState, goalStatusOf, type OpenWork } from "../../src/domain/goal/state.ts";
import type { GoalParts, NewRun } from "../../src/wiring.ts";
import type { EventFeed } from "../event-feed.ts";
import type { Outbox } from "../outbox.ts";
import type { Timers } from "../timers.ts";
import type { WebhooksOwed } from "../webhooks/deliverer.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { GoalLedger } from "./ledger.ts";
import { RunKeeper } from "./run-keeper.ts";

/** While anything is under way its runs are looked at this often, whatever they have told. */
const WATCHDOG_MS = 30_000;
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
 * Moves a goal along: asks `decideGoal` what to do, writes it down, and only then has runs started, each in a conversation of
 * its own. It never waits for a run: those tell when they end or wait, and are looked at every half a minute besides.
 */
export class Pursuer {
  readonly #around: Surroundings;
  readonly #parts: GoalParts;
  readonly #runs: RunKeeper;
  #state: GoalState | null | undefined;
  #fresh: NewRun[] = [];
  #driving = false;
  #again = false;
  /** When all runs are to be seen to, whatever they have told; null where none is under way. */
  #watchAt: number | null = null;
  /** When to see to a run again that was refused for now; null for none. */
  #retryAt: number | null = null;

  constructor(around: Surroundings, parts: GoalParts) {
    this.#around = around;
    this.#parts = parts;
    this.#runs = new RunKeeper(
      {
        state: () => this.state,
        record: (events) => this.record(events),
        retryIn: (ms) => this.#retryIn(ms),
        keyId: () => around.ledger.meta("key") ?? "",
        waitUntil: around.waitUntil,
        now: around.now,
      },
      parts,
    );
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
      await Promise.all(works.slice(at, at + LOOKS_AT_ONCE).map((open) => this.#runs.attend(open)));
    }
    await this.#drive();
  }

  /** One of its runs has ended, waits or goes on. */
  runChanged(run: string): void {
    const open = [...(this.state?.works.values() ?? [])].find((one) => one.run === run);
    if (open) this.#around.waitUntil(this.#runs.attend(open));
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
    if (next && next.seq > before) feed.written("goal", before, next.seq, events);
    if (isChanged) this.#around.waitUntil(outbox.deliver());
    // Money that was given, a yes or a no is passed on by looking at the run again.
    for (const { type, data } of events) {
      if (type !== "work-raised" && type !== "work-approved" && type !== "work-refused") continue;
      const open = next?.works.get(workKey(data.work));
      if (open) this.#around.waitUntil(this.#runs.attend(open));
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
        this.#runs.stop(stops);
        for (const { open } of stops) this.#around.waitUntil(this.#runs.attend(open));
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
        this.#runs.expect(run);
      }
    }
    if (this.#fresh.length === 0) this.#again = true;
    for (const open of begun) this.#around.waitUntil(this.#runs.attend(open));
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

  /** The goal is gone; what is under way ends without it. */
  forget(): void {
    this.#state = null;
  }
}
