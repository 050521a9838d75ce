import { AppError } from "../../domain/errors.ts";
import { joinedBytes } from "../../domain/joined-bytes.ts";
import { unlessAborted } from "../../waiting.ts";
import { memoryPermits, SMALL_SHARE_BYTES } from "../memory-permits.ts";
import { brokenOff, tooSlow } from "./failures.ts";

/** Of an answer that is read whole: 8 MB of files in base64, and what JSON is around them. */
export const MAX_WHOLE_ANSWER_BYTES = 11 * 1024 * 1024;
/** Of an answer that passes through without being held: a minute or so of video. */
export const MAX_STREAMED_ANSWER_BYTES = 256 * 1024 * 1024;

/** The bounds of reading one body; `name` says whose it is in failures. */
export interface BodyReading {
  readonly name: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * A body as a stream. It fails with an `AppError`: `provider-rejected` when it is longer than it may be,
 * `provider-unavailable` when it breaks off, `timeout` when the signal aborts, which the body itself need not heed.
 */
export function boundedBody(body: ReadableStream<Uint8Array> | null, reading: BodyReading): ReadableStream<Uint8Array> {
  const reader = (body ?? new Blob([]).stream()).getReader();
  const next = boundedReads(reader, reading);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const chunk = await inTime(reader, next(), reading);
        if (chunk === null) return controller.close();
        controller.enqueue(chunk);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** What gives the next chunk of a body, or null after the last. @throws {AppError} when it is longer than it may be */
function boundedReads(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { name, maxBytes }: BodyReading,
): () => Promise<Uint8Array | null> {
  let length = 0;
  return async () => {
    const { done, value } = await reader.read();
    if (done) return null;
    length += value.byteLength;
    if (length > maxBytes) throw new AppError("provider-rejected", `${name} answered with more than ${maxBytes} bytes`);
    return value;
  };
}

/** What reading comes to; where that fails or takes too long, the body is left. @throws {AppError} as `boundedBody` fails */
async function inTime<T>(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  read: Promise<T>,
  { name, signal }: BodyReading,
): Promise<T> {
  try {
    return await unlessAborted(read, signal);
  } catch (cause) {
    // A broken body cannot be left any better.
    reader.cancel().catch(() => undefined);
    if (cause instanceof AppError && !signal.aborted) throw cause;
    throw signal.aborted ? tooSlow(name, cause) : brokenOff(name, cause);
  }
}

/** All bytes of a body. @throws {AppError} as `boundedBody` fails. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  reading: BodyReading,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const { chunks } = await inTime(reader, chunksOf(boundedReads(reader, reading)), reading);
  return joinedBytes(chunks);
}

/** The next chunks of a body: all that are left, or as many as have no more than so many bytes, and the one after. */
async function chunksOf(
  next: () => Promise<Uint8Array | null>,
  wantedBytes = Number.POSITIVE_INFINITY,
): Promise<{ readonly chunks: readonly Uint8Array[]; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= wantedBytes) {
    const chunk = await next();
    if (!chunk) return { chunks, isWhole: true };
    chunks.push(chunk);
    length += chunk.byteLength;
  }
  return { chunks, isWhole: false };
}

/** The length of an answer's body; null when it is not declared, or declared of the compressed body. */
export function declaredLength({ headers }: Response): number | null {
  const header = headers.get("content-length") ?? "";
  return /^\d+$/.test(header) && !headers.has("content-encoding") ? Number(header) : null;
}

/** The media type of an answer, without its parameters, in lower case; empty when none is declared. */
export const mediaTypeOf = ({ headers }: Response): string =>
  (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

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

/**
 * Parses JSON in UTF-8.
 * @throws {AppError} `provider-unavailable` for invalid JSON, which is an answer that broke off; `provider-rejected` as
 * `checkParts`
 */
export function parseJson(body: Uint8Array, name: string): unknown {
  checkParts(body, name);
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw brokenOff(name, cause);
  }
}

/** The JSON of an answer. @throws {AppError} as `readBody` and `parseJson`. */
export const readJson = async ({ body }: Response, reading: BodyReading): Promise<unknown> =>
  parseJson(await readBody(body, reading), reading.name);

/** The answer with its body read whole, so that nothing that reads it later can wait or grow. @throws {AppError} */
export async function readWhole(response: Response, reading: BodyReading): Promise<Response> {
  const body = await readBody(response.body, reading);
  checkParts(body, reading.name);
  const { status, headers } = response;
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}

/** Chunks, the body, its text, what is parsed of it, and the files in that. */
const WHOLE_COPIES = 5;

/** So much is read of an answer of unknown length before any memory is asked for, as most are no longer. */
const SMALL_BODY_BYTES = Math.floor(SMALL_SHARE_BYTES / WHOLE_COPIES);

/**
 * Hands an answer's body, read whole, to `use`, which must ask for no memory itself, while a share of the memory is held
 * for both. One that tells no length, and is not small, counts as the longest.
 */
export async function useWhole<T>(
  response: Response,
  { signal, ...named }: Omit<BodyReading, "maxBytes">,
  use: (body: Uint8Array<ArrayBuffer>) => T | Promise<T>,
): Promise<T> {
  const reading = { ...named, signal, maxBytes: MAX_WHOLE_ANSWER_BYTES };
  const length = declaredLength(response);
  if (length !== null || !response.body) {
    const bytes = Math.min(length ?? 0, MAX_WHOLE_ANSWER_BYTES) * WHOLE_COPIES;
    return memoryPermits.run(bytes, signal, async () => use(await readBody(response.body, reading)));
  }
  const reader = response.body.getReader();
  const next = boundedReads(reader, reading);
  const begun = await inTime(reader, chunksOf(next, SMALL_BODY_BYTES), reading);
  if (begun.isWhole) return use(joinedBytes(begun.chunks));
  const rest = memoryPermits.run(MAX_WHOLE_ANSWER_BYTES * WHOLE_COPIES, signal, async () => {
    const { chunks } = await inTime(reader, chunksOf(next), reading);
    return use(joinedBytes([...begun.chunks, ...chunks]));
  });
  return rest.catch((thrown: unknown) => {
    reader.cancel().catch(() => undefined);
    throw thrown;
  });
}
