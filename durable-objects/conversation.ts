import { DurableObject } from "cloudflare:workers";
import {
  type ConversationRecord,
  MAX_QUEUED_MESSAGES,
  type PostedMessage,
  type RunRecord,
} from "../src/domain/conversation.ts";
import { type Failure, failure } from "../src/domain/errors.ts";
import type { EventBody } from "../src/domain/events.ts";
import type { JsonValue } from "../src/domain/json.ts";
import type { Resource } from "../src/domain/resources.ts";
import { err, ok, type Result } from "../src/domain/result.ts";
import { requestApproval, requestCancel, requestPause, requestResume } from "../src/domain/run/requests.ts";
import type { RunState } from "../src/domain/run/state.ts";
import { addressesInPlan, checkGivenPlan } from "../src/run/index.ts";
import { type ConversationParts, wireConversation } from "../src/wiring.ts";
import { EventFeed, MAX_FEEDS } from "./conversation/event-feed.ts";
import { Ledger, type RunRow } from "./conversation/ledger.ts";
import { Outbox } from "./conversation/outbox.ts";
import { Scheduler } from "./conversation/scheduler.ts";
import { Timers } from "./conversation/timers.ts";
import type { ConversationRpc } from "./rpc.ts";

/** What `GET /v1/conversations/:id` shows at the most. */
const MAX_LOG_SHOWN = 500;
const MAX_RESOURCES_SHOWN = 1_000;

/** Tried again after this when an alarm could not do its work. */
const ALARM_RETRY_MS = 30_000;

/** Runners may still be writing when a conversation goes: longer than any attempt may take. */
const LATE_WRITES_MS = 20 * 60_000;
/** R2 objects deleted in one go; the rest follows by alarm. */
const OBJECTS_PER_SWEEP = 1_000;

/**
 * One conversation: a ledger with a watchdog, not a process. Its public methods are its RPC surface;
 * what a run does next is decided by the pure functions of domain/run/.
 */
