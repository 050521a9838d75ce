import { type Failure, failure } from "../domain/errors.ts";
import type { Casting } from "../domain/selection.ts";
import { contradictionIn } from "../selection/index.ts";
import type { Wiring } from "../wiring.ts";

const NO_LANGUAGE_MODEL =
  '`selection: "language"` needs a language model, and this deployment has none; docs/configuration.md ("Who plans") says how to set one';

/** Why no run can choose its models as the caller wants; null where it can. */
export function castingFault({ selectors }: Wiring, { constraints, selection = "rules" }: Casting): Failure | null {
  if (!selectors.includes(selection)) return failure("invalid-request", NO_LANGUAGE_MODEL);
  const contradiction = constraints ? contradictionIn([constraints]) : null;
  return contradiction === null ? null : failure("contradictory-constraints", contradiction);
}
