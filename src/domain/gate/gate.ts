import { type Failure, failure } from "../errors.ts";
import { err, ok, type Result } from "../result.ts";
import { Circuits } from "./circuits.ts";
import { FairQueue } from "./fair-queue.ts";
import type { CallLimits, CircuitHealth, PermitAsk, PermitOutcome } from "./permits.ts";
import { intervalMs, nextCallAt, Pauses, paidAfterCall } from "./rate.ts";

/** Calls that wait at once. Half a minute's worth at 3,500 a minute; each holds an open request of some kilobytes. */
export const MAX_WAITING = 2_000;
/** How much one call's duration moves what is taken to be the usual one. */
const DURATION_WEIGHT = 0.1;

/** Who asked has a permit, or a refusal that says when to come back. */
export interface PermitAnswer {
  readonly id: string;
  readonly answer: Result<null>;
}

interface Waiting extends PermitAsk {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

/** A permit that is out, until it is given back or its time is over. */
interface Lease extends Pick<PermitAsk, "id" | "endpoint" | "via"> {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * The gate before a provider: who may call it when. Without clock and timers: each method takes the time, in
 * milliseconds since the epoch, and gives the answers that are due; `wakeAt` says when to call `tick`.
 */
export class GateState {
  #limits: CallLimits;
  #paidUntil = 0;
  /** Of a call, in milliseconds; 0 until one has come out. */
  #usualMs = 0;
  /** No one that waits has an earlier one. */
  #nextDeadline = Number.POSITIVE_INFINITY;
  readonly #queue = new FairQueue<Waiting>(MAX_WAITING);
  readonly #waiting = new Map<string, Waiting>();
  readonly #leases = new Map<string, Lease>();
  readonly #pauses = new Pauses();
  readonly #circuits = new Circuits();

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  /** Holds from now on; what is out already stays out. */
  limit(limits: CallLimits): void {
    this.#limits = limits;
  }

