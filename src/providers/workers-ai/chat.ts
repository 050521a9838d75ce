import type { LanguageModel } from "../../planning/language/language-model.ts";
import { createOpenAiChat } from "../openai/chat.ts";
import type { SettingNames } from "../openai/failures.ts";
import { BASE_URL } from "./rest-run.ts";

/** Cloudflare's OpenAI-compatible endpoint: developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility. */
const addressOf = (baseUrl: string, accountId: string): string =>
  `${baseUrl}/accounts/${encodeURIComponent(accountId)}/ai/v1`;

const SETTINGS: SettingNames = {
  address: "CLOUDFLARE_ACCOUNT_ID",
  key: "CLOUDFLARE_API_TOKEN",
  model: "WORKERS_AI_MODEL",
};

export interface WorkersAiChat {
  readonly accountId: string;
  readonly apiToken: string;
  readonly model: string;
  /** Up to and with the API's version. */
  readonly baseUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

/** A model of Workers AI over the network, for where there is no `AI` binding. */
export const createWorkersAiChat = ({
  accountId,
  apiToken,
  baseUrl = BASE_URL,
  ...rest
}: WorkersAiChat): Required<LanguageModel> =>
  createOpenAiChat({ ...rest, baseUrl: addressOf(baseUrl, accountId), apiKey: apiToken, settings: SETTINGS });
