import { LEFT_OUT } from "../../domain/answer-form.ts";
import type { Controller, ControllerName } from "../controller.ts";
import type { LanguageModel, Prompt } from "./language-model.ts";
import { planPrompt, revisePrompt } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";
import { readChoices, selectPrompt } from "./select.ts";

/** As long a plan as a small model can write; some sixty tasks, or the models for as many. */
const MAX_ANSWER_TOKENS = 4_096;
/** Asking twice has to fit into the step (`LANGUAGE_STEP_TIMEOUT_MS`), with time left to plan without the model. */
const ANSWER_DEADLINE_MS = 50_000;

const CUT = `${LEFT_OUT}the middle of a very long request; its beginning and its end were read.`;

/**
 * Plans with a language model, as HuggingGPT does (Shen et al. 2023, section 3.1): one call, and one more with the
 * exact faults when its plan cannot be mended. What the model says is read as whatever a stranger says: it is proved
 * before anything runs. Throws an `AppError` when the model gives no answer.
 */
export function createLanguageController({
  name,
  model,
}: {
  readonly name: Exclude<ControllerName, "embedded">;
  readonly model: LanguageModel;
}): Controller {
  const ask = (messages: Prompt["messages"]): Promise<string> =>
    model.complete({ messages, maxTokens: MAX_ANSWER_TOKENS, json: true }, AbortSignal.timeout(ANSWER_DEADLINE_MS));
  return {
    name,
    plan: async (request) => {
      const { messages, isCut } = planPrompt(request);
      return readAnswer(await ask(messages), isCut ? [CUT] : []);
    },
    revise: async (request, rejected) => readAnswer(await ask(revisePrompt(request, rejected)), []),
    select: async (request) => readChoices(await ask(selectPrompt(request))),
  };
}
