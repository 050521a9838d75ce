import { DurableObject } from "cloudflare:workers";
import type { Raise } from "../src/domain/budget.ts";
import {
  type ConversationRecord,
  MAX_QUEUED_MESSAGES,
  type PostedMessage,
  type RunRecord,
} from "../src/domain/conversation.ts";
import { type Failure, failure } from "../src/domain/errors.ts";
import type { EventBody } from "../src/domain/events.ts";
import type { TenantModelFacts } from "../src/domain/experts.ts";
import type { JsonValue } from "../src/domain/json.ts";
import { err, ok, type Result } from "../src/domain/result.ts";
import { requestApproval, requestCancel, requestPause, requestResume } from "../src/domain/run/requests.ts";
import { PLACES_HERE } from "../src/domain/run/shards.ts";
import type { RunState } from "../src/domain/run/state.ts";
import { describeFault } from "../src/domain/telemetry/fault.ts";
import type { Delivery, DeliveryState } from "../src/domain/webhooks/delivery.ts";
import { deletedFacts, factsOf, webhookEventOf } from "../src/domain/webhooks/run-facts.ts";
import type { ConversationRpc, DryRunMessage } from "../src/rpc/index.ts";
import { type AtHand, notesOn, type PlanJob, proveEditedPlan } from "../src/run/index.ts";
import { after } from "../src/waiting.ts";
import { type ConversationParts, wireConversation } from "../src/wiring.ts";
import { Attempts } from "./attempts.ts";
import { attachedTo, checkMessage } from "./conversation/check-message.ts";
import { dryRunJob, knownResources } from "./conversation/jobs.ts";
import { Ledger, ONGOING, type RunRow } from "./conversation/ledger.ts";
import { CONVERSATION_SCHEMA } from "./conversation/migrations.ts";
import type { Owed } from "./conversation/owed.ts";
import { Records } from "./conversation/records.ts";
import { Removal } from "./conversation/removal.ts";
import { Retention } from "./conversation/retention.ts";
import { Scheduler } from "./conversation/scheduler.ts";
import { EventFeed, MAX_FEEDS } from "./event-feed.ts";
import { JobHandles } from "./job-handles.ts";
import { Outbox } from "./outbox.ts";
import { Tables } from "./tables.ts";
import { Timers } from "./timers.ts";
import { WEBHOOKS_SCHEMA } from "./webhooks/migrations.ts";
import { type Telling, Webhooks, webhooksOwed } from "./webhooks/webhooks.ts";

/** Tried again after this when an alarm could not do its work. */
const ALARM_RETRY_MS = 30_000;

const TELLING: Telling<EventBody, RunState> = {
  eventOf: webhookEventOf,
  factsOf,
  ongoing: ONGOING,
};

/**
 * One conversation: a ledger with a watchdog, not a process. Its public methods are its RPC surface;
 * what a run does next is decided by the pure functions of domain/run/.
 */
