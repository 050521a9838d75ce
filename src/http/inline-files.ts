import { type ResourceId, UPLOAD_LIFETIME_MS } from "../domain/resources.ts";
import type { ResourceView } from "../domain/views.ts";
import type { AppContext } from "./context.ts";
import { InvalidRequest } from "./problem.ts";

/** What all files of one request may hold that come inside its body: as base64 and decoded they are in memory at once. */
export const MAX_INLINE_BYTES = 20 * 1024 * 1024;

/** A file that came inside a request's body. */
export interface InlineFile {
  readonly name: string;
  /** Null to tell it from the content. */
  readonly mediaType: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** `data:[<media type>][;<parameter>=<value>]…;base64,<data>` (RFC 2397); media types as RFC 6838 names them. */
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*);base64,/i;

export const isDataUrl = (text: string): boolean => /^data:/i.test(text);

/**
 * The content of a base64 data URL.
 * @throws {AppError} `invalid-request` for one that is not well made
 */
export function readDataUrl(url: string): Pick<InlineFile, "mediaType" | "bytes"> {
  // The head is short; searching all of a long body for it would be in vain.
  const head = DATA_URL.exec(url.slice(0, MAX_HEAD_CHARS));
  if (!head) throw new InvalidRequest("A data URL is `data:<media type>;base64,<data>`");
  return { mediaType: head[1]?.toLowerCase() ?? null, bytes: readBase64(url.slice(head[0].length)) };
}

const MAX_HEAD_CHARS = 500;

/** The bytes of base64 or base64url, padded or not (RFC 4648 §4, §5). @throws {AppError} `invalid-request` for others */
export function readBase64(text: string): Uint8Array<ArrayBuffer> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new InvalidRequest("A file inside the request is no base64");
  }
  if (bytes.byteLength === 0) throw new InvalidRequest("A file inside the request is empty");
  return bytes;
}

/**
 * Stores what came inside a request as an upload, which a message may then name; one that none names expires in a day.
 * @throws {AppError} as an upload is refused
 */
export async function storeInline(c: AppContext, { name, mediaType, bytes }: InlineFile): Promise<ResourceView> {
  const { wiring, holder, views } = c.var;
  const { tenant } = holder;
  const id: ResourceId = await wiring.ids.newResource(tenant, null);
  await wiring.tenant(tenant).announceUpload(id);
  const resource = await wiring.resources.save({
    ...{ tenant, id, name, declaredType: mediaType, maxBytes: MAX_INLINE_BYTES },
    body: new Blob([bytes]).stream(),
    origin: { by: "upload" },
  });
  await wiring.tenant(tenant).recordUpload(resource);
  return views.resource(resource, resource.createdAt + UPLOAD_LIFETIME_MS);
}
