import type { JsonObject } from "../../domain/json.ts";
import type { PlanRequest } from "../controller.ts";
import { DEMONSTRATIONS, type Demonstration } from "./demonstrations.ts";
import { describeRequest } from "./described-request.ts";
import { describeTypes } from "./described-types.ts";
import type { ChatMessage, Prompt } from "./language-model.ts";
import { layOut } from "./lay-out.ts";

/** A prompt, and whether a part of the request's text is missing in it. */
export interface PlanPrompt {
  readonly prompt: Prompt;
  readonly isCut: boolean;
}

/** What the two ways to plan ask for. */
export interface PlanningForm {
  /** What stands before the task types. */
  readonly rules: string;
  readonly schema: JsonObject;
  /** The answer to a demonstration, as it is wanted. */
  answerTo(demonstration: Demonstration): object;
}

/**
 * The prompt for a request, with the demonstrations that the deployment has the task types for.
 * @param after what was said since: a plan that did not pass, and why
 * @throws {AppError} `resource-too-large` where the files at hand fill the model's context.
 */
export function planningPrompt(
  request: PlanRequest,
  contextTokens: number,
  { rules, schema, answerTo }: PlanningForm,
  after: readonly ChatMessage[] = [],
): PlanPrompt {
  const { ontology } = request;
  const demonstrations = DEMONSTRATIONS.filter(({ answer }) => answer.plan.every(({ task }) => ontology.get(task)));
  const { messages, maxTokens, isCut } = layOut({
    system: `${rules}\n${describeTypes(ontology)}`,
    demonstrations: demonstrations.map((one) => [
      { role: "user", content: describeRequest(one).content },
      { role: "assistant", content: JSON.stringify(answerTo(one)) },
    ]),
    said: request,
    after,
    contextTokens,
  });
  return { prompt: { messages, maxTokens, json: true, schema }, isCut };
}
