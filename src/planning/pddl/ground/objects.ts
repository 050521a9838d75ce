import type { Domain, Problem, TypedName } from "../ast.ts";
import type { GroundingBudget } from "./budget.ts";

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
  /** By object: its types and theirs, in one set for all that are declared alike. */
  readonly #typesOf: readonly ReadonlySet<string>[];
  readonly #ranges = new Map<string, Range>();
  readonly #budget: GroundingBudget;

  /** The parser has seen to it that every name is declared once. */
  constructor(domain: Domain, problem: Problem, budget: GroundingBudget) {
    this.#budget = budget;
    const declared = [...domain.constants, ...problem.objects];
    const alike = new Map<string, ReadonlySet<string>>();
    this.names = declared.map(({ name }) => name);
    this.#typesOf = declared.map(({ name, types }, number) => {
      budget.step(types.length);
      this.#numbers.set(name, number);
      const key = types.join(" ");
      const known = alike.get(key);
      if (known !== undefined) return known;
      const ancestors = withAncestors(types, domain.types);
      budget.step(ancestors.size);
      alike.set(key, ancestors);
      return ancestors;
    });
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
