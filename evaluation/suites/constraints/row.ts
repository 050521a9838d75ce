import * as z from "zod";
import { readingRow } from "../../requests/row.ts";

const MAX_REQUEST_CHARS = 100_000;
const Words = z.string().min(1).max(MAX_REQUEST_CHARS);
const Id = z.union([z.string().min(1), z.int().transform(String)]);

/** A labelled request of ours, or a row of TaskBench, which restricts nothing. */
export const constraintsRow = z
  .object({ id: Id, request: Words.optional(), user_request: Words.optional(), constraints: readingRow.default({}) })
  .transform(({ id, request, user_request, constraints }, context) => {
    const words = request ?? user_request;
    if (words !== undefined) return { id, request: words, constraints };
    context.addIssue({ code: "custom", message: 'the words are wanted, under "request" or "user_request"' });
    return z.NEVER;
  });
