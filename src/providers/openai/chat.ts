import type OpenAI from "openai";
import type { LanguageModel, Prompt } from "../../planning/language/language-model.ts";
import { inAttempts } from "./attempts.ts";
import { textOf } from "./completion.ts";
import { type Sdk, type SettingNames, toAppError } from "./failures.ts";
import { readingWhole } from "./read-whole.ts";

/** Half a minute is usual for a plan; more than this is a server that hangs. */
const ANSWER_TIMEOUT_MS = 40_000;

export interface OpenAiChat {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** A server of one's own may want none. */
  readonly apiKey: string | null;
  readonly model: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
  /** What the deployment calls the above, for error messages. */
  readonly settings?: SettingNames;
}

const SETTINGS: SettingNames = { address: "OPENAI_BASE_URL", key: "OPENAI_API_KEY", model: "OPENAI_MODEL" };

/** The library wants a key even where none is sent. */
const NO_KEY = "none";

/** Parameters that some servers and models refuse; each can be done without. */
const OPTIONAL_PARAMETERS = ["response_format", "temperature", "max_tokens"] as const;
type OptionalParameter = (typeof OPTIONAL_PARAMETERS)[number];

type Request = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/**
 * A model behind any server with OpenAI's chat completions. It is called at most twice, and once more for each
 * parameter that it refuses; which those are is remembered.
 */
export function createOpenAiChat(options: OpenAiChat): LanguageModel {
  const { model, apiKey, settings = SETTINGS } = options;
  const refused = new Set<OptionalParameter>();

  const ask = async (prompt: Prompt, signal: AbortSignal): Promise<string> => {
    const sdk = await import("openai");
    const client = connect(sdk, options);
    for (;;) {
      const request = requestOf(model, prompt, refused);
      try {
        return textOf(await client.chat.completions.create(request, { signal }), model);
      } catch (thrown) {
        const parameter = refusedParameter(thrown, request, sdk);
        if (parameter === undefined) throw toAppError(thrown, { model, apiKey, settings }, { sdk, signal });
        refused.add(parameter);
      }
    }
  };
  return { complete: (prompt, signal) => inAttempts(() => ask(prompt, signal), signal) };
}

/** Whatever the library would else read from the environment is set here: the configuration alone decides. */
const connect = (sdk: Sdk, { baseUrl, apiKey, fetch, timeoutMs = ANSWER_TIMEOUT_MS }: OpenAiChat): OpenAI =>
  new sdk.OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    fetch: readingWhole(fetch ?? globalThis.fetch.bind(globalThis)),
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: "off",
  });

/** What is asked; a parameter that was refused once is left out, or has its newer name. */
function requestOf(model: string, prompt: Prompt, refused: ReadonlySet<OptionalParameter>): Request {
  return {
    model,
    messages: [...prompt.messages],
    ...(refused.has("temperature") ? {} : { temperature: 0 }),
    ...(refused.has("max_tokens") ? { max_completion_tokens: prompt.maxTokens } : { max_tokens: prompt.maxTokens }),
    ...(prompt.json && !refused.has("response_format") ? { response_format: { type: "json_object" as const } } : {}),
  };
}

/** The parameter of this request that the server will not have, if that is what it says. */
function refusedParameter(thrown: unknown, request: Request, sdk: Sdk): OptionalParameter | undefined {
  if (!(thrown instanceof sdk.BadRequestError || thrown instanceof sdk.UnprocessableEntityError)) return undefined;
  return OPTIONAL_PARAMETERS.find(
    (name) => name in request && (thrown.param === name || (!thrown.param && thrown.message.includes(name))),
  );
}
