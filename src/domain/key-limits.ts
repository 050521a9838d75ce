import { type Failure, failure } from "./errors.ts";

/** What may be done with one API key alone, besides what the deployment allows all; null where it says nothing. */
export interface KeyLimits {
  /** Runs started or planned in a minute. */
  readonly runsPerMinute: number | null;
  /** Runs under way at once. */
  readonly activeRuns: number | null;
  /** US dollars that the runs and the planning of requests that begin on a day (UTC) may cost together. */
  readonly usdPerDay: number | null;
}

export const UNLIMITED: KeyLimits = { runsPerMinute: null, activeRuns: null, usdPerDay: null };

export const isLimited = (limits: KeyLimits): boolean => Object.values(limits).some((limit) => limit !== null);

/** A key as its tenant knows it: one that was made elsewhere since it was first used. Times are milliseconds since the epoch. */
export interface KnownKey {
  readonly id: string;
  readonly name: string;
  readonly limits: KeyLimits;
  /** Null for one that was made without asking the server. */
  readonly createdAt: number | null;
  /** To the hour; null for one that was never used. */
  readonly usedAt: number | null;
  /** May lie ahead; null for one that is good until further notice. */
  readonly revokedAt: number | null;
  readonly spentTodayUsd: number;
}

export type NewKey = Pick<KnownKey, "id" | "name" | "limits">;

export const UNKNOWN_KEY: Failure = failure("not-found", "The server has not heard of such a key");
