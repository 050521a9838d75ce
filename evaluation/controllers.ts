import * as z from "zod";
import { controllerVariables, isAtWorkersAi, reasoningOf } from "../src/config/controllers.ts";
import { openAiConfig } from "../src/config/openai-endpoints.ts";
import { variable } from "../src/config/variables.ts";
import { parsedJson } from "../src/domain/json.ts";
import { listed } from "../src/domain/listed.ts";
import { type ControllerName, PLANNING_MODES, type PlanningMode } from "../src/domain/selection.ts";
import type { Controller } from "../src/planning/controller.ts";
import type { LanguageModel } from "../src/planning/language/language-model.ts";
import { MAX_CONTEXT_TOKENS } from "../src/run/language-meter.ts";
import { type Environment, UsageError } from "./suite.ts";

type ModelName = Exclude<ControllerName, "embedded">;

const OPENAI_URL = "https://api.openai.com/v1";

const set = z.string().min(1);
const OpenAiSettings = z.object({ OPENAI_API_KEY: set, OPENAI_MODEL: set });
/** A server of one's own may want no key. */
const OwnServerSettings = OpenAiSettings.partial({ OPENAI_API_KEY: true });
const WorkersAiSettings = z.object({ CLOUDFLARE_ACCOUNT_ID: set, CLOUDFLARE_API_TOKEN: set, WORKERS_AI_MODEL: set });

/** How a language model is used, as the Worker reads it. */
const UseSettings = z.object({
  LIGHT_MODEL: controllerVariables.LIGHT_MODEL,
  MODEL_CONTEXT_TOKENS: controllerVariables.MODEL_CONTEXT_TOKENS,
  CONFIG: variable
    .transform((text) => (text === undefined ? {} : parsedJson(text)))
    .pipe(z.object({ openai: openAiConfig.prefault({}) })),
});

/** Their clients are loaded only when one is asked for: the embedded controller is measured without them. */
const MODELS: Readonly<Record<ModelName, (environment: Environment) => Promise<LanguageModel>>> = {
  openai: async (environment) => {
    const baseUrl = environment.OPENAI_BASE_URL || OPENAI_URL;
    const settings = read("openai", baseUrl === OPENAI_URL ? OpenAiSettings : OwnServerSettings, environment);
    const { createOpenAiChat } = await import("../src/providers/openai/chat.ts");
    const { OPENAI_API_KEY: apiKey = null, OPENAI_MODEL: model } = settings;
    const { CONFIG } = read("openai", UseSettings, environment);
    return createOpenAiChat({ baseUrl, apiKey, model, ...reasoningOf(model, CONFIG) });
  },
  "workers-ai": async (environment) => {
    const settings = read("workers-ai", WorkersAiSettings, environment);
    const { createWorkersAiChat } = await import("../src/providers/workers-ai/chat.ts");
    return createWorkersAiChat({
      accountId: settings.CLOUDFLARE_ACCOUNT_ID,
      apiToken: settings.CLOUDFLARE_API_TOKEN,
      model: settings.WORKERS_AI_MODEL,
    });
  },
};

/**
 * `auto` is the embedded one, which hands over what it is unsure of to the language model that is set, as a deployment's is.
 * @param planning how its language model plans: `global`, or `light`, as it is when left out where LIGHT_MODEL is set
 * @throws {UsageError} for a name that no controller or no way of planning has, for a way of planning where there is no
 *   language model, or when a variable that it needs is not set.
 */
export async function controllerNamed(
  name: string,
  environment: Environment,
  planning?: string | undefined,
): Promise<Controller> {
  const mode = planningNamed(planning);
  if (name === "embedded") {
    if (mode) throw new UsageError("--planning is for a language model: --controller auto, openai or workers-ai");
    return (await import("../src/planning/embedded/standalone.ts")).embeddedController;
  }
  const speaker = name === "auto" ? (environment.OPENAI_MODEL ? "openai" : "workers-ai") : name;
  if (!isModelName(speaker)) {
    throw new UsageError(`There is no controller ${JSON.stringify(name)}: it is embedded, auto, openai or workers-ai`);
  }
  const model = await MODELS[speaker](environment);
  const { createLanguageController } = await import("../src/planning/language/index.ts");
  const { embeddedController: embedded } = await import("../src/planning/embedded/standalone.ts");
  const { LIGHT_MODEL: light, MODEL_CONTEXT_TOKENS: contextTokens } = read(speaker, UseSettings, environment);
  const language = createLanguageController({
    ...{ name: speaker, model, propose: embedded.propose },
    ...{ planning: mode ?? (light === undefined ? "global" : "light") },
    ...(contextTokens === undefined ? {} : { contextTokens: Math.min(contextTokens, MAX_CONTEXT_TOKENS) }),
    ...(light !== undefined && isAtWorkersAi(light) === (speaker === "workers-ai")
      ? { chooser: await MODELS[speaker](choosing(light, environment)) }
      : {}),
  });
  if (name !== "auto") return language;
  const { createControllerFallback } = await import("../src/planning/controller-fallback.ts");
  return createControllerFallback({ embedded, language });
}

/** The environment in which a model that chooses is the one that is set; how long that thinks is said of the other. */
const choosing = (model: string, environment: Environment): Environment => ({
  ...environment,
  ...{ OPENAI_MODEL: model, WORKERS_AI_MODEL: model, CONFIG: undefined },
});

function planningNamed(given: string | undefined): PlanningMode | undefined {
  const mode = PLANNING_MODES.find((one) => one === given);
  if (given !== undefined && !mode) throw new UsageError(`--planning is ${listed(PLANNING_MODES, "or")}`);
  return mode;
}

/** A language model by itself. @throws {UsageError} as `controllerNamed` does. */
export async function languageModelNamed(name: string, environment: Environment): Promise<LanguageModel> {
  if (isModelName(name)) return MODELS[name](environment);
  throw new UsageError(`There is no language model ${JSON.stringify(name)}: it is openai or workers-ai`);
}

const isModelName = (name: string): name is ModelName => Object.hasOwn(MODELS, name);

function read<T>(asking: string, settings: z.ZodType<T>, environment: Environment): T {
  const result = settings.safeParse(environment);
  if (result.success) return result.data;
  const missing = result.error.issues.map(({ path }) => path.join("."));
  throw new UsageError(`For ${asking}, set ${missing.join(" and ")}`);
}
