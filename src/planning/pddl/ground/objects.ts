import type { Domain, Problem, TypedName } from "../ast.ts";
import type { Budget } from "./budget.ts";

/** The objects a variable may stand for, listed and as a set. */
export interface Range {
  readonly objects: Int32Array;
  /** One for each object of the task: 1 where it belongs. */
  readonly has: Uint8Array;
}

/** Objects and constants by number, and the range of every type. */
export class Objects {
  readonly names: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #typesOf: ReadonlySet<string>[] = [];
  readonly #ranges = new Map<string, Range>();

  readonly #budget: Budget;

  constructor(domain: Domain, problem: Problem, budget: Budget) {
    this.#budget = budget;
    const names: string[] = [];
    for (const { name, types } of [...domain.constants, ...problem.objects]) {
      const known = this.#numbers.get(name);
      const ancestors = withAncestors(types, domain.types);
      if (known === undefined) {
        this.#numbers.set(name, names.length);
        names.push(name);
        this.#typesOf.push(ancestors);
      } else {
        // Some problems declare the constants of their domain again.
        this.#typesOf[known] = new Set([...ancestors, ...(this.#typesOf[known] ?? [])]);
      }
    }
    this.names = names;
  }

  /** The parser has seen to it that the name is known. */
  number(name: string): number {
    const number = this.#numbers.get(name);
    if (number === undefined) throw new Error(`No object is called ${name}.`);
    return number;
  }

  range({ types }: TypedName): Range {
    const key = types.join(" ");
    let range = this.#ranges.get(key);
    if (range === undefined) {
      this.#budget.step(this.names.length);
      const objects: number[] = [];
      this.#typesOf.forEach((of, object) => {
        if (types.some((type) => of.has(type))) objects.push(object);
      });
      const has = new Uint8Array(this.names.length);
      for (const object of objects) has[object] = 1;
      range = { objects: Int32Array.from(objects), has };
      this.#ranges.set(key, range);
    }
    return range;
  }
}

function withAncestors(types: readonly string[], parents: Domain["types"]): ReadonlySet<string> {
  const found = new Set<string>(["object", ...types]);
  for (const type of found) for (const parent of parents.get(type) ?? []) found.add(parent);
  return found;
}