export class Conversation extends DurableObject<Env> implements ConversationRpc {
  readonly #parts: ConversationParts;
  readonly #ledger: Ledger;
  readonly #timers: Timers;
  readonly #feed: EventFeed;
  readonly #scheduler: Scheduler;
  readonly #outbox: Outbox;
  #isAwake = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#parts = wireConversation(env, ctx.id.name ?? "");
    this.#ledger = new Ledger(ctx.storage.sql);
    this.#timers = new Timers(ctx.storage);
    this.#feed = new EventFeed({
      events: (run, afterSeq, limit) => this.#ledger.events(run, afterSeq, limit),
      sync: () => ctx.storage.sync(),
    });
    this.#outbox = new Outbox(ctx.storage.sql, this.#timers, {
      "run-ended": (run) => this.#parts.tenant().runEnded(run),
      "forget-run": (run) => this.#scheduler.forget(run),
    });
    this.#scheduler = new Scheduler(
      ctx,
      {
        ledger: this.#ledger,
        timers: this.#timers,
        feed: this.#feed,
        outbox: this.#outbox,
        runner: this.#parts.runner,
      },
      this.#parts,
    );
  }

  async post(message: PostedMessage): Promise<Result<RunRecord>> {
    if (this.#isRemoved()) return err(NOT_FOUND);
    this.#wake();
    if (this.#ledger.identity()) {
      const known = this.#ledger.findRun(message.run);
      if (known) return ok(this.#record(known));
      if (this.#ledger.openRuns().length > MAX_QUEUED_MESSAGES) {
        return err(failure("queue-full", `${MAX_QUEUED_MESSAGES} messages wait for their turn already`, true));
      }
    }
    const faults = this.#checkMessage(message);
    if (!faults.ok) return faults;
    this.#accept(message);
    return this.run(message.run);
  }

  /** Everything a message names must be there, and a plan of the caller's own must be sound. */
  #checkMessage(message: PostedMessage): Result<null> {
    const inConversation = this.#ledger.identity() ? this.#ledger.resources(MAX_RESOURCES_SHOWN) : [];
    const attached: Resource[] = [];
    for (const one of message.attached) {
      if (one.by === "adoption") attached.push(one.resource);
      if (one.by !== "id") continue;
      const resource = inConversation.find((known) => known.id === one.id);
      if (!resource) return err(failure("not-found", `There is no resource ${one.id} in this conversation`));
      attached.push(resource);
    }
    if (message.plan === undefined || addressesInPlan(message.plan).length > 0) return ok(null);
    const checked = checkGivenPlan(message.plan, [...attached, ...inConversation], this.#parts.ontology);
    return checked.ok ? ok(null) : checked;
  }

  #accept(message: PostedMessage): void {
    const now = Date.now();
    if (!this.#ledger.identity()) this.#ledger.create({ ...this.#parts.identity, createdAt: now });
    this.#ledger.addResources(message.attached.flatMap((one) => (one.by === "adoption" ? [one.resource] : [])));
    this.#ledger.addRun(message, now);
    this.#scheduler.advance();
  }

  async read(): Promise<Result<ConversationRecord>> {
    const identity = this.#ledger.identity();
    if (!identity) return err(NOT_FOUND);
    return ok({
      id: identity.conversation,
      createdAt: identity.createdAt,
      log: this.#ledger.log(MAX_LOG_SHOWN),
      runs: this.#ledger.runs().map((row) => this.#record(row)),
      resources: this.#ledger.resources(MAX_RESOURCES_SHOWN),
    });
  }

  async run(run: string): Promise<Result<RunRecord>> {
    return this.#withRun(run, (row) => ok(this.#record(row)));
  }

  async waitForEnd(run: string, timeoutMs: number): Promise<Result<RunRecord>> {
    if (!this.#findRun(run)) return err(NOT_FOUND);
    await this.#feed.waitUntil(() => {
      const state = this.#scheduler.stateOf(run);
      return state === null ? !this.#findRun(run) : state.end !== null && this.#feed.isDurable(run, state.seq);
    }, timeoutMs);
    return this.run(run);
  }

  async events(run: string, afterSeq: number): Promise<Result<ReadableStream<Uint8Array>>> {
    if (!this.#findRun(run)) return err(NOT_FOUND);
    if (this.#feed.size >= MAX_FEEDS) return err(failure("rate-limited", "Too many watch this conversation", true));
    const state = this.#scheduler.stateOf(run);
    if (state?.end && afterSeq >= state.seq) return ok(new Blob([]).stream());
    return ok(this.#feed.stream(run, afterSeq));
  }

  async approve(
    run: string,
    request: { planVersion: number; decision: "approve" | "reject"; plan?: JsonValue },
  ): Promise<Result<RunRecord>> {
    const { planVersion, decision, plan } = request;
    if (plan === undefined) return this.#request(run, (state) => requestApproval(state, { planVersion, decision }));
    const checked = checkGivenPlan(
      plan,
      this.#findRun(run) ? this.#ledger.resources(MAX_RESOURCES_SHOWN) : [],
      this.#parts.ontology,
    );
    if (!checked.ok) return checked;
    return this.#request(run, (state) => requestApproval(state, { planVersion, decision, plan: checked.value }));
  }

  async cancel(run: string): Promise<Result<RunRecord>> {
    return this.#request(run, (state) => requestCancel(state));
  }

  async pause(run: string): Promise<Result<RunRecord>> {
    return this.#request(run, requestPause);
  }

  async resume(run: string): Promise<Result<RunRecord>> {
    return this.#request(run, requestResume);
  }

  async remove(): Promise<void> {
    if (this.#isRemoved()) return;
    if (!this.#ledger.identity()) this.#ledger.create({ ...this.#parts.identity, createdAt: Date.now() });
    const runs = this.#ledger.runs().map((row) => row.id);
    this.#scheduler.stop();
    this.#ledger.clear();
    this.#ledger.setMeta("removed", "true");
    this.#timers.atLatest("removal", Date.now() + LATE_WRITES_MS);
    for (const run of runs) {
      this.#outbox.add("forget-run", run);
      this.#outbox.add("run-ended", run);
    }
    this.#feed.close();
    await this.#outbox.deliver();
    const { tenant, conversation } = this.#parts.identity;
    await this.#parts.resources.removeConversation(tenant, conversation, OBJECTS_PER_SWEEP);
  }

  /** Only reconciles, dispatches and re-arms: it never waits for a task and never throws. */
  override async alarm(): Promise<void> {
    try {
      const due = this.#timers.takeDue(Date.now());
      if (due.has("removal")) return await this.#sweep();
      if (due.has("outbox")) this.ctx.waitUntil(this.#outbox.deliver());
      this.#isAwake = true;
      if (this.#ledger.identity()) this.#scheduler.reconcile();
    } catch (thrown) {
      console.error("An alarm failed", thrown);
      await this.ctx.storage.setAlarm(Date.now() + ALARM_RETRY_MS);
    }
  }

  /** Deletes what was written late. What remains is the mark that this conversation was removed. */
  async #sweep(): Promise<void> {
    const { tenant, conversation } = this.#parts.identity;
    const empty = await this.#parts.resources.removeConversation(tenant, conversation, OBJECTS_PER_SWEEP);
    if (!empty) this.#timers.atLatest("removal", Date.now());
  }

  #isRemoved(): boolean {
    return this.#ledger.isCreated() && this.#ledger.meta("removed") !== null;
  }

  /**
   * The first call of an incarnation takes over what an earlier one left under way. The alarm would do
   * so within half a minute, but somebody is waiting now.
   */
  #wake(): void {
    if (this.#isAwake || !this.#ledger.identity()) return;
    this.#isAwake = true;
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

  #record(row: RunRow): RunRecord {
    const { id, createdAt, message } = row;
    const queuePosition = row.ended ? 0 : this.#ledger.openRuns().findIndex((open) => open.id === id);
    const { conversation } = this.#parts.identity;
    return { id, conversation, text: message.text, createdAt, queuePosition, state: this.#scheduler.stateOf(id) };
  }

  /** Carries out what a person asks of a run, also of one that has not begun. */
  #request(run: string, ask: (state: RunState) => Result<readonly EventBody[]>): Result<RunRecord> {
    return this.#withRun(run, (row) => {
      const state = this.#scheduler.stateOf(run) ?? this.#scheduler.begin(row);
      const asked = ask(state);
      if (!asked.ok) return asked;
      if (asked.value.length > 0) this.#scheduler.record(run, asked.value);
      return ok(this.#record(row));
    });
  }
}

const NOT_FOUND: Failure = failure("not-found", "There is no such run or conversation");
