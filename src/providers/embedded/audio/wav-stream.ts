import { AppError } from "../../../domain/errors.ts";
import { decodeFrames, parseWavHeader, type WavHeader } from "./wav.ts";

/** A file may carry cover art and production notes before its samples; more than this is not a recording. */
const MAX_HEADER_BYTES = 1024 * 1024;
/** What is decoded at a time, at most. */
const BLOCK_BYTES = 64 * 1024;

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** A WAV file that is read as it arrives. */
export interface WavStream {
  readonly header: WavHeader;
  /** The sound in blocks, one array a channel. To be read once. */
  readonly blocks: AsyncGenerator<Float32Array[]>;
  /** Lets go of the stream; to be called in any case. */
  close(): Promise<void>;
}

/** Reads until the header is complete. @returns it, and the bytes read so far */
async function readHeader(pieces: AsyncIterator<Uint8Array>): Promise<{ header: WavHeader; head: Uint8Array }> {
  let head: Uint8Array = new Uint8Array();
  for (;;) {
    const header = parseWavHeader(head);
    if (header) return { header, head };
    if (head.length > MAX_HEADER_BYTES) {
      throw new AppError("unreadable-resource", "The WAV file has no sound within its first megabyte.");
    }
    const next = await pieces.next();
    if (next.done) throw new AppError("unreadable-resource", "The WAV file ends before its sound.");
    head = joined(head, next.value);
  }
}

async function* decode(
  header: WavHeader,
  first: Uint8Array,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Float32Array[]> {
  const frameBytes = header.channels * header.bytesPerSample;
  const blockBytes = Math.max(frameBytes, BLOCK_BYTES);
  const promised = header.dataBytes ?? Number.POSITIVE_INFINITY;
  let left = promised;
  let held = first;
  while (left >= frameBytes) {
    const usable = Math.min(held.length, left, blockBytes);
    const whole = usable - (usable % frameBytes);
    if (whole > 0) {
      yield decodeFrames(header, held.subarray(0, whole));
      left -= whole;
      held = held.subarray(whole);
      continue;
    }
    const next = await pieces.next();
    if (next.done) {
      if (header.dataBytes === null) return;
      const message = `The WAV file promises ${promised} bytes of sound and holds ${promised - left + held.length}.`;
      throw new AppError("unreadable-resource", message);
    }
    held = joined(held, next.value);
  }
}

/**
 * Reads a WAV file's header off a stream and decodes the rest block by block, so that only a block of it is
 * held at a time.
 * @throws {AppError} as `parseWavHeader`, here or from `blocks`; `unreadable-resource` too when the file ends
 * before the sound that its header promises.
 */
export async function openWavStream(stream: ReadableStream<Uint8Array>): Promise<WavStream> {
  const pieces = stream.values();
  const close = async () => void (await pieces.return?.());
  try {
    const { header, head } = await readHeader(pieces);
    return { header, blocks: decode(header, head.subarray(header.dataOffset), pieces), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
