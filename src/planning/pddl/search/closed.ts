import type { Memory } from "./memory.ts";
import { RowStore } from "./rows.ts";

/** A state as bits, one for each atom, and its hash. */
export interface Hashed {
  readonly state: Int32Array;
  readonly hash: number;
}

/** How a state was reached, and what it leaves to do. */
export interface Arrival {
  readonly parent: number;
  readonly action: number;
  /** #g. */
  readonly goals: number;
  /** It owns a relaxed plan; else its parent's owner is its own. */
  readonly isOwner: boolean;
}

/** The number of no state: the parent of the initial one. */
export const NOBODY = -1;

/** Columns of what is known of a state. */
const PARENT = 0;
const ACTION = 1;
const OWNER = 2;
const DEPTH = 3;
const GOALS = 4;
const HASH = 5;
const COLUMNS = 6;

const FIRST_SLOTS = 1024;

/** The states expanded, each once, with how they were reached. Every one is told apart, not by its hash alone. */
export class Closed {
  readonly #memory: Memory;
  readonly #states: RowStore;
  readonly #links: RowStore;
  /** Open addressing; what is stored is the number of a state plus one. */
  #slots = new Int32Array(FIRST_SLOTS);

  constructor(words: number, memory: Memory) {
    this.#memory = memory;
    this.#states = new RowStore(words, memory);
    this.#links = new RowStore(COLUMNS, memory);
    memory.claim(this.#slots.byteLength);
  }

  has(of: Hashed): boolean {
    return this.#slots[this.#slotOf(of)] !== 0;
  }

  /** The state, which must be new, gets the next number. */
  add(of: Hashed, { parent, action, goals, isOwner }: Arrival): number {
    const added = this.#states.add();
    this.#states.chunk(added).set(of.state, this.#states.offset(added));
    this.#links.add();
    this.#links.set(added, PARENT, parent);
    this.#links.set(added, ACTION, action);
    this.#links.set(added, OWNER, isOwner ? added : this.owner(parent));
    this.#links.set(added, DEPTH, parent === NOBODY ? 0 : this.depth(parent) + 1);
    this.#links.set(added, GOALS, goals);
    this.#links.set(added, HASH, of.hash);
    this.#slots[this.#slotOf(of)] = added + 1;
    if (this.#links.count * 2 > this.#slots.length) this.#grow();
    return added;
  }

  parent(state: number): number {
    return this.#links.get(state, PARENT);
  }

  action(state: number): number {
    return this.#links.get(state, ACTION);
  }

  /** The nearest state on the path to it that owns a relaxed plan. */
  owner(state: number): number {
    return this.#links.get(state, OWNER);
  }

  /** Steps from the initial state. */
  depth(state: number): number {
    return this.#links.get(state, DEPTH);
  }

  /** #g of the state. */
  goals(state: number): number {
    return this.#links.get(state, GOALS);
  }

  holds(state: number, atom: number): boolean {
    return ((this.#states.get(state, atom >>> 5) >>> (atom & 31)) & 1) === 1;
  }

  /** Copies the bits of the state, and returns its hash. */
  read(state: number, into: Int32Array): number {
    const chunk = this.#states.chunk(state);
    const offset = this.#states.offset(state);
    for (let word = 0; word < into.length; word++) into[word] = chunk[offset + word] as number;
    return this.#links.get(state, HASH);
  }

  #slotOf({ state, hash }: Hashed): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const found = (this.#slots[slot] as number) - 1;
      if (found < 0 || (this.#links.get(found, HASH) === hash && this.#equals(found, state))) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #equals(found: number, state: Int32Array): boolean {
    const chunk = this.#states.chunk(found);
    const offset = this.#states.offset(found);
    for (let word = 0; word < state.length; word++) if (chunk[offset + word] !== state[word]) return false;
    return true;
  }

  #grow(): void {
    this.#memory.claim(this.#slots.byteLength);
    this.#slots = new Int32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let state = 0; state < this.#links.count; state++) {
      let slot = this.#links.get(state, HASH) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = state + 1;
    }
  }
}
