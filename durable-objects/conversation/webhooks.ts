import type { EventBody } from "../../src/domain/events.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import {
  type Delivery,
  type DeliveryState,
  newDeliveryPart,
  type Subscriber,
} from "../../src/domain/webhooks/delivery.ts";
import { webhookEventOf } from "../../src/domain/webhooks/events.ts";
import { deletedFacts, factsOf, type WebhookFacts } from "../../src/domain/webhooks/facts.ts";
import { waitAfter } from "../../src/domain/webhooks/schedule.ts";
import type { Sent, WebhookSender } from "../../src/wiring/webhooks.ts";
import type { Outbox } from "./outbox.ts";
import type { Timers } from "./timers.ts";
import { type StoredDelivery, type StoredSubscriber, WebhooksTable } from "./webhooks-table.ts";

/** An invocation has six connections, and the runners want theirs. */
const MAX_UNDER_WAY = 4;
/** Of these, at most so many for receivers that did not answer before: they may take the whole time of a try. */
const MAX_SUSPECTS = 2;
/** Longer than any try: what a process left under way that died is tried again by then. */
const LEASE_MS = 30_000;
/** Of one run, or parked in one conversation. */
export const MAX_DELIVERIES_SHOWN = 200;
/** Runs whose receivers are remembered; each is read again with one query. */
const MAX_REMEMBERED_RUNS = 16;

interface Surroundings {
  readonly storage: DurableObjectStorage;
  readonly timers: Timers;
  readonly outbox: Outbox;
  readonly send: WebhookSender;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  /** Whether the conversation was deleted: it keeps nothing that need not be sent. */
  readonly isRemoved: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Tells receivers of what happens to runs, at least once each: written in the transaction of the event that it follows
 * from, sent outside of it, tried again by alarm, and parked in the end. Of one receiver one delivery is under way at a
 * time, and receivers that do not answer never take all the room, so that none holds up another's for long.
 */
export class Webhooks {
  readonly #around: Surroundings;
  readonly #table: WebhooksTable;
  readonly #subscribers = new Map<string, readonly StoredSubscriber[]>();
  /** Targets with a delivery under way, and whether they are suspects. */
  readonly #busy = new Map<string, boolean>();
  /** Targets whose last try failed, as far as this incarnation knows. */
  readonly #failing = new Set<string>();
  #isBegun = false;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#table = new WebhooksTable(around.storage.sql);
  }

  /** Who is to be told of a run that is about to begin. */
  subscribe(run: string, subscribers: readonly Subscriber[]): void {
    if (subscribers.length > 0) this.#table.subscribe(run, subscribers);
  }

