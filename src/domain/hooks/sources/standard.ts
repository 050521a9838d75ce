import { keyOf, newSecret, SECRET_RULE } from "../../webhooks/sign.ts";
import {
  faultOfTime,
  fieldOf,
  fromBase64,
  idOf,
  isSigned,
  joined,
  refused,
  utf8,
  type WebhookSource,
} from "./source.ts";

/** Signatures read: a sender that rotates its secret signs with two. */
const MAX_SIGNATURES = 8;

/** https://github.com/standard-webhooks/standard-webhooks: id, time and body are signed, once for each good secret. */
export const standard: WebhookSource = {
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
