import { AppError } from "../../domain/errors.ts";

/** A successful answer, its body read within bounds. */
export interface ProviderResponse {
  readonly mediaType: string;
  readonly body: Uint8Array;
}

/** Generous for an image or a minute of audio in base64, and below the isolate's memory. */
const MAX_RESPONSE_BYTES = 24 * 1024 * 1024;
const MAX_RETRY_AFTER_SECONDS = 3_600;

/** @throws {AppError} for any status but 2xx, and for a body that is too large. */
export async function readResponse(response: Response, model: string): Promise<ProviderResponse> {
  if (!response.ok) {
    await response.body?.cancel();
    throw statusError(response, model);
  }
  const mediaType = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return { mediaType, body: await readBounded(response, model) };
}

function statusError(response: Response, model: string): AppError {
  const { status } = response;
  if (status === 429 || status >= 500) {
    const retryAfterMs = readRetryAfter(response.headers.get("retry-after"));
    return new AppError("provider-unavailable", `${model} answered with status ${status}`, {
      retryable: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  const advice = status === 401 || status === 403 ? "; check the endpoint's `headers` in the configuration" : "";
  return new AppError("provider-rejected", `${model} answered with status ${status}${advice}`);
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3), in milliseconds from now. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_SECONDS) * 1000 : undefined;
}

async function readBounded(response: Response, model: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      if (length > MAX_RESPONSE_BYTES) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new AppError("provider-unavailable", `${model} broke off its answer`, { retryable: true, cause });
  }
  if (length > MAX_RESPONSE_BYTES) {
    throw new AppError("provider-rejected", `${model} answered with more than ${MAX_RESPONSE_BYTES} bytes`);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}
