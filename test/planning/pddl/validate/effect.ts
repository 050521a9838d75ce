import { type Expression, listOf, write } from "./expression.ts";
import { atomOf, type Binding, bind, holds, substitute, type World } from "./formula.ts";
import { type Action, type Model, readTyped } from "./model.ts";

interface Change {
  readonly add: Set<string>;
  readonly delete: Set<string>;
  cost: number;
}

/**
 * Changes the state as an action does; adding wins over deleting, and conditions are those of the state before.
 * @returns its cost
 */
export function apply(action: Action, binding: Binding, model: Model, state: Set<string>): number {
  const change: Change = { add: new Set(), delete: new Set(), cost: 0 };
  collect(action.effect, binding, { model, state }, change);
  for (const atom of change.delete) state.delete(atom);
  for (const atom of change.add) state.add(atom);
  return change.cost;
}

function collect(effect: Expression, binding: Binding, world: World, change: Change): void {
  const parts = listOf(effect);
  const [operator, first, second] = parts;
  switch (operator) {
    case undefined:
      return;
    case "and":
      for (const part of parts.slice(1)) collect(part, binding, world, change);
      return;
    case "forall":
      for (const inner of bind(readTyped(listOf(first)), binding, world.model)) {
        collect(listOf(second), inner, world, change);
      }
      return;
    case "when":
      if (holds(listOf(first), binding, world)) collect(listOf(second), binding, world, change);
      return;
    case "not":
      change.delete.add(atomOf(listOf(first), binding, world.model));
      return;
    case "increase":
      change.cost += amountOf(second, binding, world.model);
      return;
    default:
      change.add.add(atomOf(parts, binding, world.model));
  }
}

function amountOf(amount: Expression | undefined, binding: Binding, model: Model): number {
  if (typeof amount === "string") return Number(amount);
  const term = write(substitute(listOf(amount), binding));
  const value = model.values.get(term);
  if (value === undefined) throw new Error(`${term} has no value`);
  return value;
}
