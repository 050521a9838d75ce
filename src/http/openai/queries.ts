import * as z from "zod";

/** Of one page. */
const MAX_FILES = 100;
const MAX_NAME_CHARS = 200;

/** Which page of uploads is listed. */
export const filesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_FILES).default(MAX_FILES),
  after: z.string().max(MAX_NAME_CHARS).optional().describe("The id of the last file of the page before."),
});
export type FilesQuery = z.output<typeof filesQuery>;

/** How a response is read that was made. */
export const responseQuery = z.object({
  stream: z.enum(["true", "false"]).optional().describe("`true`: as its events."),
  starting_after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("The `sequence_number` of the last event that is known."),
});
export type ResponseQuery = z.output<typeof responseQuery>;
