import { describeFault } from "../../src/domain/telemetry/fault.ts";
import { waitAfter } from "../../src/domain/webhooks/delivery.ts";
import { PATIENCE_MS, type TurnUnderWay, turnsOf } from "../../src/domain/webhooks/turns.ts";
import type { DeliveryOutcome, WebhookSender } from "../../src/wiring/webhooks.ts";
import type { Outbox } from "../outbox.ts";
import type { Timers } from "../timers.ts";
import type { StoredDelivery, WebhooksTable } from "./webhooks-table.ts";

/** Longer than any try: what a process left under way that died is tried again by then. */
const LEASE_MS = 30_000;
/** Slow receivers that are remembered; one forgotten has the patience of the others tried once more. */
const MAX_REMEMBERED_TARGETS = 100;

/** Calls to the tenant that whoever delivers webhooks still has to make. */
export interface WebhooksOwed {
  /** Other deliveries are parked here than before. */
  readonly "parked-changed": Readonly<Record<string, never>>;
  /** An endpoint wants no more of them. */
  readonly "endpoint-gone": { readonly endpoint: string; readonly reason: string };
}

export interface DelivererParts {
  readonly timers: Timers;
  readonly outbox: Pick<Outbox<WebhooksOwed>, "add" | "deliver">;
  readonly send: WebhookSender;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  /** Resolves after so many milliseconds. */
  readonly after: (ms: number) => Promise<void>;
  /** True where the conversation or goal was deleted, which keeps nothing that need not be sent. */
  readonly isRemoved: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface UnderWay extends TurnUnderWay {
  /** Breaks the try off. */
  readonly hurry: AbortController;
}

/**
 * Sends what is due, each delivery on its own, and writes down what became of it: another try by alarm, and parked in the
 * end. Whose turn it is, `turnsOf` says.
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #table: WebhooksTable;
  readonly #underWay = new Map<string, UnderWay>();
  /** Targets that did not answer well, or not soon, as far as this incarnation knows. */
  readonly #slow = new Set<string>();
  #isBegun = false;
  #looksAgain = false;

  constructor(table: WebhooksTable, parts: DelivererParts) {
    this.#table = table;
    this.#parts = parts;
  }

  /** Delivers once what is being written is written; by alarm if this process dies first. */
  begin(now: number): void {
    this.#parts.timers.atLatest("webhooks", now + LEASE_MS);
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#parts.waitUntil(
      Promise.resolve().then(() => {
        this.#isBegun = false;
        this.deliver();
      }),
    );
  }

  /** Begins what is due, as far as there is room; what comes after it begins as one of these ends. Never throws. */
  deliver(): void {
    try {
      this.#takeTurns(this.#parts.now());
    } catch (thrown) {
      // The alarm stands: what is due is tried again by it.
      console.error("Webhooks could not be delivered:", describeFault(thrown));
    }
  }

  #takeTurns(now: number): void {
    if (this.#table.parkSurplus(now)) this.#parked();
    const due = this.#table.due(now).map((one) => ({ ...one, isSlow: one.tries > 0 || this.#slow.has(one.target) }));
    const { begin, breakOff, lookAgainAt } = turnsOf(due, [...this.#underWay.values()], now);
    for (const target of breakOff) this.#underWay.get(target)?.hurry.abort();
    if (lookAgainAt !== null) this.#lookAgain(lookAgainAt - now);
    for (const delivery of begin) {
      const { target, isSlow } = delivery;
      const turn: UnderWay = { target, isSlow, since: now, hurry: new AbortController() };
      this.#underWay.set(target, turn);
      this.#parts.waitUntil(this.#try(delivery, turn));
    }
    this.#arm(now);
  }

  #lookAgain(inMs: number): void {
    if (this.#looksAgain) return;
    this.#looksAgain = true;
    this.#parts.waitUntil(
      this.#parts.after(inMs).then(() => {
        this.#looksAgain = false;
        this.deliver();
      }),
    );
  }

  #arm(now: number): void {
    const lease = this.#underWay.size > 0 ? now + LEASE_MS : Number.POSITIVE_INFINITY;
    const at = Math.min(this.#table.nextDue(now) ?? Number.POSITIVE_INFINITY, lease);
    if (Number.isFinite(at)) this.#parts.timers.set("webhooks", at);
    else this.#parts.timers.clear("webhooks");
  }

  async #try(delivery: StoredDelivery, { target, since, hurry }: UnderWay): Promise<void> {
    const { own, subscriber, facts } = delivery;
    const hasFiles = !this.#parts.isRemoved();
    const sent = await this.#parts.send({ own, receiver: subscriber.to, facts, hasFiles }, hurry.signal);
    this.#underWay.delete(target);
    this.#remember(target, sent.as !== "delivered" || this.#parts.now() - since > PATIENCE_MS);
    try {
      this.#settle(delivery, sent);
    } catch (thrown) {
      // Nothing more is sent before the alarm: what is not written down would be sent over and over.
      return console.error("What became of a webhook could not be written down:", describeFault(thrown));
    }
    this.deliver();
  }

  #remember(target: string, isSlow: boolean): void {
    this.#slow.delete(target);
    if (!isSlow) return;
    const [oldest] = this.#slow;
    if (oldest !== undefined && this.#slow.size >= MAX_REMEMBERED_TARGETS) this.#slow.delete(oldest);
    this.#slow.add(target);
  }

  #settle({ own, tries: before, target, subscriber: { to } }: StoredDelivery, sent: DeliveryOutcome): void {
    const now = this.#parts.now();
    // Dropped meanwhile with its conversation or goal, or parked with all that waits for its receiver.
    if (this.#table.find(own)?.state !== "pending") return;
    const tries = before + 1;
    const said = {
      tries,
      lastStatus: "status" in sent ? sent.status : null,
      lastError: "error" in sent ? sent.error : null,
    };
    const wait = sent.as === "failed" ? waitAfter(tries, Math.random()) : null;
    if (wait !== null) this.#table.postpone(own, now + wait, tries, said);
    else if (this.#parts.isRemoved()) this.#table.drop(own);
    else this.#table.end(own, sent.as === "delivered" ? "delivered" : "parked", now, said);
    if (sent.as === "refused") {
      this.#table.parkTarget(target, now, sent.error);
      if (to.by === "endpoint") this.#parts.outbox.add("endpoint-gone", { endpoint: to.id, reason: sent.error });
      else this.#table.unsubscribe(to.url);
    }
    if (wait === null && sent.as !== "delivered") this.#parked();
  }

  #parked(): void {
    if (this.#parts.isRemoved()) this.#table.keepEndsOnly();
    this.tellOfParked();
  }

  /** Owes it to the tenant to know that other deliveries are parked here than before. */
  tellOfParked(): void {
    this.#parts.outbox.add("parked-changed", {});
    this.#parts.waitUntil(this.#parts.outbox.deliver());
  }
}
