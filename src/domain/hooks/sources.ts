import { MAX_ADDRESS_CHARS } from "../addresses.ts";
import { type Failure, failure } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { err, ok, type Result } from "../result.ts";
import { keyOf, newSecret, SECRET_RULE } from "../webhooks/sign.ts";
import type { SourceName } from "./hook.ts";

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
interface WebhookSource {
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

const refused = (message: string): Failure => failure("forbidden", message);

/** The fault of a time in seconds that is too far from now; texts that are no such time are too far from any. */
function faultOfTime(seconds: string | null, now: number): Failure | null {
  const at = seconds !== null && /^\d{1,12}$/.test(seconds) ? Number(seconds) : Number.NaN;
  if (Math.abs(now / 1000 - at) <= TOLERANCE_S) return null;
  return refused("The delivery's timestamp is missing, or more than 5 minutes from now");
}

/** The id if it can be stored, or null. */
const idOf = (given: unknown): string | null =>
  typeof given === "string" && given !== "" && given.length <= MAX_ID_CHARS ? given : null;

/** The field of an object, or undefined. */
const fieldOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

/** Guesses at a secret this long are in vain; GitHub's and Slack's own are longer. */
const MIN_SECRET_CHARS = 16;
const MAX_SECRET_CHARS = 255;
const NEW_SECRET_BYTES = 32;

const newTextSecret = (): string =>
  crypto.getRandomValues(new Uint8Array(NEW_SECRET_BYTES)).toBase64({ alphabet: "base64url", omitPadding: true });

const faultOfTextSecret = (secret: string): string | null =>
  secret.length >= MIN_SECRET_CHARS &&
  secret.length <= MAX_SECRET_CHARS &&
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(secret)
    ? null
    : `needs ${MIN_SECRET_CHARS} to ${MAX_SECRET_CHARS} ASCII characters, visible at both ends`;

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;
const encoder = new TextEncoder();

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text));

