import type { EndpointCall } from "../../src/domain/experts.ts";
import type { PartitionNews, PartitionTerms } from "../../src/rpc/registry.ts";

/** Terms are asked for again after this: sixteen partitions ask their tenant's object 1.6 times a second. */
export const TERMS_MS = 10_000;
/** Calls that are kept until they are told, the newest: of an endpoint its tenant remembers fifty. */
export const MAX_UNTOLD_CALLS = 500;
/** Changes that overtake each answer are the tenant's own doing, a few in a row at most. */
export const MAX_ASKED = 10;

/**
 * What a partition admits runs by, as its tenant's object last said, and the calls that it has to tell there in exchange.
 * Lost with the incarnation: terms are asked for then, and of calls that were not told nothing is known.
 */
export class Terms {
  readonly #exchange: (calls: readonly EndpointCall[]) => Promise<PartitionTerms>;
  #held: { readonly terms: PartitionTerms; readonly at: number } | null = null;
  #asked: Promise<PartitionTerms> | null = null;
  #calls: readonly EndpointCall[] = [];
  #generation = 0;

  /** @param exchange tells the tenant's object, and gives what it says */
  constructor(exchange: (calls: PartitionNews["calls"]) => Promise<PartitionTerms>) {
    this.#exchange = exchange;
  }

  /**
   * Terms no older than ten seconds, and none that were asked for before the last `forget`, though that came while they
   * were waited for.
   */
  async current(now: number): Promise<PartitionTerms> {
    for (let asked = 0; asked < MAX_ASKED; asked++) {
      const generation = this.#generation;
      const terms = await this.#newest(now);
      if (generation === this.#generation) return terms;
    }
    throw new Error("The terms of a tenant changed too often to be told");
  }

  #newest(now: number): Promise<PartitionTerms> {
    if (this.#held && now - this.#held.at < TERMS_MS) return Promise.resolve(this.#held.terms);
    this.#asked ??= this.#ask(now, this.#generation);
    return this.#asked;
  }

  tell(calls: readonly EndpointCall[]): void {
    if (calls.length > 0) this.#calls = [...this.#calls, ...calls].slice(-MAX_UNTOLD_CALLS);
  }

  forget(): void {
    this.#generation++;
    this.#held = null;
    this.#asked = null;
  }

  /** @param generation what has been asked for in another one is of no use any more */
  async #ask(now: number, generation: number): Promise<PartitionTerms> {
    const calls = this.#calls;
    this.#calls = [];
    try {
      const terms = await this.#exchange(calls);
      if (generation === this.#generation) this.#held = { terms, at: now };
      return terms;
    } catch (thrown) {
      // Being told of a call again changes nothing.
      this.#calls = [...calls, ...this.#calls].slice(-MAX_UNTOLD_CALLS);
      throw thrown;
    } finally {
      if (generation === this.#generation) this.#asked = null;
    }
  }
}