export class Conversation extends DurableObject<Env> implements ConversationRpc {
  readonly #parts: ConversationParts;
  readonly #tables: Tables;
  readonly #ledger: Ledger;
  readonly #timers: Timers;
  readonly #jobs: JobHandles;
  readonly #feed: EventFeed;
  readonly #scheduler: Scheduler;
  readonly #records: Records;
  readonly #outbox: Outbox<Owed>;
  readonly #webhooks: Webhooks<EventBody, RunState>;
  readonly #removal: Removal;
  readonly #retention: Retention;
  #isAwake = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#parts = wireConversation(env, ctx.id.name ?? "");
    this.#tables = new Tables(ctx.storage, CONVERSATION_SCHEMA, WEBHOOKS_SCHEMA);
    this.#ledger = new Ledger(ctx.storage, this.#tables);
    this.#timers = new Timers(ctx.storage);
    this.#jobs = new JobHandles(ctx.storage, () => undefined);
    this.#feed = new EventFeed({
      last: "run-end",
      events: (run, afterSeq, limit) => this.#ledger.events(run, afterSeq, limit),
      sync: () => ctx.storage.sync(),
    });
    this.#outbox = new Outbox<Owed>(ctx.storage.sql, this.#timers, {
      "run-ended": async ({ run, calls, usd, bytes = 0, goal }) => {
        const conversation = await this.#parts.publicId();
        const made = {
          ...{ conversation, bytes },
          ...(goal === undefined ? {} : { goal: await this.#parts.goalId(goal) }),
        };
        // What it made goes with the conversation.
        const kept = this.#removal.isRemoved() ? undefined : made;
        await this.#parts.registry(conversation).runEnded(run, calls, usd, kept);
      },
      "run-told": ({ goal, run }) => this.#parts.goal(goal).runChanged(run),
      "forget-run": ({ run, shards }) => this.#scheduler.forget(run, shards),
      "close-conversation": async () => {
        const id = await this.#parts.publicId();
        await this.#parts.registry(id).closeConversation(id);
      },
      ...webhooksOwed(
        () => this.#parts.tenant(),
        this.#parts.identity.conversation,
        () => this.#webhooks.parked(),
      ),
    });
    this.#webhooks = new Webhooks({
      telling: TELLING,
      storage: ctx.storage,
      tables: this.#tables,
      timers: this.#timers,
      outbox: this.#outbox,
      send: this.#parts.sendWebhook,
      waitUntil: (promise) => ctx.waitUntil(promise),
      after,
      isRemoved: () => this.#removal.isRemoved(),
      now: () => Date.now(),
    });
    this.#scheduler = new Scheduler(
      ctx,
      {
        ledger: this.#ledger,
        timers: this.#timers,
        feed: this.#feed,
        outbox: this.#outbox,
        webhooks: this.#webhooks,
        jobs: this.#jobs,
        attempts: new Attempts({
          ...{ places: PLACES_HERE, jobs: this.#jobs, stages: this.#parts.stages },
          waitUntil: (promise) => ctx.waitUntil(promise),
        }),
        runner: this.#parts.runner,
      },
      this.#parts,
    );
    this.#records = new Records(this.#ledger, this.#parts.identity.conversation, (run) => this.#scheduler.stateOf(run));
    this.#removal = new Removal(this.#ledger, this.#timers, this.#parts);
    this.#retention = new Retention(this.#ledger, this.#timers, this.#parts.retention.idleMs);
    // What goes on with a run asks for the type of its tasks, and cannot wait for it.
    const { taskTypesKnown } = this.#parts;
    if (taskTypesKnown) void ctx.blockConcurrencyWhile(taskTypesKnown);
  }

  async post(message: PostedMessage, models: TenantModelFacts | null = null): Promise<Result<RunRecord>> {
    if (this.#parts.taskTypesKnown) await this.#parts.taskTypesKnown();
    if (this.#removal.isRemoved()) return err(NOT_FOUND);
    this.#wake();
    if (this.#ledger.identity()) {
      const known = this.#ledger.findRun(message.run);
      if (known) return ok(this.#records.run(known));
      if (this.#ledger.openRuns().length > MAX_QUEUED_MESSAGES) {
        return err(failure("queue-full", `${MAX_QUEUED_MESSAGES} messages wait for their turn already`, true));
      }
    }
    const checked = checkMessage(message, this.#filled(), this.#parts.ontology);
    if (!checked.ok) return checked;
    this.#accept(message, { plan: checked.value, models });
    return this.run(message.run);
  }

  async dryRunJob(message: DryRunMessage): Promise<Result<PlanJob>> {
    if (this.#removal.isRemoved()) return err(NOT_FOUND);
    const ledger = this.#filled();
    const attached = attachedTo(message, ledger);
    return attached.ok ? ok(dryRunJob(message, attached.value, ledger)) : attached;
  }

  /** The ledger; null while it is empty. */
  #filled(): Ledger | null {
    return this.#ledger.identity() ? this.#ledger : null;
  }

  #accept({ history = [], subscribers = [], ...message }: PostedMessage, atHand: AtHand): void {
    const now = Date.now();
    if (!this.#ledger.identity()) this.#ledger.create({ ...this.#parts.identity, createdAt: now }, history);
    this.#ledger.addResources(message.attached.flatMap((one) => (one.by === "adoption" ? [one.resource] : [])));
    this.#ledger.addRun(message, now);
    this.#webhooks.subscribe(message.run, subscribers);
    this.#retention.arm();
    this.#scheduler.begin(message.run, atHand);
  }

  async read(): Promise<Result<ConversationRecord>> {
    const identity = this.#ledger.identity();
    return identity ? ok(this.#records.conversation(identity)) : err(NOT_FOUND);
  }

  async run(run: string, since = 0): Promise<Result<RunRecord>> {
    return this.#withRun(run, (row) => ok(this.#records.runSince(row, since)));
  }

  async waitForEnd(run: string, timeoutMs: number): Promise<Result<RunRecord>> {
    if (!this.#findRun(run)) return err(NOT_FOUND);
    await this.#feed.waitUntil(() => {
      const state = this.#scheduler.stateOf(run);
      if (state === null) return !this.#findRun(run);
      // Nothing ends what waits for a person, who may well be the one that waits here.
      const isAtRest = state.end !== null || state.waitingSince !== null;
      return isAtRest && this.#feed.isDurable(run, state.seq);
    }, timeoutMs);
    return this.run(run);
  }

  async events(run: string, afterSeq: number): Promise<Result<ReadableStream<Uint8Array>>> {
    if (!this.#findRun(run)) return err(NOT_FOUND);
    if (this.#feed.size >= MAX_FEEDS) return err(failure("rate-limited", "Too many watch this conversation", true));
    const state = this.#scheduler.stateOf(run);
    const last = state?.seq ?? 0;
    if (state?.end && afterSeq >= last) return ok(new Blob([]).stream());
    // Nobody can have seen what has not happened.
    return ok(this.#feed.stream(run, Math.min(afterSeq, last)));
  }

  async approve(
    run: string,
    request: { planVersion: number; decision: "approve" | "reject"; plan?: JsonValue },
  ): Promise<Result<RunRecord>> {
    const { planVersion, decision, plan } = request;
    if (plan === undefined) return this.#request(run, (state) => requestApproval(state, { planVersion, decision }));
    const known = this.#findRun(run) ? knownResources(this.#ledger, plan) : [];
    const passed = proveEditedPlan(plan, { resources: known, ontology: this.#parts.ontology });
    if (!passed.ok) return passed;
    const edited = { plan: passed.value.plan, notes: notesOn(plan, passed) };
    return this.#request(run, (state) => requestApproval(state, { planVersion, decision, ...edited }));
  }

  async cancel(run: string, reason?: string): Promise<Result<RunRecord>> {
    return this.#request(run, (state) => requestCancel(state, reason));
  }

  async pause(run: string): Promise<Result<RunRecord>> {
    const row = this.#findRun(run);
    if (row && !row.endStatus && this.#records.queuePosition(row) > 0) {
      return err(failure("conflict", "The run waits for its turn: it can be cancelled, or paused once it has begun"));
    }
    return this.#request(run, requestPause);
  }

  async resume(run: string, raise: Raise = {}): Promise<Result<RunRecord>> {
    return this.#request(run, (state) => requestResume(state, raise));
  }

  async deliveries(run: string, state: DeliveryState | null): Promise<Result<readonly Delivery[]>> {
    return this.#withRun(run, () => ok(this.#webhooks.of(run, state)));
  }

  async replay(own: string): Promise<Result<Delivery>> {
    const replayed = this.#removal.isRemoved() ? null : this.#webhooks.replay(own);
    return replayed ? ok(replayed) : err(failure("not-found", "There is no such delivery"));
  }

  async remove(): Promise<void> {
    if (this.#removal.isRemoved()) return;
    this.#scheduler.stop();
    const open = this.#filled()?.openRuns() ?? [];
    for (const row of open) {
      this.#scheduler.settleAccounts(row, this.#scheduler.stateOf(row.id));
      this.#scheduler.forgetHere(row.id);
    }
    this.#webhooks.deleted(open.map((row) => deletedFacts(this.#scheduler.stateToAsk(row), Date.now())));
    // One that is gone must not be listed, or what is sent to it is lost.
    if (this.#ledger.identity()) this.#outbox.add("close-conversation", null);
    this.#removal.begin(Date.now());
    this.#feed.close();
    await this.#outbox.deliver();
    await this.#removal.sweep(Date.now());
  }

  async goIfEmpty(): Promise<boolean> {
    this.#wake();
    if (this.#ledger.identity()) return false;
    await this.remove();
    return true;
  }

  /** Only reconciles, dispatches and re-arms: it never waits for a task and never throws. */
  override async alarm(): Promise<void> {
    if (!this.#tables.areReadyForAlarm()) return;
    const due = this.#timers.takeDue(Date.now(), ALARM_RETRY_MS);
    try {
      if (due.has("outbox")) this.ctx.waitUntil(this.#outbox.deliver());
      if (due.has("webhooks")) this.#webhooks.wake();
      if (due.has("reconcile")) this.#reconcile();
      if (due.has("removal")) {
        this.#jobs.clear();
        await this.#removal.sweep(Date.now());
      }
      if (due.has("retention") && this.#retention.isOver(Date.now())) await this.remove();
    } catch (thrown) {
      // What was due comes again in half a minute.
      console.error("An alarm failed:", describeFault(thrown));
    }
  }

  #reconcile(): void {
    this.#timers.clear("reconcile");
    this.#isAwake = true;
    try {
      if (this.#ledger.identity()) this.#scheduler.reconcile();
    } catch (thrown) {
      this.#timers.atLatest("reconcile", Date.now() + ALARM_RETRY_MS);
      throw thrown;
    }
  }

  /**
   * The first call of an incarnation takes over what an earlier one left under way. The alarm would do
   * so within half a minute, but somebody is waiting now.
   */
  #wake(): void {
    if (this.#isAwake || !this.#ledger.identity()) return;
    this.#isAwake = true;
    this.#retention.arm();
    this.#scheduler.reconcile();
  }

  #findRun(run: string): RunRow | null {
    this.#wake();
    return this.#ledger.identity() ? this.#ledger.findRun(run) : null;
  }

  #withRun<T>(run: string, use: (row: RunRow) => Result<T>): Result<T> {
    const row = this.#findRun(run);
    return row ? use(row) : err(NOT_FOUND);
  }

  /** Carries out what a person asks of a run; one that has not begun begins only if that changes anything. */
  #request(run: string, ask: (state: RunState) => Result<readonly EventBody[]>): Result<RunRecord> {
    return this.#withRun(run, (row) => {
      const asked = ask(this.#scheduler.stateToAsk(row));
      if (!asked.ok) return asked;
      if (asked.value.length > 0) this.#scheduler.record(run, asked.value);
      return ok(this.#records.run(this.#findRun(run) ?? row));
    });
  }
}

const NOT_FOUND: Failure = failure("not-found", "There is no such run or conversation");
