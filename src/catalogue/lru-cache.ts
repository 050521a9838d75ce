/**
 * What was made lately, by key, within a bound on the weight of all of it together. What was not asked for the longest
 * goes first; the latest stays, however heavy.
 */
export class LruCache<Value> {
  readonly #values = new Map<string, Value>();
  readonly #maxWeight: number;
  readonly #weightOf: (value: Value) => number;
  #weight = 0;

  constructor(maxWeight: number, weightOf: (value: Value) => number) {
    this.#maxWeight = maxWeight;
    this.#weightOf = weightOf;
  }

  /** The value of a key, made where it is not there; `make` may not come back here. */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    const value = known ?? make();
    if (known === undefined) this.#weight += this.#weightOf(value);
    else this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest, old] of this.#values) {
      if (this.#weight <= this.#maxWeight || oldest === key) break;
      this.#values.delete(oldest);
      this.#weight -= this.#weightOf(old);
    }
    return value;
  }
}
