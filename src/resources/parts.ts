import { AppError } from "../domain/errors.ts";

/** The smallest part R2 accepts in a multipart upload, and so the most that is held in memory of one file. */
export const PART_BYTES = 5 * 1024 * 1024;

export interface ResourcePart {
  /** A view of a buffer that the next part overwrites: be done with it before asking for the next. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

/** Small files are the rule, so the buffer starts small and doubles. */
const FIRST_BUFFER_BYTES = 64 * 1024;

/**
 * Cuts a stream into parts of exactly `partBytes`, the last one shorter; there is always a last one, empty
 * for an empty stream. Holds one part and one chunk. The stream is cancelled when the caller stops early.
 * @throws {AppError} `resource-too-large` at the first byte past `maxBytes`.
 */
export async function* readParts(
  stream: ReadableStream<Uint8Array>,
  partBytes: number,
  maxBytes: number,
): AsyncGenerator<ResourcePart> {
  const reader = stream.getReader();
  let buffer = new Uint8Array(Math.min(FIRST_BUFFER_BYTES, partBytes));
  let filled = 0;
  let total = 0;
  let ended = false;
  try {
    while (!ended) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        break;
      }
      total += value.byteLength;
      if (total > maxBytes) throw tooLarge(maxBytes);
      let rest = value;
      while (rest.byteLength > 0) {
        if (filled === partBytes) {
          yield { bytes: buffer, isLast: false };
          filled = 0;
        }
        const taken = rest.subarray(0, partBytes - filled);
        buffer = grow(buffer, filled + taken.byteLength, filled, partBytes);
        buffer.set(taken, filled);
        filled += taken.byteLength;
        rest = rest.subarray(taken.byteLength);
      }
    }
    yield { bytes: buffer.subarray(0, filled), isLast: true };
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

export const tooLarge = (maxBytes: number): AppError =>
  new AppError("resource-too-large", `A file may hold ${Math.floor(maxBytes / (1024 * 1024))} MiB at most`);

function grow(
  buffer: Uint8Array<ArrayBuffer>,
  needed: number,
  filled: number,
  partBytes: number,
): Uint8Array<ArrayBuffer> {
  if (needed <= buffer.byteLength) return buffer;
  const grown = new Uint8Array(Math.min(partBytes, Math.max(needed, buffer.byteLength * 2)));
  grown.set(buffer.subarray(0, filled));
  return grown;
}
