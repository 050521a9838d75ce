import { apply } from "./effect.ts";
import { listOf, readExpressions, wordOf } from "./expression.ts";
import { findUnmet } from "./formula.ts";
import { fits, readModel } from "./model.ts";

export type Verdict =
  | { readonly valid: true; readonly cost: number }
  /** Steps count from 1; `null` is the end of the plan, where the goal does not hold. */
  | { readonly valid: false; readonly step: number | null; readonly reason: string };

/**
 * Executes a plan step by step, in the spirit of VAL (Howey, Long and Fox 2004), on the texts themselves: it shares
 * nothing with the planner, so that no misreading of theirs can be one of its own. The cost is the total cost where
 * the problem has a metric, else the number of steps.
 *
 * @throws on a domain or problem that it cannot read
 */
export function validatePlan(domainText: string, problemText: string, planText: string): Verdict {
  const model = readModel(domainText, problemText);
  const state = new Set(model.init);
  const steps = readExpressions(planText).map((step) => listOf(step).map(wordOf));
  let total = 0;
  for (const [index, [name = "", ...objects]] of steps.entries()) {
    const fail = (reason: string): Verdict => ({ valid: false, step: index + 1, reason });
    const action = model.actions.get(name);
    if (action === undefined) return fail(`there is no action ${name}`);
    if (objects.length !== action.parameters.length) {
      return fail(`${name} takes ${action.parameters.length} arguments, not ${objects.length}`);
    }
    const binding = new Map<string, string>();
    for (const [at, parameter] of action.parameters.entries()) {
      const object = objects[at] ?? "";
      const types = model.objects.get(object);
      if (types === undefined) return fail(`there is no object ${object}`);
      if (!fits(model, types, parameter.types)) {
        return fail(`${object} is no ${parameter.types.join(" or ")}, as ${parameter.name} of ${name} is`);
      }
      binding.set(parameter.name, object);
    }
    const unmet = findUnmet(action.precondition, binding, { model, state });
    if (unmet !== null) return fail(`its precondition ${unmet} does not hold`);
    const cost = apply(action, binding, model, state);
    total += model.countsCost ? cost : 1;
  }
  const unmet = findUnmet(model.goal, new Map(), { model, state });
  return unmet === null
    ? { valid: true, cost: total }
    : { valid: false, step: null, reason: `the goal ${unmet} does not hold` };
}