  /**
   * Writes down what is to be told of events, in one transaction with the events themselves.
   * @param append writes the events, and gives the state that they lead to
   */
  follow(run: string, events: readonly EventBody[], at: number, append: () => RunState | null): RunState | null {
    const told = events.filter((event) => webhookEventOf(event) !== null);
    const subscribers = told.length === 0 ? [] : this.#subscribersOf(run);
    if (subscribers.length === 0) return append();
    const state = this.#around.storage.transactionSync(() => {
      const next = append();
      for (const event of next ? told : []) this.#add(subscribers, next && factsOf(event, next, at));
      return next;
    });
    this.#begin(at);
    return state;
  }

  #subscribersOf(run: string): readonly StoredSubscriber[] {
    if (!this.#table.exists()) return [];
    const known = this.#subscribers.get(run) ?? this.#table.subscribers(run);
    if (this.#subscribers.size >= MAX_REMEMBERED_RUNS) this.#subscribers.clear();
    this.#subscribers.set(run, known);
    return known;
  }

  #add(subscribers: readonly StoredSubscriber[], facts: WebhookFacts | null): void {
    if (!facts) return;
    for (const subscriber of subscribers) {
      if (subscriber.events.includes(facts.type)) this.#table.add(newDeliveryPart(), subscriber, facts);
    }
  }

  /** Delivers once what is being written is written; by alarm if this process dies first. */
  #begin(now: number): void {
    this.#around.timers.atLatest("webhooks", now + LEASE_MS);
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#around.waitUntil(
      Promise.resolve().then(() => {
        this.#isBegun = false;
        return this.deliver();
      }),
    );
  }

  /** Delivers what is due, and drops what has been kept for long enough. Never rejects. */
  async wake(): Promise<void> {
    if (!this.#table.exists()) return;
    this.#table.sweep(this.#around.now());
    await this.deliver();
  }

  /** Delivers what is due, as far as there is room, and then what comes after it. Never rejects. */
  async deliver(): Promise<void> {
    try {
      if (!this.#table.exists()) return;
      await Promise.all(this.#next().map((delivery) => this.#try(delivery)));
    } catch (thrown) {
      // The alarm stands: what is due is tried again by it.
      console.error("Webhooks could not be delivered", thrown);
    }
  }

  #next(): readonly StoredDelivery[] {
    const now = this.#around.now();
    if (this.#table.parkSurplus(now)) this.#tellOfParked();
    const due = this.#table.due(now).filter(({ target }) => !this.#busy.has(target));
    const suspects = [...this.#busy.values()].filter((isSuspect) => isSuspect).length;
    const next = [
      ...due.filter((one) => !this.#isSuspect(one)),
      ...due.filter((one) => this.#isSuspect(one)).slice(0, MAX_SUSPECTS - suspects),
    ].slice(0, MAX_UNDER_WAY - this.#busy.size);
    for (const one of next) this.#busy.set(one.target, this.#isSuspect(one));
    this.#arm(now);
    return next;
  }

  #isSuspect({ target, tries }: StoredDelivery): boolean {
    return tries > 0 || this.#failing.has(target);
  }

  #arm(now: number): void {
    const lease = this.#busy.size > 0 ? now + LEASE_MS : Number.POSITIVE_INFINITY;
    const at = Math.min(this.#table.nextDue(now) ?? Number.POSITIVE_INFINITY, lease);
    if (Number.isFinite(at)) this.#around.timers.set("webhooks", at);
    else this.#around.timers.clear("webhooks");
  }

  async #try(delivery: StoredDelivery): Promise<void> {
    const { own, target, subscriber, facts } = delivery;
    const hasFiles = !this.#around.isRemoved();
    const sent = await this.#around.send({ own, receiver: subscriber.to, facts, hasFiles });
    this.#busy.delete(target);
    if (sent.as === "delivered") this.#failing.delete(target);
    else this.#failing.add(target);
    this.#settle(delivery, sent);
    await this.deliver();
  }

  #settle({ own, tries: before, target, subscriber: { to } }: StoredDelivery, sent: Sent): void {
    const now = this.#around.now();
    // Dropped meanwhile with its conversation, or parked with all that waits for its receiver.
    if (this.#table.find(own)?.state !== "pending") return;
    const tries = before + 1;
    const said = {
      tries,
      lastStatus: "status" in sent ? sent.status : null,
      lastError: "error" in sent ? sent.error : null,
    };
    const wait = sent.as === "failed" ? waitAfter(tries, Math.random()) : null;
    if (wait !== null) this.#table.postpone(own, now + wait, tries, said);
    else if (this.#around.isRemoved()) this.#table.drop(own);
    else this.#table.end(own, sent.as === "delivered" ? "delivered" : "parked", now, said);
    if (sent.as === "refused") {
      this.#table.parkTarget(target, now, sent.error);
      if (this.#around.isRemoved()) this.#table.keepEndsOnly();
      if (to.by === "endpoint") this.#around.outbox.add("endpoint-gone", { endpoint: to.id, reason: sent.error });
      else this.#table.unsubscribe(to.url);
      this.#subscribers.clear();
    }
    if (wait === null && sent.as !== "delivered") this.#tellOfParked();
  }

  #tellOfParked(): void {
    this.#around.outbox.add("parked-changed", {});
    this.#around.waitUntil(this.#around.outbox.deliver());
  }

  /** Delivers again what is over, as if it had never been tried; null where there is no such delivery. */
  replay(own: string): Delivery | null {
    const found = this.#table.find(own);
    if (!found) return null;
    if (found.state !== "pending") {
      const now = this.#around.now();
      this.#table.postpone(own, now, 0, { lastStatus: null, lastError: null });
      if (found.state === "parked") this.#tellOfParked();
      this.#begin(now);
    }
    return shown(this.#table.find(own) ?? found);
  }

  /** Newest first. */
  ofRun(run: string, state: DeliveryState | null): readonly Delivery[] {
    return this.#table.ofRun(run, state, MAX_DELIVERIES_SHOWN).map(shown);
  }

  /** The newest, oldest first. */
  parked(): readonly Delivery[] {
    return this.#table.exists() ? this.#table.parked(MAX_DELIVERIES_SHOWN).map(shown).toReversed() : [];
  }

  /**
   * The conversation goes, and these runs end with it: that is still told, as are ends that wait to be. All else that
   * waits is dropped.
   */
  conversationDeleted(unended: readonly RunState[]): void {
    if (!this.#table.exists()) return;
    const now = this.#around.now();
    this.#table.keepEndsOnly();
    for (const state of unended) this.#add(this.#subscribersOf(state.id), deletedFacts(state, now));
    this.#tellOfParked();
    this.#begin(now);
  }
}

/** Without what is kept for the delivery alone. */
const shown = ({
  n: _n,
  subscriber: _subscriber,
  target: _target,
  facts: _facts,
  ...delivery
}: StoredDelivery): Delivery => delivery;
