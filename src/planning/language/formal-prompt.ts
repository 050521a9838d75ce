import type { JsonValue } from "../../domain/json.ts";
import type { PlanRequest } from "../controller.ts";
import { isReference } from "../wire/references.ts";
import type { Demonstration } from "./demonstrations.ts";
import { actionsSchema } from "./json-schema.ts";
import { type PlanPrompt, planningPrompt } from "./planning-prompt.ts";
import { CONDITIONS_RULE, MATERIAL_RULES, TYPES_HEADING, wordForms } from "./wording.ts";

const RULES = `You read requests and choose the actions that they need. A planner puts those in order, hands the results on and adds what is missing: that is not for you. ${MATERIAL_RULES}

Answer with one JSON object and nothing else, in one of three forms:
{"actions": [{"task": TYPE, "inputs": {INPUT: VALUE}}, …]}
${wordForms("actions")}

Of the actions:
- TYPE is one of the task types below, spelled exactly so. Don't invent any.
${CONDITIONS_RULE}
- "inputs" holds only what you are sure of: VALUE is a file's "ref", or words of the request, or a list of these where the input says "many".
- What an action takes from another one is left out of its "inputs".
- Name each action once for each time that it is to be done, in the order in which the request speaks of them.
- Where only some results are wanted, "goals" may list those actions, counted from 0: {"actions": […], "goals": [1]}.

${TYPES_HEADING}`;

/** An action as a model is to choose it: a task without its place in the plan. */
export interface Action {
  readonly task: string;
  readonly inputs?: Readonly<Record<string, JsonValue>>;
}

/** As `planPrompt`, for a model that chooses the actions alone. */
export const actionsPrompt = (request: PlanRequest, contextTokens: number): PlanPrompt =>
  planningPrompt(request, contextTokens, {
    rules: RULES,
    schema: actionsSchema(request.ontology),
    answerTo: ({ answer: { plan, ...words } }) => ({ actions: actionsOf(plan), ...words }),
  });

/** What is left of a plan without its links. */
export const actionsOf = (plan: Demonstration["answer"]["plan"]): readonly Action[] =>
  plan.map(({ task, args }) => {
    const inputs = Object.fromEntries(Object.entries(args).filter(([, value]) => !isReference(value)));
    return Object.keys(inputs).length === 0 ? { task } : { task, inputs };
  });
