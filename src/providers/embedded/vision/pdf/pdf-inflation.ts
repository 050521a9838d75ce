import { createInflate } from "node:zlib";
import { AppError } from "../../../../domain/errors.ts";
import { decodeAscii, isDeflated } from "./pdf-ascii.ts";
import type { PdfStream } from "./pdf-streams.ts";

/** A page's contents are a megabyte at most, an uncompressed scan of A4 some 26. pdf.js keeps what it inflates. */
const MAX_INFLATED_BYTES = 32 * 1024 * 1024;
/** All of a file's streams together: what may be inflated natively to count it, some 0.2 s. */
const MAX_INFLATED_TOTAL_BYTES = 192 * 1024 * 1024;
/** A code has 9 bits at least and stands for 3,838 bytes at most: 4,096 codes less 258 fixed ones. */
const MAX_LZW_RATIO = 3_412;
/** Two bytes stand for at most 128. */
const MAX_RUN_LENGTH_RATIO = 64;

/** The filters that make data larger, as dictionaries name them in full and in short. */
const EXPANDING = /\/(FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL|BrotliDecode)(?![\w.-])/g;
/** pdf.js knows these; what they decode to is bounded by the size of the picture, or by their own. */
const KNOWN =
  /^(FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL|ASCII85Decode|A85|ASCIIHexDecode|AHx|DCTDecode|DCT|JPXDecode|JPX|CCITTFaxDecode|CCF|JBIG2Decode|Crypt)$/;
/** A number begins a reference to another object, a percent sign a comment: neither is found in real files here. */
const FILTER = /\/(?:Filter|F)(?![\w.-])[\s\0]*(\[[^\]]{0,400}\]?|\/[^\s\0/<>[\]()%]*|[\d%])/g;

/**
 * Counts what the file's streams unpack to, without keeping it: pdf.js unpacks without a bound. Goes by
 * what the data is as well as by what its dictionary says, as dictionaries can be made to be read in two ways.
 * @throws {AppError} `resource-too-large` for a decompression bomb; `unsupported-input` where counting is impossible.
 */
export async function checkInflation(streams: Iterable<PdfStream>): Promise<void> {
  let total = 0;
  for (const stream of streams) {
    const bytes = await unpackedBytes(stream);
    total += bytes;
    if (bytes > MAX_INFLATED_BYTES || total > MAX_INFLATED_TOTAL_BYTES) {
      throw new AppError(
        "resource-too-large",
        `The PDF unpacks to more than can be read here: ${MAX_INFLATED_BYTES / 1024 / 1024} MB a part and ${MAX_INFLATED_TOTAL_BYTES / 1024 / 1024} MB in all are the limits.`,
      );
    }
  }
}

/** @throws {AppError} `unsupported-input` for an encrypted file: what its streams unpack to cannot be counted. */
export function checkUnlocked(file: Uint8Array): void {
  const name = [..."Encrypt"].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join("");
  if (new RegExp(`/${name}(?![\\w.-])`, "i").test(new TextDecoder("latin1").decode(file))) {
    throw new AppError("unsupported-input", "The PDF is locked or encrypted with a password; send it unlocked.");
  }
}

async function unpackedBytes({ dictionary, surroundings, rest }: PdfStream): Promise<number> {
  checkFilters(dictionary);
  const expanding = new Set(named(surroundings));
  if (expanding.has("BrotliDecode")) throw uncountable("BrotliDecode");
  if (named(dictionary).length > 1) return Number.POSITIVE_INFINITY;
  const plain = decodeAscii(rest);
  if (isDeflated(plain)) return (plain === rest ? 0 : plain.length) + (await inflatedBytes(plain));
  if (expanding.has("LZWDecode") || expanding.has("LZW")) return rest.length * MAX_LZW_RATIO;
  if (expanding.has("RunLengthDecode") || expanding.has("RL")) return rest.length * MAX_RUN_LENGTH_RATIO;
  return 0;
}

const named = (dictionary: string): readonly string[] =>
  [...dictionary.matchAll(EXPANDING)].map(([, name]) => name ?? "");

function checkFilters(dictionary: string): void {
  for (const [, value = ""] of dictionary.matchAll(FILTER)) {
    if (/^[\d%]|^\[(?:.*[\d\s\0]R|.*%|.*[^\]]$)/s.test(value)) throw uncountable("named in an unusual way");
    for (const [, name = ""] of value.matchAll(/\/([^\s\0/<>[\]()%]*)/g)) {
      if (!KNOWN.test(name)) throw uncountable(name);
    }
  }
}

const uncountable = (filter: string): AppError =>
  new AppError(
    "unsupported-input",
    `The PDF is compressed in a way that is not read here (${filter.slice(0, 40)}); print it to a new PDF, or send pictures of its pages.`,
  );

/**
 * Counts up to the limit; a stream that breaks off counts for what came before. Not by a
 * `DecompressionStream`, which gives nothing at all when a byte follows the data, as a line break often does.
 */
async function inflatedBytes(data: Uint8Array): Promise<number> {
  const inflate = createInflate();
  inflate.end(data);
  let bytes = 0;
  try {
    for await (const chunk of inflate) {
      bytes += chunk.length;
      if (bytes > MAX_INFLATED_BYTES) break;
    }
  } catch {
    // Damaged: pdf.js will get as far as we did.
  }
  // What is read counts where it is more: blocks that hold nothing take time all the same.
  return Math.max(bytes, inflate.bytesWritten);
}
