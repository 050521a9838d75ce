import type OpenAI from "openai";
import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Measured } from "../../domain/usage.ts";
import type { Prompt, StreamPart } from "../../planning/language/language-model.ts";
import { inAttempts, tooSlow } from "./attempts.ts";
import type { OpenAiChat } from "./chat.ts";
import { chatRequest } from "./chat-request.ts";
import { connect, OPENAI_SETTINGS } from "./client.ts";
import { usageOf, whole } from "./completion.ts";
import { type Sdk, type Server, toAppError } from "./failures.ts";
import { readingStreams } from "./read-stream.ts";
import { type Refusal, withoutRefused } from "./refusals.ts";

/** From the first call to the last word; a language step as a whole has two minutes. */
const STREAM_TIMEOUT_MS = 110_000;

/** What is read of a part; servers leave out what they have not, or send null. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
});

/**
 * Answers of a model behind any server with OpenAI's chat completions, word by word. Until the first word a call that
 * fails is made once more; after it, a failure ends what has been shown, and says so.
 */
export function streamOpenAi(options: OpenAiChat): (prompt: Prompt, signal: AbortSignal) => AsyncIterable<StreamPart> {
  const { model, apiKey, timeoutMs = STREAM_TIMEOUT_MS, settings = OPENAI_SETTINGS } = options;
  const server: Server = { model, apiKey, settings };
  const refused = new Set<Refusal>();

  return async function* stream(prompt, caller) {
    const sdk = await import("openai");
    const signal = AbortSignal.any([caller, AbortSignal.timeout(timeoutMs)]);
    const open = async (): Promise<AsyncIterable<unknown>> => {
      try {
        return await openStream(options, prompt, { sdk, signal, refused, timeoutMs });
      } catch (thrown) {
        throw toAppError(thrown, server, { sdk, signal });
      }
    };
    const chunks = await inAttempts(open, signal);
    try {
      yield* partsOf(chunks, model);
    } catch (thrown) {
      throw signal.aborted ? tooSlow(model, thrown) : toAppError(thrown, server, { sdk, signal });
    }
    // The library ends a stream that is aborted as if it were complete.
    if (signal.aborted) throw tooSlow(model, signal.reason);
  };
}

interface Opening {
  readonly sdk: Sdk;
  readonly signal: AbortSignal;
  readonly refused: Set<Refusal>;
  readonly timeoutMs: number;
}

function openStream(
  { baseUrl, apiKey, model, fetch = globalThis.fetch.bind(globalThis) }: OpenAiChat,
  { messages, maxTokens, json }: Prompt,
  { sdk, signal, refused, timeoutMs }: Opening,
): Promise<AsyncIterable<unknown>> {
  const client = connect(sdk, { baseUrl, apiKey, fetch: readingStreams(fetch, { model, signal }), timeoutMs });
  const write = (without: ReadonlySet<Refusal>): OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming => ({
    ...chatRequest({ model, messages: [...messages], maxTokens, form: json ? "object" : "text" }, without),
    stream: true,
    ...(without.has("stream_options") ? {} : { stream_options: { include_usage: true } }),
  });
  return withoutRefused(refused, write, (request) => client.chat.completions.create(request, { signal }), sdk);
}

/** @throws {AppError} `provider-unavailable` where the answer breaks off, `provider-rejected` where it has no good end. */
async function* partsOf(chunks: AsyncIterable<unknown>, model: string): AsyncGenerator<StreamPart> {
  let text = "";
  let refuses = false;
  let end: string | null = null;
  let usage: Measured | null = null;
  for await (const chunk of chunks) {
    const parsed = Chunk.safeParse(chunk);
    if (!parsed.success)
      throw new AppError("provider-rejected", `${model} answered with something that is no part of a chat completion`);
    usage = usageOf(chunk) ?? usage;
    const choice = parsed.data.choices?.[0];
    end = choice?.finish_reason ?? end;
    refuses ||= Boolean(choice?.delta?.refusal);
    const said = choice?.delta?.content;
    if (!said) continue;
    text += said;
    yield { text: said };
  }
  // What was written has to be paid for, however it ends.
  if (usage) yield { usage };
  if (end === null && !refuses)
    throw new AppError("provider-unavailable", `${model} broke off its answer`, { retryable: true });
  whole({ text, refuses, end }, model);
}
