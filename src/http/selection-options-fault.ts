import { CONTROLLER_NEEDS } from "../config/controllers.ts";
import { type Failure, failure } from "../domain/errors.ts";
import type { ControllerName, SelectionOptions } from "../domain/selection.ts";
import { contradictionIn } from "../selection/index.ts";
import type { Wiring } from "../wiring.ts";

/** Why the options of a caller cannot be followed here; null where they can. */
export function selectionOptionsFault(
  { controllerChoice }: Pick<Wiring, "controllerChoice">,
  options: SelectionOptions,
): Failure | null {
  const { controller, selection = "rules", planning, constraints } = options;
  const { configured, first } = controllerChoice;
  if (controller !== undefined && controller !== "embedded" && !configured.includes(controller)) {
    return refusal("controller", `\`controller: "${controller}"\` is not configured here: ${toSet(controller)}`);
  }
  const chosen = controller ?? first;
  const hasLanguageModel = chosen === "auto" ? configured.some((name) => name !== "embedded") : chosen !== "embedded";
  if (!hasLanguageModel) {
    const why = controller === "embedded" ? '`controller: "embedded"` asks none' : askNone(configured);
    if (selection === "language")
      return refusal("selection", `\`selection: "language"\` needs a language model, and ${why}`);
    if (planning !== undefined) return refusal("planning", `\`planning\` says how a language model plans, and ${why}`);
  }
  const contradiction = constraints ? contradictionIn([constraints]) : null;
  return contradiction === null ? null : failure("contradictory-constraints", contradiction);
}

const refusal = (field: keyof SelectionOptions, message: string): Failure => ({
  ...failure("invalid-request", message),
  issues: [{ path: field, message }],
});

const toSet = (controller: Exclude<ControllerName, "embedded">): string =>
  `set ${CONTROLLER_NEEDS[controller]}; docs/configuration.md ("Who plans") tells more`;

/** Why no language model is asked by default, and how a message may ask for one. */
function askNone(configured: readonly ControllerName[]): string {
  const other = configured.find((name) => name !== "embedded");
  if (other) return `this deployment asks none unless the message does, as with \`controller: "${other}"\``;
  return `this deployment has none; docs/configuration.md ("Who plans") says how to set one`;
}
