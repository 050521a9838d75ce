import { type Failure, failure } from "../errors.ts";

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
export const tooLate = (waitMs: number): Failure =>
  later(
    failure("rate-limited", `The provider is asked for all that it takes; its turn is in ${seconds(waitMs)}`, true),
    waitMs,
  );

/** The provider said that it wants no calls for so long. */
export const heldBack = (waitMs: number): Failure =>
  later(failure("rate-limited", `The provider takes no calls for another ${seconds(waitMs)}`, true), waitMs);

export const queueFull = (waitMs: number): Failure =>
  later(failure("rate-limited", "Too many calls of this provider are waiting", true), waitMs);

export const circuitOpen = (waitMs: number): Failure =>
  later(
    failure("provider-unavailable", `It failed so often that it is left alone for ${seconds(waitMs)}`, true),
    waitMs,
  );

export const askedTwice = (): Failure => failure("conflict", "A permit of this name has been asked for before");

export const callerLeft = (): Failure => failure("cancelled", "The call is no longer wanted");
