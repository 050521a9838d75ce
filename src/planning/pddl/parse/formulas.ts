import { ALWAYS, type Cost, type Effect, type Formula, type TypedName } from "../ast.ts";
import type { ExpressionList } from "./expressions.ts";
import { readTypedList } from "./types.ts";
import { readAtom, readAtomOf, readFunction, readTerm, type Vocabulary } from "./vocabulary.ts";

/** Variables visible at one place: grounding is hopeless long before. */
const MAX_VISIBLE_VARIABLES = 200;
/** Variables that one effect is quantified over. Each `forall` lists anew those around it: at most 32 MB in a text. */
const MAX_EFFECT_VARIABLES = 32;

const COMPARISONS: ReadonlySet<string> = new Set(["<", ">", "<=", ">="]);
/** Of PDDL 3; a domain may have a predicate of such a name. */
const PREFERENCES: ReadonlySet<string> = new Set(
  "preference always sometime within at-most-once sometime-after sometime-before always-within hold-during hold-after".split(
    " ",
  ),
);
/** Heads of numeric effects, and of two left to chance; a domain may have a predicate of such a name. */
const UNSUPPORTED_EFFECTS: ReadonlySet<string> = new Set(
  "decrease assign scale-up scale-down probabilistic oneof".split(" "),
);

/** The `forall` and `when` around an effect. */
type Surroundings = Pick<Effect, "variables" | "condition">;

