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
