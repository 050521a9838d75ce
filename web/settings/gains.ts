import type { HealthView, TaskTypeView } from "../../src/client/client.ts";
import { SWITCHES } from "../../src/domain/provider-names.ts";

/** What a deployment would gain by a variable that is not set. */
export interface Gain {
  /** What to set, as docs/configuration.md names it. */
  readonly set: string;
  readonly adds: string;
  /** Task types that nothing does here and that would be done then. */
  readonly tasks: readonly string[];
}

/** Whose models the catalogue knows. */
const CATALOGUED = [
  { provider: "huggingface", adds: "Models behind Hugging Face’s Inference Providers." },
  { provider: "workers-ai", adds: "Models of Workers AI." },
] as const;

/** What would be there with what is not switched on. */
export function gainsOf({ providers, languageModel }: HealthView, types: readonly TaskTypeView[]): readonly Gain[] {
  const catalogued = CATALOGUED.filter(({ provider }) => !providers[provider]).map(({ provider, adds }): Gain => {
    const tasks = types.filter(({ wouldDo }) => wouldDo.includes(provider)).map(({ name }) => name);
    return { set: SWITCHES[provider].set, adds, tasks: tasks.toSorted() };
  });
  const server: Gain = {
    set: "OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own",
    adds: "Tasks on texts, pictures and speech, by models behind any OpenAI-compatible server.",
    tasks: [],
  };
  const model: Gain = {
    set: "OPENAI_MODEL or WORKERS_AI_MODEL, besides one of these",
    adds: "A language model that plans what the embedded controller is unsure of, and words the answers.",
    tasks: [],
  };
  return [...catalogued, ...(providers.openai ? [] : [server]), ...(languageModel === null ? [model] : [])];
}
