import { z } from "zod";
import type { Outcome, WorkId } from "../../src/domain/events.ts";

const stored = z.object({ outcome: z.string() });

/** The outcomes a runner has recorded, in its own SQLite; written before anybody is told. */
export class OutcomeStore {
  readonly #sql: SqlStorage;
  #ready = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The first outcome of an attempt stands; a second is ignored. */
  save(run: string, outcome: Outcome): void {
    this.#prepare();
    this.#sql.exec(
      "INSERT INTO outcomes (run, work, attempt, outcome) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      run,
      String(outcome.work),
      outcome.attempt,
      JSON.stringify(outcome),
    );
  }

  find(run: string, work: WorkId, attempt: number): Outcome | null {
    this.#prepare();
    const [row] = this.#sql
      .exec("SELECT outcome FROM outcomes WHERE run = ? AND work = ? AND attempt = ?", run, String(work), attempt)
      .toArray();
    // Written by `save` above, as an Outcome.
    return row ? (JSON.parse(stored.parse(row).outcome) as Outcome) : null;
  }

  forget(run: string): void {
    this.#prepare();
    this.#sql.exec("DELETE FROM outcomes WHERE run = ?", run);
  }

  #prepare(): void {
    if (this.#ready) return;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS outcomes (
        run TEXT NOT NULL, work TEXT NOT NULL, attempt INTEGER NOT NULL, outcome TEXT NOT NULL,
        PRIMARY KEY (run, work, attempt)
      ) WITHOUT ROWID`,
    );
    this.#ready = true;
  }
}
