import { AppError } from "../domain/errors.ts";
import { MAX_RESOURCE_BYTES, type Resource, type ResourceId } from "../domain/resources.ts";
import { cleanFileName, fileNameIn } from "./file-name.ts";
import { detectMediaType, kindOf } from "./media-type.ts";
import { readParts, tooLarge } from "./parts.ts";
import { type FetchRules, fetchSafely } from "./safe-fetch.ts";
import type { ResourceStore } from "./store.ts";

interface ImportRequest {
  readonly tenant: string;
  /** The id under which the file is stored. */
  readonly id: ResourceId;
  readonly url: string;
  readonly signal?: AbortSignal;
}

/** Brings files from the web into the store. */
export interface UrlImporter {
  /**
   * Fetches a URL straight into the store, whatever it holds.
   * @throws {AppError} `unsafe-url`, `unreadable-resource`, `resource-too-large` or `timeout`; nothing is kept then.
   */
  importUrl(request: ImportRequest): Promise<Resource>;
}

export interface ImporterParts extends WebRules {
  readonly store: ResourceStore;
}

export function createUrlImporter({ store, ...rules }: ImporterParts): UrlImporter {
  return {
    importUrl: ({ tenant, id, url, signal }) =>
      withWebFile(url, rules, signal, ({ name, declaredType, body }) =>
        store.save({
          tenant,
          id,
          name,
          declaredType,
          body,
          maxBytes: MAX_RESOURCE_BYTES,
          origin: { by: "url", url },
        }),
      ),
  };
}

/** Enough to detect the type of a text; other formats need only their first kilobytes. */
const HEAD_BYTES = 256 * 1024;

/**
 * Describes the file at a URL from its headers and first bytes, without reading the rest or storing anything. Its id is
 * therefore its address, its hash is empty, and its size is only what was read.
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

/** A successful response, before its body is read. */
interface WebFile {
  /** From the response or the address, not yet cleaned; may be empty. */
  readonly name: string;
  readonly declaredType: string | null;
  /** Fails at the timeout, and with an error that says which side failed. */
  readonly body: ReadableStream<Uint8Array>;
}

export interface WebRules extends FetchRules {
  /** From the first lookup to the last byte. */
  readonly timeoutMs?: number;
}

/** 95 MiB at 26 Mbit/s. */
const TIMEOUT_MS = 30_000;

/**
 * Fetches a URL and returns what `use` makes of the file, within the timeout. `use` reads the body or cancels it.
 * @throws {AppError} `unsafe-url`, `unreadable-resource`, `resource-too-large` or `timeout`, or what `use` throws.
 */
async function withWebFile<T>(
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

/** The body, which ends with the signal however slow the sender is, and fails with an error that says which side failed. */
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
