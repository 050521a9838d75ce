import { type Expression, listOf, wordOf, write } from "./expression.ts";
import { fits, type Model, readTyped, type Typed } from "./model.ts";

/** What the variables stand for. */
export type Binding = ReadonlyMap<string, string>;

export interface World {
  readonly model: Model;
  /** The atoms that hold, as written. */
  readonly state: ReadonlySet<string>;
}

/** The formula with its variables replaced by what they stand for. */
export const substitute = (formula: Expression, binding: Binding): Expression =>
  typeof formula === "string" ? (binding.get(formula) ?? formula) : formula.map((part) => substitute(part, binding));

/** Every way in which the variables may stand for objects. */
export function bind(variables: readonly Typed[], outer: Binding, model: Model): Binding[] {
  let bindings: Binding[] = [outer];
  for (const { name, types } of variables) {
    const objects = [...model.objects].filter(([, its]) => fits(model, its, types)).map(([object]) => object);
    bindings = bindings.flatMap((binding) => objects.map((object) => new Map(binding).set(name, object)));
  }
  return bindings;
}

/** @throws on an atom that the domain and problem do not know */
export function atomOf(formula: readonly Expression[], binding: Binding, model: Model): string {
  const [predicate, ...terms] = formula.map(wordOf);
  if (predicate === undefined || !model.predicates.has(predicate)) throw new Error(`No predicate: ${write(formula)}`);
  const objects = terms.map((term) => binding.get(term) ?? term);
  const unknown = objects.find((object) => !model.objects.has(object));
  if (unknown !== undefined) throw new Error(`No object ${unknown} in ${write(formula)}`);
  return `(${[predicate, ...objects].join(" ")})`;
}

/** Whether a formula holds. */
export function holds(formula: Expression, binding: Binding, world: World): boolean {
  const parts = listOf(formula);
  const [operator, first, second] = parts;
  const isTrue = (part: Expression | undefined) => holds(listOf(part), binding, world);
  switch (operator) {
    case undefined:
      return true;
    case "and":
      return parts.slice(1).every(isTrue);
    case "or":
      return parts.slice(1).some(isTrue);
    case "not":
      return !isTrue(first);
    case "imply":
      return !isTrue(first) || isTrue(second);
    case "=": {
      const [left = "", right = ""] = [first, second].map(wordOf);
      return (binding.get(left) ?? left) === (binding.get(right) ?? right);
    }
    case "forall":
      return bind(readTyped(listOf(first)), binding, world.model).every((inner) => holds(listOf(second), inner, world));
    case "exists":
      return bind(readTyped(listOf(first)), binding, world.model).some((inner) => holds(listOf(second), inner, world));
    default:
      return world.state.has(atomOf(parts, binding, world.model));
  }
}

/** The first part of a conjunction that does not hold, with objects for variables. */
export function findUnmet(formula: Expression, binding: Binding, world: World): string | null {
  const parts = listOf(formula);
  if (parts[0] === "and") {
    for (const part of parts.slice(1)) {
      const unmet = findUnmet(part, binding, world);
      if (unmet !== null) return unmet;
    }
    return null;
  }
  return holds(formula, binding, world) ? null : write(substitute(formula, binding));
}
