import { AppError } from "../domain/errors.ts";

/**
 * Calls of all Durable Objects in an isolate share its 128 MB. Code, libraries and the ledger take
 * about a third; calls that together would pass the rest wait for each other.
 */
export const MEMORY_BUDGET_BYTES = 80 * 1024 * 1024;

/** How often a call that holds or awaits a share says that it is alive. */
const BEAT_MS = 1_000;
/**
 * A call whose Durable Object was killed never goes on, and gives nothing back. One that has said nothing for so long,
 * five times as long as an expert may hold the thread, counts as such.
 */
export const DEAD_AFTER_MS = 10_000;

/** The clock and the timer of the budget's calls. */
export interface Pulse {
  now(): number;
  /** Calls `beat` every so often, as long as the caller's Durable Object lives. @returns what ends it */
  every(ms: number, beat: () => void): () => void;
}

const REAL_PULSE: Pulse = {
  now: () => Date.now(),
  every: (ms, beat) => {
    const timer = setInterval(beat, ms);
    return () => clearInterval(timer);
  },
};

/** A call, while it waits for its share and while it has it. */
interface Call {
  readonly bytes: number;
  seenAt: number;
}

interface Waiter {
  readonly call: Call;
  readonly start: () => void;
}

/** Hands out shares of a memory budget, first come first served. */
export class MemoryPermits {
  readonly #budget: number;
  readonly #pulse: Pulse;
  readonly #holding = new Set<Call>();
  readonly #waiting: Waiter[] = [];

  constructor(budgetBytes: number, pulse: Pulse = REAL_PULSE) {
    this.#budget = budgetBytes;
    this.#pulse = pulse;
  }

  /**
   * Runs `work` once `bytes` are free. A share larger than the budget counts as the whole of it, as does one of
   * unknown size (NaN).
   * @throws {AppError} `timeout` when `signal` aborts first.
   */
  async run<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const share = bytes >= 0 ? Math.min(bytes, this.#budget) : this.#budget;
    const call: Call = { bytes: share, seenAt: this.#pulse.now() };
    const stop = this.#pulse.every(BEAT_MS, () => {
      call.seenAt = this.#pulse.now();
      this.#startWaiting();
    });
    try {
      await this.#acquire(call, signal);
      return await work();
    } finally {
      stop();
      this.#holding.delete(call);
      this.#startWaiting();
    }
  }

  #acquire(call: Call, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        const index = this.#waiting.indexOf(waiter);
        if (index === -1) return;
        this.#waiting.splice(index, 1);
        reject(new AppError("timeout", "It waited too long for memory", { retryable: true }));
      };
      const waiter: Waiter = {
        call,
        start: () => {
          signal.removeEventListener("abort", onAbort);
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
    const isDead = ({ seenAt }: Call): boolean => this.#pulse.now() - seenAt >= DEAD_AFTER_MS;
    for (const call of this.#holding) if (isDead(call)) this.#holding.delete(call);
    for (
      let next = this.#waiting[0];
      next && (isDead(next.call) || this.#hasRoom(next.call));
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      if (isDead(next.call)) continue;
      this.#holding.add(next.call);
      next.start();
    }
  }

  #hasRoom({ bytes }: Call): boolean {
    let used = bytes;
    for (const holder of this.#holding) used += holder.bytes;
    return used <= this.#budget;
  }
}

/** The one budget of this isolate: every provider whose calls hold much memory takes its share here. */
export const memoryPermits = new MemoryPermits(MEMORY_BUDGET_BYTES);
