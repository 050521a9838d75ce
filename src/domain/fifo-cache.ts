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
