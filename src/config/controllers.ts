import * as z from "zod";
import { address, key, variable } from "./variables.ts";

/** What is used of the `AI` binding; it is told by that. */
export interface WorkersAiBinding {
  run(model: string, inputs: Readonly<Record<string, unknown>>, options: { signal: AbortSignal }): Promise<unknown>;
}

const binding = z
  .custom<WorkersAiBinding>(
    (value) => typeof value === "object" && value !== null && "run" in value && typeof value.run === "function",
  )
  .optional();

/** The variables that say who plans. */
export const controllerVariables = {
  CONTROLLER: variable.pipe(z.enum(["auto", "embedded", "openai", "workers-ai"]).default("auto")),
  OPENAI_BASE_URL: address,
  OPENAI_API_KEY: key,
  OPENAI_MODEL: variable,
  AI: binding,
  WORKERS_AI_MODEL: variable,
  CLOUDFLARE_ACCOUNT_ID: variable.pipe(
    z
      .string()
      .regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")
      .optional(),
  ),
  CLOUDFLARE_API_TOKEN: key,
};
type ControllerVariables = z.output<z.ZodObject<typeof controllerVariables>>;

/** Where the language models are, and which controller plans. */
export interface ControllersConfig {
  /** `auto`: the embedded one, which hands over to a language model where it is unsure. */
  readonly first: "auto" | "embedded" | "openai" | "workers-ai";
  readonly openai: { readonly baseUrl: string; readonly apiKey: string | null; readonly model: string } | null;
  readonly workersAi:
    | { readonly by: "binding"; readonly ai: WorkersAiBinding; readonly model: string }
    | { readonly by: "rest"; readonly accountId: string; readonly apiToken: string; readonly model: string }
    | null;
}

const OPENAI_URL = "https://api.openai.com/v1";

/** What is wrong with the variables taken together: which one, and why. */
export function checkControllers(variables: ControllerVariables, context: z.RefinementCtx): void {
  const { CONTROLLER, OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = variables;
  const { AI, WORKERS_AI_MODEL, CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN } = variables;
  const fault = (name: keyof ControllerVariables, message: string): void =>
    context.addIssue({ code: "custom", path: [name], message });

  const hasOpenAi = OPENAI_BASE_URL !== undefined || OPENAI_API_KEY !== undefined;
  if (hasOpenAi && !OPENAI_MODEL) fault("OPENAI_MODEL", "is missing, and a server is set");
  if (!hasOpenAi && OPENAI_MODEL) fault("OPENAI_MODEL", "is set without OPENAI_API_KEY or OPENAI_BASE_URL");

  if (WORKERS_AI_MODEL && !AI && !(CLOUDFLARE_ACCOUNT_ID && CLOUDFLARE_API_TOKEN))
    fault("WORKERS_AI_MODEL", "is set without the AI binding, or CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN");

  if (CONTROLLER === "openai" && !hasOpenAi)
    fault("CONTROLLER", 'is "openai" without OPENAI_API_KEY or OPENAI_BASE_URL');
  if (CONTROLLER === "workers-ai" && !WORKERS_AI_MODEL) fault("CONTROLLER", 'is "workers-ai" without WORKERS_AI_MODEL');
}

/** The variables, once they are known to go together. */
export function toControllers(variables: ControllerVariables): ControllersConfig {
  return { first: variables.CONTROLLER, openai: toOpenAi(variables), workersAi: toWorkersAi(variables) };
}

function toOpenAi({ OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL }: ControllerVariables): ControllersConfig["openai"] {
  if (!OPENAI_MODEL || !(OPENAI_BASE_URL || OPENAI_API_KEY)) return null;
  return { baseUrl: OPENAI_BASE_URL ?? OPENAI_URL, apiKey: OPENAI_API_KEY ?? null, model: OPENAI_MODEL };
}

function toWorkersAi(variables: ControllerVariables): ControllersConfig["workersAi"] {
  const { AI, WORKERS_AI_MODEL: model, CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN } = variables;
  if (!model) return null;
  if (AI) return { by: "binding", ai: AI, model };
  if (!CLOUDFLARE_ACCOUNT_ID || !CLOUDFLARE_API_TOKEN) return null;
  return { by: "rest", accountId: CLOUDFLARE_ACCOUNT_ID, apiToken: CLOUDFLARE_API_TOKEN, model };
}

export const CONTROLLER_ADVICE: Readonly<Record<keyof ControllerVariables, string>> = {
  CONTROLLER: 'set it to "auto", "embedded", "openai" or "workers-ai", and for the last two what that needs',
  OPENAI_BASE_URL: "set it to a server's address up to and with /v1, such as http://127.0.0.1:11434/v1",
  OPENAI_API_KEY: "set it to the key as it was given (`wrangler secret put OPENAI_API_KEY`)",
  OPENAI_MODEL: "set it to the name of a model that the server has, and OPENAI_API_KEY or OPENAI_BASE_URL with it",
  AI: "see docs/configuration.md",
  WORKERS_AI_MODEL:
    "set it to a text model's name, which begins with @cf/, and bind AI or set an account and its token",
  CLOUDFLARE_ACCOUNT_ID: "set it to the id that `wrangler whoami` shows",
  CLOUDFLARE_API_TOKEN: "set it to a token that may use Workers AI (`wrangler secret put CLOUDFLARE_API_TOKEN`)",
};
