import { CONTROLLER_NEEDS, type ControllersConfig, isAtWorkersAi } from "../config/controllers.ts";
import { AppError } from "../domain/errors.ts";
import { CONTROLLERS, type ControllerName, type PlanningMode, type SelectionOptions } from "../domain/selection.ts";
import { gatedModel } from "../execution/gate.ts";
import type { Controller, PlanRequest } from "../planning/controller.ts";
import { createControllerFallback } from "../planning/controller-fallback.ts";
import type { EmbeddedController, PlannerKnowledge } from "../planning/embedded/index.ts";
import { createLanguageController } from "../planning/language/index.ts";
import type { LanguageModel } from "../planning/language/language-model.ts";
import { withBegunThoughts } from "../planning/language/unbegun-thoughts.ts";
import { createOpenAiChat } from "../providers/openai/chat.ts";
import { createWorkersAiBindingChat, createWorkersAiChat } from "../providers/workers-ai/chat.ts";
import { MAX_CONTEXT_TOKENS } from "../run/language-meter.ts";
import { thread } from "../thread.ts";
import { pause } from "../waiting.ts";
import type { Gates } from "./gates.ts";

/** Controllers that call a language model; of two, the server that was named goes before the platform's. */
const SPEAKING = ["openai", "workers-ai"] as const satisfies readonly ControllerName[];
type Speaking = (typeof SPEAKING)[number];

/** A language model by where it runs and what it is called there. */
export interface LanguageModelName {
  readonly provider: Speaking;
  readonly id: string;
}

/** A language model that can do the language steps of a run. */
interface Speaker extends LanguageModelName {
  readonly model: LanguageModel;
  /** Chooses in its place in light mode; null where none is named. */
  readonly chooser: { readonly id: string; readonly model: LanguageModel } | null;
}

/** In whose name a language model is called. */
export interface Caller {
  readonly tenant: string;
  readonly run: string;
}

/** The controllers that a run asks for; the deployment's settings hold for what it leaves open. */
export type ControllerWishes = Pick<SelectionOptions, "controller" | "planning">;

/** The controllers that a run may ask for, and the defaults. */
export interface ControllerChoice {
  readonly first: ControllersConfig["first"];
  readonly planning: PlanningMode;
  readonly configured: readonly ControllerName[];
}

export interface Controllers {
  readonly choice: ControllerChoice;
  /** The controllers for the language steps of a run; a language model is asked when the gate permits it. */
  for(caller: Caller, wishes: ControllerWishes): Controller;
  /** The language model that this would ask; null where there is none. */
  language(wishes: ControllerWishes): LanguageModelName | null;
}

/**
 * The controllers of a deployment, for runs of every wish. A run may have been promised one that has been taken out of
 * the configuration since: it is done by the embedded one, which says so.
 * @param knowledge what the embedded controller knows
 */
export function createControllers(
  config: ControllersConfig,
  gates: Pick<Gates, "before">,
  knowledge: PlannerKnowledge,
): Controllers {
  // Its code is evaluated with the first plan, as a cold start has no time for it.
  const compute = <T>(request: PlanRequest, work: (planner: EmbeddedController) => Promise<T>): Promise<T> =>
    thread.compute(async () => {
      // What tells languages apart takes as long to evaluate as the rest of it.
      await import("../words/identify-language.ts");
      await pause();
      const { createEmbeddedController } = await import("../planning/embedded/index.ts");
      await pause();
      return work(createEmbeddedController(knowledge));
    }, request.signal);
  const embedded: EmbeddedController = {
    name: "embedded",
    plan: (request) => compute(request, (planner) => planner.plan(request)),
    propose: async (request, count) => {
      const proposal = await compute(request, (planner) => planner.propose(request, count));
      return { ...proposal, planFor: (types) => thread.compute(() => proposal.planFor(types), request.signal) };
    },
  };
  const speakers: Readonly<Record<Speaking, Speaker | null>> = {
    openai: openAi(config),
    "workers-ai": workersAi(config),
  };
  const speakerFor = ({ controller }: ControllerWishes): Speaker | null => {
    const first = controller ?? config.first;
    if (first === "embedded") return null;
    return first === "auto" ? (speakers.openai ?? speakers["workers-ai"]) : speakers[first];
  };

  const languageFor = (caller: Caller, wishes: ControllerWishes): Controller | null => {
    const { controller, planning = config.planning } = wishes;
    const speaker = speakerFor(wishes);
    const { contextTokens } = config;
    const how = {
      ...{ planning, propose: embedded.propose },
      ...(contextTokens === null ? {} : { contextTokens: Math.min(contextTokens, MAX_CONTEXT_TOKENS) }),
    };
    if (speaker) {
      const { provider: name, chooser } = speaker;
      const gated = ({ id, model }: Pick<Speaker, "id" | "model">): LanguageModel =>
        gatedModel(model, () => gates.before(name), { ...caller, endpoint: id });
      const chooses = chooser ? { chooser: gated(chooser) } : {};
      return createLanguageController({ name, model: gated(speaker), ...chooses, ...how });
    }
    if (controller === undefined || controller === "embedded") return null;
    return createLanguageController({ name: controller, model: missing(controller), ...how });
  };

  return {
    choice: {
      first: config.first,
      planning: config.planning,
      configured: CONTROLLERS.filter((name) => name === "embedded" || speakers[name] !== null),
    },
    for: (caller, wishes) =>
      createControllerFallback({
        embedded,
        language: languageFor(caller, wishes),
        isLanguageFirst: (wishes.controller ?? config.first) !== "auto",
      }),
    language: speakerFor,
  };
}

function openAi({ openai: set, lightModel: id }: ControllersConfig): Speaker | null {
  if (!set) return null;
  const { baseUrl, apiKey } = set;
  const chooser =
    id === null || isAtWorkersAi(id) ? null : { id, model: createOpenAiChat({ baseUrl, apiKey, model: id }) };
  return { provider: "openai", id: set.model, model: withBegunThoughts(createOpenAiChat(set)), chooser };
}

function workersAi({ workersAi: set, lightModel: id }: ControllersConfig): Speaker | null {
  if (!set) return null;
  const chat = (model: string): LanguageModel =>
    set.by === "binding" ? createWorkersAiBindingChat({ ...set, model }) : createWorkersAiChat({ ...set, model });
  const chooser = id !== null && isAtWorkersAi(id) ? { id, model: chat(id) } : null;
  return { provider: "workers-ai", id: set.model, model: withBegunThoughts(chat(set.model)), chooser };
}

/** Stands where a language model was: every call of it says what to set. */
const missing = (controller: Speaking): LanguageModel => ({
  complete: () =>
    Promise.reject(
      new AppError(
        "misconfigured",
        `the controller ${controller} is no longer configured here; it needs ${CONTROLLER_NEEDS[controller]}`,
        { notCalled: true },
      ),
    ),
});
