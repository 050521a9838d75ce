import type { ResourceView } from "../domain/views.ts";
import { isRecord } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import type { CallOptions } from "./options.ts";

/** A stream can be sent only once, so that its upload is not tried again. */
export type Content = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>;

export interface Upload {
  readonly name: string;
  /** The server looks at the bytes and decides for itself; this helps with formats that have no signature. */
  readonly mediaType?: string | undefined;
}

/** A file on its way: `body` can be read once. */
export interface Download {
  readonly mediaType: string;
  /** How many; null where the server doesn't say. */
  readonly bytes: number | null;
  readonly body: ReadableStream<Uint8Array>;
}

export interface FileCalls {
  /** Up to 95 MiB. It is deleted after a day unless a message uses it. */
  upload(content: Content, file: Upload, options?: CallOptions): Promise<ResourceView>;
  /** Has the server fetch a file from an address. */
  importFile(url: string, options?: CallOptions): Promise<ResourceView>;
  /** @param resource the id of a file */
  download(resource: string, options?: CallOptions): Promise<Download>;
  /** Where a path of the API leads that stands in a run, such as a file's `url` or a link in an answer. */
  addressOf(path: string): string;
}

export const fileCalls = ({ baseUrl, send, json }: Connection): FileCalls => ({
  upload: (content, { name, mediaType }, { signal, timeoutMs = Number.POSITIVE_INFINITY } = {}) =>
    json(isResource, "/v1/resources", {
      method: "POST",
      body: toBody(content),
      // A header holds Latin-1 only, and a name may hold anything.
      headers: {
        "x-filename": encodeURIComponent(name.toWellFormed()),
        "content-type": mediaType ?? (content instanceof Blob && content.type !== "" ? content.type : UNKNOWN_TYPE),
      },
      // A copy that came of two tries is deleted after a day, as nobody uses it.
      repeatable: !(content instanceof ReadableStream),
      signal,
      timeoutMs,
    }),
  importFile: (url, options = {}) =>
    json(isResource, "/v1/resources", { ...options, method: "POST", json: { url }, repeatable: true }),
  download: async (resource, options = {}) => {
    const { headers, body } = await send(`/v1/resources/${encodeURIComponent(resource)}`, {
      ...options,
      headers: { accept: "*/*" },
    });
    const length = headers.get("content-length");
    return {
      mediaType: headers.get("content-type") ?? UNKNOWN_TYPE,
      bytes: length === null ? null : Number(length),
      body: body ?? new Blob([]).stream(),
    };
  },
  addressOf: (path) => (path.startsWith("/") ? baseUrl + path : path),
});

const UNKNOWN_TYPE = "application/octet-stream";

/** Bytes in shared memory cannot be sent as they lie. */
function toBody(content: Content): Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  if (!(content instanceof Uint8Array)) return content;
  const { buffer, byteOffset, byteLength } = content;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(content);
}

const isResource = (value: unknown): value is ResourceView =>
  isRecord(value) && typeof value.id === "string" && typeof value.sha256 === "string";
