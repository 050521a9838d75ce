import { AppError } from "../domain/errors.ts";

/**
 * Calls of all Durable Objects in an isolate share its 128 MB. Code, libraries and the ledger take
 * about a third; calls that together would pass the rest wait for each other.
 */
export const MEMORY_BUDGET_BYTES = 80 * 1024 * 1024;

/**
 * Longer than any task may take. A Durable Object that is killed never goes on, so that what its calls hold would not
 * come back: a share that is this old counts as given back, and who has waited this long waits no more.
 */
export const LONGEST_SHARE_MS = 60 * 60_000;

interface Share {
  readonly bytes: number;
  readonly since: number;
}

interface Waiter extends Share {
  readonly start: (share: Share) => void;
}

/** Hands out shares of a memory budget, first come first served. */
export class MemoryPermits {
  readonly #budget: number;
  readonly #now: () => number;
  readonly #held = new Set<Share>();
  readonly #waiting: Waiter[] = [];

  constructor(budgetBytes: number, now: () => number = Date.now) {
    this.#budget = budgetBytes;
    this.#now = now;
  }

  /**
   * Runs `work` once `bytes` are free. A share larger than the budget counts as the whole of it, as does one of
   * unknown size (NaN).
   * @throws {AppError} `timeout` when `signal` aborts first.
   */
  async run<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const share = await this.#acquire(bytes >= 0 ? Math.min(bytes, this.#budget) : this.#budget, signal);
    try {
      return await work();
    } finally {
      this.#held.delete(share);
      this.#startWaiting();
    }
  }

  #acquire(bytes: number, signal: AbortSignal): Promise<Share> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        const index = this.#waiting.indexOf(waiter);
        if (index === -1) return;
        this.#waiting.splice(index, 1);
        reject(new AppError("timeout", "It waited too long for memory", { retryable: true }));
        this.#startWaiting();
      };
      const waiter: Waiter = {
        bytes,
        since: this.#now(),
        start: (share) => {
          signal.removeEventListener("abort", onAbort);
          resolve(share);
        },
      };
      if (signal.aborted) {
        reject(new AppError("timeout", "It was over before it began", { retryable: true }));
        return;
      }
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(waiter);
      this.#startWaiting();
    });
  }

  #startWaiting(): void {
    const since = this.#now();
    const isOver = (share: Share): boolean => since - share.since >= LONGEST_SHARE_MS;
    for (const share of this.#held) if (isOver(share)) this.#held.delete(share);
    for (let next = this.#waiting[0]; next && (isOver(next) || this.#hasRoom(next.bytes)); next = this.#waiting[0]) {
      this.#waiting.shift();
      if (isOver(next)) continue;
      const share = { bytes: next.bytes, since };
      this.#held.add(share);
      next.start(share);
    }
  }

  #hasRoom(bytes: number): boolean {
    let used = bytes;
    for (const share of this.#held) used += share.bytes;
    return used <= this.#budget;
  }
}

/** The one budget of this isolate: every provider whose calls hold much memory takes its share here. */
export const memoryPermits = new MemoryPermits(MEMORY_BUDGET_BYTES);
