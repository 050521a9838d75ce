import type { ConditionalEffect, GroundAction, GroundTask } from "../ground-task.ts";
import { bitsOf, has } from "./bits.ts";

/**
 * A state, and the one step on trial from it. A step changes the bits in place and is taken back, as most
 * successors are looked at and never expanded: what it costs is what it changes, however large a state is.
 */
export class Transition {
  readonly state: Int32Array;
  /** The exclusive or of a random number for each atom that holds. */
  hash = 0;
  /** Atoms that hold since the last step and did not before; the first `addedCount` count. */
  readonly added: Int32Array;
  addedCount = 0;
  /** Atoms that held before the last step and do no more; the first `deletedCount` count. */
  readonly deleted: Int32Array;
  deletedCount = 0;
  readonly #actions: readonly GroundAction[];
  readonly #numbers: Int32Array;

  constructor({ atoms, init, actions }: GroundTask) {
    this.state = bitsOf(init, atoms.length);
    this.added = new Int32Array(atoms.length);
    this.deleted = new Int32Array(atoms.length);
    this.#actions = actions;
    this.#numbers = numbersFor(atoms.length);
    for (const atom of new Set(init)) this.hash ^= this.#numbers[atom] as number;
  }

  /** An atom both deleted and added is added; conditions are those of the state before. */
  step(action: number): void {
    const { add, delete: deleted, conditional } = this.#actions[action] as GroundAction;
    const happening = conditional.length === 0 ? NONE : conditional.filter(({ condition }) => this.#holds(condition));
    this.addedCount = 0;
    this.deletedCount = 0;
    this.#delete(deleted);
    for (const effect of happening) this.#delete(effect.delete);
    this.#add(add);
    for (const effect of happening) this.#add(effect.add);
  }

  /** Back to the state before the last step. */
  undo(): void {
    for (let index = 0; index < this.addedCount; index++) this.#flip(this.added[index] as number);
    for (let index = 0; index < this.deletedCount; index++) this.#flip(this.deleted[index] as number);
  }

  #holds(atoms: Int32Array): boolean {
    return atoms.every((atom) => has(this.state, atom));
  }

  #delete(atoms: Int32Array): void {
    for (const atom of atoms) {
      if (!has(this.state, atom)) continue;
      this.#flip(atom);
      this.deleted[this.deletedCount++] = atom;
    }
  }

  #add(atoms: Int32Array): void {
    for (const atom of atoms) {
      if (has(this.state, atom)) continue;
      this.#flip(atom);
      if (!this.#forgetDeletion(atom)) this.added[this.addedCount++] = atom;
    }
  }

  #forgetDeletion(atom: number): boolean {
    for (let index = 0; index < this.deletedCount; index++) {
      if (this.deleted[index] !== atom) continue;
      this.deletedCount--;
      this.deleted[index] = this.deleted[this.deletedCount] as number;
      return true;
    }
    return false;
  }

  #flip(atom: number): void {
    this.state[atom >>> 5] = (this.state[atom >>> 5] as number) ^ (1 << (atom & 31));
    this.hash ^= this.#numbers[atom] as number;
  }
}

const NONE: readonly ConditionalEffect[] = [];

/** Random, and the same in every run (xorshift32, Marsaglia 2003). */
function numbersFor(count: number): Int32Array {
  let seed = 0x2545f491;
  return new Int32Array(count).map(() => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return seed;
  });
}
