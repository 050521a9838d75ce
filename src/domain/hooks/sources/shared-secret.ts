import { faultOfTextSecret, idOf, newTextSecret, refused, utf8, type WebhookSource } from "./source.ts";

export const DEFAULT_SECRET_HEADER = "x-hook-secret";

/** A secret in a header, for senders that do not sign. It proves who the sender is, but neither the time nor the content. */
export const sharedSecret: WebhookSource = {
  isIdForgeable: false,
  check: async ({ headers, header }, secrets) => {
    const name = header ?? DEFAULT_SECRET_HEADER;
    const given = headers.get(name) ?? "";
    const readings = [given, given.replace(/^bearer +/i, "")];
    const matches = await Promise.all(secrets.flatMap((secret) => readings.map((one) => isSame(one, secret))));
    return matches.includes(true) ? null : refused(`${name} does not hold this hook's secret`);
  },
  tell: (headers) => ({ delivery: idOf(headers.get("idempotency-key")), event: null }),
  newSecret: newTextSecret,
  faultOfSecret: faultOfTextSecret,
};

/** Compares hashes, to the end: how long it takes tells nothing of what is the same. */
async function isSame(given: string, secret: string): Promise<boolean> {
  const one = await hashOf(given);
  const other = await hashOf(secret);
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0;
}

const hashOf = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text)));