/** True when one of the signatures is the HMAC-SHA-256 of the message under one of the keys; compares in constant time. */
async function isSigned(
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
const fromHex = (text: string): Uint8Array<ArrayBuffer> | null =>
  /^[0-9a-f]{64}$/i.test(text) ? Uint8Array.fromHex(text) : null;

/** Decodes base64 (RFC 4648 §4); null if it is invalid. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: "loose" });
  } catch {
    return null;
  }
}

/** One after the other. */
function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries: the body alone is signed. */
const github: WebhookSource = {
  isIdForgeable: true,
  check: async ({ headers, bytes }, secrets) => {
    const signature = fromHex(/^sha256=(.*)$/.exec(headers.get("x-hub-signature-256") ?? "")?.[1] ?? "");
    if (signature && (await isSigned(secrets.map(utf8), [signature], bytes))) return null;
    return refused("X-Hub-Signature-256 is not the body's signature under this hook's secret");
  },
  tell: (headers) => ({ delivery: idOf(headers.get("x-github-delivery")), event: idOf(headers.get("x-github-event")) }),
  newSecret: newTextSecret,
  faultOfSecret: faultOfTextSecret,
};

/** Signatures read: a sender that rotates its secret signs with two. */
const MAX_SIGNATURES = 8;

/** https://github.com/standard-webhooks/standard-webhooks: id, time and body are signed, once for each good secret. */
const standard: WebhookSource = {
  isIdForgeable: false,
  check: async ({ headers, bytes }, secrets, now) => {
    const id = idOf(headers.get("webhook-id"));
    if (id === null) return refused("There is no webhook-id");
    const time = headers.get("webhook-timestamp");
    const stale = faultOfTime(time, now);
    if (stale) return stale;
    const keys = secrets.map(keyOf).filter((key) => key !== null);
    const signatures = signaturesIn(headers.get("webhook-signature") ?? "");
    if (await isSigned(keys, signatures, joined(utf8(`${id}.${time}.`), bytes))) return null;
    return refused("webhook-signature holds no signature of this delivery under this hook's secret");
  },
  tell: (headers, body) => ({ delivery: idOf(headers.get("webhook-id")), event: idOf(fieldOf(body, "type")) }),
  newSecret,
  faultOfSecret: (secret) => (keyOf(secret) ? null : `must be ${SECRET_RULE}`),
};

const signaturesIn = (header: string): readonly Uint8Array<ArrayBuffer>[] =>
  header
    .split(" ", MAX_SIGNATURES)
    .map((one) => (one.startsWith("v1,") ? fromBase64(one.slice("v1,".length)) : null))
    .filter((signature) => signature !== null);

export const DEFAULT_SECRET_HEADER = "x-hook-secret";

/** A secret in a header, for senders that do not sign. It proves who the sender is, but neither the time nor the content. */
const sharedSecret: WebhookSource = {
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

/** https://docs.slack.dev/authentication/verifying-requests-from-slack, version 0: time and body are signed. */
const slack: WebhookSource = {
  isIdForgeable: false,
  check: async ({ headers, bytes }, secrets, now) => {
    const time = headers.get("x-slack-request-timestamp");
    const stale = faultOfTime(time, now);
    if (stale) return stale;
    const signature = fromHex(/^v0=(.*)$/.exec(headers.get("x-slack-signature") ?? "")?.[1] ?? "");
    const message = joined(utf8(`v0:${time}:`), bytes);
    if (signature && (await isSigned(secrets.map(utf8), [signature], message))) return null;
    return refused("X-Slack-Signature is not the request's signature under this hook's secret");
  },
  /** Events are identified by their id, commands and clicks by their trigger. */
  tell: (_, body) => ({
    delivery: idOf(fieldOf(body, "event_id")) ?? idOf(fieldOf(body, "trigger_id")),
    event:
      idOf(fieldOf(fieldOf(body, "event"), "type")) ?? idOf(fieldOf(body, "command")) ?? idOf(fieldOf(body, "type")),
  }),
  newSecret: () => null,
  faultOfSecret: faultOfTextSecret,
};

/** The challenge that Slack sends to verify an address; null for any other delivery. */
export const challengeOf = (body: JsonValue): string | null =>
  fieldOf(body, "type") === "url_verification" ? idOf(fieldOf(body, "challenge")) : null;

/**
 * True for an event about something that a bot said: answering those, two bots would go on for ever. A message that was
 * changed or deleted stands within the event, and Slack itself changes one when it shows what a link leads to.
 */
export const isOfBot = (body: JsonValue): boolean => {
  const event = fieldOf(body, "event");
  const messages = [event, fieldOf(event, "message"), fieldOf(event, "previous_message")];
  return messages.some(
    (message) => typeof fieldOf(message, "bot_id") === "string" || fieldOf(message, "subtype") === "bot_message",
  );
};

/** The hosts of Slack's response URLs: its own, and GovSlack's. */
const ANSWER_ORIGINS: ReadonlySet<string> = new Set(["https://hooks.slack.com", "https://hooks.slack-gov.com"]);

/**
 * Where the answer to a command or a click may be sent later, or null where it wants none.
 * @param isExempt true for a server that plays Slack's part
 * @returns `unsafe-url` for any address that is not Slack's: what a signature vouches for is who sent the delivery
 */
export function responseUrlOf(body: JsonValue, isExempt: (url: URL) => boolean): Result<string | null, Failure> {
  const given = fieldOf(body, "response_url");
  if (given === undefined || given === null || given === "") return ok(null);
  const url = typeof given === "string" && given.length <= MAX_ADDRESS_CHARS ? URL.parse(given) : null;
  if (url && isWeb(url) && (isExempt(url) || ANSWER_ORIGINS.has(url.origin))) return ok(url.href);
  return err(failure("unsafe-url", "The response_url is not Slack's"));
}

const isWeb = ({ protocol, username, password }: URL): boolean =>
  (protocol === "https:" || protocol === "http:") && username === "" && password === "";

/** Every way of signing that is known here. */
export const SOURCES: Readonly<Record<SourceName, WebhookSource>> = {
  github,
  slack,
  standard,
  "shared-secret": sharedSecret,
};
