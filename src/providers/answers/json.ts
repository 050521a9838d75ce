import { AppError } from "../../domain/errors.ts";

/**
 * Lists, objects and their fields. Each comes to dozens of bytes of memory and may be two in the text: eleven megabytes
 * of `{},` are more than an isolate holds. A page of words with their times has some ten thousand.
 */
const MAX_PARTS = 500_000;

const PARTS: ReadonlySet<number> = new Set([..."{[:"].map((mark) => mark.charCodeAt(0)));

/** @throws {AppError} `provider-rejected` for JSON that would take far more memory than its bytes. */
export function checkParts(json: Uint8Array, name: string): void {
  if (json.byteLength <= MAX_PARTS) return;
  let parts = 0;
  for (const byte of json) if (PARTS.has(byte)) parts++;
  if (parts > MAX_PARTS)
    throw new AppError("provider-rejected", `${name} answered with JSON of more than ${MAX_PARTS} parts`);
}

/** JSON in UTF-8. @throws {SyntaxError} for what is none; {AppError} as `checkParts`. */
export function parseJson(body: Uint8Array, name: string): unknown {
  checkParts(body, name);
  return JSON.parse(new TextDecoder().decode(body));
}
