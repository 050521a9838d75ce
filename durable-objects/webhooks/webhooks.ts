import {
  type Delivery,
  type DeliveryState,
  newDeliveryPart,
  type Subscriber,
} from "../../src/domain/webhooks/delivery.ts";
import { idOf, isEnd, type WebhookEvent, type WebhookFacts } from "../../src/domain/webhooks/facts.ts";
import type { TenantRpc } from "../../src/rpc/index.ts";
import type { Deliver } from "../outbox.ts";
import type { Tables } from "../tables.ts";
import { Deliverer, type DelivererParts, type WebhooksOwed } from "./deliverer.ts";
import { type StoredDelivery, WebhooksTable } from "./webhooks-table.ts";

/** Of one run or goal, or parked in one conversation or goal. */
export const MAX_DELIVERIES_SHOWN = 200;

/** What events say to receivers. */
export interface Telling<Event, State> {
  /** Null for an event that nobody is told of. */
  readonly eventOf: (event: Event) => WebhookEvent | null;
  /** @param state after the event; `at` in milliseconds since the epoch */
  readonly factsOf: (event: Event, state: State, at: number) => WebhookFacts | null;
  /** A query for the public ids of what goes on, so that its receivers may yet be told something. */
  readonly ongoing: string;
}

interface Surroundings<Event, State> extends DelivererParts {
  readonly storage: DurableObjectStorage;
  readonly tables: Tables;
  readonly telling: Telling<Event, State>;
}

/**
 * Tells receivers of what happens to the runs of a conversation, or to a goal, at least once each: written in the
 * transaction of the event that it follows from, and sent outside of it.
 */
export class Webhooks<Event, State> {
  readonly #around: Surroundings<Event, State>;
  readonly #table: WebhooksTable;
  readonly #deliverer: Deliverer;

  constructor(around: Surroundings<Event, State>) {
    this.#around = around;
    this.#table = new WebhooksTable(around.storage.sql, around.tables, around.telling.ongoing);
    this.#deliverer = new Deliverer(this.#table, around);
  }

  /** The receivers of a run or goal that is about to begin, by its public id. */
  subscribe(id: string, subscribers: readonly Subscriber[]): void {
    if (subscribers.length > 0) this.#table.subscribe(id, subscribers);
  }

  /**
   * Writes down what is to be told of events, in one transaction with the events themselves.
   * @param append writes the events, and gives the state that they lead to
   */
  follow(id: string, events: readonly Event[], at: number, append: () => State | null): State | null {
    const { eventOf, factsOf } = this.#around.telling;
    const told = events.filter((event) => eventOf(event) !== null);
    if (told.length === 0 || this.#table.subscribers(id).length === 0) return append();
    let isConcerned = false;
    const state = this.#around.storage.transactionSync(() => {
      const next = append();
      const facts = next ? told.flatMap((event) => factsOf(event, next, at) ?? []) : [];
      for (const one of facts) if (this.#add(one)) isConcerned = true;
      // Whom none of it concerned is forgotten with the run or goal, and its secret with it.
      if (facts.some(({ type }) => isEnd(type))) this.#table.dropIdleSubscribers("of what has ended");
      return next;
    });
    if (isConcerned) this.#deliverer.begin(at);
    return state;
  }

  /** @returns whether it concerns anybody */
  #add(facts: WebhookFacts): boolean {
    const concerned = this.#table.subscribers(idOf(facts)).filter(({ events }) => events.includes(facts.type));
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

  /** Of a run or goal, newest first. */
  of(id: string, state: DeliveryState | null): readonly Delivery[] {
    return this.#table.of(id, state, MAX_DELIVERIES_SHOWN).map(shown);
  }

  /** The newest, oldest first. */
  parked(): readonly Delivery[] {
    return this.#table.exists() ? this.#table.parked(MAX_DELIVERIES_SHOWN).map(shown).toReversed() : [];
  }

  /**
   * The conversation or goal is deleted, and these are the ends that come with it: they are still told, as are ends that
   * wait to be. All else is dropped.
   */
  deleted(ends: readonly WebhookFacts[]): void {
    if (!this.#table.exists()) return;
    this.#table.keepEndsOnly();
    for (const facts of ends) this.#add(facts);
    this.#table.dropIdleSubscribers("all");
    this.#deliverer.tellOfParked();
    this.#deliverer.begin(this.#around.now());
  }
}

/** How the tenant learns what it is owed to know. @param keeper own part of the id of the conversation or goal */
export const webhooksOwed = (
  tenant: () => TenantRpc,
  keeper: string,
  parked: () => readonly Delivery[],
): Deliver<WebhooksOwed> => ({
  "parked-changed": () => tenant().setParked(keeper, parked()),
  "endpoint-gone": async ({ endpoint, reason }) => {
    await tenant().switchWebhook(endpoint, reason);
  },
});

/** Without what is kept for the delivery alone. */
const shown = ({
  n: _n,
  subscriber: _subscriber,
  target: _target,
  facts: _facts,
  ...delivery
}: StoredDelivery): Delivery => delivery;
