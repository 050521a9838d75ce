import type { Timers } from "./timers.ts";

/** What a conversation owes to others. Each is idempotent, as it is delivered at least once. */
export type OutboxKind = "run-ended" | "forget-run";

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60 * 60_000;
/** About two days of tries; what is not wanted by then is dropped, as its receivers expire it too. */
const MAX_ATTEMPTS = 48;
const MAX_BATCH = 50;

/** Messages written with the facts they follow from, and delivered afterwards, again and again if need be. */
export class Outbox {
  readonly #sql: SqlStorage;
  readonly #timers: Timers;
  readonly #deliver: Readonly<Record<OutboxKind, (payload: string) => Promise<void>>>;
  #delivering = false;

  constructor(
    sql: SqlStorage,
    timers: Timers,
    deliver: Readonly<Record<OutboxKind, (payload: string) => Promise<void>>>,
  ) {
    this.#sql = sql;
    this.#timers = timers;
    this.#deliver = deliver;
  }

  add(kind: OutboxKind, payload: string): void {
    this.#sql.exec("INSERT INTO outbox (kind, payload) VALUES (?, ?)", kind, payload);
    this.#timers.atLatest("outbox", Date.now() + FIRST_RETRY_MS);
  }

  /** Delivers what waits; what fails is left for the alarm. Never rejects. */
  async deliver(): Promise<void> {
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      type Row = { id: number; kind: OutboxKind; payload: string; attempts: number };
      const rows = this.#sql.exec<Row>("SELECT id, kind, payload, attempts FROM outbox ORDER BY id LIMIT ?", MAX_BATCH);
      for (const row of rows.toArray()) await this.#deliverOne(row.id, row.kind, row.payload, row.attempts + 1);
    } finally {
      this.#delivering = false;
    }
  }

  async #deliverOne(id: number, kind: OutboxKind, payload: string, attempt: number): Promise<void> {
    try {
      await this.#deliver[kind](payload);
      this.#sql.exec("DELETE FROM outbox WHERE id = ?", id);
    } catch (thrown) {
      console.warn(`The outbox could not deliver "${kind}"`, thrown);
      if (attempt >= MAX_ATTEMPTS) {
        this.#sql.exec("DELETE FROM outbox WHERE id = ?", id);
        return;
      }
      this.#sql.exec("UPDATE outbox SET attempts = ? WHERE id = ?", attempt, id);
      this.#timers.atLatest("outbox", Date.now() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt));
    }
  }
}
