import type { ControllersConfig } from "../config/controllers.ts";
import { gatedModel } from "../execution/gated-model.ts";
import type { Controller } from "../planning/controller.ts";
import { embeddedController } from "../planning/embedded/index.ts";
import { createHandingOver } from "../planning/hand-over.ts";
import { createLanguageController } from "../planning/language/index.ts";
import type { LanguageModel } from "../planning/language/language-model.ts";
import { createOpenAiChat } from "../providers/openai/chat.ts";
import { createWorkersAiBindingChat } from "../providers/workers-ai/binding-chat.ts";
import { createWorkersAiChat } from "../providers/workers-ai/chat.ts";
import type { Gates } from "./gates.ts";

/** A language model by where it runs and what it is called there. */
export interface LanguageModelName {
  readonly provider: "openai" | "workers-ai";
  readonly id: string;
}

/** The one language model of a deployment that does its language steps. */
interface Chosen extends LanguageModelName {
  readonly model: LanguageModel;
}

/** In whose name a language model is called. */
export interface Caller {
  readonly tenant: string;
  readonly run: string;
}

export interface Controllers {
  /** Who does the language steps of a run; a language model is asked when its turn among all calls has come. */
  for(caller: Caller): Controller;
  /** The language model among them; null where there is none. */
  readonly language: LanguageModelName | null;
}

export function createControllers(config: ControllersConfig, gates: Pick<Gates, "before">): Controllers {
  const chosen = MODELS[config.first](config);
  return {
    for: (caller) =>
      createHandingOver({
        embedded: embeddedController,
        language: chosen && languageController(chosen, config, gates, caller),
        isLanguageFirst: config.first !== "auto",
      }),
    language: chosen,
  };
}

function languageController(
  { provider, id, model }: Chosen,
  { planning, contextTokens }: ControllersConfig,
  gates: Pick<Gates, "before">,
  caller: Caller,
): Controller {
  const gated = gatedModel(model, () => gates.before(provider), { ...caller, endpoint: id });
  return createLanguageController({
    name: provider,
    model: gated,
    planning,
    ...(contextTokens === null ? {} : { contextTokens }),
  });
}

const openAi = ({ openai }: ControllersConfig): Chosen | null =>
  openai && { provider: "openai", id: openai.model, model: createOpenAiChat(openai) };

function workersAi({ workersAi: set }: ControllersConfig): Chosen | null {
  if (!set) return null;
  const model = set.by === "binding" ? createWorkersAiBindingChat(set) : createWorkersAiChat(set);
  return { provider: "workers-ai", id: set.model, model };
}

/** The language model of each setting of `CONTROLLER`: of two, the server that was named goes before the platform's. */
const MODELS: Readonly<Record<ControllersConfig["first"], (config: ControllersConfig) => Chosen | null>> = {
  auto: (config) => openAi(config) ?? workersAi(config),
  embedded: () => null,
  openai: openAi,
  "workers-ai": workersAi,
};
