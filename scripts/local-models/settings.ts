import { MIN_CONTEXT_TOKENS, MIN_GLOBAL_CONTEXT_TOKENS } from "../../src/config/controllers.ts";
import { isRecord, parsedJson } from "../../src/domain/json.ts";
import { type LocalChoice, mayPlan } from "./choose.ts";
import { type LocalModel, USUAL_CONTEXT_TOKENS } from "./model-lists.ts";

type Settings = Readonly<Record<string, string | undefined>>;

/** What names a language model, or says that there is to be none. */
const SAYS_WHICH = ["OPENAI_MODEL", "OPENAI_BASE_URL", "OPENAI_API_KEY", "WORKERS_AI_MODEL"] as const;
/** The same in `wrangler.toml`, where `CONFIG` would be replaced. */
const SAID_IN_TOML = /^\s*(?:\[vars\.)?(?:CONTROLLER|CONFIG|OPENAI_\w+|WORKERS_AI_MODEL)\b/m;
/** Controllers that a model on this machine can serve. */
const SERVED: ReadonlySet<string> = new Set(["auto", "openai"]);

interface Said {
  /** The Worker's variables of this start: those of `wrangler.toml`, of `.dev.vars`, and over them the environment's. */
  readonly settings: Settings;
  readonly environment: Settings;
  readonly wranglerToml: string;
}

/** Whether to look for models on this machine: not where a language model is set, or none is wanted. */
export const isLookedFor = ({ settings, environment, wranglerToml }: Said): boolean =>
  !environment.NO_LOCAL_MODELS &&
  !settings.NO_LOCAL_MODELS &&
  !environment.OPENAI_BASE_URL &&
  SERVED.has(settings.CONTROLLER || "auto") &&
  !SAYS_WHICH.some((name) => settings[name]) &&
  configOf(settings) !== null &&
  !SAID_IN_TOML.test(wranglerToml);

/** The deployment's `CONFIG`, empty where there is none; null where it names models itself, or is none at all. */
function configOf({ CONFIG }: Settings): Readonly<Record<string, unknown>> | null {
  const config = CONFIG ? parsedJson(CONFIG) : {};
  return isRecord(config) && !("openai" in config) ? config : null;
}

/**
 * The Worker's variables that lead to the models, beside `settings`, which win. In light mode, as most that is found is
 * small, or slow at long prompts. What is too small to plan does tasks alone, unless it is to plan everything.
 * @param today as in "2026-11-27": the day on which it is known that they cost nothing
 */
export function varsFor(
  { server, chat, vision, embeddings }: LocalChoice,
  settings: Settings,
  today: string,
): Readonly<Record<string, string>> {
  const used = new Set([chat, ...(vision ? [vision] : []), ...(embeddings ? [embeddings] : [])]);
  const models = [...used].map((model) => entryOf(model, server.program, today));
  const { PLANNING = "light", MODEL_CONTEXT_TOKENS = String(contextOf(chat)) } = settings;
  return {
    OPENAI_BASE_URL: `${server.url}/v1`,
    ...(plansWith(chat, settings) ? { OPENAI_MODEL: chat.name } : {}),
    PLANNING,
    MODEL_CONTEXT_TOKENS,
    CONFIG: quotable(JSON.stringify({ ...withOneCall(configOf(settings)), openai: { models } })),
  };
}

/** Whether the chat model plans, as the Worker is told by its name. */
const plansWith = (chat: LocalModel, { CONTROLLER }: Settings): boolean => CONTROLLER === "openai" || mayPlan(chat);

/**
 * With one call of the server at a time, where no limit is set: most answer one after the other, and calls side by side would
 * all run out of time while they wait.
 */
function withOneCall(config: Readonly<Record<string, unknown>> | null): Readonly<Record<string, unknown>> {
  const limits = isRecord(config?.limits) ? config.limits : {};
  const providers = isRecord(limits.providers) ? limits.providers : {};
  return { ...config, limits: { ...limits, providers: { openai: { concurrency: 1 }, ...providers } } };
}

/** JSON without the marks that an environment file quotes with: they can stand in strings alone. */
const quotable = (json: string): string => json.replaceAll("'", "\\u0027").replaceAll("`", "\\u0060");

/** The smallest context with which a chat model can be used: one that is said of it counts in the place of its own. */
export const leastContext = ({ PLANNING, MODEL_CONTEXT_TOKENS }: Settings): number =>
  PLANNING === "global" && !MODEL_CONTEXT_TOKENS ? MIN_GLOBAL_CONTEXT_TOKENS : MIN_CONTEXT_TOKENS;

const contextOf = ({ contextTokens }: LocalModel): number => contextTokens ?? USUAL_CONTEXT_TOKENS;

/** As `CONFIG.openai.models` has it. */
function entryOf(model: LocalModel, program: string, today: string) {
  const { name, does, parameters, bytes } = model;
  const contextTokens = does === "embeddings" ? model.contextTokens : contextOf(model);
  return {
    model: name,
    does,
    description: `Found at ${program} on this machine`,
    // A thought takes a laptop minutes, and the place of the answer.
    ...(does === "embeddings" ? {} : { reasoning: "none" }),
    ...(contextTokens === null ? {} : { contextTokens }),
    ...(parameters === null ? {} : { parameters }),
    ...(bytes === null ? {} : { bytes }),
    prices: [{ usd: 0, per: "call", asOf: today, source: "a machine of one's own" }],
  };
}
