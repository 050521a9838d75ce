import * as z from "zod";
import { MEASURED_PARTS, type Measured } from "../../domain/usage.ts";

const count = z.int().nonnegative().optional().catch(undefined);
const amount = z.number().nonnegative().optional().catch(undefined);

/**
 * Under `usage`: chat completions and embeddings (`prompt_tokens`, `completion_tokens`), OpenAI's pictures and
 * transcripts (`input_tokens`, `output_tokens`, `seconds`), newer models of Workers AI (`neurons`). Under `metrics`:
 * Moondream's tokens.
 */
const Told = z.object({
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      input_tokens: count,
      output_tokens: count,
      seconds: amount,
      neurons: amount,
    })
    .optional()
    .catch(undefined),
  metrics: z.object({ input_tokens: count, output_tokens: count }).optional().catch(undefined),
});

/** Reads the tokens, seconds or neurons that an answer in JSON reports; empty where it reports none. */
export function measuredIn(answer: unknown): Measured {
  const { usage, metrics } = Told.safeParse(answer).data ?? {};
  return known({
    inputTokens: usage?.prompt_tokens ?? usage?.input_tokens ?? metrics?.input_tokens,
    outputTokens: usage?.completion_tokens ?? usage?.output_tokens ?? metrics?.output_tokens,
    seconds: usage?.seconds,
    neurons: usage?.neurons,
  });
}

/** The `usage` property of a result; none where nothing was measured. */
export const asUsage = (measured: Measured): { readonly usage?: Measured } =>
  Object.keys(measured).length === 0 ? {} : { usage: measured };

/** Leaves out the parts that are undefined. */
export const known = (parts: { readonly [Part in keyof Measured]: Measured[Part] | undefined }): Measured =>
  Object.fromEntries(MEASURED_PARTS.flatMap((part) => (parts[part] === undefined ? [] : [[part, parts[part]]])));
