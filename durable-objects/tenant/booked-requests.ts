export const BOOKED_REQUESTS_SCHEMA = `
CREATE TABLE IF NOT EXISTS booked_runs (
  run TEXT PRIMARY KEY, key TEXT NOT NULL, requests INTEGER NOT NULL, has_ended INTEGER NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS booked_runs_by_age ON booked_runs (at);
`;

/** Longer than a request works on a run that is not made yet: one that began so long before the next has died. */
const REQUEST_MS = 5 * 60_000;

/**
 * How many requests under one idempotency key are making its run. Of requests at once one may be refused where another
 * is not: what is booked stays until none is left that could make the run.
 */
export class BookedRequests {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** One more request that makes the run. */
  begin(run: string, key: string, now: number): void {
    const query = `INSERT INTO booked_runs (run, key, requests, has_ended, at) VALUES (?, ?, 1, 0, ?)
      ON CONFLICT (run) DO UPDATE SET requests = iif(at <= ?, 1, requests + 1), at = excluded.at`;
    this.#sql.exec(query, run, key, now, now - REQUEST_MS);
  }

  /**
   * One request less.
   * @returns the idempotency key where it was the last, null where the run was booked under none, and "kept" where the
   *   run may still be made, or was
   */
  abandon(run: string): { readonly key: string } | "kept" | null {
    type Row = { key: string; requests: number; has_ended: number };
    const query = "UPDATE booked_runs SET requests = requests - 1 WHERE run = ? RETURNING key, requests, has_ended";
    const [row] = this.#sql.exec<Row>(query, run).toArray();
    if (!row) return null;
    if (row.requests > 0 || row.has_ended === 1) return "kept";
    this.#sql.exec("DELETE FROM booked_runs WHERE run = ?", run);
    return { key: row.key };
  }

  ended(run: string): void {
    this.#sql.exec("UPDATE booked_runs SET has_ended = 1 WHERE run = ?", run);
  }

  /** True for a run that was made, as its end was told. */
  hasEnded(run: string): boolean {
    const query = "SELECT 1 FROM booked_runs WHERE run = ? AND has_ended = 1";
    return this.#sql.exec(query, run).toArray().length > 0;
  }

  expire(before: number): void {
    this.#sql.exec("DELETE FROM booked_runs WHERE at <= ?", before);
  }
}
