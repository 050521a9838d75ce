import { failure } from "../../domain/errors.ts";
import { contentDisposition } from "../../resources/file-name.ts";
import type { StoredObject } from "../../resources/store.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { type ByteRange, matchesEtag, readRange } from "../request-headers.ts";
import { param, type Route, route } from "../route.ts";

/** A file never changes under its id; it is looked for again after this long because it may be deleted. */
const BROWSER_CACHE_S = 5 * 60;

/** What a browser shows without running anything in it. All else is offered for saving, in a sandbox. */
const SHOWN =
  /^(?:image\/(?:png|apng|jpeg|gif|webp|avif|bmp|x-icon)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;
/** Media types of what is text. */
export const TEXT_TYPES = /^(?:text\/|application\/(?:json|xml|x-ndjson)$|image\/svg\+xml$)/;

export const downloadRoutes: readonly Route[] = [
  route(
    {
      method: "get",
      path: "/v1/resources/{id}",
      name: "readResource",
      summary: "The bytes of a file, or a range of them",
      description: "A signed link, as views of files hold it, needs no API key.",
      access: "link",
      headers: {
        Range: "One range of bytes; several at once are answered with the whole.",
        "If-Range": "An ETag: the range only if the file is still the same.",
        "If-None-Match": "ETags: nothing if the file is one of them.",
      },
      answers: {
        200: { description: "The file.", content: { "*/*": null } },
        206: {
          description: "The range.",
          content: { "*/*": null },
          headers: { "Content-Range": "Which bytes these are." },
        },
        304: { description: "The caller has it already." },
      },
    },
    (c) => answerFile(c, c.var.holder.tenant, param(c, "id")),
  ),
];

/** A tenant's file, or the range of it that the request asks for; whether the caller may have it was asked before. */
export async function answerFile(c: AppContext, tenant: string, id: string): Promise<Response> {
  const { resources } = c.var.wiring;
  const facts = await resources.head(tenant, id);
  if (!facts) return problem(c, failure("not-found", `There is no resource ${id.slice(0, 100)}`));

  const headers = describe(facts);
  if (matchesEtag(c.req.header("if-none-match"), facts.etag)) return c.body(null, 304, headers);
  const range = rangeOf(c, facts);
  if (range === "unsatisfiable") {
    c.header("Content-Range", `bytes */${facts.bytes}`);
    return problem(c, failure("range-not-satisfiable", `The file has ${facts.bytes} bytes`));
  }
  if (range) headers["content-range"] = `bytes ${range.offset}-${range.offset + range.length - 1}/${facts.bytes}`;
  const length = range?.length ?? facts.bytes;
  const status = range ? 206 : 200;
  if (c.req.method === "HEAD") return c.body(null, status, { ...headers, "content-length": String(length) });
  const stored = await resources.open(tenant, id, range ?? undefined);
  if (!stored?.body) return problem(c, failure("not-found", `There is no resource ${id.slice(0, 100)}`));
  return c.body(withLength(stored.body, length), status, headers);
}

/** A range counts only for the file that the caller began with. */
function rangeOf(c: AppContext, facts: StoredObject): ByteRange | "unsatisfiable" | null {
  const began = c.req.header("if-range");
  return began !== undefined && began.trim() !== facts.etag ? null : readRange(c.req.header("range"), facts.bytes);
}

/** Tells the platform the length, which it sends as `Content-Length` only of a stream that has one. */
function withLength(body: ReadableStream<Uint8Array>, length: number): ReadableStream<Uint8Array> {
  return body.pipeThrough(new FixedLengthStream(length));
}

function describe(facts: StoredObject): Record<string, string> {
  const shown = SHOWN.test(facts.mediaType);
  return {
    "accept-ranges": "bytes",
    "cache-control": `private, max-age=${BROWSER_CACHE_S}`,
    "content-disposition": contentDisposition(shown ? "inline" : "attachment", facts.name),
    "content-type": TEXT_TYPES.test(facts.mediaType) ? `${facts.mediaType}; charset=utf-8` : facts.mediaType,
    etag: facts.etag,
    "last-modified": facts.uploadedAt.toUTCString(),
    "x-content-type-options": "nosniff",
    ...(shown ? {} : { "content-security-policy": "sandbox; default-src 'none'" }),
  };
}
