import { type Failure, failure } from "../../src/domain/errors.ts";
import type { KeyLimits } from "../../src/domain/key-limits.ts";

const DAY_MS = 24 * 60 * 60_000;
/** A run whose end nobody told: longer than any waits for a person. */
const FORGOTTEN_MS = 30 * DAY_MS;

export const KEY_LIMITS_SCHEMA = `
CREATE TABLE IF NOT EXISTS key_runs (run TEXT PRIMARY KEY, key_id TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS key_runs_by_key ON key_runs (key_id);
CREATE TABLE IF NOT EXISTS key_spending (
  key_id TEXT NOT NULL, day INTEGER NOT NULL, usd REAL NOT NULL, PRIMARY KEY (key_id, day)
) WITHOUT ROWID;
`;

/** Holds the runs of a key to the limits of its own. Of keys without such limits it keeps nothing. */
export class KeyRuns {
  readonly #sql: SqlStorage;
  readonly #limitsOf: (keyId: string) => KeyLimits;

  constructor(sql: SqlStorage, limitsOf: (keyId: string) => KeyLimits) {
    this.#sql = sql;
    this.#limitsOf = limitsOf;
  }

  /** Runs that the key may start in a minute, where its own limit is lower than everybody's. */
  perMinute(keyId: string, everybodys: number): number {
    return Math.min(everybodys, this.#limitsOf(keyId).runsPerMinute ?? everybodys);
  }

  /** Why the key may not begin another run now; null if it may. */
  refusal(keyId: string, now: number): Failure | null {
    const { activeRuns, usdPerDay } = this.#limitsOf(keyId);
    if (activeRuns !== null && this.#active(keyId) >= activeRuns) {
      return failure("rate-limited", `${activeRuns} runs of this key are under way already`, true);
    }
    if (usdPerDay === null || spentOn(this.#sql, keyId, now) < usdPerDay) return null;
    const message = `This key has spent what it may on a day (${usdPerDay} US dollars); the next begins at 00:00 UTC`;
    return { ...failure("budget-exceeded", message, true), retryAfterMs: (dayOf(now) + 1) * DAY_MS - now };
  }

  began(keyId: string, run: string, now: number): void {
    const { activeRuns, usdPerDay } = this.#limitsOf(keyId);
    if (activeRuns === null && usdPerDay === null) return;
    this.#sql.exec("INSERT OR IGNORE INTO key_runs (run, key_id, at) VALUES (?, ?, ?)", run, keyId, now);
  }

  /** Being told again changes nothing. @param usd what the run cost, as far as that is known */
  ended(run: string, usd: number, now: number): void {
    const query = "DELETE FROM key_runs WHERE run = ? RETURNING key_id";
    const [row] = this.#sql.exec<{ key_id: string }>(query, run).toArray();
    if (!row || usd <= 0) return;
    const add = `INSERT INTO key_spending (key_id, day, usd) VALUES (?, ?, ?)
      ON CONFLICT (key_id, day) DO UPDATE SET usd = usd + excluded.usd`;
    this.#sql.exec(add, row.key_id, dayOf(now), usd);
  }

  expire(now: number): void {
    this.#sql.exec("DELETE FROM key_runs WHERE at <= ?", now - FORGOTTEN_MS);
    this.#sql.exec("DELETE FROM key_spending WHERE day < ?", dayOf(now));
  }

  #active(keyId: string): number {
    const query = "SELECT count(*) AS n FROM key_runs JOIN active_runs USING (run) WHERE key_id = ?";
    return this.#sql.exec<{ n: number }>(query, keyId).one().n;
  }
}

const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** US dollars that runs of a key cost which ended on this day (UTC). */
export function spentOn(sql: SqlStorage, keyId: string, now: number): number {
  const query = "SELECT usd FROM key_spending WHERE key_id = ? AND day = ?";
  return sql.exec<{ usd: number }>(query, keyId, dayOf(now)).toArray()[0]?.usd ?? 0;
}
