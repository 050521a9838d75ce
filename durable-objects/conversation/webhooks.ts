import type { EventBody } from "../../src/domain/events.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import {
  type Delivery,
  type DeliveryState,
  newDeliveryPart,
  type Subscriber,
} from "../../src/domain/webhooks/delivery.ts";
import { deletedFacts, factsOf, isEnd, type WebhookFacts, webhookEventOf } from "../../src/domain/webhooks/facts.ts";
import { Deliverer, type DelivererParts } from "./deliverer.ts";
import { type StoredDelivery, WebhooksTable } from "./webhooks-table.ts";

/** Of one run, or parked in one conversation. */
export const MAX_DELIVERIES_SHOWN = 200;

interface Surroundings extends DelivererParts {
  readonly storage: DurableObjectStorage;
}

/**
 * Tells receivers of what happens to runs, at least once each: written in the transaction of the event that it follows
 * from, and sent outside of it.
 */
export class Webhooks {
  readonly #around: Surroundings;
  readonly #table: WebhooksTable;
  readonly #deliverer: Deliverer;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#table = new WebhooksTable(around.storage.sql);
    this.#deliverer = new Deliverer(this.#table, around);
  }

  /** The receivers of a run that is about to begin. */
  subscribe(run: string, subscribers: readonly Subscriber[]): void {
    if (subscribers.length > 0) this.#table.subscribe(run, subscribers);
  }

  /**
   * Writes down what is to be told of events, in one transaction with the events themselves.
   * @param append writes the events, and gives the state that they lead to
   */
  follow(run: string, events: readonly EventBody[], at: number, append: () => RunState | null): RunState | null {
    const told = events.filter((event) => webhookEventOf(event) !== null);
    if (told.length === 0 || this.#table.subscribers(run).length === 0) return append();
    let isConcerned = false;
    const state = this.#around.storage.transactionSync(() => {
      const next = append();
      const facts = next ? told.flatMap((event) => factsOf(event, next, at) ?? []) : [];
      for (const one of facts) if (this.#add(run, one)) isConcerned = true;
      // Whom none of it concerned is forgotten with the run, and its secret with it.
      if (facts.some(({ type }) => isEnd(type))) this.#table.dropIdleSubscribers("of ended runs");
      return next;
    });
    if (isConcerned) this.#deliverer.begin(at);
    return state;
  }

  /** @returns whether it concerns anybody */
  #add(run: string, facts: WebhookFacts): boolean {
    const concerned = this.#table.subscribers(run).filter(({ events }) => events.includes(facts.type));
    for (const subscriber of concerned) this.#table.add(newDeliveryPart(), subscriber, facts);
    return concerned.length > 0;
  }

  /** Delivers what is due, and drops what has been kept for long enough. */
  wake(): void {
    if (!this.#table.exists()) return;
    this.#table.sweep(this.#around.now());
    this.#deliverer.deliver();
  }

  /** Delivers again what is over, as if it had never been tried; null where there is no such delivery. */
  replay(own: string): Delivery | null {
    const found = this.#table.find(own);
    if (!found) return null;
    if (found.state !== "pending") {
      const now = this.#around.now();
      this.#table.postpone(own, now, 0, { lastStatus: null, lastError: null });
      if (found.state === "parked") this.#deliverer.tellOfParked();
      this.#deliverer.begin(now);
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
   * The conversation goes, and these runs end with it: that is still told, as are ends that wait to be. All else is
   * dropped.
   */
  conversationDeleted(unended: readonly RunState[]): void {
    if (!this.#table.exists()) return;
    const now = this.#around.now();
    this.#table.keepEndsOnly();
    for (const state of unended) this.#add(state.id, deletedFacts(state, now));
    this.#table.dropIdleSubscribers("all");
    this.#deliverer.tellOfParked();
    this.#deliverer.begin(now);
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
