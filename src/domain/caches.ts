/** Values with longer keys are not cached, as keys may be user input. */
const MAX_KEY_CHARS = 500;

/** A cache of at most `most` values that evicts the oldest (first in, first out). */
export class FifoCache<Value extends object> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, computed by `make` if it is not cached. */
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
 * A cache with a bound on the total weight of its values that evicts the least recently used. The newest value is cached
 * however heavy it is.
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

  /** The value of a key, computed by `make` if it is not cached; `make` must not call `get`. */
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

/** `find`, asked once for each text and without a bound: for what lives no longer than one request. */
export function remembered<Answer>(find: (text: string) => Answer): (text: string) => Answer {
  const found = new Map<string, Answer>();
  return (text) => {
    const known = found.get(text) ?? find(text);
    found.set(text, known);
    return known;
  };
}
