/** What a stranger wrote at greater length is not kept. */
const MAX_KEY_CHARS = 500;

/** What was made lately, by key: `most` values, of which the one made first goes when another comes. */
export class FifoCache<Value extends object> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, made where it is not there. */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known) return known;
    const value = make();
    if (key.length > MAX_KEY_CHARS) return value;
    for (const oldest of this.#values.keys()) {
      if (this.#values.size < this.#most) break;
      this.#values.delete(oldest);
    }
    this.#values.set(key, value);
    return value;
  }
}

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
