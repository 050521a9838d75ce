import * as z from "zod";
import { CONTROLLERS, type ControllerName, PLANNING_MODES, type PlanningMode } from "../domain/selection.ts";
import type { OpenAiEndpoint, ReasoningEffort } from "./openai-endpoints.ts";
import { address, key, variable } from "./variables.ts";

/** The part of the `AI` binding that is used, by which the binding is recognised. */
export interface WorkersAiBinding {
  run(model: string, inputs: Readonly<Record<string, unknown>>, options: { signal: AbortSignal }): Promise<unknown>;
}

const binding = z
  .custom<WorkersAiBinding>(
    (value) => typeof value === "object" && value !== null && "run" in value && typeof value.run === "function",
  )
  .optional();

/** The smallest context that holds the rules of an answer and a result; it is what local servers give a model by default. */
export const MIN_CONTEXT_TOKENS = 4_096;
/** The smallest that holds all task types besides. */
export const MIN_GLOBAL_CONTEXT_TOKENS = 8_192;
const MAX_CONTEXT_TOKENS = 100_000_000;

/** The variables that configure the controllers. */
export const controllerVariables = {
  CONTROLLER: variable
    .pipe(z.enum(["auto", ...CONTROLLERS]).default("auto"))
    .describe('set it to "auto", "embedded", "openai" or "workers-ai", and for the last two what that needs'),
  PLANNING: variable.pipe(z.enum(PLANNING_MODES).optional()).describe('set it to "global" or "light", or leave it out'),
  LIGHT_MODEL: variable.describe("set it to the name of a small model where the language model is, or leave it out"),
  MODEL_CONTEXT_TOKENS: variable
    .transform((text) => (text === undefined ? undefined : Number(text)))
    .pipe(z.int().min(MIN_CONTEXT_TOKENS).max(MAX_CONTEXT_TOKENS).optional())
    .describe("set it to the tokens that the language model takes and gives in one call, or leave it out"),
  OPENAI_BASE_URL: address.describe(
    "set it to a server's address up to and with /v1, such as http://127.0.0.1:11434/v1",
  ),
  OPENAI_API_KEY: key.describe("set it to the key as it was given (`wrangler secret put OPENAI_API_KEY`)"),
  OPENAI_MODEL: variable.describe(
    "set it to the name of a model that the server has, and OPENAI_API_KEY or OPENAI_BASE_URL with it",
  ),
  AI: binding.describe("see docs/configuration.md"),
  WORKERS_AI_MODEL: variable.describe(
    "set it to a text model's name, which begins with @cf/, and bind AI or set an account and its token",
  ),
  CLOUDFLARE_ACCOUNT_ID: variable
    .pipe(
      z
        .string()
        .regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")
        .optional(),
    )
    .describe("set it to the id that `wrangler whoami` shows"),
  CLOUDFLARE_API_TOKEN: key.describe(
    "set it to a token that may use Workers AI (`wrangler secret put CLOUDFLARE_API_TOKEN`)",
  ),
  CLOUDFLARE_API_URL: address.describe(
    "leave it out, or set it to the address of what stands in for https://api.cloudflare.com/client/v4",
  ),
};
export type ControllerVariables = z.output<z.ZodObject<typeof controllerVariables>>;

/** The language models, and the controller that plans messages that name none. */
export interface ControllersConfig {
  /** `auto`: the embedded one, which hands over to a language model where it is unsure. */
  readonly first: "auto" | ControllerName;
  readonly planning: PlanningMode;
  /** Chooses in light mode, where that is another model than the one that answers; null where it is not. */
  readonly lightModel: string | null;
  /** Context length of the language model in tokens, question and answer together; null if unknown. */
  readonly contextTokens: number | null;
  readonly openai: (OpenAiServer & { readonly model: string; readonly reasoning?: ReasoningEffort }) | null;
  readonly workersAi: (WorkersAiAccount & { readonly model: string }) | null;
}

const OPENAI_URL = "https://api.openai.com/v1";

interface Variables extends ControllerVariables {
  readonly CONFIG: { readonly openai: { readonly models: readonly OpenAiEndpoint[] } };
}

