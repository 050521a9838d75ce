import { AppError } from "../domain/errors.ts";
import type { Resource } from "../domain/resources.ts";
import { cleanFileName } from "./file-name.ts";
import { kindOf } from "./media-kinds.ts";
import { detectMediaType } from "./media-type.ts";
import { readParts } from "./parts.ts";
import { type WebRules, withWebFile } from "./web-file.ts";

/** As much of a text as tells its type; other formats show in their first kilobytes. */
const HEAD_BYTES = 256 * 1024;

/**
 * What fetching a URL would bring, by its headers and its first bytes; the rest is not read and nothing is kept. As
 * it has no place in the store, its address is its id, it has no hash, and its size is only what was read.
 * @throws {AppError} as fetching it would: `unsafe-url`, `unreadable-resource`, `resource-too-large` or `timeout`.
 */
export const lookAtUrl = (url: string, rules: WebRules, now: () => number, signal?: AbortSignal): Promise<Resource> =>
  withWebFile(url, rules, signal, async ({ name: given, declaredType, body }) => {
    const name = cleanFileName(given);
    const { bytes, isLast } = await headOf(body);
    if (bytes.byteLength === 0) throw new AppError("unreadable-resource", `"${name}" is empty`);
    const mediaType = await detectMediaType(bytes, isLast, { name, declaredType });
    return {
      id: url,
      name,
      kind: kindOf(mediaType),
      mediaType,
      bytes: bytes.byteLength,
      sha256: "",
      createdAt: now(),
      origin: { by: "url", url },
    };
  });

/** The first bytes; leaving the loop cancels the body. */
async function headOf(body: ReadableStream<Uint8Array>) {
  for await (const part of readParts(body, HEAD_BYTES, Number.POSITIVE_INFINITY)) return part;
  throw new Error("There is always a first part");
}
