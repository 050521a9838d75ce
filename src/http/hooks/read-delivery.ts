import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { readParts } from "../../resources/parts.ts";
import { InvalidRequest } from "../problem.ts";
import { isJson, parseJson } from "../read-json.ts";

/** Of a delivery. GitHub's own limit is 25 MB, but what people wrote in one is far less; files come as addresses. */
export const MAX_DELIVERY_BYTES = 1024 * 1024;

/**
 * The body as it was signed.
 * @throws {AppError} `resource-too-large`, and nothing past the limit is read; `unsupported-media-type` for one that is
 *   compressed: no sender does that, and a small one could come to any size
 */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const tooLong = (): AppError => new AppError("resource-too-large", "A delivery may hold 1 MiB at most");
  if (!/^(?:identity)?$/i.test(request.headers.get("content-encoding") ?? "")) {
    throw new AppError("unsupported-media-type", "A delivery may not be compressed");
  }
  if (Number(request.headers.get("content-length")) > MAX_DELIVERY_BYTES) throw tooLong();
  if (!request.body) return new Uint8Array();
  for await (const { bytes, isLast } of readParts(request.body, MAX_DELIVERY_BYTES, Number.POSITIVE_INFINITY)) {
    if (!isLast) throw tooLong();
    return bytes.slice();
  }
  return new Uint8Array();
}

/**
 * What a genuine delivery says: JSON, or the fields of a form. A form whose `payload` is JSON is that, as GitHub and
 * Slack send it on demand.
 * @throws {AppError} `invalid-request`, `unsupported-media-type`
 */
export function readBody(bytes: Uint8Array, contentType: string | undefined): JsonValue {
  const text = decode(bytes);
  // What our parser of JSON returns is JSON.
  if (isJson(contentType)) return parseJson(text) as JsonValue;
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? "")) {
    throw new AppError("unsupported-media-type", "A delivery is application/json or application/x-www-form-urlencoded");
  }
  const form = new URLSearchParams(text);
  const payload = form.get("payload");
  return payload === null ? Object.fromEntries(form) : (parseJson(payload) as JsonValue);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new InvalidRequest("The body is not UTF-8");
  }
}
