import type { InputValue } from "../provider.ts";
import type { WireRequest } from "./format.ts";

/** A part of a form (RFC 7578): a file as it is, or text. */
export type FormPart =
  | { readonly name: string; readonly file: InputValue }
  | { readonly name: string; readonly text: string; readonly mediaType: string };

/**
 * A form that is sent as its files are read, so that none is ever held. Its length is told, as servers of models seldom
 * take chunked bodies.
 */
export async function multipartBody(parts: readonly FormPart[]): Promise<WireRequest> {
  const boundary = `part-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const pieces = parts.flatMap((part): readonly Piece[] => [
    encoder.encode(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`),
    "file" in part ? part.file : encoder.encode(part.text),
    encoder.encode("\r\n"),
  ]);
  const all = [...pieces, encoder.encode(`--${boundary}--\r\n`)];
  const length = all.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.byteLength : piece.size), 0);
  return {
    body: streamOf(all).pipeThrough(new FixedLengthStream(length)),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

type Piece = Uint8Array | InputValue;

function headersOf(part: FormPart): string {
  if ("text" in part) return `content-disposition: form-data; name="${part.name}"\r\ncontent-type: ${part.mediaType}`;
  const { mediaType, name } = part.file;
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : "application/octet-stream";
  return `content-disposition: form-data; name="${part.name}"; filename="${escaped(name)}"\r\ncontent-type: ${type}`;
}

/** As HTML's forms write names (https://html.spec.whatwg.org/#multipart-form-data). */
const escaped = (name: string): string => name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");

/** One piece after the other; a file is opened when it is its turn. */
function streamOf(pieces: readonly Piece[]): ReadableStream<Uint8Array> {
  const left = [...pieces];
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (;;) {
          const read = await reader?.read();
          if (read && !read.done) return controller.enqueue(read.value);
          reader = null;
          const next = left.shift();
          if (!next) return controller.close();
          if (next instanceof Uint8Array) return controller.enqueue(next);
          reader = (await next.stream()).getReader();
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
