import * as z from "zod";
import { variable } from "./variables.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Ten years: whoever wants to keep for longer leaves it out. */
const MAX_DAYS = 3_650;

/** The variables that say how long things are kept. */
export const retentionVariables = {
  RETENTION_DAYS: variable.pipe(
    z
      .string()
      .regex(/^\d{1,4}$/, "must be a number of days")
      .transform(Number)
      .pipe(z.int().min(1).max(MAX_DAYS))
      .optional(),
  ),
};

export interface RetentionConfig {
  /** A conversation in which nothing has happened for this long is removed; null to keep all. */
  readonly idleMs: number | null;
}

export const toRetention = ({
  RETENTION_DAYS: days,
}: z.output<z.ZodObject<typeof retentionVariables>>): RetentionConfig => ({
  idleMs: days === undefined ? null : days * DAY_MS,
});

export const RETENTION_ADVICE: Readonly<Record<keyof typeof retentionVariables, string>> = {
  RETENTION_DAYS: `set it to whole days, 1 to ${MAX_DAYS}, or leave it out to keep conversations until they are deleted`,
};
