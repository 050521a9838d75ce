import type { Issue } from "../../domain/errors.ts";
import type { PlanRequest, RejectedPlan } from "../controller.ts";
import { DEMONSTRATIONS, type Demonstration } from "./demonstrations.ts";
import { describeRequest } from "./described-request.ts";
import { describeTypes } from "./described-types.ts";
import { planSchema } from "./json-schema.ts";
import type { ChatMessage, Prompt } from "./language-model.ts";
import { layOut } from "./lay-out.ts";
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

/** A prompt, and whether a part of the request's text is missing in it. */
export interface PlanPrompt {
  readonly prompt: Prompt;
  readonly isCut: boolean;
}

/**
 * The whole prompt for a request, with the demonstrations that the deployment has the task types for.
 * @throws {AppError} `resource-too-large` where the files at hand fill the model's context.
 */
export function planPrompt(
  request: PlanRequest,
  contextTokens: number,
  after: readonly ChatMessage[] = [],
): PlanPrompt {
  const { ontology } = request;
  const demonstrations = DEMONSTRATIONS.filter(({ answer }) => answer.plan.every(({ task }) => ontology.get(task)));
  const { messages, maxTokens, isCut } = layOut({
    system: `${RULES}\n${describeTypes(ontology)}`,
    demonstrations: demonstrations.map((one) => asTurns(one)),
    said: request,
    after,
    contextTokens,
  });
  return { prompt: { messages, maxTokens, json: true, schema: planSchema(ontology) }, isCut };
}

/** The prompt once more, with the plan that came of it and what is wrong with that. */
export function revisePrompt(request: PlanRequest, { plan, faults }: RejectedPlan, contextTokens: number): Prompt {
  const maxChars = Math.min(MAX_PLAN_CHARS, Math.floor(contextTokens * SHARE_CHARS));
  const after: readonly ChatMessage[] = [
    { role: "assistant", content: JSON.stringify({ plan }).slice(0, maxChars) },
    {
      role: "user",
      content: `That plan cannot be run. What is wrong with it, as JSON (a "where" of "2/text" is the input "text" of task 2): ${JSON.stringify(firstFaults(faults, maxChars))}\nWrite the whole answer again with these faults put right, in the same form.`,
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

const asTurns = ({ answer, ...said }: Demonstration): readonly ChatMessage[] => [
  { role: "user", content: describeRequest(said).content },
  { role: "assistant", content: JSON.stringify(answer) },
];
