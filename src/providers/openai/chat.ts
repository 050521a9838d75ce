import type OpenAI from "openai";
import type { LanguageModel, Prompt, StreamPart } from "../../planning/language/language-model.ts";
import { tooSlow } from "../answers/failures.ts";
import { asUsage, measuredIn } from "../answers/measured.ts";
import { connect, OPENAI_SETTINGS, type OpenAiConnection, readingStreams, readingWhole } from "./client.ts";
import { partsOf, textOf } from "./completion.ts";
import { type OpenAiSdk, type Server, type SettingNames, toAppError } from "./failures.ts";
import { type AskedOfChat, askWithoutRefused, chatRequest, type RefusedFeature } from "./requests.ts";

/** Of an answer that comes whole: half a minute is usual for a plan; more than this is a model that hangs. */
export const ANSWER_TIMEOUT_MS = 40_000;

export interface OpenAiChat extends Pick<OpenAiConnection, "baseUrl" | "apiKey"> {
  readonly model: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
  /** The names of the settings above, for advice in failures. */
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

/** Of an answer that is streamed, from the call to the last word; a language step as a whole has two minutes. */
export const STREAM_TIMEOUT_MS = 110_000;

/** Answers of a model behind any server with OpenAI's chat completions, word by word. Each call is one request. */
export function streamOpenAi(options: OpenAiChat): (prompt: Prompt, signal: AbortSignal) => AsyncIterable<StreamPart> {
  const { model, apiKey, timeoutMs = STREAM_TIMEOUT_MS, settings = OPENAI_SETTINGS } = options;
  const server: Server = { model, apiKey, settings };
  const refused = new Set<RefusedFeature>();

  return async function* stream(prompt, caller) {
    const sdk = await import("openai");
    const signal = AbortSignal.any([caller, AbortSignal.timeout(timeoutMs)]);
    try {
      yield* partsOf(await openStream(options, prompt, { sdk, signal, refused, timeoutMs }), model);
    } catch (thrown) {
      throw toAppError(thrown, server, { sdk, signal });
    }
    // The library ends a stream that is aborted as if it were complete.
    if (signal.aborted) throw tooSlow(model, signal.reason);
  };
}

interface Opening {
  readonly sdk: OpenAiSdk;
  readonly signal: AbortSignal;
  readonly refused: Set<RefusedFeature>;
  readonly timeoutMs: number;
}

function openStream(
  { baseUrl, apiKey, model, fetch = globalThis.fetch.bind(globalThis) }: OpenAiChat,
  { messages, maxTokens, json }: Prompt,
  { sdk, signal, refused, timeoutMs }: Opening,
): Promise<AsyncIterable<unknown>> {
  const client = connect(sdk, { baseUrl, apiKey, fetch: readingStreams(fetch, { model, signal }), timeoutMs });
  const write = (
    without: ReadonlySet<RefusedFeature>,
  ): OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming => ({
    ...chatRequest({ model, messages: [...messages], maxTokens, form: json ? "object" : "text" }, without),
    stream: true,
    ...(without.has("stream_options") ? {} : { stream_options: { include_usage: true } }),
  });
  const send = (request: ReturnType<typeof write>) => client.chat.completions.create(request, { signal });
  return askWithoutRefused(refused, write, send, { sdk, model });
}
