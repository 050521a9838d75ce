import { AppError } from "../../domain/errors.ts";

/** The part of `fetch` that is used here. */
export type Send = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * A `fetch` that follows no redirect, as the token is for the server that was named, and that fails in our words.
 * @throws {AppError} `provider-unavailable` where there is no connection, `timeout` once the call's time is over.
 */
export const sending =
  (fetch: typeof globalThis.fetch, name: string): Send =>
  async (url, init) => {
    try {
      return await fetch(url.href, { ...init, redirect: "manual" });
    } catch (cause) {
      if (init.signal?.aborted) throw new AppError("timeout", `${name} took too long`, { retryable: true, cause });
      throw new AppError("provider-unavailable", `${name} cannot be reached`, { retryable: true, cause });
    }
  };

/** The body, failing when it is longer than `maxBytes` or breaks off. */
export function boundedBody(response: Response, maxBytes: number, name: string): ReadableStream<Uint8Array> {
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  let length = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read().catch((cause: unknown) => {
          throw new AppError("provider-unavailable", `${name} broke off its answer`, { retryable: true, cause });
        });
        if (done) return controller.close();
        length += value.byteLength;
        if (length > maxBytes) {
          await reader.cancel();
          throw new AppError("provider-rejected", `${name} answered with more than ${maxBytes} bytes`);
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** An answer whose body was read whole, so that nothing that reads it later can wait or grow. */
export async function readWhole(response: Response, maxBytes: number, name: string): Promise<Response> {
  const body = await collected(boundedBody(response, maxBytes, name));
  const { status, headers } = response;
  return new Response(status === 204 ? null : body, { status, headers });
}

/** @throws {AppError} `provider-unavailable` when it is no JSON, as a body that breaks off is none. */
export async function readJson(response: Response, maxBytes: number, name: string): Promise<unknown> {
  const body = await collected(boundedBody(response, maxBytes, name));
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new AppError("provider-unavailable", `${name} broke off its answer`, { retryable: true, cause });
  }
}

async function collected(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return joined(chunks);
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
