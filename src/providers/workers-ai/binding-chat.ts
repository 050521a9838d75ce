import * as z from "zod";
import type { WorkersAiBinding } from "../../config/controllers.ts";
import { AppError } from "../../domain/errors.ts";
import type { LanguageModel, Prompt } from "../../planning/language/language-model.ts";
import { inAttempts, tooSlow } from "../openai/attempts.ts";
import { textOf } from "../openai/completion.ts";

/** Half a minute is usual for a plan; more than this is a model that hangs. */
const ANSWER_TIMEOUT_MS = 40_000;

/** Older models answer so, with the object itself where JSON was asked for; newer ones with a chat completion. */
const Answer = z.object({ response: z.union([z.string(), z.record(z.string(), z.unknown())]) });

/** A model of Workers AI behind the `AI` binding. */
export function createWorkersAiBindingChat({
  ai,
  model,
  timeoutMs = ANSWER_TIMEOUT_MS,
}: {
  readonly ai: WorkersAiBinding;
  readonly model: string;
  readonly timeoutMs?: number;
}): LanguageModel {
  const ask = async (prompt: Prompt, signal: AbortSignal): Promise<string> => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return read(await unlessAborted(ai.run(model, inputsOf(prompt), { signal: ended }), ended), model);
    } catch (thrown) {
      throw toAppError(thrown, model, ended);
    }
  };
  return { complete: (prompt, signal) => inAttempts(() => ask(prompt, signal), signal) };
}

/** JSON mode is left to the prompt: few of the models have it, and those fail the call when they cannot keep to it. */
const inputsOf = ({ messages, maxTokens }: Prompt) => ({ messages, max_tokens: maxTokens, temperature: 0 });

/** Models that don't heed the signal are not waited for. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function read(answer: unknown, model: string): string {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return textOf(answer, model);
  const { response } = parsed.data;
  const text = typeof response === "string" ? response : JSON.stringify(response);
  if (text.trim() === "") throw new AppError("provider-rejected", `${model} answered with nothing`);
  return text;
}

/** The number that a failure's message begins with, among other words: developers.cloudflare.com/workers-ai/platform/errors. */
const CODE = /\b(\d{4,5}):/;
/** Which of those pass by themselves: timeout, aborted, out of capacity. */
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
