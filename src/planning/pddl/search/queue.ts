interface Entry<T> {
  readonly rank: number;
  readonly order: number;
  readonly item: T;
}

/** A priority queue as a binary heap: the least rank first, and first come first served within a rank. */
export class RankQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #pushed = 0;

  push(rank: number, item: T): void {
    const entry = { rank, order: this.#pushed++, item };
    let at = this.#heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = this.#heap[above] as Entry<T>;
      if (isBefore(other, entry)) break;
      this.#heap[at] = other;
      at = above;
    }
    this.#heap[at] = entry;
  }

  pop(): T | null {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return null;
    if (first !== last) this.#sink(last);
    return first.item;
  }

  /** Puts an entry in the place of the first. */
  #sink(entry: Entry<T>): void {
    const { length } = this.#heap;
    let at = 0;
    for (let below = 1; below < length; below = 2 * at + 1) {
      const right = this.#heap[below + 1];
      if (right && isBefore(right, this.#heap[below] as Entry<T>)) below++;
      const other = this.#heap[below] as Entry<T>;
      if (isBefore(entry, other)) break;
      this.#heap[at] = other;
      at = below;
    }
    this.#heap[at] = entry;
  }
}

function isBefore<T>(one: Entry<T>, other: Entry<T>): boolean {
  return one.rank < other.rank || (one.rank === other.rank && one.order < other.order);
}
