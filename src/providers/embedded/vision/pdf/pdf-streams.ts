import { AppError } from "../../../../domain/errors.ts";

/** A stream object as it lies in the file: images and contents are never inside other objects (ISO 32000-2, 7.5.7). */
export interface PdfStream {
  /** Its dictionary as text, from "obj" on, with the `#46` of names resolved. */
  readonly dictionary: string;
  /** What lies before it in the file, resolved likewise: holds the dictionary whatever "obj" its strings hide. */
  readonly surroundings: string;
  /** Still encoded; a view of the file. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** The file from the data on: an "endstream" or a length may be there to mislead. */
  readonly rest: Uint8Array<ArrayBuffer>;
}

/** Dictionaries of images with colour tables are some thousand characters. */
const MAX_DICTIONARY_BYTES = 8192;
/** A file of the size we take has some thousand objects; more is a file made to waste our time. */
const MAX_STREAMS = 20_000;

const STREAM = new TextEncoder().encode("stream");
const latin1 = new TextDecoder("latin1");
/**
 * Every stream object in the order of the file, with those that lie in the data of another: the file's
 * table of objects may point anywhere.
 * @throws {AppError} `unsupported-input` when there are too many, or one's dictionary is too long.
 */
export function* streamsOf(file: Uint8Array<ArrayBuffer>): Generator<PdfStream> {
  let streams = 0;
  let end = 0;
  for (let at = indexOf(file, 0); at >= 0; at = indexOf(file, at + STREAM.length)) {
    const start = dataStart(file, at + STREAM.length);
    if (start < 0) continue;
    const from = Math.max(0, at - MAX_DICTIONARY_BYTES);
    const before = latin1.decode(file.subarray(from, at));
    const follows = followsDictionary(before);
    if (follows === null && from > 0) throw unreadable("has comments where none belong");
    if (follows !== true) continue;
    const object = before.lastIndexOf("obj");
    if (object < 0 && from > 0) throw unreadable("has an object whose description is too long");
    if (++streams > MAX_STREAMS) throw unreadable(`has more than ${MAX_STREAMS} parts`);
    const surroundings = unescapeNames(before);
    const dictionary = unescapeNames(before.slice(object + 1));
    // Many may begin before one end, which must not be looked for anew each time.
    if (end < start) end = nextEnd(file, start);
    const data = file.subarray(start, toldEnd(file, start, dictionary) ?? end);
    yield { dictionary, surroundings, data, rest: file.subarray(start) };
  }
}

/**
 * Whether the text ends with a dictionary's ">>", white space and comments aside; null when it is no
 * more than those. Backwards and line by line, as a search forwards would take the square of its length.
 */
function followsDictionary(before: string): boolean | null {
  // "endstream", and whatever else the keyword only ends.
  if (/[^\0\t\n\f\r >]$/.test(before)) return false;
  for (let end = before.length; end > 0; ) {
    if ("\0\t\n\f\r ".includes(before.charAt(end - 1))) {
      end -= 1;
      continue;
    }
    if (before.endsWith(">>", end)) return true;
    let line = end;
    while (line > 0 && !"\r\n".includes(before.charAt(line - 1))) line -= 1;
    const text = before.slice(line, end);
    if (/>>[\0\t\f ]*%/.test(text)) return true;
    if (line > 0 && !/^[\0\t\f ]*%/.test(text)) return false;
    end = line;
  }
  return null;
}

const unreadable = (why: string): AppError =>
  new AppError("unsupported-input", `The PDF ${why}; print it to a new PDF, or send pictures of its pages.`);

/** `/#46lateDecode` is `/FlateDecode` (ISO 32000-2, 7.3.5). */
const unescapeNames = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Behind the end of the keyword's line, as pdf.js skips it; -1 when the keyword goes on, as in "streams". */
function dataStart(file: Uint8Array, behind: number): number {
  const rest = latin1.decode(file.subarray(behind, behind + MAX_DICTIONARY_BYTES));
  const line = /^(?:[\0\t\f \x28\x29<>[\]{}/%][^\r\n]*)?(?:\r\n|\r|\n)/.exec(rest)?.[0];
  return line === undefined ? -1 : behind + line.length;
}

function indexOf(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0x73, from); at >= 0; at = file.indexOf(0x73, at + 1)) {
    if (STREAM.every((byte, index) => file[at + index] === byte)) return at;
  }
  return -1;
}

/** Where the dictionary says the data ends, if it does. */
function toldEnd(file: Uint8Array, start: number, dictionary: string): number | null {
  const length = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(dictionary)?.[1];
  if (length === undefined) return null;
  const end = start + Number(length);
  return /^\s*endstream/.test(latin1.decode(file.subarray(end, end + 16))) ? end : null;
}

/** The next "endstream", or the end of the file. */
function nextEnd(file: Uint8Array, start: number): number {
  for (let at = indexOf(file, start); at >= 0; at = indexOf(file, at + 1)) {
    if (latin1.decode(file.subarray(at - 3, at)) === "end") return Math.max(start, at - 3);
  }
  return file.length;
}
