import { AppError } from "../../domain/errors.ts";
import type { PlanNote } from "../../domain/plan.ts";
import type { ControllerName, PlanningMode } from "../../domain/selection.ts";
import type {
  AnswerRequest,
  Controller,
  PlanReply,
  PlanRequest,
  Propose,
  RejectedPlan,
  StepLimits,
} from "../controller.ts";
import { afterThought } from "../wire/thought.ts";
import { answerPrompt } from "./answer-prompt.ts";
import { choicePrompt, PROPOSED_TYPES, readChosen } from "./choose-types.ts";
import { fillPrompt, readFilled } from "./fill-prompt.ts";
import type { LanguageModel, Prompt } from "./language-model.ts";
import { completeMetered, streamMetered } from "./metered.ts";
import { planPrompt, revisePrompt } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";
import { readChoices, selectPrompt } from "./select.ts";
import { readToolsReply, toolsPrompt } from "./tools-prompt.ts";
import { withoutEcho } from "./without-echo.ts";

/**
 * Asking twice has to fit into the step (`LANGUAGE_STEP_TIMEOUT_MS`), with time left to go on without the model. Where
 * tools of the caller's were decided on before (`DECISION_DEADLINE_MS`), once does.
 */
const ASK_DEADLINE_MS = 50_000;
/** A choice is asked for once, so that a model which is still being loaded has its time. */
const CHOICE_DEADLINE_MS = 90_000;
/** Of the same step, with time left to write the rest of the answer: the longest of all (`CALL_MS` of `src/execution/gate.ts`). */
const ANSWER_DEADLINE_MS = 100_000;

/** What the smallest models in use have; larger ones are told. */
const DEFAULT_CONTEXT_TOKENS = 8_192;

const CUT: PlanNote = { leftOut: "the middle of a very long request; its beginning and its end were read." };

export interface LanguageControllerParts {
  readonly name: Exclude<ControllerName, "embedded">;
  readonly model: LanguageModel;
  /**
   * `global`: the model writes all of a plan, as in HuggingGPT (Shen et al. 2023, section 3.1). `light`, for a small model,
   * after HIVE's light mode (2024, sections 3.2.1 and 4.1): it chooses among ten likely task types; order, links and
   * arguments come of the embedded planner, and conversions of the proof's repair.
   */
  readonly planning?: PlanningMode;
  /** Chooses in light mode in the place of `model`. */
  readonly chooser?: LanguageModel;
  /** What the model chooses from; wanted where `planning` is `light`. */
  readonly propose?: Propose;
  /** The tokens that the model takes and gives in one call. */
  readonly contextTokens?: number;
}

/**
 * Plans, chooses models, answers and fills forms with a language model: one call each, and one more with the exact faults
 * when its plan cannot be mended, or its value does not keep to the form. What the model says is read as whatever a
 * stranger says: plans are proved before anything runs, and answers are cleaned by whoever shows them. Throws an `AppError`
 * when the model gives no answer.
 */
export function createLanguageController({
  name,
  model,
  chooser = model,
  planning = "global",
  propose,
  contextTokens = DEFAULT_CONTEXT_TOKENS,
}: LanguageControllerParts): Controller {
  const ask = (prompt: Prompt, step: StepLimits): Promise<string> =>
    completeMetered(model, ...within(ASK_DEADLINE_MS, prompt, step));
  const planWith = PLANNING[planning];
  // Nothing before the first word is asked for: also that all of it is too much is said there.
  async function* say(request: AnswerRequest): AsyncGenerator<string> {
    yield* streamMetered(model, ...within(ANSWER_DEADLINE_MS, answerPrompt(request, contextTokens), request));
  }
  return {
    name,
    plan: (request) => {
      const choose = (prompt: Prompt) => completeMetered(chooser, ...within(CHOICE_DEADLINE_MS, prompt, request));
      return planWith(request, { contextTokens, propose, choose, ask: (prompt) => ask(prompt, request) });
    },
    // A model for which a whole plan is too much is not asked for one.
    ...(planning === "light"
      ? {}
      : {
          revise: async (request: PlanRequest, rejected: RejectedPlan) =>
            readAnswer(await ask(revisePrompt(request, rejected, contextTokens), request), request.text, []),
        }),
    select: async (request) => readChoices(await ask(selectPrompt(request, contextTokens), request)),
    useTools: async (request) => ({
      by: name,
      ...readToolsReply(await ask(toolsPrompt(request, contextTokens), request)),
    }),
    answer: (request) => ({ by: name, words: withoutEcho(afterThought(say(request)), request) }),
    fill: async (request) => ({ by: name, ...readFilled(await ask(fillPrompt(request, contextTokens), request)) }),
  };
}

/** A prompt that says how long its answer may take, and the limits that hold it to that. */
function within(timeoutMs: number, prompt: Prompt, { signal, meter }: StepLimits) {
  const deadline = AbortSignal.timeout(timeoutMs);
  const limits = { signal: signal ? AbortSignal.any([signal, deadline]) : deadline, meter };
  return [{ ...prompt, timeoutMs }, limits] as const;
}

interface Planning {
  readonly contextTokens: number;
  readonly propose: Propose | undefined;
  readonly ask: (prompt: Prompt) => Promise<string>;
  readonly choose: (prompt: Prompt) => Promise<string>;
}

const PLANNING: Readonly<Record<PlanningMode, (request: PlanRequest, planning: Planning) => Promise<PlanReply>>> = {
  global: async (request, { contextTokens, ask }) => {
    const { prompt, isCut } = planPrompt(request, contextTokens);
    return readAnswer(await ask(prompt), request.text, isCut ? [CUT] : []);
  },
  light: async (request, { contextTokens, propose, choose }) => {
    if (!propose) throw new AppError("misconfigured", "nothing plans for what the language model chooses");
    const proposed = await propose(request, PROPOSED_TYPES);
    const said = await choose(choicePrompt(request, proposed, contextTokens));
    return proposed.planFor(readChosen(said, proposed.types));
  },
};
