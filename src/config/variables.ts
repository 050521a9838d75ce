import * as z from "zod";

/** Unset, empty or blank: `.dev.vars` and dashboards leave empty variables behind. */
export const variable = z
  .string()
  .trim()
  .transform((text) => text || undefined)
  .optional();
/** A secret that is sent in a header. */
export const key = variable.pipe(
  z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, "must be one line of visible ASCII characters")
    .optional(),
);
export const address = variable.pipe(
  z
    .url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" })
    .refine((url) => URL.parse(url)?.username === "", "must hold no user name and password")
    .refine((url) => URL.parse(url)?.search === "", "must hold no query")
    .optional(),
);

const DAY_MS = 24 * 60 * 60_000;
/** Ten years; without the variable, conversations are retained indefinitely. */
const MAX_RETENTION_DAYS = 3_650;

/** The variables that configure retention. */
export const retentionVariables = {
  RETENTION_DAYS: variable.pipe(
    z
      .string()
      .regex(/^\d{1,4}$/, "must be a number of days")
      .transform(Number)
      .pipe(z.int().min(1).max(MAX_RETENTION_DAYS))
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
  RETENTION_DAYS: `set it to whole days, 1 to ${MAX_RETENTION_DAYS}, or leave it out to keep conversations until they are deleted`,
};

/** The variables that configure logging. */
export const logVariables = {
  LOGS: variable.pipe(z.enum(["on", "off"]).default("on")),
};

export interface LogsConfig {
  /** True where a line is logged for each stage, task and run that ends. */
  readonly isOn: boolean;
}

export const toLogs = ({ LOGS }: z.output<z.ZodObject<typeof logVariables>>): LogsConfig => ({ isOn: LOGS === "on" });

export const LOGS_ADVICE: Readonly<Record<keyof typeof logVariables, string>> = {
  LOGS: 'set it to "off" for no line per stage, task and run, or leave it out',
};

/** `PUBLIC_URL`: the address that links begin with, whatever host a request names. */
export const publicUrlVariables = {
  PUBLIC_URL: address.refine((url) => url === undefined || URL.parse(url)?.pathname === "/", "must hold no path"),
};

export const PUBLIC_URL_ADVICE = {
  PUBLIC_URL: "set it to where the deployment is reached, as in https://impresario.example.com, or leave it out",
} as const;

/** The origin of `PUBLIC_URL`; null where it is left out. */
export const toPublicUrl = ({ PUBLIC_URL }: { readonly PUBLIC_URL?: string | undefined }): string | null =>
  PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).origin;
