import type { ReasoningEffort } from "../../config/openai-endpoints.ts";
import { hostedAt } from "../../domain/endpoints.ts";
import { AppError } from "../../domain/errors.ts";
import type { LanguageModel, Prompt } from "../../planning/language/language-model.ts";
import { mediaTypeOf } from "../answers/body.ts";
import { asUsage, measuredIn } from "../answers/measured.ts";
import { connect, OPENAI_SETTINGS, type OpenAiConnection, readingFailures, readingWhole } from "./client.ts";
import { partsOf, textOf } from "./completion.ts";
import { type SettingNames, toAppError } from "./failures.ts";
import { type AskedOfChat, askWithoutRefused, chatRequest, type RefusedFeature, withoutRefused } from "./requests.ts";

/** Of an answer that comes whole: half a minute is usual for a plan; more than this is a model that hangs. */
export const ANSWER_TIMEOUT_MS = 40_000;
/** The same of a server of one's own: it may have to load the model first, and reads some tens of tokens a second. */
const OWN_ANSWER_TIMEOUT_MS = 90_000;

export interface OpenAiChat extends Pick<OpenAiConnection, "baseUrl" | "apiKey"> {
  readonly model: string;
  /** Left to the server where it is left out. */
  readonly reasoning?: ReasoningEffort;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
  /** The names of the settings above, for advice in failures. */
  readonly settings?: SettingNames;
}

/**
 * A model behind any server with OpenAI's chat completions. Each call is one request; which parameters the server
 * refuses is remembered, so that the next call does without. What it refuses beside a caller's own schema is left out of
 * that call alone.
 */
export function createOpenAiChat(options: OpenAiChat): Required<LanguageModel> {
  const { baseUrl, model, apiKey, fetch = globalThis.fetch.bind(globalThis), settings = OPENAI_SETTINGS } = options;
  const isOwn = hostedAt(baseUrl).hosted === "here";
  const { reasoning, timeoutMs = isOwn ? OWN_ANSWER_TIMEOUT_MS : ANSWER_TIMEOUT_MS } = options;
  const refused = new Set<RefusedFeature>();
  const askedOf = ({ messages, maxTokens }: Prompt, form: AskedOfChat["form"]): AskedOfChat => ({
    ...{ model, messages: [...messages], maxTokens, form, reasoning },
  });

  return {
    complete: async (prompt, signal, onUsage) => {
      const sdk = await import("openai");
      const client = connect(sdk, { baseUrl, apiKey, fetch: readingWhole(fetch, model), timeoutMs });
      const asked = askedOf(prompt, prompt.schema ? { schema: prompt.schema } : formOf(prompt));
      const write = (without: ReadonlySet<RefusedFeature>) => chatRequest(asked, without);
      const send = (request: ReturnType<typeof write>) => client.chat.completions.create(request, { signal });
      const answered = prompt.isCallers
        ? withoutRefused(new Set(refused), write, send, sdk)
        : askWithoutRefused(refused, write, send, { sdk, model });
      const completion: unknown = await answered.catch((thrown: unknown) => {
        throw toAppError(thrown, { model, apiKey, settings }, { sdk, signal });
      });
      const { usage } = asUsage(measuredIn(completion));
      if (usage) onUsage?.(usage);
      return textOf(completion, model);
    },

    async *stream(prompt, caller) {
      const sdk = await import("openai");
      const streamMs = options.timeoutMs ?? STREAM_TIMEOUT_MS;
      const left = new AbortController();
      const signal = AbortSignal.any([caller, AbortSignal.timeout(streamMs), left.signal]);
      const reading = readingFailures(fetch, { model, signal });
      const client = connect(sdk, { baseUrl, apiKey, fetch: reading, timeoutMs: streamMs });
      const asked = askedOf(prompt, formOf(prompt));
      try {
        const answer = await askWithoutRefused(
          refused,
          (without) => ({
            ...chatRequest(asked, without),
            stream: true as const,
            ...(without.has("stream_options") ? {} : { stream_options: { include_usage: true } }),
          }),
          (request) => client.chat.completions.create(request, { signal }).asResponse(),
          { sdk, model },
        );
        if (mediaTypeOf(answer) !== "text/event-stream" || !answer.body)
          throw new AppError("provider-rejected", `${model} answered in another way than word by word`);
        yield* partsOf(answer.body, { model, signal, namesItsEnd: true });
      } catch (thrown) {
        throw toAppError(thrown, { model, apiKey, settings }, { sdk, signal });
      } finally {
        left.abort();
      }
    },
  };
}

const formOf = ({ json }: Prompt): AskedOfChat["form"] => (json ? "object" : "text");

/** Of an answer that is streamed, from the call to the last word; a language step as a whole has two minutes. */
export const STREAM_TIMEOUT_MS = 110_000;
