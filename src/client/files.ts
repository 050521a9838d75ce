import type { ResourceView } from "../http/schemas/views.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** A stream can be sent only once, so that its upload is not tried again; in a browser it is gathered in memory first. */
export type Content = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>;

export interface Upload {
  readonly name: string;
  /** The server looks at the bytes and decides for itself; this helps with formats that have no signature. */
  readonly mediaType?: string | undefined;
}

/** Bytes counted from 0, both ends included; to the end without `to`. Or the `last` so many. */
export type FileRange = { readonly from: number; readonly to?: number } | { readonly last: number };

/** A file on its way, or a part of one: `body` can be read once. */
export interface Download {
  readonly mediaType: string;
  /** How many come; null where the server doesn't say. */
  readonly bytes: number | null;
  /** Which bytes these are, of how many; null for the whole file. */
  readonly range: { readonly from: number; readonly to: number; readonly of: number } | null;
  readonly body: ReadableStream<Uint8Array>;
}

export const fileCalls = ({ baseUrl, send, json }: Connection) => ({
  /** Up to 95 MiB. It is deleted after a day unless a message uses it. */
  upload: async (
    content: Content,
    { name, mediaType }: Upload,
    { signal, timeoutMs = Number.POSITIVE_INFINITY }: CallOptions = {},
  ): Promise<ResourceView> => {
    const body = await toBody(content);
    return json(["id", "sha256"], "/v1/resources", {
      method: "POST",
      body,
      // A header holds Latin-1 only, and a name may hold anything.
      headers: {
        "x-filename": encodeURIComponent(name.toWellFormed()),
        "content-type": mediaType ?? (content instanceof Blob && content.type !== "" ? content.type : UNKNOWN_TYPE),
      },
      // A copy that came of two tries is deleted after a day, as nobody uses it.
      repeatable: !(body instanceof ReadableStream),
      signal,
      timeoutMs,
    });
  },
  /** Has the server fetch a file from an address. */
  importFile: (url: string, options: CallOptions = {}): Promise<ResourceView> =>
    json(["id", "sha256"], "/v1/resources", { ...options, method: "POST", json: { url }, repeatable: true }),
  /** @param resource the id of a file. A part alone comes with `range`; one that begins behind the file's end is refused */
  download: async (
    resource: string,
    { range, ...options }: CallOptions & { readonly range?: FileRange | undefined } = {},
  ): Promise<Download> => {
    const { headers, body } = await send(`/v1/resources/${encodeURIComponent(resource)}`, {
      ...options,
      headers: { accept: "*/*", ...(range ? { range: toHeader(range) } : {}) },
    });
    const length = headers.get("content-length");
    return {
      mediaType: headers.get("content-type") ?? UNKNOWN_TYPE,
      bytes: length === null ? null : Number(length),
      range: readRange(headers.get("content-range")),
      body: body ?? new Blob([]).stream(),
    };
  },
  /** Where a path of the API leads that stands in a run, such as a file's `url` or a link in an answer. */
  addressOf: (path: string): string => (path.startsWith("/") ? baseUrl + path : path),
});

const UNKNOWN_TYPE = "application/octet-stream";

const toHeader = (range: FileRange): string =>
  "last" in range ? `bytes=-${range.last}` : `bytes=${range.from}-${range.to ?? ""}`;

/** `bytes 0-99/1234` (RFC 9110, 14.4). */
function readRange(header: string | null): Download["range"] {
  const [, from, to, of] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? "") ?? [];
  return of === undefined ? null : { from: Number(from), to: Number(to), of: Number(of) };
}

/** Of a page, or of a worker that belongs to one: some send a stream as the text "[object ReadableStream]". */
const isBrowser = (): boolean => "document" in globalThis || "importScripts" in globalThis;

type Body = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** Bytes in shared memory cannot be sent as they lie. */
function toBody(content: Content): Body | Promise<Body> {
  if (content instanceof ReadableStream) return isBrowser() ? new Response(content).blob() : content;
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  if (!(content instanceof Uint8Array)) return content;
  const { buffer, byteOffset, byteLength } = content;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(content);
}
