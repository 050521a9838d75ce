import type { Outcome, WorkId } from "../../src/domain/events.ts";

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
  save(run: string, outcome: Outcome): void {
    if (this.find(run, outcome.work, outcome.attempt)) return;
    void this.#storage.put(keyOf(run, outcome.work, outcome.attempt), outcome, { allowUnconfirmed: true });
  }

  find(run: string, work: WorkId, attempt: number): Outcome | null {
    return this.#storage.kv.get<Outcome>(keyOf(run, work, attempt)) ?? null;
  }

  forget(run: string): void {
    const keys = [...this.#storage.kv.list({ prefix: `${run}:` })].map(([key]) => key);
    for (const key of keys) this.#storage.kv.delete(key);
  }
}

const keyOf = (run: string, work: WorkId, attempt: number): string => `${run}:${work}:${attempt}`;