  /** Someone asks for a permit: the answer is among those due now, or comes later. */
  ask(ask: PermitAsk, now: number): readonly PermitAnswer[] {
    const due = this.tick(now);
    if (this.#waiting.has(ask.id) || this.#leases.has(ask.id)) return [...due, refused(ask.id, askedTwice())];
    const refusal = this.#refusal(ask, now);
    if (refusal) return [...due, refused(ask.id, refusal)];
    const displaced = this.#queue.makeRoom(ask);
    if (!displaced) return [...due, refused(ask.id, queueFull(this.#waitMs(ask, now)))];
    const lost = displaced.map((waiting) => this.#refuse(waiting, queueFull(this.#waitMs(waiting, now)), now));
    this.#circuits.letIn(ask.endpoint, ask.id);
    this.#enqueue({ ...ask, deadline: now + ask.maxWaitMs });
    return [...due, ...lost, ...this.#grant(now)];
  }

  /** A permit comes back after `tookMs`, or someone that waits no longer wants one. */
  give(id: string, outcome: PermitOutcome, tookMs: number, now: number): readonly PermitAnswer[] {
    const waiting = this.#waiting.get(id);
    if (waiting) return [this.#refuse(waiting, callerLeft(), now), ...this.tick(now)];
    const lease = this.#leases.get(id);
    if (!lease) return this.tick(now);
    this.#leases.delete(id);
    return [...this.#settle(lease, outcome, tookMs, now), ...this.tick(now)];
  }

  /** What is due by now. */
  tick(now: number): readonly PermitAnswer[] {
    for (const { id, endpoint, expiresAt } of this.#leases.values()) {
      if (expiresAt > now) continue;
      this.#leases.delete(id);
      this.#circuits.abandoned(endpoint, id, now);
    }
    return [...this.#grant(now), ...this.#refuseOverdue(now)];
  }

  /**
   * When something will be due if nothing happens before. While nobody waits, that is when there will be nothing left
   * worth remembering: no permit out, no pause, no open circuit; null where it is so already.
   */
  wakeAt(now: number): number | null {
    if (this.#queue.size > 0) {
      const isFull = this.#leases.size >= this.#limits.concurrency;
      return Math.min(this.#nextDeadline, isFull ? Math.min(...this.#leaseEnds()) : this.#opensAt());
    }
    const restsAt = Math.max(...this.#leaseEnds(), this.#pauses.lastUntil(), this.#circuits.lastOpenUntil());
    return restsAt > now ? restsAt : null;
  }

  health(now: number): readonly CircuitHealth[] {
    return this.#circuits.health(now);
  }

  #refusal(ask: PermitAsk, now: number): Failure | null {
    const closedForMs = this.#circuits.closedForMs(ask.endpoint, now);
    if (closedForMs > 0) return circuitOpen(closedForMs);
    // Who waited for one behind the provider would stand in the way of calls to the others.
    const viaForMs = this.#pauses.viaForMs(ask.via, now);
    if (viaForMs > 0) return heldBack(viaForMs);
    const pauseMs = this.#pauses.ownUntil - now;
    if (pauseMs > ask.maxWaitMs) return heldBack(pauseMs);
    const waitMs = this.#waitMs(ask, now);
    return waitMs > ask.maxWaitMs ? tooLate(waitMs) : null;
  }

  /** When its turn will come, as far as that can be told, in milliseconds from now. */
  #waitMs(ask: PermitAsk, now: number): number {
    const ahead = this.#queue.ahead(ask);
    const forRate = Math.max(0, this.#opensAt() - now) + ahead * intervalMs(this.#limits);
    const { concurrency } = this.#limits;
    const tooMany = Math.max(0, this.#leases.size + ahead + 1 - concurrency);
    return Math.max(forRate, (tooMany * this.#usualMs) / concurrency);
  }

  #leaseEnds(): readonly number[] {
    return [...this.#leases.values()].map(({ expiresAt }) => expiresAt);
  }

  #opensAt(): number {
    return Math.max(this.#pauses.ownUntil, nextCallAt(this.#paidUntil, this.#limits));
  }

  #enqueue(waiting: Waiting): void {
    this.#queue.add(waiting);
    this.#waiting.set(waiting.id, waiting);
    this.#nextDeadline = Math.min(this.#nextDeadline, waiting.deadline);
  }

  #grant(now: number): readonly PermitAnswer[] {
    const granted: PermitAnswer[] = [];
    while (this.#queue.size > 0 && this.#leases.size < this.#limits.concurrency && this.#opensAt() <= now) {
      const next = this.#queue.next();
      if (!next) break;
      this.#waiting.delete(next.id);
      this.#leases.set(next.id, { ...next, expiresAt: now + next.leaseMs });
      this.#paidUntil = paidAfterCall(this.#paidUntil, this.#limits, now);
      granted.push({ id: next.id, answer: ok(null) });
    }
    return granted;
  }

  #refuse(waiting: Waiting, failure: Failure, now: number): PermitAnswer {
    this.#queue.remove(waiting);
    this.#waiting.delete(waiting.id);
    this.#circuits.abandoned(waiting.endpoint, waiting.id, now);
    return refused(waiting.id, failure);
  }

  #refuseOverdue(now: number): readonly PermitAnswer[] {
    if (now < this.#nextDeadline) return [];
    const answers = this.#refuseAll(
      ({ deadline }) => deadline <= now,
      (waiting) => tooLate(this.#waitMs(waiting, now)),
      now,
    );
    this.#nextDeadline = Number.POSITIVE_INFINITY;
    for (const { deadline } of this.#queue) this.#nextDeadline = Math.min(this.#nextDeadline, deadline);
    return answers;
  }

  #refuseAll(
    which: (waiting: Waiting) => boolean,
    why: (waiting: Waiting) => Failure,
    now: number,
  ): readonly PermitAnswer[] {
    return [...this.#queue].filter(which).map((waiting) => this.#refuse(waiting, why(waiting), now));
  }

  /** Learns from a call's end, and refuses those that it is now known to be of no use to wait. */
  #settle({ id, endpoint, via }: Lease, outcome: PermitOutcome, tookMs: number, now: number): readonly PermitAnswer[] {
    switch (outcome.as) {
      case "abandoned":
        this.#circuits.abandoned(endpoint, id, now);
        return [];
      case "rate-limited":
        this.#circuits.abandoned(endpoint, id, now);
        return this.#pause(via, outcome.retryAfterMs, now);
      case "answered":
        this.#learnDuration(tookMs);
        this.#circuits.ended(endpoint, id, false, now);
        return [];
      case "failed":
        this.#learnDuration(tookMs);
        return this.#circuits.ended(endpoint, id, true, now) ? this.#refuseCallsTo(endpoint, now) : [];
    }
  }

  #pause(via: string | undefined, retryAfterMs: number | null, now: number): readonly PermitAnswer[] {
    const until = this.#pauses.pause(via, retryAfterMs, now);
    return this.#refuseAll(
      (waiting) => (via === undefined ? waiting.deadline < until : waiting.via === via),
      () => heldBack(until - now),
      now,
    );
  }

  #refuseCallsTo(endpoint: string, now: number): readonly PermitAnswer[] {
    const closedForMs = this.#circuits.closedForMs(endpoint, now);
    return this.#refuseAll(
      (waiting) => waiting.endpoint === endpoint,
      () => circuitOpen(closedForMs),
      now,
    );
  }

  #learnDuration(tookMs: number): void {
    this.#usualMs = this.#usualMs === 0 ? tookMs : this.#usualMs + (tookMs - this.#usualMs) * DURATION_WEIGHT;
  }
}

const refused = (id: string, failure: Failure): PermitAnswer => ({ id, answer: err(failure) });

/*
 * Why a call gets no permit. All may be tried again: what a gate knows passes. Where the wait is longer than the
 * scheduler is ready to wait, it goes on to the next candidate.
 */

const seconds = (ms: number): string => `${Math.max(1, Math.ceil(ms / 1000))} s`;

const later = (failed: Failure, retryAfterMs: number): Failure => ({
  ...failed,
  retryAfterMs: Math.max(1, Math.ceil(retryAfterMs)),
});

/** Its turn would come too late. */
const tooLate = (waitMs: number): Failure =>
  later(
    failure("rate-limited", `The provider is asked for all that it takes; its turn is in ${seconds(waitMs)}`, true),
    waitMs,
  );

/** The provider said that it wants no calls for so long. */
const heldBack = (waitMs: number): Failure =>
  later(failure("rate-limited", `The provider takes no calls for another ${seconds(waitMs)}`, true), waitMs);

const queueFull = (waitMs: number): Failure =>
  later(failure("rate-limited", "Too many calls of this provider are waiting", true), waitMs);

const circuitOpen = (waitMs: number): Failure =>
  later(
    failure("provider-unavailable", `It failed so often that it is left alone for ${seconds(waitMs)}`, true),
    waitMs,
  );

const askedTwice = (): Failure => failure("conflict", "A permit of this name has been asked for before");

const callerLeft = (): Failure => failure("cancelled", "The call is no longer wanted");
