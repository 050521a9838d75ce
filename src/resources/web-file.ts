import { AppError } from "../domain/errors.ts";
import { MAX_RESOURCE_BYTES } from "../domain/resources.ts";
import { fileNameIn } from "./content-disposition.ts";
import { tooLarge } from "./parts.ts";
import { type FetchRules, fetchSafely } from "./safe-fetch.ts";

/** A file of the web that answers, before its body is read. */
export interface WebFile {
  /** As the other side or the address has it, not yet cleaned; it may be empty. */
  readonly name: string;
  readonly declaredType: string | null;
  /** Ends with the time there is for it, and with a failure that says whose it is. */
  readonly body: ReadableStream<Uint8Array>;
}

export interface WebRules extends FetchRules {
  /** From the first lookup to the last byte. */
  readonly timeoutMs?: number;
}

/** 95 MiB at 26 Mbit/s. */
const TIMEOUT_MS = 30_000;

/**
 * What `use` makes of the file at a URL, within the time there is for it. `use` reads the body or cancels it.
 * @throws {AppError} `unsafe-url`, `unreadable-resource`, `resource-too-large` or `timeout`, or what `use` throws.
 */
export async function withWebFile<T>(
  address: string,
  { timeoutMs = TIMEOUT_MS, ...rules }: WebRules,
  signal: AbortSignal | undefined,
  use: (file: WebFile) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const { url, response, body } = await fetchSafely(address, rules, either);
    const { headers } = response;
    if (Number(headers.get("content-length")) > MAX_RESOURCE_BYTES) {
      await body.cancel();
      throw tooLarge(MAX_RESOURCE_BYTES);
    }
    return await use({
      name: fileNameIn(headers.get("content-disposition")) ?? nameFromPath(url),
      declaredType: headers.get("content-type"),
      body: watched(body, url, either),
    });
  } catch (thrown) {
    if (!timeout.aborted || thrown instanceof AppError) throw thrown;
    const message = `The URL was not fetched within ${Math.round(timeoutMs / 1000)} seconds`;
    throw new AppError("timeout", message, { retryable: true, cause: thrown });
  }
}

/** The last segment of the path; empty when there is none, or it is no valid text. */
function nameFromPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
  } catch {
    return "";
  }
}

/** The body, ended with the signal however slowly it trickles, and with a failure that says whose it is. */
function watched(body: ReadableStream<Uint8Array>, url: URL, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        signal.throwIfAborted();
        const { done, value } = await Promise.race([reader.read(), aborted]);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        reader.cancel(cause).catch(() => undefined);
        const message = `${url.host} broke off in the middle of the file`;
        throw signal.aborted ? cause : new AppError("unreadable-resource", message, { retryable: true, cause });
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
