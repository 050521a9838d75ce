import type { HookSecrets } from "../domain/hooks/hook.ts";
import type { OwnModel, SealedOwnModel } from "../domain/own-models.ts";

/** Keeps texts that only this deployment may read: a provider's token, the headers of a caller's own model. */
export interface Sealer {
  /**
   * The text, unreadable and tamper-proof; sealing the same text twice gives two different results.
   * @param purpose what the secret is for and whose it is; it can only be opened with the same purpose
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

type Headers = Readonly<Record<string, string>>;

/** The purpose of an own model's headers: they can only be opened for the same tenant, model and URL. */
const headersPurpose = (tenant: string, { endpoint, url }: OwnModel): string =>
  JSON.stringify(["headers of an own model", tenant, endpoint.model, endpoint.taskType, url]);

/** The model as it is stored, with sealed headers. */
export async function sealHeaders(
  sealer: Sealer,
  tenant: string,
  model: OwnModel,
  headers: Headers,
): Promise<SealedOwnModel> {
  const isBare = Object.keys(headers).length === 0;
  return {
    ...model,
    sealedHeaders: isBare ? null : await sealer.seal(headersPurpose(tenant, model), JSON.stringify(headers)),
  };
}

/** The headers of an own model; null if they cannot be opened, as after a change of the deployment's secret. */
export async function openHeaders(sealer: Sealer, tenant: string, model: SealedOwnModel): Promise<Headers | null> {
  if (model.sealedHeaders === null) return {};
  const opened = await sealer.open(headersPurpose(tenant, model), model.sealedHeaders);
  // Written by `sealHeaders`, as the seal vouches.
  return opened === null ? null : (JSON.parse(opened) as Headers);
}

/** The run that a caller's own Hugging Face token is sealed for; it cannot be opened for any other. */
interface TokenUse {
  readonly tenant: string;
  readonly run: string;
}

const tokenPurpose = ({ tenant, run }: TokenUse): string =>
  JSON.stringify(["Hugging Face token of a run", tenant, run]);

export const sealHfToken = (sealer: Sealer, use: TokenUse, token: string): Promise<string> =>
  sealer.seal(tokenPurpose(use), token);

/** Null where it cannot be opened, as after a change of the deployment's secret. */
export const openHfToken = (sealer: Sealer, use: TokenUse, sealed: string): Promise<string | null> =>
  sealer.open(tokenPurpose(use), sealed);

/** The endpoint, or the run or goal by its public id, that a webhook's secret is sealed for; it cannot be opened for any other. */
export type SecretUse =
  | { readonly tenant: string; readonly endpoint: string }
  | { readonly tenant: string; readonly of: string };

const webhookPurpose = (use: SecretUse): string =>
  "endpoint" in use
    ? JSON.stringify(["secret of a webhook endpoint", use.tenant, use.endpoint])
    : JSON.stringify(["secret of a run's webhook", use.tenant, use.of]);

export const sealWebhookSecret = (sealer: Sealer, use: SecretUse, secret: string): Promise<string> =>
  sealer.seal(webhookPurpose(use), secret);

/** Null where it cannot be opened, as after a change of the deployment's secret. */
export const openWebhookSecret = (sealer: Sealer, use: SecretUse, sealed: string): Promise<string | null> =>
  sealer.open(webhookPurpose(use), sealed);

/** The hook that secrets are sealed for; they cannot be opened for any other. */
interface HookName {
  readonly tenant: string;
  readonly id: string;
}

const hookPurpose = ({ tenant, id }: HookName): string => JSON.stringify(["secrets of a hook", tenant, id]);

export const sealHookSecrets = (sealer: Sealer, hook: HookName, secrets: HookSecrets): Promise<string> =>
  sealer.seal(hookPurpose(hook), JSON.stringify(secrets));

/** Null where they cannot be opened, as after a change of the deployment's secret. */
export async function openHookSecrets(sealer: Sealer, hook: HookName, sealed: string): Promise<HookSecrets | null> {
  const opened = await sealer.open(hookPurpose(hook), sealed);
  // Written by `sealHookSecrets`, as the seal vouches.
  return opened === null ? null : (JSON.parse(opened) as HookSecrets);
}
