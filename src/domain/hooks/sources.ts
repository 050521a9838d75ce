import { MAX_ADDRESS_CHARS } from "../addresses.ts";
import { type Failure, failure } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { err, ok, type Result } from "../result.ts";
import { keyOf, newSecret, SECRET_RULE } from "../webhooks/sign.ts";
import { type Hook, type SignatureScheme, type SourceName, TOLERANCE_S } from "./hook.ts";
import { faultOfBodyTime, faultOfSignature, idOf, isReplayable, readFacts, refused, utf8 } from "./signature.ts";

/** A delivery as received, not verified yet. */
export interface RawDelivery {
  readonly headers: HeaderReader;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type HeaderReader = Pick<Headers, "get">;

/** The facts that a source states about a genuine delivery. */
interface Told {
  /** The sender's own id of it, the same on each try; null where it gives none. */
  readonly delivery: string | null;
  readonly event: string | null;
}

/** How a hook knows who sends, and what a delivery says of itself. */
export interface Sender {
  /** The fault of a delivery that none of the secrets signed, or that is too old; null for a genuine one. */
  check(sent: RawDelivery, secrets: readonly string[], now: number): Promise<Failure | null>;
  /** The fault of a genuine delivery whose body, which is signed, says that it is too old. */
  checkBody(body: JsonValue, now: number): Failure | null;
  tell(headers: HeaderReader, body: JsonValue): Told;
  /**
   * True where the id of a delivery, or its time, is not signed as it is read: then the same body under another id or
   * later is a replay, as whoever has caught a signed delivery may send it so.
   */
  readonly isIdForgeable: boolean;
}

/** One way of signing webhooks. */
interface WebhookSource {
  /** What a hook states of its sender, where this source leaves anything to it. */
  sender(hook: Pick<Hook, "header" | "signature">): Sender;
  /** A new secret, or null if the sender creates it. */
  newSecret(): string | null;
  /** What is wrong with a secret, in plain words; null for a good one. */
  faultOfSecret(secret: string): string | null;
}

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

/** A sender that signs by a scheme. */
const signedBy = (scheme: SignatureScheme, keysOf: (secrets: readonly string[]) => Keys = textKeys): Sender => ({
  isIdForgeable: isReplayable(scheme),
  check: (sent, secrets, now) => faultOfSignature(scheme, sent, keysOf(secrets), now),
  checkBody: (body, now) => faultOfBodyTime(scheme, body, now),
  tell: (headers, body) => readFacts(scheme, headers, body),
});

type Keys = readonly Uint8Array<ArrayBuffer>[];

const textKeys = (secrets: readonly string[]): Keys => secrets.map(utf8);

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries: the body alone is signed. */
const GITHUB: SignatureScheme = {
  ...{ header: "X-Hub-Signature-256", prefix: "sha256=", encoding: "hex", signed: "{body}" },
  ...{ timestamp: null, toleranceSeconds: TOLERANCE_S },
  ...{ id: { header: "X-GitHub-Delivery" }, event: { header: "X-GitHub-Event" } },
};

const textSecrets = { newSecret: newTextSecret, faultOfSecret: faultOfTextSecret };

const github: WebhookSource = { ...textSecrets, sender: () => signedBy(GITHUB) };

/** A sender that the hook describes. */
const hmac: WebhookSource = {
  ...textSecrets,
  sender: ({ signature }) => {
    if (!signature) throw new Error("A hook for hmac says how its sender signs");
    return signedBy(signature);
  },
};

/**
 * https://github.com/standard-webhooks/standard-webhooks: id, time and body are signed, once for each good secret.
 * @param prefix of the headers
 */
const standardScheme = (prefix: string): SignatureScheme => ({
  ...{ header: `${prefix}-signature`, prefix: "v1,", encoding: "base64", signed: "{id}.{timestamp}.{body}" },
  ...{ timestamp: { header: `${prefix}-timestamp` }, toleranceSeconds: TOLERANCE_S },
  ...{ id: { header: `${prefix}-id` }, event: { path: "body.type" } },
});

const keysOfStandard = (secrets: readonly string[]): Keys => secrets.map(keyOf).filter((key) => key !== null);
const byStandard = signedBy(standardScheme("webhook"), keysOfStandard);
/** Svix signs the same, and calls its headers after itself unless it is told otherwise: https://docs.svix.com/receiving/verifying-payloads/how-manual */
const bySvix = signedBy(standardScheme("svix"), keysOfStandard);
const standardFor = (headers: HeaderReader): Sender => (headers.get("webhook-id") === null ? bySvix : byStandard);

const standard: WebhookSource = {
  sender: () => ({
    ...byStandard,
    check: (sent, secrets, now) => standardFor(sent.headers).check(sent, secrets, now),
    tell: (headers, body) => standardFor(headers).tell(headers, body),
  }),
  newSecret,
  faultOfSecret: (secret) => (keyOf(secret) ? null : `must be ${SECRET_RULE}`),
};

export const DEFAULT_SECRET_HEADER = "x-hook-secret";

/** A secret in a header, for senders that do not sign. It proves who the sender is, but neither the time nor the content. */
const sharedSecret: WebhookSource = {
  ...textSecrets,
  sender: ({ header }) => ({
    isIdForgeable: false,
    check: async ({ headers }, secrets) => {
      const name = header ?? DEFAULT_SECRET_HEADER;
      const given = headers.get(name) ?? "";
      const readings = [given, given.replace(/^bearer +/i, "")];
      const matches = await Promise.all(secrets.flatMap((secret) => readings.map((one) => isSame(one, secret))));
      return matches.includes(true) ? null : refused(`${name} does not hold this hook's secret`);
    },
    checkBody: () => null,
    tell: (headers) => ({ delivery: idOf(headers.get("idempotency-key")), event: null }),
  }),
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
const SLACK: SignatureScheme = {
  ...{ header: "X-Slack-Signature", prefix: "v0=", encoding: "hex", signed: "v0:{timestamp}:{body}" },
  ...{ timestamp: { header: "X-Slack-Request-Timestamp" }, toleranceSeconds: TOLERANCE_S },
  ...{ id: null, event: null },
};

const slack: WebhookSource = {
  sender: () => ({
    ...signedBy(SLACK),
    isIdForgeable: true,
    /** Events are identified by their id, commands and clicks by their trigger. */
    tell: (_, body) => ({
      delivery: idOf(fieldOf(body, "event_id")) ?? idOf(fieldOf(body, "trigger_id")),
      event:
        idOf(fieldOf(fieldOf(body, "event"), "type")) ?? idOf(fieldOf(body, "command")) ?? idOf(fieldOf(body, "type")),
    }),
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
  hmac,
  "shared-secret": sharedSecret,
};
