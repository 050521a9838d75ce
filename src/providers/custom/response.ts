import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { memoryPermits } from "../memory-permits.ts";

/** A successful answer; its body is read once, whole or as a stream, within bounds. */
export interface ProviderResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly mediaType: string;
  /** The body whole, read and turned into outputs by `use`, which must ask for no memory itself, while its share is held. */
  whole<T>(signal: AbortSignal, use: (body: Uint8Array<ArrayBuffer>) => T | Promise<T>): Promise<T>;
  /** The body as it comes, and its length where the endpoint told it. */
  stream(): { readonly stream: ReadableStream<Uint8Array>; readonly length: number | null };
}

/** 8 MB of files in base64 and what JSON is around them. */
export const MAX_WHOLE_RESPONSE_BYTES = 11 * 1024 * 1024;
/** Chunks, the body, its text, what is parsed of it, and the files in that. */
const WHOLE_COPIES = 5;
/** A minute or so of video; it passes through without being held. */
export const MAX_STREAMED_RESPONSE_BYTES = 256 * 1024 * 1024;
const MAX_RETRY_AFTER_SECONDS = 3_600;

/** @throws {AppError} for any status but 2xx. */
export async function readResponse(response: Response, model: string): Promise<ProviderResponse> {
  if (!response.ok) {
    throw await refusal(response, model);
  }
  const length = declaredLength(response);
  return {
    status: response.status,
    headers: response.headers,
    mediaType: (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "",
    whole: async (signal, use) => {
      const body = bounded(response, model, MAX_WHOLE_RESPONSE_BYTES);
      const share = Math.min(length ?? MAX_WHOLE_RESPONSE_BYTES, MAX_WHOLE_RESPONSE_BYTES) * WHOLE_COPIES;
      try {
        return await memoryPermits.run(share, signal, async () => use(await join(body)));
      } catch (cause) {
        await body.cancel().catch(() => undefined);
        throw cause;
      }
    },
    stream: () => ({ stream: bounded(response, model, MAX_STREAMED_RESPONSE_BYTES), length }),
  };
}

/** Null when it is not told, or told of the compressed body. */
function declaredLength(response: Response): number | null {
  const header = response.headers.get("content-length") ?? "";
  return /^\d+$/.test(header) && !response.headers.has("content-encoding") ? Number(header) : null;
}

/** What to see to, by status. */
const ADVICE: Readonly<Record<number, string>> = {
  401: "; check the `headers` or `auth` that the endpoint is set up with",
  402: "; the account behind the endpoint's key has no credit left",
  403: "; check what the `headers` or `auth` of the endpoint have the right to",
};

async function refusal(response: Response, model: string): Promise<AppError> {
  const { status, headers } = response;
  const said = `${model} answered with status ${status}`;
  const retryAfterMs = readRetryAfter(headers.get("retry-after")) ?? (await estimatedMs(response));
  await response.body?.cancel().catch(() => undefined);
  const wait = { retryable: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  if (status === 429) return new AppError("rate-limited", said, wait);
  if (status >= 500) return new AppError("provider-unavailable", said, wait);
  return new AppError("provider-rejected", `${said}${ADVICE[status] ?? ""}`);
}

const MAX_ESTIMATE_BYTES = 4_096;
const estimate = z.object({ estimated_time: z.number().min(0).max(MAX_RETRY_AFTER_SECONDS) });

/** How long a model that is being loaded will take, where a 503 of Hugging Face's shape says so. */
async function estimatedMs(response: Response): Promise<number | undefined> {
  const length = declaredLength(response);
  if (response.status !== 503 || length === null || length > MAX_ESTIMATE_BYTES) return undefined;
  try {
    return estimate.parse(await response.json()).estimated_time * 1_000;
  } catch {
    return undefined;
  }
}

/** JSON that came within another answer, as if it were one. */
export function responseOf(value: JsonValue): ProviderResponse {
  const body = new Blob([JSON.stringify(value)]);
  return {
    status: 200,
    headers: new Headers(),
    mediaType: "application/json",
    whole: async (_, use) => use(new Uint8Array(await body.arrayBuffer())),
    stream: () => ({ stream: body.stream(), length: body.size }),
  };
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3), in milliseconds from now. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_SECONDS) * 1000 : undefined;
}

/** The body, failing with an `AppError` when it is longer than `maxBytes` or breaks off. */
function bounded(response: Response, model: string, maxBytes: number): ReadableStream<Uint8Array> {
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  let length = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read().catch((cause: unknown) => {
          throw new AppError("provider-unavailable", `${model} broke off its answer`, { retryable: true, cause });
        });
        if (done) return controller.close();
        length += value.byteLength;
        if (length > maxBytes) {
          await reader.cancel();
          throw new AppError("provider-rejected", `${model} answered with more than ${maxBytes} bytes`);
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function join(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.byteLength;
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}
