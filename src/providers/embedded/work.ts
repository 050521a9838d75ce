import { AppError } from "../../domain/errors.ts";
import { after } from "../../waiting.ts";

/** What the work of an expert is counted in: whatever its time grows with. Pieces are of words, for the sentence encoder. */
export type WorkUnit = "characters" | "pieces" | "pixels" | "bytes" | "samples" | "columns" | "multiplications";

/**
 * How much of one unit a call may take. Both figures are chosen so that the worst input of that size, as
 * `bench/experts/worst.ts` tries it, holds the thread for less than two seconds.
 */
export interface WorkBound {
  /** More is refused before any of it is done. */
  readonly most: number;
  /** Takes some 50 ms: after as much the thread is given back, where the library can stop between two pieces. */
  readonly perTurn: number;
}

/**
 * A request passes the thread in a few steps, each of which may come while the next piece of work is under way: a rest
 * is as many milliseconds long as turns were worked, so that all of them pass within one after a long piece.
 */
const LONGEST_REST_MS = 5;

/** The units that an expert's time grows with, and how much of each one call may take. */
export type WorkBounds = Readonly<Partial<Record<WorkUnit, WorkBound>>>;

/**
 * Holds one call of an embedded expert to its bounds. All requests of an isolate share one thread, nothing outside can
 * interrupt it, and deployed clocks stand still while it computes: so work is counted, and never timed.
 */
export class WorkBudget {
  readonly #bounds: WorkBounds;
  readonly #signal: AbortSignal;
  /** Gives the thread back, so that other requests are answered in between. */
  readonly #rest: (restMs: number) => Promise<void>;
  /** Shares of a turn since the last rest: 1 is a whole one. */
  #turn = 0;

  /** @param signal ends the work at the next rest @param rest stands in for a rest, in tests */
  constructor(bounds: WorkBounds, signal: AbortSignal, rest: (restMs: number) => Promise<void> = after) {
    this.#bounds = bounds;
    this.#signal = signal;
    this.#rest = rest;
  }

  /** How much of a unit a call may take. @throws {Error} for a unit that the expert does not state: a bug. */
  most(unit: WorkUnit): number {
    return this.#bound(unit).most;
  }

  /**
   * Accepts an input before any work on it is done.
   * @param amount of all inputs of the call together @param what names the input, such as "The picture"
   * @throws {AppError} `resource-too-complex`, which names the bound
   */
  admit(unit: WorkUnit, amount: number, what: string): void {
    const { most } = this.#bound(unit);
    if (amount <= most) return;
    const [has, limit] = [amount, most].map((count) => count.toLocaleString("en"));
    throw new AppError("resource-too-complex", `${what} has ${has} ${unit}; this model takes ${limit} at most.`);
  }

  /**
   * Counts work that was done, and gives the thread back once that took about 50 ms. To be awaited between two pieces.
   * @throws {AppError} `timeout` when the attempt is over
   */
  async spend(unit: WorkUnit, amount: number): Promise<void> {
    this.#turn += amount / this.#bound(unit).perTurn;
    if (this.#turn >= 1) await this.#restFor(Math.min(LONGEST_REST_MS, this.#turn));
  }

  /** Gives the thread back, after what cannot stop in between. @throws {AppError} `timeout` when the attempt is over */
  async rest(): Promise<void> {
    await this.#restFor(LONGEST_REST_MS);
  }

  async #restFor(restMs: number): Promise<void> {
    this.#turn = 0;
    await this.#rest(restMs);
    if (this.#signal.aborted) {
      throw new AppError("timeout", "The attempt was over before it was done", { retryable: true });
    }
  }

  #bound(unit: WorkUnit): WorkBound {
    const bound = this.#bounds[unit];
    if (!bound) throw new Error(`The expert states no bound in ${unit}`);
    return bound;
  }
}