/** Checks that the variables are consistent, and reports which one is not, and why. */
export function checkControllers(variables: Variables, context: z.RefinementCtx): void {
  const { CONTROLLER, LIGHT_MODEL, MODEL_CONTEXT_TOKENS, OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = variables;
  const { AI, WORKERS_AI_MODEL, CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN } = variables;
  const fault = (name: keyof Variables, message: string): void =>
    context.addIssue({ code: "custom", path: [name], message });

  if (
    planningOf(variables) === "global" &&
    MODEL_CONTEXT_TOKENS !== undefined &&
    MODEL_CONTEXT_TOKENS < MIN_GLOBAL_CONTEXT_TOKENS
  )
    fault(
      "MODEL_CONTEXT_TOKENS",
      `is too small for a whole plan, which takes ${MIN_GLOBAL_CONTEXT_TOKENS}; PLANNING=light would do`,
    );

  const hasOpenAi = OPENAI_BASE_URL !== undefined || OPENAI_API_KEY !== undefined;
  const hasModels = variables.CONFIG.openai.models.length > 0;
  if (hasOpenAi && !OPENAI_MODEL && !hasModels)
    fault("OPENAI_MODEL", "is missing, and a server is set; CONFIG.openai.models would do as well");
  if (!hasOpenAi && hasModels) fault("CONFIG", "names models under `openai`, and no server is set");
  if (!hasOpenAi && OPENAI_MODEL) fault("OPENAI_MODEL", "is set without OPENAI_API_KEY or OPENAI_BASE_URL");

  if (WORKERS_AI_MODEL && !AI && !(CLOUDFLARE_ACCOUNT_ID && CLOUDFLARE_API_TOKEN))
    fault("WORKERS_AI_MODEL", "is set without the AI binding, or CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN");

  const answering = LIGHT_MODEL && isAtWorkersAi(LIGHT_MODEL) ? "WORKERS_AI_MODEL" : "OPENAI_MODEL";
  if (LIGHT_MODEL && !variables[answering]) fault("LIGHT_MODEL", `is set without ${answering}, which answers`);

  if (CONTROLLER === "openai" && !hasOpenAi)
    fault("CONTROLLER", 'is "openai" without OPENAI_API_KEY or OPENAI_BASE_URL');
  else if (CONTROLLER === "openai" && !OPENAI_MODEL) fault("CONTROLLER", 'is "openai" without OPENAI_MODEL');
  if (CONTROLLER === "workers-ai" && !WORKERS_AI_MODEL) fault("CONTROLLER", 'is "workers-ai" without WORKERS_AI_MODEL');
}

/** By its name: Workers AI's begin so. */
export const isAtWorkersAi = (model: string): boolean => model.startsWith("@cf/");

/** A model that is named for choosing is to choose. */
const planningOf = ({ PLANNING, LIGHT_MODEL }: ControllerVariables): PlanningMode =>
  PLANNING ?? (LIGHT_MODEL === undefined ? "global" : "light");

/** The configuration made of consistent variables. */
export function toControllers(variables: Variables): ControllersConfig {
  return {
    first: variables.CONTROLLER,
    planning: planningOf(variables),
    lightModel: variables.LIGHT_MODEL ?? null,
    contextTokens: variables.MODEL_CONTEXT_TOKENS ?? null,
    openai: toOpenAi(variables),
    workersAi: toWorkersAi(variables),
  };
}

/** Access to an OpenAI-compatible server. */
export interface OpenAiServer {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** Null where none is set. */
export const openAiServer = ({ OPENAI_BASE_URL, OPENAI_API_KEY }: ControllerVariables): OpenAiServer | null =>
  OPENAI_BASE_URL || OPENAI_API_KEY ? { baseUrl: OPENAI_BASE_URL ?? OPENAI_URL, apiKey: OPENAI_API_KEY ?? null } : null;

/** Access to Workers AI. */
export type WorkersAiAccount =
  | { readonly by: "binding"; readonly ai: WorkersAiBinding }
  | {
      readonly by: "rest";
      readonly accountId: string;
      readonly apiToken: string;
      /** Up to and with the API's version, without a slash at its end; Cloudflare's own where it is left out. */
      readonly baseUrl?: string;
    };

/** The access to Workers AI, preferably by the binding; null if none is configured. */
export function workersAiAccount(variables: ControllerVariables): WorkersAiAccount | null {
  const { AI, CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN, CLOUDFLARE_API_URL } = variables;
  if (AI) return { by: "binding", ai: AI };
  if (!CLOUDFLARE_ACCOUNT_ID || !CLOUDFLARE_API_TOKEN) return null;
  return {
    by: "rest",
    accountId: CLOUDFLARE_ACCOUNT_ID,
    apiToken: CLOUDFLARE_API_TOKEN,
    ...(CLOUDFLARE_API_URL ? { baseUrl: CLOUDFLARE_API_URL.replace(/\/+$/, "") } : {}),
  };
}

function toOpenAi(variables: Variables): ControllersConfig["openai"] {
  const server = openAiServer(variables);
  const { OPENAI_MODEL: model, CONFIG } = variables;
  if (!server || !model) return null;
  return { ...server, model, ...reasoningOf(model, CONFIG) };
}

/** How long a language model thinks; empty where the deployment leaves that to the server. */
export function reasoningOf(
  model: string,
  { openai: { models } }: Variables["CONFIG"],
): { readonly reasoning?: ReasoningEffort } {
  const { reasoning } = models.find((one) => one.model === model && one.reasoning !== undefined) ?? {};
  return reasoning === undefined ? {} : { reasoning };
}

function toWorkersAi(variables: ControllerVariables): ControllersConfig["workersAi"] {
  const account = workersAiAccount(variables);
  const { WORKERS_AI_MODEL: model } = variables;
  return account && model ? { ...account, model } : null;
}

/** The dependencies of a controller that calls a language model. */
export const CONTROLLER_NEEDS: Readonly<Record<Exclude<ControllerName, "embedded">, string>> = {
  openai: "OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL",
  "workers-ai": "WORKERS_AI_MODEL, and the AI binding or CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN",
};
