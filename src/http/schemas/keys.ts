import * as z from "zod";
import type { Sent } from "./wire.ts";

const MAX_NAME_CHARS = 80;
/** A month: long enough to bring a new key to whoever uses the old one. */
const MAX_GRACE_S = 30 * 24 * 60 * 60;
const DEFAULT_GRACE_S = 60 * 60;

const count = z.int().min(1).max(1_000_000).nullable();

/** What is left out stays as it is; null lifts a limit. */
export const limitsBody = z.strictObject({
  runsPerMinute: count.exactOptional().describe("Runs started or planned in a minute."),
  activeRuns: count.exactOptional().describe("Runs under way at once."),
  usdPerDay: z
    .number()
    .min(0)
    .max(1_000_000)
    .nullable()
    .exactOptional()
    .describe(
      "US dollars that what is begun on a day of UTC may cost, runs and planning together. What a run may cost is set aside for it; with nothing left, no run begins and nothing is planned (`budget-exceeded`).",
    ),
});

export type SentLimits = Sent<typeof limitsBody>;

export const newKeyBody = z.strictObject({
  name: z.string().trim().min(1).max(MAX_NAME_CHARS).describe("Whom or what it is for."),
  limits: limitsBody.prefault({}),
});

export type KeyRequest = Sent<typeof newKeyBody>;

export const rotationBody = z.strictObject({
  graceSeconds: z.int().min(0).max(MAX_GRACE_S).default(DEFAULT_GRACE_S).describe("How long the old key stays good."),
});
