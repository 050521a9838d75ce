import type OpenAI from "openai";
import type { Prompt, StreamPart } from "../../planning/language/language-model.ts";
import { tooSlow } from "../answers/failures.ts";
import type { OpenAiChat } from "./chat.ts";
import { chatRequest } from "./chat-request.ts";
import { connect, OPENAI_SETTINGS } from "./client.ts";
import { type OpenAiSdk, type Server, toAppError } from "./failures.ts";
import { partsOf } from "./parts.ts";
import { readingStreams } from "./read-stream.ts";
import { askWithoutRefused, type RefusedFeature } from "./refusals.ts";

/** From the first call to the last word; a language step as a whole has two minutes. */
const STREAM_TIMEOUT_MS = 110_000;

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
