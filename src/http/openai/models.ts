import {
  CONTROLLERS,
  type ControllerName,
  PLANNING_MODES,
  type PlanningMode,
  type SelectionOptions,
} from "../../domain/selection.ts";
import type { Wiring } from "../../wiring.ts";
import type { OpenAiModel } from "./schemas.ts";

type Choice = Wiring["controllerChoice"];

/** When this API began, as models here have no date of their own. */
const CREATED_S = Date.UTC(2026, 10, 22) / 1000;
const NAME = new RegExp(`^impresario(?:-(${CONTROLLERS.join("|")}))?(?:-(${PLANNING_MODES.join("|")}))?$`);

/** The alias that stands for every name which is not one of ours. */
const ANY = "*";

/** The model that pursues a message as a goal. */
export const GOAL_MODEL = "impresario-goal";

const WHO: Readonly<Record<ControllerName, string>> = {
  embedded: "Planned and answered without a language model",
  openai: "Planned and answered by the language model of an OpenAI-compatible server",
  "workers-ai": "Planned and answered by a language model of Workers AI",
};
const HOW: Readonly<Record<PlanningMode, string>> = {
  global: "which writes the whole plan",
  light: "which chooses among likely task types, and the planner does the rest",
};

/**
 * The models to choose from: the deployment's own choice (`impresario`), each configured controller
 * (`impresario-openai`), and for those with a language model its other planning modes (`impresario-openai-global`). Where
 * goals can be pursued, `impresario-goal` does that. Last, the names that are answered as `impresario` (`aliases`).
 */
export function listModels(
  choice: Choice,
  pursuesGoals: boolean,
  aliases: readonly string[] = [],
): readonly OpenAiModel[] {
  const others = PLANNING_MODES.filter((mode) => mode !== choice.planning);
  const runs = [undefined, ...choice.configured].flatMap((controller) => {
    const id = controller === undefined ? "impresario" : `impresario-${controller}`;
    const who = controller === undefined ? "Planned and answered as the deployment is set to" : WHO[controller];
    const plain = model(id, `${who}.`);
    if (!usesLanguageModel(choice, controller)) return [plain];
    return [plain, ...others.map((mode) => model(`${id}-${mode}`, `${who}, ${HOW[mode]}.`))];
  });
  const goal = model(GOAL_MODEL, "Pursued as a goal: broken down into steps, within a budget.");
  const named = aliases.filter((name) => name !== ANY).map((name) => model(name, "Answered as `impresario` is."));
  return [...runs, ...(pursuesGoals ? [goal] : []), ...named];
}

const model = (id: string, description: string): OpenAiModel => ({
  ...{ id, object: "model", created: CREATED_S, owned_by: "impresario", description },
});

/** The controller and planning mode that a model's name stands for; null for a name that is not in the list. */
export function optionsOfModel(
  choice: Choice,
  name: string,
  aliases: readonly string[] = [],
): Pick<SelectionOptions, "controller" | "planning"> | null {
  if (aliases.includes(name) || (aliases.includes(ANY) && !name.startsWith("impresario"))) return {};
  const match = NAME.exec(name);
  if (!match) return null;
  const controller = choice.configured.find((known) => known === match[1]);
  const planning = PLANNING_MODES.find((mode) => mode === match[2]);
  if (match[1] !== undefined && controller === undefined) return null;
  if (planning !== undefined && !usesLanguageModel(choice, controller)) return null;
  return { ...(controller ? { controller } : {}), ...(planning ? { planning } : {}) };
}

/** True when a language model plans, always or where the embedded controller is unsure. */
export function usesLanguageModel({ first, configured }: Choice, controller: ControllerName | undefined): boolean {
  const chosen = controller ?? first;
  return chosen === "auto" ? configured.some((name) => name !== "embedded") : chosen !== "embedded";
}
