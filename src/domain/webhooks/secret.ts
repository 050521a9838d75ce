import type { Ids } from "../ids.ts";

/** As Standard Webhooks writes secrets, so that each is known for what it is. */
const PREFIX = "whsec_";
/** What Standard Webhooks wants of a key for HMAC-SHA256. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;
/** As many as the hash has. */
const OWN_BYTES = 32;

export const SECRET_RULE = `"${PREFIX}" and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64`;

const write = (key: Uint8Array): string => PREFIX + key.toBase64();

/** A new secret, at random; call it only while handling a request. */
export const newSecret = (): string => write(crypto.getRandomValues(new Uint8Array(OWN_BYTES)));

/**
 * The secret of a run whose caller gave none. It follows from the run and the deployment's secret, so that it is stored
 * nowhere, and a repeat of the request that started the run learns the same.
 */
export const secretOfRun = async (ids: Pick<Ids, "mac">, tenant: string, run: string): Promise<string> =>
  write(Uint8Array.fromHex(await ids.mac("webhook secret of a run", [tenant, run], OWN_BYTES)));

/** The key that a secret writes; null for what is no secret. */
export function keyOf(secret: string): Uint8Array<ArrayBuffer> | null {
  if (!secret.startsWith(PREFIX)) return null;
  const encoded = secret.slice(PREFIX.length);
  // White space inside, which the decoder would pass over, is left to nobody's reading.
  if (/\s/.test(encoded)) return null;
  try {
    const key = Uint8Array.fromBase64(encoded, { lastChunkHandling: "strict" });
    return key.byteLength >= MIN_BYTES && key.byteLength <= MAX_BYTES ? key : null;
  } catch {
    return null;
  }
}
