import { AppError } from "../../../../domain/errors.ts";

/** A stream object as it lies in the file: images and contents are never inside other objects (ISO 32000-2, 7.5.7). */
export interface PdfStream {
  /** Its dictionary as text, from "obj" on. */
  readonly dictionary: string;
  /** Still encoded; a view of the file. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Dictionaries of images with colour tables are some hundred characters. */
const MAX_DICTIONARY_BYTES = 4096;
/** A file of the size we take has some thousand objects; more is a file made to waste our time. */
const MAX_STREAMS = 20_000;
/** A page's contents are a megabyte at most, an uncompressed scan of A4 some 26. pdf.js keeps what it inflates. */
const MAX_INFLATED_BYTES = 32 * 1024 * 1024;
/** All of a file's streams together: what may be inflated natively to count it, some 0.2 s. */
const MAX_INFLATED_TOTAL_BYTES = 192 * 1024 * 1024;

const STREAM = new TextEncoder().encode("stream");
const latin1 = new TextDecoder("latin1");

/** Every stream object in the order of the file. */
export function streamsOf(file: Uint8Array<ArrayBuffer>): readonly PdfStream[] {
  const streams: PdfStream[] = [];
  for (let at = indexOf(file, 0); at >= 0 && streams.length < MAX_STREAMS; at = indexOf(file, at)) {
    const keyword = at;
    at += STREAM.length;
    // "stream" must end its line, and end a dictionary; "endstream" does neither.
    const start = file[at] === 0x0d && file[at + 1] === 0x0a ? at + 2 : file[at] === 0x0a ? at + 1 : -1;
    if (start < 0) continue;
    const before = latin1.decode(file.subarray(Math.max(0, keyword - MAX_DICTIONARY_BYTES), keyword)).trimEnd();
    if (!before.endsWith(">>")) continue;
    const dictionary = before.slice(before.lastIndexOf("obj") + 1);
    const end = endOf(file, start, dictionary);
    if (end < 0) break;
    streams.push({ dictionary, data: file.subarray(start, end) });
    at = end;
  }
  return streams;
}

function indexOf(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0x73, from); at >= 0; at = file.indexOf(0x73, at + 1)) {
    if (STREAM.every((byte, index) => file[at + index] === byte)) return at;
  }
  return -1;
}

function endOf(file: Uint8Array, start: number, dictionary: string): number {
  const length = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(dictionary)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    if (/^\s*endstream/.test(latin1.decode(file.subarray(end, end + 16)))) return end;
  }
  for (let at = indexOf(file, start); at >= 0; at = indexOf(file, at + 1)) {
    if (latin1.decode(file.subarray(at - 3, at)) === "end") return at - 3;
  }
  return -1;
}

/**
 * Counts what the file's streams inflate to, without keeping it: pdf.js inflates without a bound.
 * @throws {AppError} `resource-too-large` for a decompression bomb.
 */
export async function checkInflation(streams: readonly PdfStream[]): Promise<void> {
  let total = 0;
  for (const { dictionary, data } of streams) {
    const inflations = dictionary.match(/\/(FlateDecode|Fl)\b/g)?.length ?? 0;
    if (inflations === 0) continue;
    const bytes = inflations === 1 ? await inflatedBytes(data) : Number.POSITIVE_INFINITY;
    total += bytes;
    if (bytes > MAX_INFLATED_BYTES || total > MAX_INFLATED_TOTAL_BYTES) {
      throw new AppError(
        "resource-too-large",
        `The PDF unpacks to more than can be read here: ${MAX_INFLATED_BYTES / 1024 / 1024} MB a part and ${MAX_INFLATED_TOTAL_BYTES / 1024 / 1024} MB in all are the limits.`,
      );
    }
  }
}

/** Counts up to the limit; a stream that breaks off counts for what came before. */
async function inflatedBytes(data: Uint8Array<ArrayBuffer>): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"))) {
      bytes += chunk.length;
      if (bytes > MAX_INFLATED_BYTES) break;
    }
  } catch {
    // Encrypted, damaged, or followed by a line break: pdf.js will get as far as we did.
  }
  return bytes;
}
