import * as z from "zod";
import { isKind, type Kind } from "../src/domain/kinds.ts";

/**
 * The custom metadata of every resource object. R2 limits it to 2 KB of text, so the name is cut to
 * `MAX_NAME_CHARS` before it comes here. The hash is known only after the last byte, when metadata can
 * no longer change: it lies in the ledger with the rest of the `Resource`.
 */
export const resourceMetadata = z.object({
  name: z.string().min(1).max(200),
  kind: z.string().refine((kind): kind is Kind => isKind(kind)),
});
export type ResourceMetadata = z.infer<typeof resourceMetadata>;

export const MAX_NAME_CHARS = 200;
