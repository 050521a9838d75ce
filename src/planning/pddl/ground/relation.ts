const FIRST_SLOTS = 16;
const NONE: readonly number[] = [];

/**
 * The atoms of one predicate, as tuples of objects: found by hashing, listed by the object at a position.
 * An atom is first interned, which gives it a number, and later published, which lets joins see it; both in the
 * same order, so that a list can be read while atoms are interned, and the published are the first ones.
 */
export class AtomRelation {
  readonly name: string;
  readonly arity: number;
  /** No action changes a static relation: all of its atoms are known from the start. */
  readonly isStatic: boolean;
  /** Of a relation that changes: the number of each atom among those of all of them. */
  readonly facts: number[] = [];
  count = 0;
  #tuples: Int32Array;
  /** Open addressing; what is stored is the number of an atom plus one. */
  #slots = new Int32Array(FIRST_SLOTS);
  readonly #published: number[] = [];
  /** By position, and by an object at it: most relations hold few of the objects, and many hold nothing. */
  readonly #lists: readonly Map<number, number[]>[];

  constructor(name: string, arity: number, isStatic: boolean) {
    this.name = name;
    this.arity = arity;
    this.isStatic = isStatic;
    this.#tuples = new Int32Array(8 * arity);
    this.#lists = Array.from({ length: arity }, () => new Map());
  }

  /** The published atoms. */
  get published(): readonly number[] {
    return this.#published;
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
    if ((atom + 1) * this.arity > this.#tuples.length) this.#tuples = grown(this.#tuples);
    for (let position = 0; position < this.arity; position++) {
      this.#tuples[atom * this.arity + position] = tuple[position] as number;
    }
    if (this.count * 2 > this.#slots.length) this.#rehash();
    return atom;
  }

  publishNext(): number {
    const atom = this.#published.length;
    this.#published.push(atom);
    this.#lists.forEach((lists, position) => {
      const object = this.at(atom, position);
      const list = lists.get(object);
      if (list === undefined) lists.set(object, [atom]);
      else list.push(atom);
    });
    return atom;
  }

  /** The object at a position of an atom. */
  at(atom: number, position: number): number {
    return this.#tuples[atom * this.arity + position] as number;
  }

  /** The published atoms that have the object at the position. */
  publishedWith(position: number, object: number): readonly number[] {
    return this.#lists[position]?.get(object) ?? NONE;
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

function grown(from: Int32Array): Int32Array {
  const to = new Int32Array(2 * from.length);
  to.set(from);
  return to;
}
