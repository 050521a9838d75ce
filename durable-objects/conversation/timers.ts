/** What a conversation may have to wake for. */
export type TimerKey = "reconcile" | "outbox" | "removal";

/**
 * One alarm for many timers: it stands at the earliest row, and moves only when it must. Writing a row
 * and arming the alarm are one synchronous step, so they become durable together.
 */
export class Timers {
  readonly #storage: DurableObjectStorage;
  readonly #rows = new Map<TimerKey, number>();
  #loaded = false;
  #armedAt: number | null = null;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Wakes at `at` or before; a timer that is set earlier already stays. */
  atLatest(key: TimerKey, at: number): void {
    this.#load();
    const current = this.#rows.get(key);
    if (current !== undefined && current <= at) return;
    this.#rows.set(key, at);
    this.#storage.sql.exec("INSERT OR REPLACE INTO timers (key, at) VALUES (?, ?)", key, at);
    this.#arm();
  }

  /** The timers due at `now`, which are taken off the list. */
  takeDue(now: number): ReadonlySet<TimerKey> {
    this.#load();
    this.#armedAt = null;
    const due = new Set<TimerKey>();
    for (const [key, at] of this.#rows) {
      if (at > now) continue;
      due.add(key);
      this.#rows.delete(key);
      this.#storage.sql.exec("DELETE FROM timers WHERE key = ?", key);
    }
    this.#arm();
    return due;
  }

  #arm(): void {
    const earliest = Math.min(...this.#rows.values());
    if (!Number.isFinite(earliest) || (this.#armedAt !== null && this.#armedAt <= earliest)) return;
    this.#armedAt = earliest;
    // Not awaited: the write joins the rows above, and the output gate holds back whatever follows.
    void this.#storage.setAlarm(earliest);
  }

  #load(): void {
    if (this.#loaded) return;
    this.#loaded = true;
    for (const row of this.#storage.sql.exec<{ key: TimerKey; at: number }>("SELECT key, at FROM timers")) {
      this.#rows.set(row.key, row.at);
    }
  }
}
