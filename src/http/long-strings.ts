import { AppError } from "../domain/errors.ts";
import { InvalidRequest } from "./problem.ts";
import { decodeUtf8, MAX_JSON_BYTES } from "./read-json.ts";

/** Shorter strings stay where they are. */
const MIN_LONG_BYTES = 4 * 1024;
/** Of a name: a schema that bounds a field to fewer characters refuses the name, as it would refuse the long string. */
export const MIN_NAME_CHARS = 256;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * JSON whose long strings were cut out, so that no string is ever made of the base64 in a body: parsing would hold the
 * body, its text (two bytes a character at worst) and every string in it at once.
 */
export interface LongStrings {
  /** The JSON with a unique name in place of each long string. */
  readonly text: string;
  /** The long string of a name, as it was written between its quotes; null for any other text. */
  find(name: string): Uint8Array<ArrayBuffer> | null;
}

/**
 * Cuts the long strings out of JSON, which need not be well-formed.
 * @throws {AppError} `invalid-request` for bytes that are not UTF-8, `resource-too-large` for more than
 *   `MAX_JSON_BYTES` beside the long strings
 */
export function cutLongStrings(json: Uint8Array<ArrayBuffer>): LongStrings {
  // Random, so that no string of the body is taken for a name.
  const prefix = `long-string:${crypto.randomUUID()}:`.padEnd(MIN_NAME_CHARS, ":");
  const strings: Uint8Array<ArrayBuffer>[] = [];
  const kept: string[] = [];
  let length = 0;
  const keep = (from: number, to: number): void => {
    length += to - from;
    if (length > MAX_JSON_BYTES) throw new AppError("resource-too-large", "Beside files, a body may hold 1 MiB");
    kept.push(decodeUtf8(json.subarray(from, to)));
  };
  let done = 0;
  for (let open = json.indexOf(QUOTE); open >= 0; ) {
    const close = endOfString(json, open + 1);
    if (close < 0) break;
    if (close - open > MIN_LONG_BYTES) {
      keep(done, open + 1);
      kept.push(`${prefix}${strings.push(json.subarray(open + 1, close)) - 1}`);
      done = close;
    }
    open = json.indexOf(QUOTE, close + 1);
  }
  keep(done, json.length);
  return {
    text: kept.join(""),
    find: (name) => (name.startsWith(prefix) ? (strings[Number(name.slice(prefix.length))] ?? null) : null),
  };
}

/** The index of the quote that ends a string, or -1. */
function endOfString(json: Uint8Array, from: number): number {
  for (let quote = json.indexOf(QUOTE, from); quote >= 0; quote = json.indexOf(QUOTE, quote + 1)) {
    let before = quote;
    while (before > from && json[before - 1] === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote;
  }
  return -1;
}

/** The string that is written between its quotes in JSON. @throws {AppError} `invalid-request` for a malformed one */
export function readString(written: Uint8Array): string {
  try {
    return String(JSON.parse(`"${new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(written)}"`));
  } catch {
    throw new InvalidRequest("A string of the body is not as JSON has it");
  }
}

/** The beginning of such a string: what so many bytes of it say. @throws {AppError} as `readString` */
export function readBeginning(written: Uint8Array, maxBytes: number): string {
  return readString(written.subarray(0, written.byteLength <= maxBytes ? maxBytes : wholeBefore(written, maxBytes)));
}

/** The last place up to `end` that lies within no character and no escape. */
function wholeBefore(written: Uint8Array, end: number): number {
  let place = end;
  while (place > 0 && ((written[place] ?? 0) & 0xc0) === 0x80) place--;
  const last = written.subarray(0, place).lastIndexOf(BACKSLASH);
  let before = last;
  while (before >= 0 && written[before] === BACKSLASH) before--;
  const isEscape = (last - before) % 2 === 1;
  const length = written[last + 1] === LETTER_U ? 6 : 2;
  return isEscape && last + length > place ? last : place;
}
const LETTER_U = 0x75;

/** Escapes that stand for another character; others stand for the character behind the backslash. */
const ESCAPED: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09 };
/** Stands for a character that is not ASCII. */
const FOREIGN = 0xff;

/** The ASCII of a string of JSON, unescaped in place, as some serialisers escape characters of base64. Overwrites `written`. */
export function readAscii(written: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let to = written.indexOf(BACKSLASH);
  if (to < 0) return written;
  for (let at = to; at < written.length; at++, to++) {
    if (written[at] !== BACKSLASH) {
      written[to] = written[at] ?? FOREIGN;
      continue;
    }
    const sign = String.fromCharCode(written[++at] ?? FOREIGN);
    if (sign === "u") {
      const code = Number.parseInt(String.fromCharCode(...written.subarray(at + 1, at + 5)), 16);
      written[to] = code < 0x80 ? code : FOREIGN;
      at += 4;
    } else written[to] = ESCAPED[sign] ?? sign.charCodeAt(0);
  }
  return written.subarray(0, to);
}
