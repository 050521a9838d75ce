import type { Client, HealthView, TaskTypeView } from "../../src/client/client.ts";
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

/** As many as one page of the catalogue holds: the most downloaded ones know nearly every task. */
const LOOKED_AT = 100;

/**
 * What would be there with what is not switched on, as far as the catalogue tells.
 * @throws {ApiError} when it cannot be read
 */
export async function gainsOf(
  client: Client,
  health: HealthView | undefined,
  types: readonly TaskTypeView[],
  signal: AbortSignal,
): Promise<readonly Gain[]> {
  const lacking = new Set(types.filter(({ endpoints }) => endpoints.length === 0).map(({ name }) => name));
  const catalogued = await Promise.all(
    CATALOGUED.map(async ({ provider, adds }): Promise<readonly Gain[]> => {
      const here = await client.models.search({ provider, availability: "here", limit: 1 }, { signal });
      if (here.total > 0) return [];
      const { models } = await client.models.search({ provider, order: "downloads", limit: LOOKED_AT }, { signal });
      const tasks = [...new Set(models.flatMap((model) => model.tasks))].filter((task) => lacking.has(task)).toSorted();
      return [{ set: SWITCHES[provider].set, adds, tasks }];
    }),
  );
  const speaks = health?.controllers.configured.some((controller) => controller !== "embedded") ?? false;
  return [
    ...catalogued.flat(),
    ...(health?.providers.openai
      ? []
      : [
          {
            set: "OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own",
            adds: "Tasks on texts, pictures and speech, by models behind any OpenAI-compatible server.",
            tasks: [],
          },
        ]),
    ...(speaks
      ? []
      : [
          {
            set: "OPENAI_MODEL or WORKERS_AI_MODEL, besides one of these",
            adds: "A language model that plans what the embedded controller is unsure of, and words the answers.",
            tasks: [],
          },
        ]),
  ];
}
