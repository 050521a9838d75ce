const NONE: readonly number[] = [];

/**
 * The atoms of one predicate, as tuples of objects: found by their key, listed by the object at a position.
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
  readonly #published: number[] = [];
  readonly #objects: number;
  readonly #hasNumberKeys: boolean;
  readonly #atoms = new Map<number | string, number>();
  /** The objects of all atoms, one atom after the other. */
  readonly #tuples: number[] = [];
  /** By position, and by an object at it: most relations hold few of the objects, and many hold nothing. */
  readonly #lists: readonly Map<number, number[]>[];

  constructor(name: string, arity: number, isStatic: boolean, objects: number) {
    this.name = name;
    this.arity = arity;
    this.isStatic = isStatic;
    this.#objects = objects;
    this.#hasNumberKeys = objects ** arity < Number.MAX_SAFE_INTEGER;
    this.#lists = Array.from({ length: arity }, () => new Map());
  }

  /** The published atoms. */
  get published(): readonly number[] {
    return this.#published;
  }

  get count(): number {
    return this.#atoms.size;
  }

  /** The number of the atom, or -1. */
  find(tuple: Int32Array): number {
    return this.#atoms.get(this.#keyOf(tuple)) ?? -1;
  }

  /** The number of the atom: `count` as it was, when it is new. */
  intern(tuple: Int32Array): number {
    const key = this.#keyOf(tuple);
    const known = this.#atoms.get(key);
    if (known !== undefined) return known;
    const atom = this.count;
    this.#atoms.set(key, atom);
    for (const object of tuple) this.#tuples.push(object);
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

  #keyOf(tuple: Int32Array): number | string {
    if (!this.#hasNumberKeys) return tuple.join();
    let key = 0;
    for (const object of tuple) key = key * this.#objects + object;
    return key;
  }
}
