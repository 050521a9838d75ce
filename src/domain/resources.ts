import type { JsonValue } from "./json.ts";
import type { Kind } from "./kinds.ts";

/** `res_…`: routes itself and carries a MAC; see `ids.ts`. */
export type ResourceId = string;

/** An id among other words, as a part of a pattern: 20, 20 and 16 characters as `ids.ts` has them, so that a longer word is none. */
export const RESOURCE_ID = "res_[0-9a-v]{56}";

/** Whether an id is meant, be it whole or not. */
export const looksLikeResourceId = (text: string): boolean => /^res_[0-9a-v]+$/.test(text);

/** Where a resource came from. */
export type Provenance =
  | { readonly by: "upload" }
  | { readonly by: "url"; readonly url: string }
  | {
      readonly by: "task";
      readonly run: string;
      readonly task: number;
      readonly output: string;
      readonly model: string;
    };

/** An immutable stored value. The bytes lie in R2; this is all the ledger knows of them. */
export interface Resource {
  readonly id: ResourceId;
  readonly name: string;
  readonly kind: Kind;
  readonly mediaType: string;
  readonly bytes: number;
  /** Lower-case hexadecimal SHA-256 of the bytes. */
  readonly sha256: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly origin: Provenance;
}

/**
 * What flows along an edge of the plan: short text and data by value, everything else by reference,
 * so that bytes never pass through a conversation.
 */
export type Value =
  | { readonly as: "text"; readonly kind: Kind; readonly text: string }
  | { readonly as: "data"; readonly kind: Kind; readonly data: JsonValue }
  | { readonly as: "resource"; readonly kind: Kind; readonly resource: Resource; readonly excerpt?: string };

/** Longer texts and data become resources: an event must stay well below a SQLite row's 2 MB. */
export const MAX_INLINE_CHARS = 8_192;

/** What one file may hold: the platform refuses request bodies over 100 MB, form fields and boundaries included. */
export const MAX_RESOURCE_BYTES = 95 * 1024 * 1024;

/** An upload that no conversation has adopted by then is deleted; in milliseconds. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60_000;
