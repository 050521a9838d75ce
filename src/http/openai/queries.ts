import * as z from "zod";

/** Of one page. */
const MAX_LISTED = 100;
/** As OpenAI's API has it. */
const DEFAULT_ITEMS = 20;
const MAX_NAME_CHARS = 200;

/** Which page of uploads is listed. */
export const filesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_LISTED).default(MAX_LISTED),
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

/** Which of the items of a request for a response are listed. */
export const inputItemsQuery = z.object({
  order: z.enum(["asc", "desc"]).default("desc").describe("`desc`: the newest first."),
  limit: z.coerce.number().int().min(1).max(MAX_LISTED).default(DEFAULT_ITEMS),
  after: z.string().max(MAX_NAME_CHARS).optional().describe("The id of the last item of the page before."),
});
export type InputItemsQuery = z.output<typeof inputItemsQuery>;
