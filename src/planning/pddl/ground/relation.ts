/**
 * The atoms of one predicate, as tuples of objects: found by hashing, listed by the object at a position.
 * An atom is first interned, which gives it a number, and later published, which lets joins see it; both in the
 * same order, so that a list can be read while atoms are interned, and the published are the first ones.
 */
export class Relation {
  readonly name: string;
  readonly arity: number;
  /** No action changes a static relation: all of its atoms are known from the start. */
  readonly isStatic: boolean;
  /** Of a relation that changes: the number of each atom among those of all of them. */
  readonly facts: number[] = [];
  count = 0;
  published = 0;
  #tuples: Int32Array;
  /** Open addressing; what is stored is the number of an atom plus one. */
  #slots = new Int32Array(16);
  /** By position and object: first and last atom of a list, and its length. */
  readonly #first: Int32Array[] = [];
  readonly #last: Int32Array[] = [];
  readonly #lengths: Int32Array[] = [];
  /** By position and atom: the next one in its list. */
  readonly #next: Int32Array[] = [];

  constructor(name: string, arity: number, isStatic: boolean, objects: number) {
    this.name = name;
    this.arity = arity;
    this.isStatic = isStatic;
    this.#tuples = new Int32Array(8 * arity);
    for (let position = 0; position < arity; position++) {
      this.#first.push(new Int32Array(objects).fill(-1));
      this.#last.push(new Int32Array(objects).fill(-1));
      this.#lengths.push(new Int32Array(objects));
      this.#next.push(new Int32Array(8).fill(-1));
    }
  }

  /** The number of the atom, or -1. */
  find(tuple: Int32Array): number {
    return (this.#slots[this.#slotOf(tuple)] as number) - 1;
  }

  /** The number of the atom: `count` as it was, when it is new. */
  intern(tuple: Int32Array): number {
    const slot = this.#slotOf(tuple);
    const found = (this.#slots[slot] as number) - 1;
    if (found >= 0) return found;
    const atom = this.count++;
    this.#slots[slot] = atom + 1;
    if ((atom + 1) * this.arity > this.#tuples.length) this.#tuples = grown(this.#tuples, 0);
    for (let position = 0; position < this.arity; position++) {
      this.#tuples[atom * this.arity + position] = tuple[position] as number;
    }
    if (this.count * 2 > this.#slots.length) this.#rehash();
    return atom;
  }

  publishNext(): number {
    const atom = this.published++;
    for (let position = 0; position < this.arity; position++) {
      const object = this.at(atom, position);
      const last = this.#last[position] as Int32Array;
      let next = this.#next[position] as Int32Array;
      if (atom >= next.length) {
        next = grown(next, -1);
        this.#next[position] = next;
      }
      const before = last[object] as number;
      if (before < 0) (this.#first[position] as Int32Array)[object] = atom;
      else next[before] = atom;
      last[object] = atom;
      const lengths = this.#lengths[position] as Int32Array;
      lengths[object] = (lengths[object] as number) + 1;
    }
    return atom;
  }

  /** The object at a position of an atom. */
  at(atom: number, position: number): number {
    return this.#tuples[atom * this.arity + position] as number;
  }

  /** How many published atoms have the object at the position. */
  countWith(position: number, object: number): number {
    return (this.#lengths[position] as Int32Array)[object] as number;
  }

  /** The first published atom that has the object at the position, or -1. */
  firstWith(position: number, object: number): number {
    return (this.#first[position] as Int32Array)[object] as number;
  }

  /** The next one after `atom` with the same object at the position, or -1. */
  nextWith(position: number, atom: number): number {
    return (this.#next[position] as Int32Array)[atom] as number;
  }

  #slotOf(tuple: Int32Array): number {
    const mask = this.#slots.length - 1;
    let hash = 0;
    for (let position = 0; position < this.arity; position++) {
      hash = Math.imul(hash ^ (tuple[position] as number), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    let slot = hash & mask;
    for (;;) {
      const atom = (this.#slots[slot] as number) - 1;
      if (atom < 0 || this.#equals(atom, tuple)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #equals(atom: number, tuple: Int32Array): boolean {
    for (let position = 0; position < this.arity; position++) {
      if (this.at(atom, position) !== tuple[position]) return false;
    }
    return true;
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const tuple = new Int32Array(this.arity);
    for (let atom = 0; atom < this.count; atom++) {
      for (let position = 0; position < this.arity; position++) tuple[position] = this.at(atom, position);
      this.#slots[this.#slotOf(tuple)] = atom + 1;
    }
  }
}

function grown(from: Int32Array, fill: number): Int32Array {
  const to = new Int32Array(Math.max(8, from.length * 2)).fill(fill, from.length);
  to.set(from);
  return to;
}
