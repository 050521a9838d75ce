import { DurableObject } from "cloudflare:workers";
import { type Failure, failure } from "../src/domain/errors.ts";
import type { GoalBudget, GoalEvent, GoalEventBody } from "../src/domain/goal/events.ts";
import {
  answerCheckIn,
  type CheckInAnswer,
  requestGoalCancel,
  requestGoalPause,
  requestGoalResume,
} from "../src/domain/goal/requests.ts";
import { type GoalState, goalStatusOf } from "../src/domain/goal/state.ts";
import { err, ok, type Result } from "../src/domain/result.ts";
import { describeFault } from "../src/domain/telemetry/fault.ts";
import type { Delivery, DeliveryState } from "../src/domain/webhooks/delivery.ts";
import { deletedGoalFacts, goalFactsOf, goalWebhookEventOf } from "../src/domain/webhooks/goal-facts.ts";
import { judgeRevision } from "../src/goals/index.ts";
import type { GoalRecord, GoalRpc, StartedGoal } from "../src/rpc/goals.ts";
import { after } from "../src/waiting.ts";
import { type GoalParts, wireGoal } from "../src/wiring.ts";
import { EventFeed, MAX_FEEDS } from "./event-feed.ts";
import { GoalLedger, ONGOING } from "./goal/ledger.ts";
import { GOAL_SCHEMA } from "./goal/migrations.ts";
import { type GoalOwed, Pursuer } from "./goal/pursuer.ts";
import { Outbox } from "./outbox.ts";
import { Tables } from "./tables.ts";
import { Timers } from "./timers.ts";
import { WEBHOOKS_SCHEMA } from "./webhooks/migrations.ts";
import { type Telling, Webhooks, webhooksOwed } from "./webhooks/webhooks.ts";

/** Tried again after this when an alarm could not do its work. */
const ALARM_RETRY_MS = 30_000;
/** Events of a log that are read at once, for a report: more than the units of work that one goal starts give, as a rule. */
const MAX_LOGGED_EVENTS = 10_000;

const TELLING: Telling<GoalEventBody, GoalState> = {
  eventOf: goalWebhookEventOf,
  factsOf: goalFactsOf,
  ongoing: ONGOING,
};

/**
 * One goal: a ledger of steps with a watchdog. All that it does are runs in conversations of their own; it holds no bytes
 * and waits for none. What it does next is decided by the pure functions of domain/goal/.
 */
