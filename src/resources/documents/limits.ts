import { AppError } from "../../domain/errors.ts";

/** Of a file as it was sent; it is held whole, in an isolate of 128 MB. Pictures make office files this large, not words. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Of a document's text, or of all cells of a table together: ten times what an expert here takes in. */
export const MAX_DOCUMENT_CHARS = 2_000_000;

/** Of a table: no expert here takes more, and each is a string of its own. */
export const MAX_CELLS = 500_000;

/** Of a spreadsheet; the first one with a table is taken. */
export const MAX_SHEETS = 50;

/** @param what such as "The document" */
export const tooLarge = (what: string, limit: string): AppError =>
  new AppError("resource-too-large", `${what} holds more than can be read here: ${limit} at most.`);

export const unreadable = (message: string, cause?: unknown): AppError =>
  new AppError("unreadable-resource", message, { cause });
