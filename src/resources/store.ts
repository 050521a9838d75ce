import { conversationPrefix, resourceKey } from "../../r2-schemas/keys.ts";
import { type ResourceMetadata, resourceMetadata } from "../../r2-schemas/resource.ts";
import { AppError } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import type { Kind } from "../domain/kinds.ts";
import type { Provenance, Resource, ResourceId } from "../domain/resources.ts";
import { cleanFileName } from "./file-name.ts";
import { detectMediaType, kindOf } from "./media-type.ts";
import { PART_BYTES, type ResourcePart, readParts } from "./parts.ts";

export interface SaveRequest {
  readonly tenant: string;
  readonly id: ResourceId;
  /** A file name as the user gave it; cleaned and cut here. */
  readonly name: string;
  /** The sender's content type. The bytes decide; this only refines their type (CSV is text by its bytes). */
  readonly declaredType: string | null;
  /** A more specific kind than the media type implies, such as `image/canny`. */
  readonly kind?: Kind;
  readonly body: ReadableStream<Uint8Array>;
  readonly maxBytes: number;
  readonly origin: Provenance;
}

export interface StoredObject {
  readonly name: string;
  readonly kind: Kind;
  readonly mediaType: string;
  /** Size of the whole object in bytes. */
  readonly bytes: number;
  readonly etag: string;
  readonly uploadedAt: Date;
  /** Null when only the facts were asked for. */
  readonly body: ReadableStream<Uint8Array> | null;
}

/** Resources in R2. No method holds more than a part of a file (5 MiB) in memory. */
export interface ResourceStore {
  /** @throws {AppError} `resource-too-large` past `maxBytes`; nothing is left behind then. */
  save(request: SaveRequest): Promise<Resource>;
  /** The object, or the `length` bytes from `offset` of it; null when there is none. */
  open(
    tenant: string,
    id: ResourceId,
    range?: { readonly offset: number; readonly length: number },
  ): Promise<StoredObject | null>;
  /** The facts of an object without its bytes; null when there is none. */
  head(tenant: string, id: ResourceId): Promise<StoredObject | null>;
  remove(tenant: string, ids: readonly ResourceId[]): Promise<void>;
  /** Deletes all of a conversation's objects, at most `maxObjects` of them; true when none is left. */
  removeConversation(tenant: string, conversation: string, maxObjects: number): Promise<boolean>;
}

/** R2's limit for `delete` and `list`. */
const MAX_KEYS_PER_CALL = 1000;

/** @param now milliseconds since the epoch */
export function createR2Store(bucket: R2Bucket, ids: Ids, now: () => number): ResourceStore {
  const keyOf = async (tenant: string, id: ResourceId): Promise<string | null> => {
    const parts = await ids.readResource(tenant, id);
    return parts && resourceKey(tenant, parts);
  };

  return {
    async save(request: SaveRequest): Promise<Resource> {
      const key = await keyOf(request.tenant, request.id);
      if (key === null) throw new Error(`Not an id of tenant ${request.tenant}: ${request.id}`);
      const name = cleanFileName(request.name);
      const parts = readParts(request.body, PART_BYTES, request.maxBytes);
      try {
        const first = (await parts.next()).value;
        if (!first || first.bytes.byteLength === 0) throw new AppError("unreadable-resource", `"${name}" is empty`);
        const claim = { name, declaredType: request.declaredType };
        const mediaType = await detectMediaType(first.bytes, first.isLast, claim);
        const kind = request.kind ?? kindOf(mediaType);
        const options = {
          httpMetadata: { contentType: mediaType },
          customMetadata: { name, kind } satisfies ResourceMetadata,
        };
        const written = await write(bucket, key, options, first, parts);
        const { id, origin } = request;
        return { id, name, kind, mediaType, ...written, createdAt: now(), origin };
      } finally {
        // Cancels the body when it was not read to the end.
        await parts.return(undefined);
      }
    },

    async open(tenant, id, range) {
      const key = await keyOf(tenant, id);
      const object = key === null ? null : await bucket.get(key, range ? { range } : {});
      return object && describe(object, object.body);
    },

    async head(tenant, id) {
      const key = await keyOf(tenant, id);
      const object = key === null ? null : await bucket.head(key);
      return object && describe(object, null);
    },

    async remove(tenant, resources) {
      const keys = await Promise.all(resources.map((id) => keyOf(tenant, id)));
      const known = keys.filter((key) => key !== null);
      for (let at = 0; at < known.length; at += MAX_KEYS_PER_CALL) {
        await bucket.delete(known.slice(at, at + MAX_KEYS_PER_CALL));
      }
    },

    async removeConversation(tenant, conversation, maxObjects) {
      const prefix = conversationPrefix(tenant, conversation);
      for (let left = maxObjects; left > 0; ) {
        const page = await bucket.list({ prefix, limit: Math.min(left, MAX_KEYS_PER_CALL) });
        if (page.objects.length > 0) await bucket.delete(page.objects.map((object) => object.key));
        if (!page.truncated) return true;
        left -= page.objects.length;
      }
      return false;
    },
  };
}

type PutOptions = { readonly httpMetadata: R2HTTPMetadata; readonly customMetadata: ResourceMetadata };
type Written = Pick<Resource, "bytes" | "sha256">;

/** Writes what fits in one part by a single put, which R2 checks against the hash, and more in parts. */
async function write(
  bucket: R2Bucket,
  key: string,
  options: PutOptions,
  first: ResourcePart,
  rest: AsyncGenerator<ResourcePart>,
): Promise<Written> {
  if (!first.isLast) return writeParts(bucket, key, options, first, rest);
  const hash = await crypto.subtle.digest("SHA-256", first.bytes);
  await bucket.put(key, first.bytes, { ...options, sha256: hash });
  return { bytes: first.bytes.byteLength, sha256: new Uint8Array(hash).toHex() };
}

/** Uploads a file in parts. R2 itself aborts an unfinished upload after seven days. */
async function writeParts(
  bucket: R2Bucket,
  key: string,
  options: PutOptions,
  first: ResourcePart,
  rest: AsyncGenerator<ResourcePart>,
): Promise<Written> {
  const upload = await bucket.createMultipartUpload(key, options);
  const digest = new crypto.DigestStream("SHA-256");
  const hasher = digest.getWriter();
  // Rejects together with the writer on failure, where nobody waits for it.
  digest.digest.catch(() => undefined);
  try {
    const uploaded: R2UploadedPart[] = [];
    let bytes = 0;
    const add = async (part: ResourcePart): Promise<void> => {
      bytes += part.bytes.byteLength;
      const [done] = await Promise.all([upload.uploadPart(uploaded.length + 1, part.bytes), hasher.write(part.bytes)]);
      uploaded.push(done);
    };
    await add(first);
    for await (const part of rest) await add(part);
    await hasher.close();
    const sha256 = new Uint8Array(await digest.digest).toHex();
    await upload.complete(uploaded);
    return { bytes, sha256 };
  } catch (thrown) {
    await Promise.allSettled([upload.abort(), hasher.abort(thrown)]);
    throw thrown;
  }
}

function describe(object: R2Object, body: ReadableStream<Uint8Array> | null): StoredObject {
  const { name, kind } = resourceMetadata.parse(object.customMetadata);
  return {
    name,
    kind,
    mediaType: object.httpMetadata?.contentType ?? "application/octet-stream",
    bytes: object.size,
    etag: object.httpEtag,
    uploadedAt: object.uploaded,
    body,
  };
}