/** Reads the formulas and effects of one action, or a goal, and keeps the variables that are visible in them. */
export class FormulaReader {
  readonly #vocabulary: Vocabulary;
  /** By the name they have in the text. */
  #visible: ReadonlyMap<string, TypedName> = new Map();
  /** Also those that were visible before. */
  readonly #declared = new Set<string>();
  #renamed = 0;
  readonly #effects: Effect[] = [];
  #cost: Cost | null = null;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /**
   * Makes variables visible while `inside` runs. One that hides another is renamed to what no text can hold, so that
   * conditions of the outer one can be joined with those of the inner one.
   * @param around of a quantified effect: where it has a condition, no name ever declared here may come again
   */
  within<T>(
    list: ExpressionList,
    inside: (variables: readonly TypedName[]) => T,
    around: Surroundings | null = null,
  ): T {
    const outer = this.#visible;
    const visible = new Map(outer);
    const names = new Set<string>();
    const declarations = readTypedList(list, "variable", "a variable", this.#vocabulary.types);
    const surplus = around && declarations[MAX_EFFECT_VARIABLES - around.variables.length];
    if (surplus) {
      const message = `an effect quantified over more than ${MAX_EFFECT_VARIABLES} variables`;
      throw list.failure("too-large", message, surplus.at);
    }
    const variables = declarations.map(({ entry, at }) => {
      const { name, types } = entry;
      if (names.has(name)) throw list.failure("meaning", `variable '${name}' is declared twice`, at);
      names.add(name);
      const isTaken = outer.has(name) || (around?.condition && this.#declared.has(name));
      const variable = isTaken ? { name: `${name}'${++this.#renamed}`, types } : entry;
      this.#declared.add(name);
      visible.set(name, variable);
      if (visible.size > MAX_VISIBLE_VARIABLES) {
        throw list.failure("too-large", `more than ${MAX_VISIBLE_VARIABLES} variables at once`, at);
      }
      return variable;
    });
    this.#visible = visible;
    const result = inside(variables);
    this.#visible = outer;
    return result;
  }

  /**
   * Reads one condition; `()` always holds.
   * @throws PddlError `syntax`, `meaning`, or `unsupported` for numeric conditions and preferences
   */
  formula(parent: ExpressionList): Formula {
    const list = parent.list("'(' of a condition");
    if (list.isAtEnd) return ALWAYS;
    const formula = this.#formulaIn(list);
    list.close();
    return formula;
  }

  #formulaIn(list: ExpressionList): Formula {
    const { at } = list;
    const head = list.head("a predicate name");
    switch (head) {
      case "and":
      case "or":
        return { is: head, of: list.all(() => this.formula(list)) };
      case "not":
        return { is: "not", of: this.formula(list) };
      case "imply":
        // biome-ignore lint/suspicious/noThenProperty: the contract names it so, and no formula is awaited
        return { is: "imply", if: this.formula(list), then: this.formula(list) };
      case "forall":
      case "exists":
        return this.within(list.list("'(' of the variables"), (variables) => ({
          is: head,
          variables,
          of: this.formula(list),
        }));
      case "=":
        return { is: "equal", left: this.#sideOf(list), right: this.#sideOf(list) };
    }
    if (COMPARISONS.has(head)) {
      throw list.failure("unsupported", `the numeric condition '${head}' is not supported`, at);
    }
    if (PREFERENCES.has(head) && !this.#vocabulary.predicates.has(head)) {
      throw list.failure("unsupported", `'${head}' is not supported`, at);
    }
    return { is: "atom", ...readAtomOf(list, head, at, this.#vocabulary, this.#visible) };
  }

  #sideOf(list: ExpressionList): string {
    if (list.is("list")) throw list.failure("unsupported", "a function in a condition is not supported");
    return readTerm(list, this.#vocabulary, this.#visible).name;
  }

  /**
   * Reads the effect of an action and makes a flat list of it.
   * @throws PddlError `unsupported` for numeric effects other than on the total cost
   */
  effect(parent: ExpressionList): { readonly effect: readonly Effect[]; readonly cost: Cost | null } {
    this.#effect(parent, { variables: [], condition: null });
    return { effect: this.#effects, cost: this.#cost };
  }

  #effect(parent: ExpressionList, around: Surroundings): void {
    const list = parent.list("'(' of an effect");
    if (list.isAtEnd) return;
    this.#effectIn(list, around);
    list.close();
  }

  #effectIn(list: ExpressionList, around: Surroundings): void {
    const { at } = list;
    const head = list.head("a predicate name");
    switch (head) {
      case "and":
        list.all(() => this.#effect(list, around));
        return;
      case "not": {
        const { predicate, terms } = readAtom(list, this.#vocabulary, this.#visible);
        this.#effects.push({ do: "delete", atom: { predicate, terms }, ...around });
        return;
      }
      case "forall":
        this.within(
          list.list("'(' of the variables"),
          (inner) => this.#effect(list, { ...around, variables: [...around.variables, ...inner] }),
          around,
        );
        return;
      case "when": {
        // Conditions are joined two by two and shared: a copied list at each `when` would grow with depth times width.
        const inner = this.formula(list);
        const condition: Formula = around.condition === null ? inner : { is: "and", of: [around.condition, inner] };
        this.#effect(list, { variables: around.variables, condition });
        return;
      }
    }
    const isPredicate = this.#vocabulary.predicates.has(head);
    if (head === "increase" && !isPredicate) {
      this.#increase(list, at, around);
      return;
    }
    if (UNSUPPORTED_EFFECTS.has(head) && !isPredicate) {
      throw list.failure("unsupported", `the effect '${head}' is not supported`, at);
    }
    const atom = readAtomOf(list, head, at, this.#vocabulary, this.#visible);
    this.#effects.push({ do: "add", atom, ...around });
  }

  #increase(list: ExpressionList, at: number, around: Surroundings): void {
    const target = readFunction(list, this.#vocabulary, this.#visible);
    if (target.function !== "total-cost") {
      throw list.failure("unsupported", `a numeric effect on '${target.function}' is not supported`, at);
    }
    if (around.condition !== null || around.variables.length > 0) {
      throw list.failure("unsupported", "a cost within 'when' or 'forall' is not supported", at);
    }
    if (this.#cost !== null) throw list.failure("unsupported", "a second cost of an action is not supported", at);
    const costAt = list.at;
    if (!list.isNumber) {
      const cost = readFunction(list, this.#vocabulary, this.#visible);
      this.#cost = { is: "value", ...cost };
      if (cost.function !== "total-cost") return;
      throw list.failure("unsupported", "a cost that depends on the total cost is not supported", costAt);
    }
    const value = list.number("a number");
    if (value < 0) throw list.failure("meaning", "a cost must not be negative", costAt);
    this.#cost = { is: "number", value };
  }
}
