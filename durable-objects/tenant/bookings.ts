import { MAKING_RUN_MS } from "../../src/domain/conversation.ts";
import type { ResourceId } from "../../src/domain/resources.ts";
import type { AdmittedDelivery } from "../../src/rpc/registry.ts";

/** What came with a booked run, and is undone where that is not made. */
export interface BookingEffects {
  /** True where the conversation was opened for it. */
  readonly opened: boolean;
  /** Uploads that the conversation had not adopted before. */
  readonly adopted: readonly ResourceId[];
  readonly delivery?: AdmittedDelivery;
}

/** A run as it was booked. */
export interface RunBooking {
  /** The idempotency key; null for none. */
  readonly key: string | null;
  /** Public id. */
  readonly conversation: string;
  readonly effects: BookingEffects;
}

type Row = { key: string | null; conversation: string; effects: string; requests: number; has_ended: number };
type BookingRow = Pick<Row, "key" | "conversation" | "effects">;

const toBooking = ({ key, conversation, effects }: BookingRow): RunBooking => ({
  ...{ key, conversation },
  effects: JSON.parse(effects) as BookingEffects,
});

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
  begin(run: string, { key, conversation, effects }: RunBooking, now: number): void {
    const query = `INSERT INTO bookings (run, key, conversation, effects, requests, has_ended, at)
      VALUES (?, ?, ?, ?, 1, 0, ?)
      ON CONFLICT (run) DO UPDATE SET requests = iif(at <= ?, 1, requests + 1), at = excluded.at`;
    this.#sql.exec(query, run, key, conversation, JSON.stringify(effects), now, now - MAKING_RUN_MS);
  }

  /** True while a request that booked the run may still make it. */
  isBeingMade(run: string, now: number): boolean {
    const query = "SELECT 1 FROM bookings WHERE run = ? AND requests > 0 AND has_ended = 0 AND at > ?";
    return this.#sql.exec(query, run, now - MAKING_RUN_MS).toArray().length > 0;
  }

  /** Null where the run is not booked. */
  find(run: string): RunBooking | null {
    const query = "SELECT key, conversation, effects FROM bookings WHERE run = ?";
    const [row] = this.#sql.exec<BookingRow>(query, run).toArray();
    return row ? toBooking(row) : null;
  }

  /** Adds what comes with a run that is booked. */
  extend(run: string, { opened, adopted }: Pick<BookingEffects, "opened" | "adopted">): void {
    const effects = this.find(run)?.effects;
    if (!effects || (!opened && adopted.length === 0)) return;
    const all = { ...effects, opened: effects.opened || opened, adopted: [...effects.adopted, ...adopted] };
    this.#sql.exec("UPDATE bookings SET effects = ? WHERE run = ?", JSON.stringify(all), run);
  }

  /**
   * One request less.
   * @returns the booking where it was the last, null where there is none, and "kept" where the run may still be made, or
   *   was
   */
  abandon(run: string): RunBooking | "kept" | null {
    const query = "UPDATE bookings SET requests = requests - 1 WHERE run = ? RETURNING requests, has_ended";
    const [row] = this.#sql.exec<Pick<Row, "requests" | "has_ended">>(query, run).toArray();
    if (!row) return null;
    return row.requests > 0 || row.has_ended === 1 ? "kept" : this.#take(run);
  }

  /** The booking of a run that no request makes any more. */
  lose(run: string): RunBooking | null {
    const query = "UPDATE bookings SET requests = 0 WHERE run = ? AND has_ended = 0 RETURNING run";
    return this.#sql.exec(query, run).toArray().length > 0 ? this.#take(run) : null;
  }

  /** Another run that is booked in a conversation; null where there is none. */
  beside(conversation: string): string | null {
    const query = "SELECT run FROM bookings WHERE conversation = ? ORDER BY at DESC LIMIT 1";
    return this.#sql.exec<{ run: string }>(query, conversation).toArray()[0]?.run ?? null;
  }

  ended(run: string): void {
    this.#sql.exec("UPDATE bookings SET has_ended = 1 WHERE run = ?", run);
  }

  /** True for a run that was made, as its end was told. */
  hasEnded(run: string): boolean {
    const query = "SELECT 1 FROM bookings WHERE run = ? AND has_ended = 1";
    return this.#sql.exec(query, run).toArray().length > 0;
  }

  isEmpty(): boolean {
    return this.#sql.exec("SELECT 1 FROM bookings LIMIT 1").toArray().length === 0;
  }

  expire(before: number): void {
    this.#sql.exec("DELETE FROM bookings WHERE at <= ?", before);
  }

  #take(run: string): RunBooking | null {
    const query = "DELETE FROM bookings WHERE run = ? RETURNING key, conversation, effects";
    const [row] = this.#sql.exec<BookingRow>(query, run).toArray();
    return row ? toBooking(row) : null;
  }
}
