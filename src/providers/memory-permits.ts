import { AppError } from "../domain/errors.ts";

/**
 * Calls of all Durable Objects in an isolate share its 128 MB. Code, libraries and the ledger take
 * about a third; calls that together would pass the rest wait for each other.
 */
export const MEMORY_BUDGET_BYTES = 80 * 1024 * 1024;

interface Waiter {
  readonly bytes: number;
  readonly start: () => void;
}

/** Hands out shares of a memory budget, first come first served. */
export class MemoryPermits {
  readonly #budget: number;
  #used = 0;
  readonly #waiting: Waiter[] = [];

  constructor(budgetBytes: number) {
    this.#budget = budgetBytes;
  }

  /**
   * Runs `work` once `bytes` are free. A share larger than the budget counts as the whole of it, as does one of
   * unknown size (NaN).
   * @throws {AppError} `timeout` when `signal` aborts first.
   */
  async run<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const share = bytes >= 0 ? Math.min(bytes, this.#budget) : this.#budget;
    await this.#acquire(share, signal);
    try {
      return await work();
    } finally {
      this.#used -= share;
      this.#startWaiting();
    }
  }

  #acquire(bytes: number, signal: AbortSignal): Promise<void> {
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
        start: () => {
          signal.removeEventListener("abort", onAbort);
          this.#used += bytes;
          resolve();
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
    for (let next = this.#waiting[0]; next && this.#used + next.bytes <= this.#budget; next = this.#waiting[0]) {
      this.#waiting.shift();
      next.start();
    }
  }
}

/** The one budget of this isolate: every provider whose calls hold much memory takes its share here. */
export const memoryPermits = new MemoryPermits(MEMORY_BUDGET_BYTES);
