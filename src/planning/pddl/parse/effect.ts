import type { Cost, Effect, Formula, TypedName } from "../ast.ts";
import { readAtom, readTerms, type Vocabulary } from "./atom.ts";
import type { TokenCursor } from "./cursor.ts";
import { readFormula } from "./formula.ts";
import { MAX_EFFECT_VARIABLES } from "./limits.ts";
import type { ParseScope } from "./scope.ts";
import { readVariables } from "./typed-list.ts";

/** Heads of numeric effects, and of two left to chance; a domain may have a predicate of such a name. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  "decrease",
  "assign",
  "scale-up",
  "scale-down",
  "probabilistic",
  "oneof",
]);

/** The `forall` and `when` around an effect. */
interface Surroundings {
  readonly variables: readonly TypedName[];
  readonly condition: Formula | null;
}

/** Reads the effect of one action and makes a flat list of it. */
export class EffectReader {
  readonly #cursor: TokenCursor;
  readonly #vocabulary: Vocabulary;
  readonly #scope: ParseScope;
  readonly #effects: Effect[] = [];
  #cost: Cost | null = null;

  constructor(cursor: TokenCursor, vocabulary: Vocabulary, scope: ParseScope) {
    this.#cursor = cursor;
    this.#vocabulary = vocabulary;
    this.#scope = scope;
  }

  /** @throws PddlError `unsupported` for numeric effects other than on the total cost */
  read(): { readonly effect: readonly Effect[]; readonly cost: Cost | null } {
    this.#readOne({ variables: [], condition: null });
    return { effect: this.#effects, cost: this.#cost };
  }

  #readOne(around: Surroundings): void {
    const cursor = this.#cursor;
    cursor.open("'(' of an effect");
    if (cursor.is(")")) {
      cursor.close();
      return;
    }
    const at = cursor.at;
    const head = cursor.head("a predicate name");
    switch (head) {
      case "and":
        while (!cursor.is(")")) this.#readOne(around);
        cursor.close();
        return;
      case "not":
        this.#readDelete(around);
        return;
      case "forall":
        this.#readForall(around);
        return;
      case "when":
        this.#readWhen(around);
        return;
      default:
        this.#readNumericOrAdd(head, at, around);
    }
  }

  #readDelete(around: Surroundings): void {
    this.#cursor.open("'(' of an atom");
    const at = this.#cursor.at;
    const atom = readAtom(this.#cursor, this.#cursor.name("a predicate name"), at, this.#vocabulary, this.#scope);
    this.#effects.push({ do: "delete", atom, ...around });
    this.#cursor.close();
  }

  #readForall(around: Surroundings): void {
    const cursor = this.#cursor;
    const declarations = readVariables(cursor, this.#vocabulary.types);
    const surplus = declarations[MAX_EFFECT_VARIABLES - around.variables.length];
    if (surplus !== undefined) {
      const message = `an effect quantified over more than ${MAX_EFFECT_VARIABLES} variables`;
      throw cursor.failure("too-large", message, surplus.at);
    }
    this.#scope.within(cursor, declarations, around.condition !== null, (variables) => {
      this.#readOne({ variables: [...around.variables, ...variables], condition: around.condition });
    });
    cursor.close();
  }

  /** Conditions are joined two by two and shared: a copied list at each `when` would grow with depth times width. */
  #readWhen(around: Surroundings): void {
    const inner = readFormula(this.#cursor, this.#vocabulary, this.#scope);
    const condition: Formula = around.condition === null ? inner : { is: "and", of: [around.condition, inner] };
    this.#readOne({ variables: around.variables, condition });
    this.#cursor.close();
  }

  #readNumericOrAdd(head: string, at: number, around: Surroundings): void {
    const isPredicate = this.#vocabulary.predicates.has(head);
    if (head === "increase" && !isPredicate) {
      this.#readIncrease(at, around);
    } else if (UNSUPPORTED.has(head) && !isPredicate) {
      throw this.#cursor.failure("unsupported", `the effect '${head}' is not supported`, at);
    } else {
      const atom = readAtom(this.#cursor, head, at, this.#vocabulary, this.#scope);
      this.#effects.push({ do: "add", atom, ...around });
    }
  }

  #readIncrease(at: number, around: Surroundings): void {
    const cursor = this.#cursor;
    const target = this.#readFunction();
    if (target.function !== "total-cost") {
      throw cursor.failure("unsupported", `a numeric effect on '${target.function}' is not supported`, at);
    }
    if (around.condition !== null || around.variables.length > 0) {
      throw cursor.failure("unsupported", "a cost within 'when' or 'forall' is not supported", at);
    }
    if (this.#cost !== null) throw cursor.failure("unsupported", "a second cost of an action is not supported", at);
    this.#cost = this.#readCost();
    cursor.close();
  }

  #readCost(): Cost {
    const at = this.#cursor.at;
    const value = this.#cursor.number();
    if (value !== null && value < 0) throw this.#cursor.failure("meaning", "a cost must not be negative", at);
    if (value !== null) return { is: "number", value };
    const cost = this.#readFunction();
    if (cost.function === "total-cost") {
      throw this.#cursor.failure("unsupported", "a cost that depends on the total cost is not supported", at);
    }
    return { is: "value", ...cost };
  }

  /** `(function term …)`, or the bare name of a function without arguments. */
  #readFunction(): { readonly function: string; readonly terms: readonly string[] } {
    const cursor = this.#cursor;
    const isList = cursor.is("(");
    if (isList) cursor.open("a function");
    const at = cursor.at;
    if (isList && cursor.is("operator")) {
      throw cursor.failure("unsupported", `the arithmetic '${cursor.word}' is not supported`);
    }
    const name = cursor.name(isList ? "a function name" : "a number or a function");
    const parameters = this.#vocabulary.functions.get(name);
    if (parameters === undefined) throw cursor.failure("meaning", `unknown function '${name}'`, at);
    if (isList) return { function: name, terms: readTerms(cursor, name, parameters, this.#vocabulary, this.#scope) };
    if (parameters.length > 0) throw cursor.expected(`'(' before the function '${name}'`, at);
    return { function: name, terms: [] };
  }
}
