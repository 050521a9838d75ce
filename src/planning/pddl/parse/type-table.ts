/** Which types descend from which, and which may have an object in common. Both are rows of bits. */
export class TypeTable {
  readonly #indices = new Map<string, number>();
  readonly #words: number;
  /** Of each type: itself and what it descends from. */
  readonly #ancestors: Uint32Array;
  /** Of each type: those that share a descendant with it, so that a variable of the one may stand for the other. */
  readonly #kin: Uint32Array;
  /** A type that descends from itself, or null. */
  readonly cyclic: string | null;

  /** @param parents of each type; every parent is a type itself */
  constructor(parents: ReadonlyMap<string, readonly string[]>) {
    for (const type of parents.keys()) this.#indices.set(type, this.#indices.size);
    this.#words = Math.ceil(parents.size / 32);
    this.#ancestors = new Uint32Array(parents.size * this.#words);
    this.#kin = new Uint32Array(parents.size * this.#words);
    const ordered = parentsFirst(parents);
    for (const type of ordered) this.#addAncestors(this.#index(type), parents.get(type) ?? []);
    for (const type of ordered) this.#addKin(this.#index(type));
    this.cyclic = ordered.length === parents.size ? null : onCycle(parents, new Set(ordered));
  }

  has(type: string): boolean {
    return this.#indices.has(type);
  }

  /** Whether an object declared with the types `given` is of one of the types `wanted`. */
  objectFits(given: readonly string[], wanted: readonly string[]): boolean {
    return this.#someIn(this.#ancestors, given, wanted);
  }

  /** Whether a variable of the types `given` can stand for an object of one of the types `wanted`. */
  variableFits(given: readonly string[], wanted: readonly string[]): boolean {
    return this.#someIn(this.#kin, given, wanted);
  }

  #someIn(rows: Uint32Array, given: readonly string[], wanted: readonly string[]): boolean {
    return given.some((type) => {
      const row = this.#index(type) * this.#words;
      return wanted.some((other) => {
        const bit = this.#index(other);
        return ((rows[row + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) !== 0;
      });
    });
  }

  #index(type: string): number {
    return this.#indices.get(type) ?? 0;
  }

  #addAncestors(type: number, parents: readonly string[]): void {
    const row = type * this.#words;
    this.#ancestors[row + (type >>> 5)] = 1 << (type & 31);
    for (const parent of parents)
      include(this.#ancestors, row, this.#ancestors, this.#index(parent) * this.#words, this.#words);
  }

  #addKin(type: number): void {
    const row = type * this.#words;
    for (let bit = 0; bit < this.#indices.size; bit++) {
      const isAncestor = ((this.#ancestors[row + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) !== 0;
      if (isAncestor) include(this.#kin, bit * this.#words, this.#ancestors, row, this.#words);
    }
  }
}

function include(into: Uint32Array, intoRow: number, from: Uint32Array, fromRow: number, words: number): void {
  for (let word = 0; word < words; word++)
    into[intoRow + word] = (into[intoRow + word] ?? 0) | (from[fromRow + word] ?? 0);
}

/** Every type after its parents; those on a cycle, or below one, are left out. */
function parentsFirst(parents: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const children = new Map<string, string[]>();
  const waiting = new Map<string, number>();
  const ordered: string[] = [];
  for (const [type, above] of parents) {
    waiting.set(type, above.length);
    if (above.length === 0) ordered.push(type);
    for (const parent of above) {
      const siblings = children.get(parent);
      if (siblings) siblings.push(type);
      else children.set(parent, [type]);
    }
  }
  // The list grows as it is read; each type enters once, when its last parent is there.
  for (const type of ordered) {
    for (const child of children.get(type) ?? []) {
      const left = (waiting.get(child) ?? 0) - 1;
      waiting.set(child, left);
      if (left === 0) ordered.push(child);
    }
  }
  return ordered;
}

/** Follows parents that are not ordered until one comes again. */
function onCycle(parents: ReadonlyMap<string, readonly string[]>, ordered: ReadonlySet<string>): string | null {
  const passed = new Set<string>();
  let type = [...parents.keys()].find((candidate) => !ordered.has(candidate));
  while (type !== undefined && !passed.has(type)) {
    passed.add(type);
    type = parents.get(type)?.find((parent) => !ordered.has(parent));
  }
  return type ?? null;
}