export class Goal extends DurableObject<Env> implements GoalRpc {
  readonly #parts: GoalParts;
  readonly #tables: Tables;
  readonly #ledger: GoalLedger;
  readonly #timers: Timers;
  readonly #feed: EventFeed;
  readonly #outbox: Outbox<GoalOwed>;
  readonly #webhooks: Webhooks<GoalEventBody, GoalState>;
  readonly #pursuer: Pursuer;
  #isAwake = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#parts = wireGoal(env, ctx.id.name ?? "");
    this.#tables = new Tables(ctx.storage, GOAL_SCHEMA, WEBHOOKS_SCHEMA);
    this.#ledger = new GoalLedger(ctx.storage, this.#tables);
    this.#timers = new Timers(ctx.storage);
    this.#feed = new EventFeed({
      last: "goal-end",
      events: (_, afterSeq, limit) => this.#ledger.events(afterSeq, limit),
      sync: () => ctx.storage.sync(),
    });
    this.#outbox = new Outbox<GoalOwed>(ctx.storage.sql, this.#timers, {
      "goal-changed": async () => {
        const id = await this.#parts.publicId();
        const { state } = this.#pursuer;
        if (state) await this.#parts.tenant().goalChanged(id, goalStatusOf(state));
      },
      "remove-all": async ({ conversations }) => {
        for (const own of conversations) await this.#parts.conversation(own).remove();
        await this.#parts.tenant().closeGoal(await this.#parts.publicId());
      },
      ...webhooksOwed(
        () => this.#parts.tenant(),
        this.#parts.identity.goal,
        () => this.#webhooks.parked(),
      ),
    });
    const surroundings = {
      ...{ timers: this.#timers, outbox: this.#outbox, now: () => Date.now() },
      waitUntil: (promise: Promise<unknown>) => ctx.waitUntil(promise),
    };
    this.#webhooks = new Webhooks({
      ...{ ...surroundings, telling: TELLING, storage: ctx.storage, tables: this.#tables },
      ...{ send: this.#parts.sendWebhook, after },
      isRemoved: () => this.#isRemoved(),
    });
    this.#pursuer = new Pursuer(
      { ...surroundings, ledger: this.#ledger, feed: this.#feed, webhooks: this.#webhooks },
      this.#parts,
    );
  }

  async start({ keyId, start, subscribers = [] }: StartedGoal): Promise<Result<GoalRecord>> {
    if (this.#isRemoved()) return err(NOT_FOUND);
    if (this.#find()) return this.read();
    this.#ledger.create();
    this.#webhooks.subscribe(start.goal, subscribers);
    this.#isAwake = true;
    this.#pursuer.record([{ type: "goal-start", data: start }], () => this.#ledger.setMeta("key", keyId));
    return this.read();
  }

  async read(): Promise<Result<GoalRecord>> {
    const state = this.#find();
    return state ? ok({ id: state.id, state }) : err(NOT_FOUND);
  }

  async waitForRest(timeoutMs: number): Promise<Result<GoalRecord>> {
    if (!this.#find()) return err(NOT_FOUND);
    await this.#feed.waitUntil(() => {
      const { state } = this.#pursuer;
      if (!state) return true;
      return (state.end !== null || state.waitingSince !== null) && this.#feed.isDurable("goal", state.seq);
    }, timeoutMs);
    return this.read();
  }

  async events(afterSeq: number): Promise<Result<ReadableStream<Uint8Array>>> {
    const state = this.#find();
    if (!state) return err(NOT_FOUND);
    if (this.#feed.size >= MAX_FEEDS) return err(failure("rate-limited", "Too many watch this goal", true));
    if (state.end && afterSeq >= state.seq) return ok(new Blob([]).stream());
    // Nobody can have seen what has not happened.
    return ok(this.#feed.stream("goal", Math.min(afterSeq, state.seq)));
  }

  async log(): Promise<Result<readonly GoalEvent[]>> {
    return this.#find() ? ok(this.#ledger.told(MAX_LOGGED_EVENTS)) : err(NOT_FOUND);
  }

  async pause(): Promise<Result<GoalRecord>> {
    return this.#request(requestGoalPause);
  }

  async resume(raise: Partial<GoalBudget> = {}): Promise<Result<GoalRecord>> {
    return this.#request((state) => requestGoalResume(state, raise));
  }

  async cancel(): Promise<Result<GoalRecord>> {
    return this.#request((state) => requestGoalCancel(state));
  }

  async answer(answer: CheckInAnswer): Promise<Result<GoalRecord>> {
    return this.#request((state) => answerCheckIn(state, answer, judgeRevision));
  }

  async runChanged(run: string): Promise<void> {
    if (this.#find()) this.#pursuer.runChanged(run);
  }

  async deliveries(_goal: string, state: DeliveryState | null): Promise<Result<readonly Delivery[]>> {
    const found = this.#find();
    return found ? ok(this.#webhooks.of(found.id, state)) : err(NOT_FOUND);
  }

  async replay(own: string): Promise<Result<Delivery>> {
    const replayed = this.#isRemoved() ? null : this.#webhooks.replay(own);
    return replayed ? ok(replayed) : err(failure("not-found", "There is no such delivery"));
  }

  async remove(): Promise<void> {
    if (this.#isRemoved()) return;
    const state = this.#find();
    if (!state) {
      // One that has not begun never will.
      this.#ledger.create();
      this.#ledger.remove();
      return;
    }
    const conversations = this.#ledger.conversations();
    this.ctx.storage.transactionSync(() => {
      this.#webhooks.deleted(state.end ? [] : [deletedGoalFacts(state, Date.now())]);
      this.#ledger.remove();
      this.#timers.clear("reconcile");
      this.#outbox.add("remove-all", { conversations });
    });
    this.#pursuer.forget();
    this.#feed.close();
    await this.#outbox.deliver();
  }

  async goIfUnbegun(): Promise<boolean> {
    if (this.#find()) return false;
    await this.remove();
    return true;
  }

  /** Only reconciles and re-arms: it never waits for a run to end, and never throws. */
  override async alarm(): Promise<void> {
    if (!this.#tables.areReadyForAlarm()) return;
    const due = this.#timers.takeDue(Date.now(), ALARM_RETRY_MS);
    try {
      if (due.has("outbox")) this.ctx.waitUntil(this.#outbox.deliver());
      if (due.has("webhooks")) this.#webhooks.wake();
      if (!due.has("reconcile")) return;
      this.#isAwake = true;
      // What is due is put off, and not cleared, until it has been done.
      if (this.#pursuer.state && !this.#pursuer.state.end) await this.#pursuer.reconcile();
      else this.#timers.clear("reconcile");
    } catch (thrown) {
      console.error("An alarm of a goal failed:", describeFault(thrown));
      this.#timers.atLatest("reconcile", Date.now() + ALARM_RETRY_MS);
    }
  }

  #isRemoved(): boolean {
    return this.#ledger.meta("removed") !== null;
  }

  /** The first call of an incarnation takes over what an earlier one left under way. */
  #find(): GoalState | null {
    const { state } = this.#pursuer;
    if (state && !this.#isAwake) {
      this.#isAwake = true;
      if (!state.end) this.ctx.waitUntil(this.#pursuer.reconcile());
    }
    return state;
  }

  async #request(ask: (state: GoalState) => Result<readonly GoalEventBody[]>): Promise<Result<GoalRecord>> {
    const state = this.#find();
    if (!state) return err(NOT_FOUND);
    const asked = ask(state);
    if (!asked.ok) return asked;
    if (asked.value.length > 0) this.#pursuer.record(asked.value);
    return this.read();
  }
}

const NOT_FOUND: Failure = failure("not-found", "There is no such goal");
