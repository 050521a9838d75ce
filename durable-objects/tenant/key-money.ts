import { affords } from "../../src/domain/budget.ts";

const DAY_MS = 24 * 60 * 60_000;

export interface Reservation {
  /** A run, or the planning of a request. */
  readonly work: string;
  readonly keyId: string;
  readonly usd: number;
  /** Milliseconds since the epoch: what is not settled by then counts as spent. */
  readonly expiresAt: number;
}

type Row = { key_id: string; day: number; usd: number };

/**
 * What keys have spent and set aside, by the day (UTC) on which it was set aside. Work that goes on past midnight is
 * paid from the day that it was begun on, so that what waits for a person takes nothing from the days after.
 */
export class KeyMoney {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * What a key has neither spent nor set aside of `usdPerDay` today; zero where that is only a rounding error.
   * @param beside work whose own money counts as not set aside; null for none
   */
  left(keyId: string, usdPerDay: number, beside: string | null, now: number): number {
    const query =
      "SELECT coalesce(sum(usd), 0) AS usd FROM key_reservations WHERE key_id = ? AND day = ? AND work IS NOT ?";
    const { usd } = this.#sql.exec<{ usd: number }>(query, keyId, dayOf(now), beside).one();
    const left = usdPerDay - spentOn(this.#sql, keyId, now) - usd;
    return affords(0, left) ? 0 : left;
  }

  /** Takes money of today for some work, besides what it has of other days, or of this one. */
  setAside({ work, keyId, usd, expiresAt }: Reservation, now: number): void {
    const query = `INSERT INTO key_reservations (work, day, key_id, usd, expires_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (work, day) DO UPDATE SET usd = usd + excluded.usd`;
    this.#sql.exec(query, work, dayOf(now), keyId, usd, expiresAt);
  }

  /** Whose money is set aside for some work, and how much on all days; null where none is. */
  reserved(work: string): Pick<Reservation, "keyId" | "usd"> | null {
    const rows = this.#rows("SELECT", work);
    const [first] = rows;
    return first ? { keyId: first.key_id, usd: sumOf(rows) } : null;
  }

  /**
   * Books what some work cost in the place of what was set aside for it: on the earliest day as much as that had set
   * aside, and the rest on the last. Being told again changes nothing.
   * @param usd null where nobody measured it: then all that was set aside is spent
   * @returns false where nothing was set aside
   */
  settle(work: string, usd: number | null): boolean {
    const rows = this.#rows("DELETE", work);
    const cost = usd ?? sumOf(rows);
    let booked = 0;
    for (const [place, row] of rows.entries()) {
      const rest = cost - booked;
      const here = place === rows.length - 1 ? rest : Math.min(rest, row.usd);
      this.spend(row.key_id, row.day, here);
      booked += here;
    }
    return rows.length > 0;
  }

  /** Books what a key has spent on a day, in US dollars. */
  spend(keyId: string, day: number, usd: number): void {
    if (usd <= 0) return;
    const query = `INSERT INTO key_spending (key_id, day, usd) VALUES (?, ?, ?)
      ON CONFLICT (key_id, day) DO UPDATE SET usd = usd + excluded.usd`;
    this.#sql.exec(query, keyId, day, usd);
  }

  /** Gives back what was set aside for work that was never begun. */
  release(work: string): void {
    this.#rows("DELETE", work);
  }

  /** Counts as spent what nobody settled in time, and forgets the days that are over. */
  expire(now: number): void {
    const query = "SELECT DISTINCT work FROM key_reservations WHERE expires_at <= ?";
    for (const { work } of this.#sql.exec<{ work: string }>(query, now).toArray()) this.settle(work, null);
    this.#sql.exec("DELETE FROM key_spending WHERE day < ?", dayOf(now));
  }

  /** True while something is set aside, which may never be settled. */
  mayExpire(): boolean {
    const query = "SELECT EXISTS (SELECT 1 FROM key_reservations) AS any";
    return this.#sql.exec<{ any: number }>(query).one().any === 1;
  }

  #rows(how: "SELECT" | "DELETE", work: string): readonly Row[] {
    const columns = "key_id, day, usd";
    const query =
      how === "SELECT"
        ? `SELECT ${columns} FROM key_reservations WHERE work = ?`
        : `DELETE FROM key_reservations WHERE work = ? RETURNING ${columns}`;
    return this.#sql
      .exec<Row>(query, work)
      .toArray()
      .toSorted((a, b) => a.day - b.day);
  }
}

const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { usd }) => sum + usd, 0);

export const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** Milliseconds until the next day begins (UTC). */
export const untilTomorrow = (now: number): number => (dayOf(now) + 1) * DAY_MS - now;

/** US dollars that a key has spent of what it may on this day (UTC), without what is only set aside. */
export function spentOn(sql: SqlStorage, keyId: string, now: number): number {
  const query = "SELECT usd FROM key_spending WHERE key_id = ? AND day = ?";
  return sql.exec<{ usd: number }>(query, keyId, dayOf(now)).toArray()[0]?.usd ?? 0;
}
