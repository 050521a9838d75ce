import type { KeyLimits, KnownKey, NewKey } from "../domain/api-key.ts";
import type { Result } from "../domain/result.ts";

/** The API keys of a tenant. They prove themselves; what is kept of them is what may be done with them, and until when. */
export interface KeysRpc {
  /** Takes note of a key that was made; `conflict` when there are too many. */
  addKey(key: NewKey): Promise<Result<null>>;
  /** Newest first. */
  keys(): Promise<readonly KnownKey[]>;
  findKey(keyId: string): Promise<KnownKey | null>;
  /** Changes the limits that are given. @returns all that hold now; null for a key that nobody has heard of */
  limitKey(keyId: string, limits: Partial<KeyLimits>): Promise<KeyLimits | null>;
  /**
   * Makes one key in the place of another, with its name and limits, and revokes that one from `until` on: both or
   * neither. `not-found` for one that nobody has heard of, `conflict` for one that is revoked or is going to be.
   */
  rotateKey(keyId: string, newId: string, until: number): Promise<Result<KnownKey>>;
  /** From `at` on, or from now; an earlier revocation stands. */
  revokeKey(keyId: string, at?: number): Promise<void>;
  /** Takes note, by the hour, that the key is used. */
  isRevoked(keyId: string): Promise<boolean>;
}
