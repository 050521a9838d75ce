import type { Issue } from "../../domain/errors.ts";
import type { PlanningMode } from "../../domain/selection.ts";
import type { PlanRequest, RejectedPlan } from "../controller.ts";
import { planSchema } from "./json-schema.ts";
import type { ChatMessage, Prompt } from "./language-model.ts";
import { type PlanPrompt, planningPrompt } from "./planning-prompt.ts";
import { CONDITIONS_RULE, MATERIAL_RULES, TYPES_HEADING, wordForms } from "./wording.ts";

/** Of what is wrong with a plan: the first faults explain the others. */
const MAX_FAULTS_SHOWN = 20;
const MAX_FAULT_CHARS = 300;
/** A longer plan is shown by its beginning. */
const MAX_PLAN_CHARS = 20_000;
/** What did not pass, and why, may each have an eighth of the context: so many characters of each of its tokens. */
const SHARE_CHARS = 3 / 8;

const RULES = `You plan. ${MATERIAL_RULES}

Answer with one JSON object and nothing else, in one of three forms:
{"plan": [{"task": TYPE, "id": 0, "dep": [-1], "args": {INPUT: VALUE}}, …]}
${wordForms("plan")}

In a plan:
- TYPE is one of the task types below, spelled exactly so. Don't invent any.
${CONDITIONS_RULE}
- "id" counts from 0. "dep" lists the ids of the tasks whose outputs a task takes, or is [-1].
- VALUE is a file's "ref"; or "<resource>-N" for the output of task N; or a text, spelled out; or a list where the input says "many".
- "<resource>-N" stands alone, never among other words. Where task N has several outputs, "<resource>-N.OUTPUT" names one.
- Give every input without "?". A value must be of a kind that the input takes: for a recording's words, or a scan's, recognize them first.
- Several files that are to be treated alike take one task each.
- Plan all that is asked for and nothing more.

${TYPES_HEADING}`;

/** The whole prompt for a request. @throws {AppError} as `planningPrompt` does. */
export const planPrompt = (
  request: PlanRequest,
  contextTokens: number,
  after: readonly ChatMessage[] = [],
): PlanPrompt =>
  planningPrompt(
    request,
    contextTokens,
    { rules: RULES, schema: planSchema(request.ontology), answerTo: ({ answer }) => answer },
    after,
  );

/** What a plan that did not pass is called by how it was made, and what is wanted in its place. */
const AGAIN: Readonly<Record<Exclude<PlanningMode, "light">, { readonly where: string; readonly wanted: string }>> = {
  global: {
    where: 'the input "text" of task 2',
    wanted: "Write the whole answer again with these faults put right, in the same form.",
  },
  formal: {
    where: 'the input "text" of the action that stands third, counted from 0',
    wanted:
      'Those actions were put in order and linked, and that did not do. Write the whole plan yourself, with these faults put right, as {"plan": […]} with "id", "dep" and "args", or one of the other two forms.',
  },
};

/**
 * The prompt for a whole plan once more, with what the model said and what is wrong with the plan that came of it.
 * @param planning how that was made
 */
export function revisePrompt(
  request: PlanRequest,
  { plan, said, faults }: RejectedPlan,
  contextTokens: number,
  planning: Exclude<PlanningMode, "light">,
): Prompt {
  const maxChars = Math.min(MAX_PLAN_CHARS, Math.floor(contextTokens * SHARE_CHARS));
  // What it has not said itself is a plan already, by whoever planned in its place.
  const { where, wanted } = AGAIN[said === undefined ? "global" : planning];
  const after: readonly ChatMessage[] = [
    { role: "assistant", content: (said ?? JSON.stringify({ plan })).slice(0, maxChars) },
    {
      role: "user",
      content: `That cannot be run. What is wrong with it, as JSON (a "where" of "2/text" is ${where}): ${JSON.stringify(firstFaults(faults, maxChars))}\n${wanted}`,
    },
  ];
  return planPrompt(request, contextTokens, after).prompt;
}

/** The first faults in so many characters of JSON; one at least. */
function firstFaults(faults: readonly Issue[], maxChars: number): readonly object[] {
  const shown = faults
    .slice(0, MAX_FAULTS_SHOWN)
    .map(({ path, message }) => ({ where: path, fault: message.slice(0, MAX_FAULT_CHARS) }));
  let room = maxChars;
  return shown.filter((fault, place) => {
    room -= JSON.stringify(fault).length;
    return place === 0 || room >= 0;
  });
}
