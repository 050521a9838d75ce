import {
  type KeyLimits,
  type KnownKey,
  type NewKey,
  OPEN_HOLDER,
  UNKNOWN_KEY,
  UNLIMITED,
} from "../../src/domain/api-key.ts";
import { failure } from "../../src/domain/errors.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import { spentOn } from "./key-money.ts";

/** Of a tenant, that are not revoked; each is a row. */
export const MAX_KEYS = 1_000;
/** That a key was used is written down this often. */
const USE_NOTED_MS = 60 * 60_000;

type Row = {
  id: string;
  name: string | null;
  created_at: number | null;
  used_at: number | null;
  limits: string | null;
  revoked_at: number | null;
};

/** The keys of a tenant, as far as it has heard of them: made here, limited, revoked or used. */
export class Keys {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  add(key: NewKey, now: number): Result<null> {
    const query = "SELECT count(*) AS n FROM keys WHERE id NOT IN (SELECT key_id FROM revoked_keys)";
    if (this.#sql.exec<{ n: number }>(query).one().n >= MAX_KEYS) {
      return err(failure("conflict", `There are ${MAX_KEYS} keys already; revoke some that are not in use`));
    }
    this.#insert(key, now);
    return ok(null);
  }

  /** Nothing is waited for in between, so that of two rotations at once the second finds the key revoked. */
  rotate(id: string, newId: string, until: number, now: number): Result<KnownKey> {
    const old = this.find(id, now);
    if (!old) return err(UNKNOWN_KEY);
    if (old.revokedAt !== null) return err(failure("conflict", "The key is revoked, or is going to be"));
    const { name, limits } = old;
    // However many keys there are, they become no more.
    this.#insert({ id: newId, name, limits }, now);
    this.revoke(id, until);
    return ok({ id: newId, name, limits, createdAt: now, usedAt: null, revokedAt: null, spentTodayUsd: 0 });
  }

  /** Newest first, those of unknown age last. */
  all(now: number): readonly KnownKey[] {
    return this.#rows("ORDER BY k.created_at DESC, i.id LIMIT ?", MAX_KEYS).map((row) => this.#known(row, now));
  }

  find(id: string, now: number): KnownKey | null {
    const [row] = this.#rows("WHERE i.id = ?", id);
    return row ? this.#known(row, now) : null;
  }

  /** The limits of a key; none for an unknown one. */
  limits(id: string): KeyLimits {
    const query = "SELECT limits FROM keys WHERE id = ?";
    return read(this.#sql.exec<{ limits: string | null }>(query, id).toArray()[0]?.limits ?? null);
  }

  /** The keys that have limits of their own, in the order of their ids. */
  limited(): readonly string[] {
    const rows = this.#sql.exec<{ id: string; limits: string }>(
      "SELECT id, limits FROM keys WHERE limits IS NOT NULL ORDER BY id",
    );
    return rows.toArray().flatMap(({ id, limits }) => (hasLimit(read(limits)) ? [id] : []));
  }

  /** Keeps nothing of a key that it has not heard of: there are as many ids as anybody cares to write. */
  limit(id: string, changed: Partial<KeyLimits>, now: number): KeyLimits | null {
    const known = this.find(id, now);
    if (!known) return null;
    const limits = { ...known.limits, ...changed };
    const query = "INSERT INTO keys (id, limits) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET limits = excluded.limits";
    this.#sql.exec(query, id, JSON.stringify(limits));
    return limits;
  }

  revoke(id: string, at: number): void {
    const query = `INSERT INTO revoked_keys (key_id, at) VALUES (?, ?)
      ON CONFLICT (key_id) DO UPDATE SET at = min(at, excluded.at)`;
    this.#sql.exec(query, id, at);
  }

  /** Of one that is not, that it is used is written down. */
  isRevoked(id: string, now: number): boolean {
    const query = "SELECT 1 FROM revoked_keys WHERE key_id = ? AND at <= ?";
    if (this.#sql.exec(query, id, now).toArray().length > 0) return true;
    this.#used(id, now);
    return false;
  }

  /** Not of whoever manages the deployment, who has no key of the tenant. */
  #used(id: string, now: number): void {
    if (id === OPEN_HOLDER.keyId) return;
    const query = "SELECT 1 FROM keys WHERE id = ? AND used_at > ?";
    if (this.#sql.exec(query, id, now - USE_NOTED_MS).toArray().length > 0) return;
    const insert =
      "INSERT INTO keys (id, used_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at";
    this.#sql.exec(insert, id, now);
  }

  #insert({ id, name, limits }: NewKey, now: number): void {
    const query = "INSERT INTO keys (id, name, created_at, limits) VALUES (?, ?, ?, ?)";
    this.#sql.exec(query, id, name, now, JSON.stringify(limits));
  }

  #rows(where: string, binding: string | number): readonly Row[] {
    const query = `SELECT i.id, k.name, k.created_at, k.used_at, k.limits, r.at AS revoked_at
      FROM (SELECT id FROM keys UNION SELECT key_id FROM revoked_keys) AS i
      LEFT JOIN keys AS k ON k.id = i.id LEFT JOIN revoked_keys AS r ON r.key_id = i.id ${where}`;
    return this.#sql.exec<Row>(query, binding).toArray();
  }

  #known(row: Row, now: number): KnownKey {
    return {
      id: row.id,
      name: row.name ?? "",
      limits: read(row.limits),
      createdAt: row.created_at,
      usedAt: row.used_at,
      revokedAt: row.revoked_at,
      spentTodayUsd: spentOn(this.#sql, row.id, now),
    };
  }
}

/** Rows hold what this class wrote. */
const read = (limits: string | null): KeyLimits =>
  limits === null ? UNLIMITED : { ...UNLIMITED, ...(JSON.parse(limits) as Partial<KeyLimits>) };

const hasLimit = (limits: KeyLimits): boolean => Object.values(limits).some((limit) => limit !== null);
