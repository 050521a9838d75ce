import type { Constraints } from "../domain/constraints.ts";
import { describeConstraints } from "../domain/describe-constraints.ts";
import type { Plan } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { Understanding, Understood } from "../domain/understanding.ts";
import { partsOf } from "../planning/index.ts";

interface Said {
  /** What the controller made of the words. */
  readonly understanding: Understanding | undefined;
  /** The caller's own constraints. */
  readonly given: Constraints | undefined;
}

/**
 * All of what was understood. The parts are told anew from the plan, so that neither the log nor a controller has to;
 * the rest is what the controller said, or `null` for one that says nothing of it.
 * @param resources those that the plan is bound to, at least
 */
export const understoodOf = (
  plan: Plan,
  { understanding, given }: Said,
  resources: readonly Resource[],
  ontology: Ontology,
): Understood => ({
  parts: partsOf(plan, resources, ontology),
  constraints: understanding?.constraints ?? null,
  budget: understanding?.budget ?? null,
  given: given ?? null,
  conditions: [
    ...new Set([
      ...(given ? describeConstraints(given, {}) : []),
      ...(understanding ? describeConstraints(understanding.constraints, understanding.budget) : []),
    ]),
  ],
  confidence: understanding?.confidence ?? null,
  reasons: understanding?.reasons ?? [],
});
