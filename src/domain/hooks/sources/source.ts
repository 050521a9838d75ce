import { type Failure, failure } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";

/** A delivery as received, not verified yet. */
export interface RawDelivery {
  readonly headers: Pick<Headers, "get">;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The header of a plain shared secret. */
  readonly header: string | null;
}

/** The facts that a source states about a genuine delivery. */
interface Told {
  /** The sender's own id of it, the same on each try; null where it gives none. */
  readonly delivery: string | null;
  readonly event: string | null;
}

/** One way of signing webhooks. */
export interface WebhookSource {
  /** The fault of a delivery that none of the secrets signed, or that is too old; null for a genuine one. */
  check(sent: RawDelivery, secrets: readonly string[], now: number): Promise<Failure | null>;
  tell(headers: Pick<Headers, "get">, body: JsonValue): Told;
  /**
   * True where the id of a delivery is not signed: then the same body under another id is a replay, as whoever has
   * caught a signed delivery may give it any.
   */
  readonly isIdForgeable: boolean;
  /** A new secret, or null if the sender creates it. */
  newSecret(): string | null;
  /** What is wrong with a secret, in plain words; null for a good one. */
  faultOfSecret(secret: string): string | null;
}

/** How far a sender's clock may be from ours, and how long a delivery may be under way. */
export const TOLERANCE_S = 5 * 60;
/** Longer ids are not accepted, as ids are stored for a day. */
const MAX_ID_CHARS = 255;

export const refused = (message: string): Failure => failure("forbidden", message);

/** The fault of a time in seconds that is too far from now; texts that are no such time are too far from any. */
export function faultOfTime(seconds: string | null, now: number): Failure | null {
  const at = seconds !== null && /^\d{1,12}$/.test(seconds) ? Number(seconds) : Number.NaN;
  if (Math.abs(now / 1000 - at) <= TOLERANCE_S) return null;
  return refused("The delivery's timestamp is missing, or more than 5 minutes from now");
}

/** The id if it can be stored, or null. */
export const idOf = (given: unknown): string | null =>
  typeof given === "string" && given !== "" && given.length <= MAX_ID_CHARS ? given : null;

/** The field of an object, or undefined. */
export const fieldOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

/** Guesses at a secret this long are in vain; GitHub's and Slack's own are longer. */
const MIN_SECRET_CHARS = 16;
const MAX_SECRET_CHARS = 255;
const NEW_SECRET_BYTES = 32;

export const newTextSecret = (): string =>
  crypto.getRandomValues(new Uint8Array(NEW_SECRET_BYTES)).toBase64({ alphabet: "base64url", omitPadding: true });

export const faultOfTextSecret = (secret: string): string | null =>
  secret.length >= MIN_SECRET_CHARS &&
  secret.length <= MAX_SECRET_CHARS &&
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(secret)
    ? null
    : `needs ${MIN_SECRET_CHARS} to ${MAX_SECRET_CHARS} ASCII characters, visible at both ends`;

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;
const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text));

/** True when one of the signatures is the HMAC-SHA-256 of the message under one of the keys; compares in constant time. */
export async function isSigned(
  keys: readonly Uint8Array<ArrayBuffer>[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["verify"]);
    for (const signature of signatures) if (await crypto.subtle.verify(HMAC, key, signature, message)) return true;
  }
  return false;
}

/** Decodes a signature in hexadecimal; null if it is not one. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> | null =>
  /^[0-9a-f]{64}$/i.test(text) ? Uint8Array.fromHex(text) : null;

/** Decodes base64 (RFC 4648 §4); null if it is invalid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: "loose" });
  } catch {
    return null;
  }
}

/** One after the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
