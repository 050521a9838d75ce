import { keyOf } from "./secret.ts";

/** One try at a delivery, as far as it is signed. */
export interface Signable {
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
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(secrets.map((secret) => sign(secret, content)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    ...(signatures.length === 0 ? {} : { "webhook-signature": signatures.join(" ") }),
  };
}

async function sign(secret: string, content: Uint8Array): Promise<string> {
  const bytes = keyOf(secret);
  if (!bytes) throw new Error("This is no secret of a webhook");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${new Uint8Array(await crypto.subtle.sign("HMAC", key, content)).toBase64()}`;
}
