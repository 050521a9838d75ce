import type { KeyLimits } from "../domain/api-key.ts";
import { isRecord } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import type { CallOptions } from "./options.ts";

/** Another key of one's own tenant. */
export interface KeyRequest {
  /** Whom or what it is for. */
  readonly name: string;
  /** What is left out is not limited. */
  readonly limits?: Partial<KeyLimits>;
}

/** A key as the server knows it; none shows what is sent as the key. */
export interface KeyEntry {
  /** The third part of the key. */
  readonly id: string;
  /** Empty for a key that was made without asking the server. */
  readonly name: string;
  readonly limits: KeyLimits;
  /** Counted for keys with a limit alone. */
  readonly spentTodayUsd: number;
  readonly createdAt: string | null;
  /** To the hour; null for a key that was never used. */
  readonly usedAt: string | null;
  /** May lie ahead: a key that was rotated stays good for a while. */
  readonly revokedAt: string | null;
}

/** What is sent as the key is shown this once. */
export type KeyWithSecret = KeyEntry & { readonly key: string };

export interface KeyCalls {
  /** The newest first. */
  list(options?: CallOptions): Promise<readonly KeyEntry[]>;
  /** Is not tried again when nobody answers, as there would be two. */
  make(key: KeyRequest, options?: CallOptions): Promise<KeyWithSecret>;
  /** What is left out stays as it is, null lifts a limit. */
  limit(id: string, limits: Partial<KeyLimits>, options?: CallOptions): Promise<KeyEntry>;
  /**
   * Another key in the place of one, which stays good for an hour unless said otherwise. Is not tried again: a key is
   * rotated once, and what nobody heard of is a key to `revoke`.
   */
  rotate(id: string, options?: CallOptions & { readonly graceSeconds?: number | undefined }): Promise<KeyWithSecret>;
  /** For good, and within a minute. */
  revoke(id: string, options?: CallOptions): Promise<void>;
}

export const keyCalls = ({ send, json }: Connection): KeyCalls => ({
  list: async (options = {}) => (await json(isList, "/v1/keys", options)).keys,
  make: (key, options = {}) => json(isWithSecret, "/v1/keys", { ...options, method: "POST", json: key }),
  limit: (id, limits, options = {}) =>
    json(isKey, `${path(id)}/limits`, { ...options, method: "POST", json: limits, repeatable: true }),
  rotate: (id, { graceSeconds, ...options } = {}) =>
    json(isWithSecret, `${path(id)}/rotate`, { ...options, method: "POST", json: { graceSeconds } }),
  revoke: async (id, options = {}) => {
    await send(path(id), { ...options, method: "DELETE" });
  },
});

const path = (id: string): string => `/v1/keys/${encodeURIComponent(id)}`;

const isKey = (value: unknown): value is KeyEntry =>
  isRecord(value) && typeof value.id === "string" && isRecord(value.limits);
const isWithSecret = (value: unknown): value is KeyWithSecret =>
  isKey(value) && "key" in value && typeof value.key === "string";
const isList = (value: unknown): value is { readonly keys: readonly KeyEntry[] } =>
  isRecord(value) && Array.isArray(value.keys) && value.keys.every(isKey);
