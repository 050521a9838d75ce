import { AppError } from "../../domain/errors.ts";
import { unlessAborted } from "./unless-aborted.ts";

/**
 * A body whole.
 * @throws {AppError} `provider-rejected` when it is longer than `maxBytes`; `provider-unavailable` when it breaks off.
 * What `signal` was aborted with is thrown as it is.
 */
export async function readBounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const leave = (): void => {
    // A broken body cannot be left any better.
    reader.cancel().catch(() => undefined);
  };
  for (;;) {
    const { done, value } = await unlessAborted(reader.read(), signal).catch((cause: unknown) => {
      leave();
      if (signal.aborted) throw cause;
      throw new AppError("provider-unavailable", `${name} broke off its answer`, { retryable: true, cause });
    });
    if (done) return joined(chunks, length);
    length += value.byteLength;
    if (length > maxBytes) {
      leave();
      throw new AppError("provider-rejected", `${name} answered with more than ${maxBytes} bytes`);
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
