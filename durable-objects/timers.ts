/** The reasons why a conversation or a goal may have to wake. */
export type TimerKey = "reconcile" | "outbox" | "webhooks" | "removal" | "retention";

/**
 * One alarm for many timers: it stands at the earliest row, and nobody is woken for one that was cleared. Writing a row
 * and arming the alarm are one synchronous step, so they become durable together.
 */
export class Timers {
  readonly #storage: DurableObjectStorage;
  readonly #rows = new Map<TimerKey, number>();
  #loaded = false;
  /** Infinity where no alarm is set; null where that is not known. */
  #armedAt: number | null = null;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Wakes at `at` or before; a timer that is set earlier already stays. */
  atLatest(key: TimerKey, at: number): void {
    this.#load();
    const current = this.#rows.get(key);
    if (current === undefined || current > at) this.set(key, at);
  }

  /** Wakes at `at`, whatever was set before. */
  set(key: TimerKey, at: number): void {
    this.#load();
    this.#rows.set(key, at);
    this.#storage.sql.exec("INSERT OR REPLACE INTO timers (key, at) VALUES (?, ?)", key, at);
    this.#arm();
  }

  /**
   * Wakes within `longestMs` from `now`: with the alarm that stands, where that comes by then, as to move one is a write
   * besides that all which is written with it waits for.
   */
  within(key: TimerKey, longestMs: number, now: number): void {
    this.#load();
    const latest = now + longestMs;
    const standing = Math.min(...this.#rows.values());
    this.atLatest(key, standing > now && standing <= latest ? standing : latest);
  }

  /** There is nothing left to wake for. */
  clear(key: TimerKey): void {
    this.#load();
    if (!this.#rows.delete(key)) return;
    this.#storage.sql.exec("DELETE FROM timers WHERE key = ?", key);
    this.#arm();
  }

  /**
   * The timers due at `now`, each put off by `retryMs`: whoever acts on one clears it when done, and a
   * crash or failure before that is tried again.
   */
  takeDue(now: number, retryMs: number): ReadonlySet<TimerKey> {
    this.#load();
    this.#armedAt = null;
    const due = new Set([...this.#rows].filter(([, at]) => at <= now).map(([key]) => key));
    for (const key of due) this.set(key, now + retryMs);
    this.#arm();
    return due;
  }

  #arm(): void {
    const earliest = Math.min(...this.#rows.values());
    if (this.#armedAt === earliest) return;
    this.#armedAt = earliest;
    // Not awaited: the write joins the rows above, and the output gate holds back whatever follows.
    void (Number.isFinite(earliest) ? this.#storage.setAlarm(earliest) : this.#storage.deleteAlarm());
  }

  #load(): void {
    if (this.#loaded) return;
    this.#loaded = true;
    for (const row of this.#storage.sql.exec<{ key: TimerKey; at: number }>("SELECT key, at FROM timers")) {
      this.#rows.set(row.key, row.at);
    }
  }
}
