import type { Memory } from "./memory.ts";
import { RowStore } from "./rows.ts";

/** A node made but not yet expanded: the state it comes from, and the action that leads to it. */
export interface Open {
  readonly rank: number;
  readonly parent: number;
  readonly action: number;
}

interface Line {
  first: number;
  last: number;
}

const PARENT = 0;
const ACTION = 1;
const NEXT = 2;

/** What a rank costs beside its nodes: an entry of a map, an object and a number. */
const LINE_BYTES = 96;

/**
 * A priority queue, least rank first, and first come first served within a rank. As many nodes share a rank, a
 * heap orders the ranks alone. The places of nodes taken out are used again.
 */
export class Queue {
  readonly #nodes: RowStore;
  readonly #memory: Memory;
  readonly #lines = new Map<number, Line>();
  readonly #ranks: number[] = [];
  #free = -1;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#nodes = new RowStore(3, memory);
  }

  push(rank: number, parent: number, action: number): void {
    const node = this.#take();
    this.#nodes.set(node, PARENT, parent);
    this.#nodes.set(node, ACTION, action);
    this.#nodes.set(node, NEXT, -1);
    const line = this.#lines.get(rank);
    if (line !== undefined) {
      this.#nodes.set(line.last, NEXT, node);
      line.last = node;
      return;
    }
    this.#memory.claim(LINE_BYTES);
    this.#lines.set(rank, { first: node, last: node });
    this.#rise(rank);
  }

  pop(): Open | null {
    const rank = this.#ranks[0];
    const line = rank === undefined ? undefined : this.#lines.get(rank);
    if (rank === undefined || line === undefined) return null;
    const node = line.first;
    line.first = this.#nodes.get(node, NEXT);
    if (line.first < 0) {
      this.#lines.delete(rank);
      this.#memory.release(LINE_BYTES);
      this.#sink();
    }
    this.#nodes.set(node, NEXT, this.#free);
    this.#free = node;
    return { rank, parent: this.#nodes.get(node, PARENT), action: this.#nodes.get(node, ACTION) };
  }

  #take(): number {
    const node = this.#free;
    if (node < 0) return this.#nodes.add();
    this.#free = this.#nodes.get(node, NEXT);
    return node;
  }

  #rise(rank: number): void {
    let at = this.#ranks.push(rank) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = this.#ranks[above] as number;
      if (other <= rank) break;
      this.#ranks[at] = other;
      at = above;
    }
    this.#ranks[at] = rank;
  }

  /** Takes the least rank out of the heap. */
  #sink(): void {
    const rank = this.#ranks.pop() as number;
    const { length } = this.#ranks;
    if (length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= length) break;
      if (below + 1 < length && (this.#ranks[below + 1] as number) < (this.#ranks[below] as number)) below++;
      const other = this.#ranks[below] as number;
      if (other >= rank) break;
      this.#ranks[at] = other;
      at = below;
    }
    this.#ranks[at] = rank;
  }
}
