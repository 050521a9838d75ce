import { type Failure, failure } from "./errors.ts";
import type { Ids } from "./ids.ts";

/** Who asks, as an API key says. */
export interface KeyHolder {
  readonly tenant: string;
  readonly keyId: string;
}

/** 128 bits: a key is a credential, and lives until it is revoked. */
const MAC_BYTES = 16;
const API_KEY = /^imp_([0-9a-f]{16})_([0-9a-f]{8})_([0-9a-f]{32})$/;

/**
 * The API key with this id of this tenant: `imp_<tenant:16>_<key id:8>_<mac:32>`, in hexadecimal. It is
 * recognised by its MAC alone and stored nowhere, so making it again gives the same key.
 * @param tenant 16 hexadecimal digits
 * @param keyId 8 hexadecimal digits
 */
export async function makeApiKey(ids: Pick<Ids, "mac">, tenant: string, keyId: string): Promise<string> {
  return `imp_${tenant}_${keyId}_${await ids.mac("key", [tenant, keyId], MAC_BYTES)}`;
}

/** Whose key it is, or null for any string that is no key of this deployment. Revocation is not looked at. */
export async function readApiKey(ids: Pick<Ids, "check">, key: string): Promise<KeyHolder | null> {
  const [, tenant, keyId, mac] = API_KEY.exec(key) ?? [];
  if (tenant === undefined || keyId === undefined || mac === undefined) return null;
  return (await ids.check("key", [tenant, keyId], mac)) ? { tenant, keyId } : null;
}

export const isKeyId = (text: string): boolean => /^[0-9a-f]{8}$/.test(text);

/** Of a deployment without keys (`AUTH=open`). */
export const OPEN_HOLDER: KeyHolder = { tenant: "0".repeat(16), keyId: "0".repeat(8) };

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
