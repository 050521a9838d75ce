import type { Kind } from "../domain/kinds.ts";
import type { Provenance, Resource, ResourceId } from "../domain/resources.ts";

export interface SaveRequest {
  readonly tenant: string;
  readonly id: ResourceId;
  /** A file name as the user gave it; cleaned and cut here. */
  readonly name: string;
  /** What the sender says it is; the bytes decide, this only refines (CSV is text by its bytes). */
  readonly declaredType: string | null;
  /** A kind that is known better than the media type tells, such as `image/canny`. */
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
