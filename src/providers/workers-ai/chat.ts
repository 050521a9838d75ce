import type { WorkersAiBinding } from "../../config/controllers.ts";
import { AppError } from "../../domain/errors.ts";
import type { LanguageModel, Prompt } from "../../planning/language/language-model.ts";
import { unlessAborted } from "../../waiting.ts";
import { tooSlow } from "../answers/failures.ts";
import { asUsage, measuredIn } from "../answers/measured.ts";
import { ANSWER_TIMEOUT_MS, createOpenAiChat, STREAM_TIMEOUT_MS } from "../openai/chat.ts";
import { partsOf } from "../openai/completion.ts";
import type { SettingNames } from "../openai/failures.ts";
import { BASE_URL, wordsIn } from "./run.ts";

/** Cloudflare's OpenAI-compatible endpoint: developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility. */
const addressOf = (baseUrl: string, accountId: string): string =>
  `${baseUrl}/accounts/${encodeURIComponent(accountId)}/ai/v1`;

const SETTINGS: SettingNames = {
  address: "CLOUDFLARE_ACCOUNT_ID",
  key: "CLOUDFLARE_API_TOKEN",
  model: "WORKERS_AI_MODEL",
};

interface WorkersAiChat {
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

interface WorkersAiBindingChat {
  readonly ai: WorkersAiBinding;
  readonly model: string;
  /** Of an answer as a whole. */
  readonly timeoutMs?: number;
  /** Of one that is streamed. */
  readonly streamTimeoutMs?: number;
}

/** A model of Workers AI behind the `AI` binding. */
export function createWorkersAiBindingChat({
  ai,
  model,
  timeoutMs = ANSWER_TIMEOUT_MS,
  streamTimeoutMs = STREAM_TIMEOUT_MS,
}: WorkersAiBindingChat): Required<LanguageModel> {
  const run = async (inputs: Inputs, signal: AbortSignal): Promise<unknown> => {
    try {
      return await unlessAborted(ai.run(model, inputs, { signal }), signal);
    } catch (thrown) {
      throw toAppError(thrown, model, signal);
    }
  };
  return {
    complete: async (prompt, caller, onUsage) => {
      const signal = AbortSignal.any([caller, AbortSignal.timeout(timeoutMs)]);
      const json = await run(inputsOf(prompt), signal);
      const { usage } = asUsage(measuredIn(json));
      if (usage) onUsage?.(usage);
      return wordsIn(json, model);
    },
    async *stream(prompt, caller) {
      const signal = AbortSignal.any([caller, AbortSignal.timeout(streamTimeoutMs)]);
      const body = await run({ ...inputsOf(prompt), stream: true }, signal);
      if (!(body instanceof ReadableStream))
        throw new AppError("provider-rejected", `${model} answered in another way than word by word`);
      try {
        yield* partsOf(body, { model, signal, namesItsEnd: false });
      } catch (thrown) {
        throw toAppError(thrown, model, signal);
      }
    },
  };
}

type Inputs = Readonly<Record<string, unknown>>;

/** JSON mode is left to the prompt: few of the models have it, and those fail the call when they cannot keep to it. */
const inputsOf = ({ messages, maxTokens }: Prompt): Inputs => ({ messages, max_tokens: maxTokens, temperature: 0 });

/** The number that a failure's message begins with, among other words: developers.cloudflare.com/workers-ai/platform/errors. */
const CODE = /\b(\d{4,5}):/;
/** The codes that pass by themselves: timeout, aborted, out of capacity. */
const PASSING = new Set(["3007", "3008", "3040"]);
const ADVICE: Readonly<Record<string, string>> = {
  "3036": "has used up the account's daily allocation; upgrade the plan, or wait until tomorrow",
  "3041": "is not open to this account; check WORKERS_AI_MODEL",
  "3042": "does not exist; check WORKERS_AI_MODEL",
  "5007": "does not exist; check WORKERS_AI_MODEL",
  "5016": "has terms that the account must agree to first",
  "5018": "is not open to this account; check WORKERS_AI_MODEL",
};

function toAppError(thrown: unknown, model: string, signal: AbortSignal): AppError {
  if (thrown instanceof AppError) return thrown;
  if (signal.aborted) return tooSlow(model, thrown);
  const code = CODE.exec(thrown instanceof Error ? thrown.message : "")?.[1];
  if (code === undefined || PASSING.has(code))
    return new AppError("provider-unavailable", `${model} cannot be reached`, { retryable: true, cause: thrown });
  const why = ADVICE[code] ?? `could not be run (code ${code})`;
  return new AppError("provider-rejected", `${model} ${why}`, { cause: thrown });
}
