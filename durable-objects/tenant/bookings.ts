import type { ResourceId } from "../../src/domain/resources.ts";
import type { AdmittedDelivery } from "../../src/rpc/index.ts";

export const BOOKINGS_SCHEMA = `
DROP TABLE IF EXISTS booked_runs;
CREATE TABLE IF NOT EXISTS bookings (
  run TEXT PRIMARY KEY, key TEXT, effects TEXT NOT NULL, requests INTEGER NOT NULL, has_ended INTEGER NOT NULL,
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS bookings_by_age ON bookings (at);
`;

/** What came with a booked run, and is undone where that is not made. */
export interface BookingEffects {
  /** Public id. */
  readonly conversation: string;
  /** True where the conversation was opened for it. */
  readonly opened: boolean;
  /** Uploads that the conversation had not adopted before. */
  readonly adopted: readonly ResourceId[];
  readonly delivery?: AdmittedDelivery;
}

export interface AbandonedBooking {
  /** Null where it was booked under no idempotency key. */
  readonly key: string | null;
  readonly effects: BookingEffects;
}

/** Longer than a request works on a run that is not made yet: one that began so long before the next has died. */
const REQUEST_MS = 5 * 60_000;

type Row = { key: string | null; effects: string; requests: number; has_ended: number };

/**
 * The runs that were booked within a day: what came with each, and how many requests under its idempotency key are
 * making it. Of requests at once one may be refused where another is not: what is booked stays until none is left that
 * could make the run.
 */
export class Bookings {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** One more request that makes the run. */
  begin(run: string, key: string | null, effects: BookingEffects, now: number): void {
    const query = `INSERT INTO bookings (run, key, effects, requests, has_ended, at) VALUES (?, ?, ?, 1, 0, ?)
      ON CONFLICT (run) DO UPDATE SET requests = iif(at <= ?, 1, requests + 1), at = excluded.at`;
    this.#sql.exec(query, run, key, JSON.stringify(effects), now, now - REQUEST_MS);
  }

  /** What came with a run; null where none is booked. */
  effects(run: string): BookingEffects | null {
    const [row] = this.#sql.exec<Row>("SELECT effects FROM bookings WHERE run = ?", run).toArray();
    return row ? (JSON.parse(row.effects) as BookingEffects) : null;
  }

  /** Adds what comes with a run that is booked. */
  extend(run: string, { opened, adopted }: Pick<BookingEffects, "opened" | "adopted">): void {
    const effects = this.effects(run);
    if (!effects || (!opened && adopted.length === 0)) return;
    const all = { ...effects, opened: effects.opened || opened, adopted: [...effects.adopted, ...adopted] };
    this.#sql.exec("UPDATE bookings SET effects = ? WHERE run = ?", JSON.stringify(all), run);
  }

  /**
   * One request less.
   * @returns the booking where it was the last, null where there is none, and "kept" where the run may still be made, or
   *   was
   */
  abandon(run: string): AbandonedBooking | "kept" | null {
    const query =
      "UPDATE bookings SET requests = requests - 1 WHERE run = ? RETURNING key, effects, requests, has_ended";
    const [row] = this.#sql.exec<Row>(query, run).toArray();
    if (!row) return null;
    return row.requests > 0 || row.has_ended === 1 ? "kept" : this.#take(run);
  }

  /** The booking of a run that no request makes any more. */
  lose(run: string): AbandonedBooking | null {
    const query = "UPDATE bookings SET requests = 0 WHERE run = ? AND has_ended = 0 RETURNING run";
    return this.#sql.exec(query, run).toArray().length > 0 ? this.#take(run) : null;
  }

  ended(run: string): void {
    this.#sql.exec("UPDATE bookings SET has_ended = 1 WHERE run = ?", run);
  }

  /** True for a run that was made, as its end was told. */
  hasEnded(run: string): boolean {
    const query = "SELECT 1 FROM bookings WHERE run = ? AND has_ended = 1";
    return this.#sql.exec(query, run).toArray().length > 0;
  }

  /** True where a run is booked in a conversation. */
  isUsed(conversation: string): boolean {
    const query = "SELECT 1 FROM bookings WHERE json_extract(effects, '$.conversation') = ? LIMIT 1";
    return this.#sql.exec(query, conversation).toArray().length > 0;
  }

  isEmpty(): boolean {
    return this.#sql.exec("SELECT 1 FROM bookings LIMIT 1").toArray().length === 0;
  }

  expire(before: number): void {
    this.#sql.exec("DELETE FROM bookings WHERE at <= ?", before);
  }

  #take(run: string): AbandonedBooking | null {
    const query = "DELETE FROM bookings WHERE run = ? RETURNING key, effects";
    const [row] = this.#sql.exec<Row>(query, run).toArray();
    return row ? { key: row.key, effects: JSON.parse(row.effects) as BookingEffects } : null;
  }
}
