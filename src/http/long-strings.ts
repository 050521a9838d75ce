import { AppError } from "../domain/errors.ts";
import { readParts } from "../resources/parts.ts";
import { InvalidRequest } from "./problem.ts";
import { MAX_JSON_BYTES } from "./read-json.ts";

/** Shorter strings stay in the text. */
const MIN_LONG_BYTES = 4 * 1024;
/** A schema that bounds a field to less refuses a long string there by its name, as it would have the string. */
export const MIN_NAME_CHARS = 256;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * JSON whose long strings are out of it: of the base64 in a body no string is ever made, as parsing would hold the body,
 * its text, of two bytes a character at worst, and every string in it at once.
 */
export interface LongStrings {
  /** The JSON, with a name of its own in place of each long string. */
  readonly text: string;
  /** What stood in place of a name, as it is written between the quotes; null for what is no such name. */
  find(name: string): Uint8Array<ArrayBuffer> | null;
}

/** All of a body. @throws {AppError} `resource-too-large`; nothing past the limit is read */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLong = (): AppError =>
    new AppError("resource-too-large", `The body of this request may hold ${Math.floor(maxBytes / 1024 / 1024)} MiB`);
  const announced = Number(request.headers.get("content-length"));
  if (announced > maxBytes) throw tooLong();
  if (!request.body) return new Uint8Array();
  // Parts as large as the body: it is held once.
  const partBytes = Number.isInteger(announced) && announced > 0 ? announced : maxBytes;
  for await (const { bytes, isLast } of readParts(request.body, partBytes, Number.POSITIVE_INFINITY)) {
    if (!isLast) throw tooLong();
    return bytes;
  }
  return new Uint8Array();
}

/**
 * Takes the long strings out of JSON, which need not be well made.
 * @throws {AppError} `invalid-request` for what is not UTF-8, `resource-too-large` for what is long without them
 */
export function cutLongStrings(json: Uint8Array<ArrayBuffer>): LongStrings {
  // Nobody can guess it, so no string that is in the body is taken for a name.
  const prefix = `long-string:${crypto.randomUUID()}:`.padEnd(MIN_NAME_CHARS, ":");
  const strings: Uint8Array<ArrayBuffer>[] = [];
  const kept: string[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let length = 0;
  const keep = (from: number, to: number): void => {
    length += to - from;
    if (length > MAX_JSON_BYTES) throw new AppError("resource-too-large", "Beside files, a body may hold 1 MiB");
    kept.push(decode(decoder, json.subarray(from, to)));
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

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new InvalidRequest("The body is not UTF-8");
  }
}

/** Where the quote is that ends a string, or -1. */
function endOfString(json: Uint8Array, from: number): number {
  for (let quote = json.indexOf(QUOTE, from); quote >= 0; quote = json.indexOf(QUOTE, quote + 1)) {
    let before = quote;
    while (before > from && json[before - 1] === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote;
  }
  return -1;
}

/** A string of JSON, as it is written between its quotes. @throws {AppError} `invalid-request` for one that is not well made */
export function readString(written: Uint8Array): string {
  try {
    return String(JSON.parse(`"${new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(written)}"`));
  } catch {
    throw new InvalidRequest("A string of the body is not as JSON has it");
  }
}

/** What stands for itself behind a backslash is left out of this table. */
const ESCAPED: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09 };
/** Stands for what is not ASCII. */
const FOREIGN = 0xff;

/** The ASCII of a string of JSON, of which some serialisers escape the signs of base64. It takes the place of `written`. */
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
