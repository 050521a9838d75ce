/** Keeps texts that only this deployment may read: a provider's token, the headers of a caller's own model. */
export interface Sealer {
  /**
   * The text, unreadable and tamper-proof; sealing the same text twice gives two different results.
   * @param purpose what it is kept for and whose it is: it opens under the same purpose alone
   */
  seal(purpose: string, text: string): Promise<string>;
  /** What was sealed, or null for anything that was not sealed so by this deployment for this purpose. */
  open(purpose: string, sealed: string): Promise<string | null>;
}

/** Names key and format; a later format gets another, and both can be told apart. */
const VERSION = "v1";
const CIPHER = "AES-GCM";
const KEY_BITS = 256;
/** What NIST SP 800-38D §8.2 wants of a nonce; drawn at random, it serves for 2^32 texts under one key. */
const NONCE_BYTES = 12;

/**
 * Seals with AES-256-GCM (NIST SP 800-38D) under a key derived from the deployment's secret by HKDF (RFC 5869). The
 * purpose is authenticated with the text. A sealed text reads `v1.<nonce>.<ciphertext and tag>`, in base64url.
 * @param secret the deployment's secret; once it changes, nothing that was sealed under it opens
 */
export function createSealer(secret: string): Sealer {
  let key: Promise<CryptoKey> | undefined;
  const encoder = new TextEncoder();
  const parameters = (purpose: string, nonce: Uint8Array) => ({
    name: CIPHER,
    iv: nonce,
    additionalData: encoder.encode(`${VERSION}:${purpose}`),
  });
  const sealingKey = (): Promise<CryptoKey> => {
    key ??= deriveKey(encoder.encode(secret), encoder.encode(`impresario sealed texts ${VERSION}`));
    return key;
  };

  return {
    seal: async (purpose, text) => {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await crypto.subtle.encrypt(parameters(purpose, nonce), await sealingKey(), encoder.encode(text));
      return [VERSION, toText(nonce), toText(new Uint8Array(sealed))].join(".");
    },
    open: async (purpose, sealed) => {
      const [version, nonceText = "", bodyText = "", ...rest] = sealed.split(".");
      const nonce = fromText(nonceText);
      const body = fromText(bodyText);
      if (version !== VERSION || rest.length > 0 || nonce?.byteLength !== NONCE_BYTES || !body) return null;
      try {
        const opened = await crypto.subtle.decrypt(parameters(purpose, nonce), await sealingKey(), body);
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(opened);
      } catch {
        return null;
      }
    },
  };
}

async function deriveKey(secret: Uint8Array, info: Uint8Array): Promise<CryptoKey> {
  const root = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return crypto.subtle.deriveKey(derivation, root, { name: CIPHER, length: KEY_BITS }, false, ["encrypt", "decrypt"]);
}

const toText = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: "base64url", omitPadding: true });

function fromText(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return null;
  }
}
