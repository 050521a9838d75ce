import * as z from "zod";

/** Unset, empty or blank: `.dev.vars` and dashboards leave empty variables behind. */
export const variable = z
  .string()
  .trim()
  .transform((text) => text || undefined)
  .optional();
/** Goes into a header. */
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
