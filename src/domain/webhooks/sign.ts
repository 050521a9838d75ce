import type { Ids } from "../ids.ts";

/** One try at a delivery, as far as it is signed. */
interface Signable {
  /** Holds no `.`, which parts what is signed. */
  readonly id: string;
  /** Of the try, in milliseconds since the epoch. */
  readonly at: number;
  readonly body: string;
}

/**
 * The headers of Standard Webhooks for one try: a signature for each secret, any of which a receiver may know.
 * Without secrets there is no signature.
 * @throws {Error} for a secret that is none
 */
export async function webhookHeaders(
  { id, at, body }: Signable,
  secrets: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(at / 1000));
  const content = Uint8Array.from(new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  const signatures = await Promise.all(secrets.map((secret) => sign(secret, content)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    ...(signatures.length === 0 ? {} : { "webhook-signature": signatures.join(" ") }),
  };
}

async function sign(secret: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = keyOf(secret);
  if (!bytes) throw new Error("This is no secret of a webhook");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, content)))}`;
}

/** The prefix of secrets in Standard Webhooks. */
const SECRET_PREFIX = "whsec_";
/** The key length that Standard Webhooks prescribes for HMAC-SHA256. */
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;
/** The length of our own keys, equal to the hash's. */
const OWN_KEY_BYTES = 32;

export const SECRET_RULE = `"${SECRET_PREFIX}" and ${MIN_KEY_BYTES} to ${MAX_KEY_BYTES} bytes in base64`;

// The page reads types of this file, and its browsers have no `Uint8Array.fromBase64`.
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

const writeSecret = (key: Uint8Array): string => SECRET_PREFIX + toBase64(key);

/** A new secret, at random; call it only while handling a request. */
export const newSecret = (): string => writeSecret(crypto.getRandomValues(new Uint8Array(OWN_KEY_BYTES)));

/**
 * The secret of a run or goal whose caller gave none. It follows from its public id and the deployment's secret, so that it
 * is stored nowhere, and a repeat of the request that started it learns the same.
 */
export const derivedSecret = async (ids: Pick<Ids, "mac">, tenant: string, id: string): Promise<string> =>
  writeSecret(fromHex(await ids.mac("webhook secret of a run", [tenant, id], OWN_KEY_BYTES)));

/** Decodes the key of a secret; null if it is no valid secret. */
export function keyOf(secret: string): Uint8Array<ArrayBuffer> | null {
  if (!secret.startsWith(SECRET_PREFIX)) return null;
  const encoded = secret.slice(SECRET_PREFIX.length);
  try {
    const key = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    // What the decoder overlooks, such as white space, is left to nobody's reading.
    const isStrict = toBase64(key) === encoded;
    return isStrict && key.byteLength >= MIN_KEY_BYTES && key.byteLength <= MAX_KEY_BYTES ? key : null;
  } catch {
    return null;
  }
}
