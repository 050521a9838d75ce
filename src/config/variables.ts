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

/** Refuses entries of a list that are named alike, as runs name them by that alone. @param nameOf what is there twice, in words */
export const refuseDuplicates =
  <Entry>(
    nameOf: (entry: Entry) => readonly string[],
    message: (entry: Entry) => string,
    field: readonly string[] = [],
  ) =>
  (entries: readonly Entry[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const name = JSON.stringify(nameOf(entry));
      if (seen.has(name)) context.addIssue({ code: "custom", path: [index, ...field], message: message(entry) });
      seen.add(name);
    }
  };
