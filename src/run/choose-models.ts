import type { Budget } from "../domain/budget.ts";
import type { Constraints } from "../domain/constraints.ts";
import { endpointKey } from "../domain/endpoints.ts";
import { AppError } from "../domain/errors.ts";
import type { ExpertPool } from "../domain/experts.ts";
import { numberOf, type Plan } from "../domain/plan.ts";
import type { Candidate, Selection, Selector, TaskSelection } from "../domain/selection.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { Controller, ModelChoice, OpenTask, StepLimits } from "../planning/index.ts";
import { factsInWords, type Selected, selectModels } from "../selection/index.ts";

export interface ModelChoiceRequest {
  readonly plan: Plan;
  /** The request, for a language model that chooses. */
  readonly text: string;
  /** Those of the caller and those that the request's words state; all of them hold. */
  readonly constraints: readonly Constraints[];
  readonly selector: Selector;
  /** The money that the run may spend; no limit where it is left out. */
  readonly budget?: Pick<Budget, "usd">;
}

export interface ChooseModels {
  readonly selection: Selection;
  /** Notes to the caller on how the models were chosen, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Selects the models for every task of a plan. Rules filter and rank them. With the selector `language`, a language model
 * then chooses, in one call for all tasks, among the first candidates that are level: what the caller asked for has
 * decided before. A model that it names besides these is ignored, and where it fails the rules' choice stands.
 */
export async function chooseModels(
  { plan, text, constraints, selector, budget = {} }: ModelChoiceRequest,
  pool: ExpertPool,
  { controller, ontology }: { readonly controller: Controller; readonly ontology: Ontology },
  limits: StepLimits = {},
): Promise<ChooseModels> {
  const selected = selectModels(plan, pool, constraints, { budget, ontology });
  const { selection: byRules, notes } = selected;
  const tasks = openTasks(plan, selected, pool, ontology);
  if (selector === "rules" || tasks.length === 0) return { selection: byRules, notes };
  if (!controller.select) return { selection: byRules, notes: [...notes, NO_LANGUAGE_MODEL] };
  try {
    const chosen = putChosenFirst(byRules, tasks, await controller.select({ text, tasks, ...limits }));
    return { ...chosen, notes: [...notes, ...chosen.notes] };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { selection: byRules, notes: [...notes, notAsked(thrown.message)] };
  }
}

const NO_LANGUAGE_MODEL = "The models were chosen by rules, as no language model is configured here.";
const notAsked = (why: string): string => `The models were chosen by rules, as the language model failed (${why}).`;

/** The tasks with two or more level candidates, each with these candidates and what is known of them. */
const openTasks = (
  plan: Plan,
  { selection, level }: Selected,
  pool: ExpertPool,
  ontology: Ontology,
): readonly OpenTask[] =>
  plan.tasks.flatMap(({ id, type }) => {
    const candidates = selection[id]?.candidates.slice(0, level[id] ?? 0) ?? [];
    if (candidates.length < 2) return [];
    const factsOf = (candidate: Candidate): string => {
      const key = endpointKey(candidate);
      const expert = pool.experts(type).find(({ endpoint }) => endpointKey(endpoint) === key);
      return expert ? factsInWords(expert, pool.health(expert.endpoint)) : candidate.reason;
    };
    return {
      task: id,
      type,
      does: ontology.get(type)?.description ?? "",
      candidates: candidates.map((one) => ({ model: endpointKey(one), facts: factsOf(one) })),
    };
  });

/** The rules' selection with the language model's choices moved to the front; of several choices for a task the first counts. */
function putChosenFirst(byRules: Selection, tasks: readonly OpenTask[], choices: readonly ModelChoice[]): ChooseModels {
  const notes: string[] = [];
  const chosen = tasks.flatMap(({ task, candidates }) => {
    const choice = choices.find((one) => one.task === task);
    const before = byRules[task];
    const isOne = choice && candidates.some(({ model }) => model === choice.model);
    const after = isOne && before && putFirst(before, choice);
    if (after) return [[task, after] as const];
    notes.push(
      choice
        ? notACandidate(choice)
        : `The language model chose no model for task ${numberOf(task)}, so the rules did.`,
    );
    return [];
  });
  return { selection: { ...byRules, ...Object.fromEntries(chosen) }, notes };
}

/** Longer names that a language model made up are cut. */
const MAX_NAME_CHARS = 80;

const notACandidate = ({ task, model }: ModelChoice): string =>
  `The language model named “${model.slice(0, MAX_NAME_CHARS)}” for task ${numberOf(task)}, which is none of its candidates, so the rules chose.`;

/** Moves a candidate to the front, the others staying its fallbacks; null where it is not a candidate. */
function putFirst(selection: TaskSelection, { model, reason }: ModelChoice): TaskSelection | null {
  const found = selection.candidates.find((candidate) => endpointKey(candidate) === model);
  if (!found) return null;
  const why = reason === "" ? "Chosen by the language model" : `Chosen by the language model: “${reason}”`;
  const others = selection.candidates.filter((candidate) => candidate !== found);
  return { ...selection, candidates: [{ ...found, reason: `${why}. ${found.reason}` }, ...others] };
}
