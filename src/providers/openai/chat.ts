import type { LanguageModel, Prompt } from "../../planning/language/language-model.ts";
import { asUsage, measuredIn } from "../measured.ts";
import { type AskedOfChat, chatRequest } from "./chat-request.ts";
import { connect, OPENAI_SETTINGS, type OpenAiConnection } from "./client.ts";
import { textOf } from "./completion.ts";
import { type SettingNames, toAppError } from "./failures.ts";
import { readingWhole } from "./read-whole.ts";
import { askWithoutRefused, type RefusedFeature } from "./refusals.ts";
import { streamOpenAi } from "./stream.ts";

/** Half a minute is usual for a plan; more than this is a server that hangs. */
const ANSWER_TIMEOUT_MS = 40_000;

export interface OpenAiChat extends Pick<OpenAiConnection, "baseUrl" | "apiKey"> {
  readonly model: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
  /** What the deployment calls the above, for error messages. */
  readonly settings?: SettingNames;
}

/**
 * A model behind any server with OpenAI's chat completions. Each call is one request; which parameters the server
 * refuses is remembered, so that the next call does without.
 */
export function createOpenAiChat(options: OpenAiChat): Required<LanguageModel> {
  const { baseUrl, model, apiKey, timeoutMs = ANSWER_TIMEOUT_MS, settings = OPENAI_SETTINGS } = options;
  const fetch = readingWhole(options.fetch ?? globalThis.fetch.bind(globalThis), model);
  const refused = new Set<RefusedFeature>();

  const ask = async (prompt: Prompt, signal: AbortSignal): Promise<unknown> => {
    const sdk = await import("openai");
    const client = connect(sdk, { baseUrl, apiKey, fetch, timeoutMs });
    const { messages, maxTokens } = prompt;
    try {
      return await askWithoutRefused(
        refused,
        (without) => chatRequest({ model, messages: [...messages], maxTokens, form: formOf(prompt) }, without),
        (request) => client.chat.completions.create(request, { signal }),
        { sdk, model },
      );
    } catch (thrown) {
      throw toAppError(thrown, { model, apiKey, settings }, { sdk, signal });
    }
  };
  return {
    complete: async (prompt, signal, onUsage) => {
      const completion = await ask(prompt, signal);
      const { usage } = asUsage(measuredIn(completion));
      if (usage) onUsage?.(usage);
      return textOf(completion, model);
    },
    stream: streamOpenAi(options),
  };
}

const formOf = ({ json, schema }: Prompt): AskedOfChat["form"] => {
  if (schema) return { schema };
  return json ? "object" : "text";
};
