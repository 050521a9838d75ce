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

/** What a signature in hexadecimal says, or null for what is none. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> | null =>
  /^[0-9a-f]{64}$/i.test(text) ? Uint8Array.fromHex(text) : null;

/** What base64 says (RFC 4648 §4), or null for what is none. */
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
