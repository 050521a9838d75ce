import type { WorkId } from "../../src/domain/events.ts";
import type { ToldOutcome } from "../../src/domain/run/cost-settlement.ts";
import { dropKeys, isJobKey } from "../job-handles.ts";

interface Dated {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Stored extends Dated {
  readonly outcome: ToldOutcome;
}

/** The outcomes a runner has recorded, in its own SQLite through the key-value interface. */
export class OutcomeStore {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /**
   * Writes an outcome; the first of an attempt stands. What the runner says next does not wait for the
   * disk: the conversation writes the same outcome down itself, so it is lost only if both die before
   * either is done, and then the attempt counts as lost. Waiting would add a disk flush to every task.
   */
  save(run: string, outcome: ToldOutcome, at: number): void {
    const key = keyOf(run, outcome.work, outcome.attempt);
    if (this.#storage.kv.get(key) !== undefined) return;
    void this.#storage.put<Stored>(key, { outcome, at }, { allowUnconfirmed: true });
  }

  find(run: string, work: WorkId, attempt: number): ToldOutcome | null {
    return this.#storage.kv.get<Stored>(keyOf(run, work, attempt))?.outcome ?? null;
  }

  /** Drops all that is kept of a run, handles of its jobs included. */
  forget(run: string): void {
    dropKeys(this.#storage, `${run}:`);
  }

  /** Drops outcomes that were kept at `before` or earlier, and handles of jobs; true when nothing is left. */
  expire(before: { readonly outcomes: number; readonly jobs: number }): boolean {
    const all = [...this.#storage.kv.list<Dated>()];
    const old = all.filter(([key, { at }]) => at <= (isJobKey(key) ? before.jobs : before.outcomes));
    for (const [key] of old) this.#storage.kv.delete(key);
    return old.length === all.length;
  }
}

const keyOf = (run: string, work: WorkId, attempt: number): string => `${run}:${work}:${attempt}`;
