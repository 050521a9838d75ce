import { apply } from "./effect.ts";
import { bind, holds } from "./formula.ts";
import { readModel } from "./model.ts";

/**
 * The number of steps of a shortest plan, `null` where there is none: every state there is, one ring after the other.
 * Only for tasks of a few hundred states.
 */
export function shortestPlan(domainText: string, problemText: string): number | null {
  const model = readModel(domainText, problemText);
  const steps = [...model.actions.values()].flatMap((action) =>
    bind(action.parameters, new Map(), model).map((binding) => ({ action, binding })),
  );
  const keyOf = (state: ReadonlySet<string>): string => [...state].sort().join("");
  const seen = new Set([keyOf(model.init)]);
  let ring: ReadonlySet<string>[] = [model.init];
  for (let depth = 0; ring.length > 0; depth++) {
    if (ring.some((state) => holds(model.goal, new Map(), { model, state }))) return depth;
    const next: ReadonlySet<string>[] = [];
    for (const state of ring) {
      for (const { action, binding } of steps) {
        if (!holds(action.precondition, binding, { model, state })) continue;
        const after = new Set(state);
        apply(action, binding, model, after);
        if (seen.has(keyOf(after))) continue;
        seen.add(keyOf(after));
        next.push(after);
      }
    }
    ring = next;
  }
  return null;
}
