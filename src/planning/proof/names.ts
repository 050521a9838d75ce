/** Gives things of the ontology and of a plan names that PDDL allows, each its own. */
export class Names {
  readonly #byKey = new Map<string, string>();
  readonly #taken: Set<string>;

  /** `taken` are names that mean something already. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** The name of `key`, made of `wish` when it is asked for first: letters, digits and hyphens, a letter in front. */
  of(key: string, wish: string): string {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const base = wish
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, MAX_NAME_CHARS)
      .replaceAll(/^[-\d]+|-+$/g, "");
    let name = base === "" ? "thing" : base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base === "" ? "thing" : base}-${number}`;
    this.#taken.add(name);
    this.#byKey.set(key, name);
    return name;
  }
}

/** Task types and ports may be called by names of 64 characters; two of them and a word between must fit. */
const MAX_NAME_CHARS = 160;
