import { AppError } from "../../domain/errors.ts";
import { joinedBytes } from "../../domain/joined-bytes.ts";
import { type BodyReading, boundedBody, declaredLength, MAX_STREAMED_ANSWER_BYTES } from "../answers/body.ts";
import type { OutputDraft } from "../provider.ts";

export type MediaBase = "image" | "audio" | "video";

/** The beginning of a file that `file-type` reads (its `reasonableDetectionSizeInBytes`). */
const HEAD_BYTES = 4_100;

/** A draft of the bytes with their true media type. @throws {AppError} `provider-rejected` when that is not of `base`. */
export async function draftOf(
  bytes: Uint8Array,
  base: MediaBase,
  declared: string | null,
  name: string,
): Promise<OutputDraft> {
  return { as: "bytes", bytes, mediaType: await trueType(bytes, base, declared, name) };
}

/** As `draftOf`, for the body of an answer, whose type is recognized by its beginning. */
export async function streamedDraft(
  response: Response,
  base: MediaBase,
  { name, signal }: Omit<BodyReading, "maxBytes">,
): Promise<OutputDraft> {
  const reader = boundedBody(response.body, { name, maxBytes: MAX_STREAMED_ANSWER_BYTES, signal }).getReader();
  try {
    const head = await readHead(reader);
    const mediaType = await trueType(joinedBytes(head), base, response.headers.get("content-type"), name);
    return { as: "stream", stream: streamOf(head, reader), length: declaredLength(response), mediaType };
  } catch (thrown) {
    await reader.cancel().catch(() => undefined);
    throw thrown;
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The first chunks, enough to recognize the type, or all there are. */
async function readHead(reader: Reader): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < HEAD_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.byteLength;
  }
  return chunks;
}

function streamOf(head: readonly Uint8Array[], rest: Reader): ReadableStream<Uint8Array> {
  const waiting = [...head];
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const first = waiting.shift();
        if (first) return controller.enqueue(first);
        const { done, value } = await rest.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => rest.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** The media type by the bytes: servers often declare no more than "octet-stream", and some call every picture a JPEG. */
async function trueType(head: Uint8Array, base: MediaBase, declared: string | null, name: string): Promise<string> {
  // Some hundred kilobytes of parsers that only media needs.
  const { fileTypeFromBuffer } = await import("file-type");
  const sniffed = (await fileTypeFromBuffer(head))?.mime.split(";", 1)[0] ?? null;
  // Containers look alike whether or not they hold pictures.
  const fitting =
    base === "audio" ? (sniffed?.replace(/^(?:video|application)\/(mp4|webm|ogg)$/, "audio/$1") ?? null) : sniffed;
  if (fitting?.startsWith(`${base}/`)) return fitting;
  const [told = ""] = (declared ?? "").split(";", 1);
  throw new AppError(
    "provider-rejected",
    `${name} answered with ${sniffed ?? (told.trim().slice(0, 60) || "something else")} where ${base} is wanted`,
  );
}

/** The bytes, or null for anything that is not standard base64 (RFC 4648 §4). */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return null;
  }
}

/** As `fromBase64`, also of a data URL, which has a media type. */
export function fromEncoded(text: string): { readonly bytes: Uint8Array; readonly mediaType: string | null } | null {
  const [, mediaType = null, encoded = text] = /^data:([\w.+/-]{1,100});base64,(.*)$/s.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  return bytes && { bytes, mediaType };
}
