import type { SearchLimits, SearchStatistics } from "../ground-task.ts";
import { Watch } from "../watch.ts";

/** Unwinds the search when a bound is met; `search` turns it into a result. */
export class SearchExhausted extends Error {
  readonly limit: "nodes" | "memory" | "time";

  constructor(limit: SearchExhausted["limit"]) {
    super(`The search met its bound on ${limit}.`);
    this.name = "Exhausted";
    this.limit = limit;
  }
}

/** What a search may still take, counted over all attempts. Bytes are claimed before they are allocated. */
export class SearchBudget {
  readonly #limits: SearchLimits;
  readonly #watch: Watch;
  #expanded = 0;
  #generated = 0;
  #bytes = 0;
  #peak = 0;

  constructor(limits: SearchLimits) {
    this.#limits = limits;
    this.#watch = new Watch(limits.isOverdue, () => new SearchExhausted("time"));
  }

  get statistics(): Pick<SearchStatistics, "expanded" | "generated" | "bytes"> {
    return { expanded: this.#expanded, generated: this.#generated, bytes: this.#peak };
  }

  claim(bytes: number): void {
    if (this.#bytes + bytes > this.#limits.maxBytes) throw new SearchExhausted("memory");
    this.#bytes += bytes;
    this.#peak = Math.max(this.#peak, this.#bytes);
  }

  /** Gives back what was claimed and is left to the garbage collector. */
  release(bytes: number): void {
    this.#bytes -= bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  tick(steps = 1): void {
    this.#watch.tick(steps);
  }

  expand(): void {
    this.#expanded++;
  }

  generate(): void {
    this.#generated++;
    if (this.#generated > this.#limits.maxNodes) throw new SearchExhausted("nodes");
  }
}
