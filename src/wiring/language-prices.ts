import type { OpenAiEndpoint } from "../config/openai-endpoints.ts";
import type { CatalogueModel, Price } from "../domain/catalogue.ts";
import type { LanguageModelName } from "./controllers.ts";

export interface PriceSources {
  /** The prices that the deployment states for the models of its OpenAI-compatible server. */
  readonly stated: readonly OpenAiEndpoint[];
  /** The models of the catalogue for a task type. */
  readonly modelsFor: (taskType: string) => Promise<readonly CatalogueModel[]>;
}

/** Under which the catalogue has models that go on with a chat. */
const CHAT_TASKS = ["conversational", "text-generation"] as const;

/** The prices of a language model, as the deployment states them or the catalogue knows them; empty where neither does. */
export async function languagePrices(
  model: LanguageModelName | null,
  { stated, modelsFor }: PriceSources,
): Promise<readonly Price[]> {
  if (!model) return [];
  if (model.provider === "openai") {
    const chats = stated.filter(({ does }) => does === "chat" || does === "vision");
    return chats.find((one) => one.model === model.id)?.prices ?? [];
  }
  for (const task of CHAT_TASKS) {
    const offers = (await modelsFor(task)).flatMap(({ endpoints }) => endpoints);
    const found = offers.find(
      (one) => one.taskType === task && one.provider === model.provider && one.model === model.id,
    );
    if (found) return found.prices;
  }
  return [];
}
