import type { Watch } from "../watch.ts";

/** Unwinds the search when a bound is met; `search` turns it into a result. */
export class SearchExhausted extends Error {
  readonly limit: "nodes" | "memory" | "time";

  constructor(limit: SearchExhausted["limit"]) {
    super(`The search met its bound on ${limit}.`);
    this.name = "Exhausted";
    this.limit = limit;
  }
}

/** What a search may still take: bytes, claimed before they are allocated, and time. */
export interface Bounds {
  readonly memory: Memory;
  readonly watch: Watch;
}

/** Bytes allocated, claimed before they are. */
export class Memory {
  readonly #bound: number;
  readonly #whole: Memory | null;
  #used = 0;
  #peak = 0;

  constructor(bound: number, whole: Memory | null = null) {
    this.#bound = bound;
    this.#whole = whole;
  }

  get peak(): number {
    return this.#peak;
  }

  /** A part with a bound of its own: what is claimed from it is claimed from the whole as well. */
  share(fraction: number): Memory {
    return new Memory(fraction * this.#bound, this);
  }

  claim(bytes: number): void {
    if (!this.offers(bytes)) throw new SearchExhausted("memory");
    this.#used += bytes;
    this.#peak = Math.max(this.#peak, this.#used);
    this.#whole?.claim(bytes);
  }

  /** Whether so much could be claimed. */
  offers(bytes: number): boolean {
    return this.#used + bytes <= this.#bound && (this.#whole?.offers(bytes) ?? true);
  }

  release(bytes: number): void {
    this.#used -= bytes;
    this.#whole?.release(bytes);
  }

  get used(): number {
    return this.#used;
  }

  /** For what a finished search leaves to the garbage collector; what was there before it stays. */
  releaseTo(used: number): void {
    this.#used = used;
  }
}
