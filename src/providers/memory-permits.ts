import { AppError } from "../domain/errors.ts";

/**
 * Calls of all Durable Objects in an isolate share its 128 MB. Code, libraries and the ledger take
 * about a third; calls that together would pass the rest wait for each other.
 */
export const MEMORY_BUDGET_BYTES = 80 * 1024 * 1024;

/** How often a call that holds a share says that it is alive. */
const BEAT_MS = 1_000;
/** How often one that waits for a share looks whether it may have it. */
const LOOK_MS = 20;
/**
 * A call whose Durable Object was killed never goes on, and gives nothing back. One that has said nothing for so long,
 * five times as long as an expert may hold the thread, counts as such.
 */
export const DEAD_AFTER_MS = 10_000;

/**
 * So little is had without asking, as to ask costs more than most calls hold: some hundreds of them fit into what is left
 * beside the budget.
 */
export const SMALL_SHARE_BYTES = 16 * 1024;

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

/**
 * Hands out shares of a memory budget, first come first served. Calls of several Durable Objects meet here, and none may
 * go on in the context of another: each takes its share itself, once it finds that it may.
 */
export class MemoryPermits {
  readonly #budget: number;
  readonly #pulse: Pulse;
  readonly #smallBytes: number;
  readonly #holding = new Set<Call>();
  readonly #waiting = new Set<Call>();

  /** @param smallBytes shares up to which are not counted */
  constructor(budgetBytes: number, pulse: Pulse = REAL_PULSE, smallBytes = 0) {
    this.#budget = budgetBytes;
    this.#pulse = pulse;
    this.#smallBytes = smallBytes;
  }

  /**
   * Runs `work` once `bytes` are free. A share larger than the budget counts as the whole of it, as does one of
   * unknown size (NaN).
   * @throws {AppError} `timeout` when `signal` aborts first.
   */
  async run<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const share = bytes >= 0 ? Math.min(bytes, this.#budget) : this.#budget;
    const call: Call = { bytes: share, seenAt: this.#pulse.now() };
    if (signal.aborted) throw new AppError("timeout", "It was over before it began", { retryable: true });
    if (share <= this.#smallBytes) return work();
    this.#waiting.add(call);
    if (!this.#take(call)) await this.#wait(call, signal);
    const stop = this.#pulse.every(BEAT_MS, () => {
      call.seenAt = this.#pulse.now();
    });
    try {
      return await work();
    } finally {
      stop();
      this.#holding.delete(call);
    }
  }

  #wait(call: Call, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.#pulse.every(LOOK_MS, () => {
        call.seenAt = this.#pulse.now();
        if (!this.#take(call)) return;
        end();
        resolve();
      });
      const onAbort = (): void => {
        end();
        this.#waiting.delete(call);
        reject(new AppError("timeout", "It waited too long for memory", { retryable: true }));
      };
      const end = (): void => {
        stop();
        signal.removeEventListener("abort", onAbort);
      };
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  /** Gives a waiting call its share. @returns false while it is not its turn, or there is no room */
  #take(call: Call): boolean {
    const deadSince = this.#pulse.now() - DEAD_AFTER_MS;
    for (const calls of [this.#holding, this.#waiting]) {
      for (const other of calls) if (other !== call && other.seenAt <= deadSince) calls.delete(other);
    }
    const [first] = this.#waiting;
    let used = call.bytes;
    for (const holder of this.#holding) used += holder.bytes;
    if (first !== call || used > this.#budget) return false;
    this.#waiting.delete(call);
    this.#holding.add(call);
    return true;
  }
}

/** The one budget of this isolate: every provider whose calls hold much memory takes its share here. */
export const memoryPermits = new MemoryPermits(MEMORY_BUDGET_BYTES, REAL_PULSE, SMALL_SHARE_BYTES);
