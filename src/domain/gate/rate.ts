import type { CallLimits } from "./permits.ts";

const MINUTE_MS = 60_000;
/**
 * Calls that a late timer held up are made up for if it is late by no more than this, so that no throughput is lost.
 * It adds half a percent to the busiest minute.
 */
const TIMER_LATENESS_MS = 300;

/** Milliseconds from one call to the next at the full rate. */
export const intervalMs = ({ requestsPerMinute }: CallLimits): number => MINUTE_MS / requestsPerMinute;

/** How many calls may begin at once after a pause: the burst that is set, or what lateness of timers needs. */
export const burstOf = (limits: CallLimits): number =>
  Math.max(limits.burst, 1 + Math.floor(TIMER_LATENESS_MS / intervalMs(limits)));

/*
 * The generic cell rate algorithm: one number, the time by which all calls so far would have begun if they had begun
 * one by one at the full rate. A call may begin when that is no further ahead than a burst reaches.
 */

/** When the next call may begin, in whole milliseconds. */
export const nextCallAt = (paidUntil: number, limits: CallLimits): number =>
  Math.ceil(paidUntil - (burstOf(limits) - 1) * intervalMs(limits));

/** `paidUntil` after a call that begins now. */
export const paidAfterCall = (paidUntil: number, limits: CallLimits, now: number): number =>
  Math.max(paidUntil, now) + intervalMs(limits);

/** A provider that wants to be left alone and does not say for how long. */
export const DEFAULT_PAUSE_MS = 1_000;
/** Nobody is left alone for longer, whatever is said. */
export const MAX_PAUSE_MS = 10 * 60_000;
/** Those behind one provider that are kept apart; of more, the pause that ends the soonest is forgotten. */
export const MAX_VIAS = 100;

/**
 * Who wants to be left alone until when: the provider itself, or one of those that it passes calls on to. Times are
 * milliseconds since the epoch.
 */
export class Pauses {
  #ownUntil = 0;
  readonly #viaUntil = new Map<string, number>();

  /** When the provider itself may be called again. */
  get ownUntil(): number {
    return this.#ownUntil;
  }

  /** When the last pause is over; 0 where there was none. */
  lastUntil(): number {
    return Math.max(this.#ownUntil, ...this.#viaUntil.values());
  }

  /** For how many milliseconds one behind the provider may not be called; 0 where it may, and for none in particular. */
  viaForMs(via: string | undefined, now: number): number {
    return via === undefined ? 0 : Math.max(0, (this.#viaUntil.get(via) ?? 0) - now);
  }

  /**
   * Takes note that it wants to be left alone, whoever it is; a pause that lasts longer already stays.
   * @param retryAfterMs null where it was not said for how long
   * @returns when the pause is over
   */
  pause(via: string | undefined, retryAfterMs: number | null, now: number): number {
    // What is no time is as good as nothing said.
    const wantedMs = retryAfterMs !== null && retryAfterMs >= 0 ? retryAfterMs : DEFAULT_PAUSE_MS;
    const wantedUntil = now + Math.min(Math.ceil(wantedMs), MAX_PAUSE_MS);
    if (via === undefined) {
      this.#ownUntil = Math.max(this.#ownUntil, wantedUntil);
      return this.#ownUntil;
    }
    const until = Math.max(this.#viaUntil.get(via) ?? 0, wantedUntil);
    this.#viaUntil.set(via, until);
    if (this.#viaUntil.size > MAX_VIAS) this.#forgetFirst();
    return until;
  }

  #forgetFirst(): void {
    const [first] = [...this.#viaUntil].toSorted(([, a], [, b]) => a - b);
    if (first) this.#viaUntil.delete(first[0]);
  }
}
