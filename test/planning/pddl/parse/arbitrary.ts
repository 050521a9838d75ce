import fc from "fast-check";
import type {
  ActionSchema,
  Cost,
  Domain,
  Effect,
  Formula,
  Problem,
  TypedName,
} from "../../../../src/planning/pddl/ast.ts";

/** A domain and a problem of it, made by drawing one part after another, as each part names those before it. */
export interface Task {
  readonly domain: Domain;
  readonly problem: Problem;
}

type Signatures = ReadonlyMap<string, readonly TypedName[]>;

/** Draws a value; all randomness goes through it, so that a failure can be repeated. */
type Draw = fc.GeneratorValue;

const MAX_DEPTH = 3;
const NAMES = fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}$/);

class TaskMaker {
  readonly #draw: Draw;
  #variables = 0;
  #types = new Map<string, readonly string[]>([["object", []]]);
  #predicates: Signatures = new Map();
  #functions: Signatures = new Map();

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  make(): Task {
    for (const type of this.#names(["object", "either"], 5)) {
      const parents = this.#subset([...this.#types.keys()].filter((parent) => parent !== "object"));
      this.#types.set(type, parents.length === 0 ? ["object"] : parents);
    }
    const constants = this.#declared(this.#names([], 3));
    this.#predicates = this.#signatures(["and", "or", "not", "imply", "forall", "exists", "when"]);
    this.#functions = new Map([...this.#signatures(["total-cost"]), ["total-cost", []]]);
    const actions = this.#names([], 3).map((name) => this.#action(name, constants));
    const domain: Domain = {
      name: this.#draw(() => NAMES),
      requirements: this.#subset([":strips", ":typing", ":adl", ":action-costs"]),
      types: this.#types,
      constants,
      predicates: this.#predicates,
      functions: this.#functions,
      actions,
    };
    return { domain, problem: this.#problem(domain) };
  }

  #problem(domain: Domain): Problem {
    const objects = this.#declared(
      this.#names(
        domain.constants.map(({ name }) => name),
        4,
      ),
    );
    const all = [...domain.constants, ...objects];
    const init = [...this.#predicates.keys()].flatMap((predicate) => this.#atom(predicate, this.#predicates, all));
    const values = [...this.#functions.keys()].flatMap((name) =>
      this.#atom(name, this.#functions, all).map((atom) => ({ ...atom, value: this.#natural() })),
    );
    const metric = this.#pick(["minimize-total-cost", null] as const) ?? null;
    const goal = this.#formula(all, MAX_DEPTH);
    return { name: this.#draw(() => NAMES), domain: domain.name, objects, init, values, goal, metric };
  }

  #action(name: string, constants: readonly TypedName[]): ActionSchema {
    const parameters = this.#variableList();
    const terms = [...constants, ...parameters];
    const effect = Array.from({ length: this.#natural(4) }, () => this.#effect(terms)).flat();
    return { name, parameters, precondition: this.#formula(terms, MAX_DEPTH), effect, cost: this.#cost(terms) };
  }

  #effect(terms: readonly TypedName[]): readonly Effect[] {
    const variables = this.#variableList();
    const visible = [...terms, ...variables];
    const condition = this.#pick([true, false]) ? this.#formula(visible, 1) : null;
    const predicate = this.#pick([...this.#predicates.keys()]);
    const effects = predicate === undefined ? [] : this.#atom(predicate, this.#predicates, visible);
    return effects.map((atom) => ({ do: this.#pick(["add", "delete"] as const) ?? "add", atom, variables, condition }));
  }

  #cost(terms: readonly TypedName[]): Cost | null {
    const name = this.#pick([...this.#functions.keys(), "total-cost"]) ?? "total-cost";
    if (name === "total-cost") return this.#pick([null, { is: "number", value: this.#natural() } as const]) ?? null;
    const [cost] = this.#atom(name, this.#functions, terms);
    return cost === undefined ? null : { is: "value", function: name, terms: cost.terms };
  }

  #formula(terms: readonly TypedName[], depth: number): Formula {
    const is = this.#pick(
      depth === 0
        ? (["atom", "equal"] as const)
        : (["atom", "equal", "not", "and", "or", "imply", "forall", "exists"] as const),
    );
    switch (is) {
      case "not":
        return { is, of: this.#formula(terms, depth - 1) };
      case "and":
      case "or":
        return { is, of: Array.from({ length: this.#natural(3) }, () => this.#formula(terms, depth - 1)) };
      case "imply":
        // biome-ignore lint/suspicious/noThenProperty: the syntax tree names it so, and none is awaited
        return { is, if: this.#formula(terms, depth - 1), then: this.#formula(terms, depth - 1) };
      case "forall":
      case "exists": {
        const variables = this.#variableList();
        return { is, variables, of: this.#formula([...terms, ...variables], depth - 1) };
      }
      default:
        return this.#literal(is === "equal", terms);
    }
  }

  /** `(and)` where there is nothing to speak of. */
  #literal(isEqual: boolean, terms: readonly TypedName[]): Formula {
    const [left, right] = [this.#pick(terms), this.#pick(terms)];
    if (isEqual && left && right) return { is: "equal", left: left.name, right: right.name };
    const predicate = this.#pick([...this.#predicates.keys()]);
    const [atom] = predicate === undefined ? [] : this.#atom(predicate, this.#predicates, terms);
    return atom === undefined ? { is: "and", of: [] } : { is: "atom", ...atom };
  }

  /** None where an argument has no term that fits. */
  #atom(name: string, signatures: Signatures, terms: readonly TypedName[]) {
    const chosen = (signatures.get(name) ?? []).map((wanted) =>
      this.#pick(terms.filter((term) => this.#fits(term, wanted))),
    );
    const fitting = chosen.flatMap((term) => (term === undefined ? [] : [term.name]));
    return fitting.length === chosen.length ? [{ predicate: name, terms: fitting }] : [];
  }

  /** By walking up from each type: slow, and not how the parser does it. */
  #fits(term: TypedName, wanted: TypedName): boolean {
    const isBelow = (type: string, above: string): boolean =>
      type === above || (this.#types.get(type) ?? []).some((parent) => isBelow(parent, above));
    return term.types.some((type) => wanted.types.some((above) => isBelow(type, above)));
  }

  #signatures(reserved: readonly string[]): Signatures {
    return new Map(this.#names(reserved, 4).map((name) => [name, this.#variableList()]));
  }

  /** Each of a name of its own, as the parser renames what hides another. */
  #variableList(): readonly TypedName[] {
    return this.#declared(Array.from({ length: this.#natural(3) }, () => `?v${this.#variables++}`));
  }

  #declared(names: readonly string[]): readonly TypedName[] {
    const types = [...this.#types.keys()];
    return names.map((name) => {
      const drawn = this.#subset(types);
      return { name, types: drawn.length === 0 ? ["object"] : drawn };
    });
  }

  #names(reserved: readonly string[], maxLength: number): readonly string[] {
    const names = NAMES.filter((name) => !reserved.includes(name));
    return this.#draw(() => fc.uniqueArray(names, { maxLength }));
  }

  #subset(of: readonly string[]): readonly string[] {
    return this.#draw(() => fc.subarray([...of], { maxLength: Math.min(of.length, 3) }));
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from.length === 0 ? undefined : from[this.#natural(from.length - 1)];
  }

  #natural(max = 1_000): number {
    return this.#draw(() => fc.nat({ max }));
  }
}

/**
 * Every part of the language, well-formed; names of variables do not repeat. A generator for each: one keeps all that it was
 * ever asked to draw from, 76 kB a task.
 */
export const tasks: fc.Arbitrary<Task> = fc
  .constant(null)
  .chain(() => fc.gen().map((draw) => new TaskMaker(draw).make()));
