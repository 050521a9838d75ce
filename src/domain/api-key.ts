import { type Failure, failure } from "./errors.ts";
import type { Ids } from "./ids.ts";

/** The tenant and id in an API key. */
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

/** Verifies an API key and returns its holder, or null if it is no key of this deployment. Does not check revocation. */
export async function readApiKey(ids: Pick<Ids, "check">, key: string): Promise<KeyHolder | null> {
  const [, tenant, keyId, mac] = API_KEY.exec(key) ?? [];
  if (tenant === undefined || keyId === undefined || mac === undefined) return null;
  return (await ids.check("key", [tenant, keyId], mac)) ? { tenant, keyId } : null;
}

export const isKeyId = (text: string): boolean => /^[0-9a-f]{8}$/.test(text);

/** The holder in a deployment without keys (`AUTH=open`). */
export const OPEN_HOLDER: KeyHolder = { tenant: "0".repeat(16), keyId: "0".repeat(8) };

/** Limits of one API key, in addition to those of the deployment; null for no limit. */
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

/** A key in its tenant's records, where a key made elsewhere appears once it is used. Times are milliseconds since the epoch. */
export interface KnownKey {
  readonly id: string;
  readonly name: string;
  readonly limits: KeyLimits;
  /** Null for a key that was made without the server. */
  readonly createdAt: number | null;
  /** To the hour; null if never used. */
  readonly usedAt: number | null;
  /** May be in the future; null if not revoked. */
  readonly revokedAt: number | null;
  readonly spentTodayUsd: number;
}

export type NewKey = Pick<KnownKey, "id" | "name" | "limits">;

export const UNKNOWN_KEY: Failure = failure("not-found", "The server has not heard of such a key");
