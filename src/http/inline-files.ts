import { UPLOAD_LIFETIME_MS } from "../domain/resources.ts";
import type { AppContext } from "./context.ts";
import { InvalidRequest } from "./problem.ts";
import type { ResourceView } from "./schemas/views.ts";
import { storeUpload } from "./store-upload.ts";

/** Of all files inside the body of one request, as they are in memory both as base64 and decoded. */
export const MAX_INLINE_BYTES = 20 * 1024 * 1024;

/** A file that came inside a request's body. */
export interface InlineFile {
  readonly name: string;
  /** Null to detect it from the content. */
  readonly mediaType: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** `data:[<media type>][;<parameter>=<value>]…;base64,<data>` (RFC 2397); media types as RFC 6838 names them. */
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*);base64,/i;

/** ASCII as a string or as bytes, so that no string need be made of a long text. */
export type AsciiText = string | Uint8Array<ArrayBuffer>;

export const isDataUrl = (text: AsciiText): boolean => /^data:/i.test(asciiIn(text, 0, "data:".length));

/** A file in base64, which is decoded as it is stored. */
export interface Base64File {
  readonly name: string;
  /** Null to detect it from the content. */
  readonly mediaType: string | null;
  readonly base64: AsciiText;
  /** The index at which the base64 begins. */
  readonly from: number;
}

/**
 * The content of a base64 data URL.
 * @throws {AppError} `invalid-request` for a malformed one
 */
export function readDataUrl(url: AsciiText): Pick<InlineFile, "mediaType" | "bytes"> {
  const { mediaType, base64, from } = openDataUrl(url);
  return { mediaType, bytes: readBase64(base64, from) };
}

/** A base64 data URL, of which only the head is read. @throws {AppError} `invalid-request` for a malformed head */
export function openDataUrl(url: AsciiText): Omit<Base64File, "name"> {
  // Only the beginning is searched, as heads are short and bodies long.
  const head = DATA_URL.exec(asciiIn(url, 0, MAX_HEAD_CHARS));
  if (!head) throw new InvalidRequest("A data URL is `data:<media type>;base64,<data>`");
  return { mediaType: head[1]?.toLowerCase() ?? null, base64: url, from: head[0].length };
}

const MAX_HEAD_CHARS = 500;
/** Decoded at once. */
const CHUNK_CHARS = 512 * 1024;

/**
 * The bytes of base64 or base64url, padded or not (RFC 4648 §4, §5), with or without line breaks.
 * @param from where it begins
 * @throws {AppError} `invalid-request` for others
 */
export function readBase64(text: AsciiText, from = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(mostBytesIn(text.length - from));
  let filled = 0;
  for (const part of decodedParts(text, from)) {
    bytes.set(part, filled);
    filled += part.byteLength;
  }
  return bytes.subarray(0, filled);
}

/** The most bytes that so many characters of base64 can hold. */
export const mostBytesIn = (chars: number): number => Math.ceil((chars * 3) / 4);

function* decodedParts(text: AsciiText, from: number): Generator<Uint8Array<ArrayBuffer>> {
  let isEmpty = true;
  let rest = "";
  for (let at = from; at < text.length; at += CHUNK_CHARS) {
    const isLast = at + CHUNK_CHARS >= text.length;
    const known = rest + asciiIn(text, at, at + CHUNK_CHARS).replaceAll(/\s+/g, "");
    const whole = isLast ? known.length : known.length - (known.length % 4);
    rest = known.slice(whole);
    const part = decoded(known.slice(0, whole), isLast);
    if (part.byteLength === 0) continue;
    isEmpty = false;
    yield part;
  }
  if (isEmpty) throw new InvalidRequest("A file inside the request is empty");
}

/** @param isLast only the last part may be padded */
function decoded(base64: string, isLast: boolean): Uint8Array<ArrayBuffer> {
  try {
    if (!isLast && base64.includes("=")) throw new SyntaxError("It goes on behind its padding");
    return Uint8Array.fromBase64(base64.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new InvalidRequest("A file inside the request is no base64");
  }
}

const asciiIn = (text: AsciiText, from: number, to: number): string =>
  typeof text === "string" ? text.slice(from, to) : new TextDecoder("latin1").decode(text.subarray(from, to));

/**
 * Stores a file that came inside a request as an upload that a message may refer to; unused, it expires in a day.
 * @throws {AppError} as an upload is refused
 */
export const storeInline = (c: AppContext, { bytes, ...file }: InlineFile): Promise<ResourceView> =>
  store(c, file, new Blob([bytes]).stream(), bytes.byteLength);

/** Stores a file of base64, which is decoded piece by piece. @throws {AppError} `invalid-request` for other text */
export function storeBase64(c: AppContext, { base64, from, ...file }: Base64File): Promise<ResourceView> {
  const parts = decodedParts(base64, from);
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const { done, value } = parts.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return store(
    c,
    file,
    new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }),
    mostBytesIn(base64.length - from),
  );
}

async function store(
  c: AppContext,
  { name, mediaType }: Omit<InlineFile, "bytes">,
  body: ReadableStream<Uint8Array>,
  mostBytes: number,
): Promise<ResourceView> {
  const { wiring, holder, views } = c.var;
  const { tenant } = holder;
  const resource = await storeUpload(wiring, holder, mostBytes, (id) =>
    wiring.resources.save({
      ...{ tenant, id, name, declaredType: mediaType, maxBytes: MAX_INLINE_BYTES },
      body,
      origin: { by: "upload" },
    }),
  );
  return views.resource(resource, resource.createdAt + UPLOAD_LIFETIME_MS);
}
