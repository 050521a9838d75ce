import * as z from "zod";
import type { CallLimits } from "../domain/gate/permits.ts";

/** Ten times the rate that large customers are given. */
const MAX_REQUESTS_PER_MINUTE = 100_000;
/** The most calls that one gate keeps track of at once; the AutoGPT notes count on 580 at 3,500 a minute. */
const MAX_CONCURRENCY = 2_000;

/**
 * Workers AI takes 300 a minute of text generation, and more of all else (its limits page, 17 September 2026); for the
 * others it is a start. Twenty calls of four seconds each make 300 a minute.
 */
const DEFAULTS: CallLimits = { requestsPerMinute: 300, concurrency: 20, burst: 10 };

/** The call limits of one provider, or of one endpoint of the deployment. */
export const callLimits = z.strictObject({
  requestsPerMinute: z.int().min(1).max(MAX_REQUESTS_PER_MINUTE).default(DEFAULTS.requestsPerMinute),
  concurrency: z.int().min(1).max(MAX_CONCURRENCY).default(DEFAULTS.concurrency).describe("Calls under way at once."),
  burst: z
    .int()
    .min(1)
    .max(MAX_CONCURRENCY)
    .default(DEFAULTS.burst)
    .describe("Calls that may begin at once after a pause, on top of the rate of a minute."),
}) satisfies z.ZodType<CallLimits>;

/** `CONFIG.limits.providers`: the limits for each key of a provider. */
export const providerLimits = z.strictObject({
  huggingface: callLimits.prefault({}),
  "workers-ai": callLimits.prefault({}),
  openai: callLimits.prefault({}),
});
export type ProviderLimits = z.output<typeof providerLimits>;
