import { AppError } from "../../domain/errors.ts";
import { pause } from "../../waiting.ts";
import { tooLarge, unreadable } from "./limits.ts";
import { packedPart, readZipDirectory, type ZipEntry } from "./zip-directory.ts";

/** Of one part when unpacked, which takes some 100 ms; a sheet of 5,000 rows or a text of 300 pages has 5 MB. */
const MAX_PART_BYTES = 16 * 1024 * 1024;
/** Of all parts that are read together. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
/**
 * Packed bytes between two pauses. They unpack to 16 MB at most (Deflate packs a thousand to one), in 20 ms; the worst
 * that they can hold, blocks without content that each bring codes of their own, take less.
 */
const TURN_BYTES = 16 * 1024;
/** What a part costs beside its bytes, in such bytes. */
const PART_BYTES = 512;

const STORED = 0;
const DEFLATED = 8;

/** An office file: parts under names such as `word/document.xml`, each unpacked when it is read. */
export interface Archive {
  has(name: string): boolean;
  /**
   * Unpacks a part, and gives the thread back meanwhile. Not to be called again before it is done.
   * @throws {AppError} `unreadable-resource` for a part that is missing or broken, `resource-too-large` beyond the limits
   */
  read(name: string): Promise<Uint8Array>;
}

/**
 * Opens a ZIP archive by its central directory. What a part claims to unpack to is checked before it is unpacked, and
 * unpacking ends where it comes to more, so that neither a bomb nor a false claim takes memory or time.
 * @throws {AppError} `unreadable-resource` for what is no archive, `resource-too-large` for one with too many parts
 */
export function openArchive(file: Uint8Array): Archive {
  const entries = readZipDirectory(file);
  let unpacked = 0;
  let turn = 0;
  /** Gives the thread back once enough was worked. */
  const spend = async (bytes: number): Promise<void> => {
    turn += bytes;
    if (turn < TURN_BYTES) return;
    turn = 0;
    await pause();
  };
  return {
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw unreadable(`The file lacks its part ${name}: it is damaged, or of another format.`);
      unpacked += entry.unpackedBytes;
      if (entry.unpackedBytes > MAX_PART_BYTES || unpacked > MAX_UNPACKED_BYTES) {
        throw tooLarge("The file", `${MAX_PART_BYTES / 1024 / 1024} MB a part when it is unpacked`);
      }
      await spend(PART_BYTES);
      const part = await unpack(packedPart(file, entry), entry, spend);
      if (part?.length !== entry.unpackedBytes) throw unreadable(`The part ${name} of the file is damaged.`);
      return part;
    },
  };
}

/** @returns null where a part is broken, or comes to more than it claims */
async function unpack(
  packed: Uint8Array,
  { method, isEncrypted, unpackedBytes }: ZipEntry,
  spend: (bytes: number) => Promise<void>,
): Promise<Uint8Array | null> {
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) {
    throw new AppError(
      "unsupported-input",
      "The file is packed in a way that is not read here, or locked with a password.",
    );
  }
  return method === STORED ? packed : inflate(packed, unpackedBytes, spend);
}

async function inflate(
  packed: Uint8Array,
  bytes: number,
  spend: (bytes: number) => Promise<void>,
): Promise<Uint8Array | null> {
  let at = 0;
  const pieces = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at > 0) await spend(TURN_BYTES);
      if (at < packed.length) controller.enqueue(packed.slice(at, at + TURN_BYTES));
      else controller.close();
      at += TURN_BYTES;
    },
  });
  const inflated = new Uint8Array(bytes);
  let filled = 0;
  try {
    // Node's types and the Worker's differ in what may be written to it.
    const unpack = new DecompressionStream("deflate-raw") as ReadableWritablePair<Uint8Array, Uint8Array>;
    for await (const piece of pieces.pipeThrough(unpack)) {
      // Leaving the loop ends the stream.
      if (filled + piece.length > bytes) return null;
      inflated.set(piece, filled);
      filled += piece.length;
    }
  } catch {
    return null;
  }
  return inflated.subarray(0, filled);
}
