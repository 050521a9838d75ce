import { MAX_ADDRESS_CHARS } from "../../addresses.ts";
import { type Failure, failure } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";
import { err, ok, type Result } from "../../result.ts";
import {
  faultOfTextSecret,
  faultOfTime,
  fieldOf,
  fromHex,
  idOf,
  isSigned,
  joined,
  refused,
  utf8,
  type WebhookSource,
} from "./source.ts";

/** https://docs.slack.dev/authentication/verifying-requests-from-slack, version 0: time and body are signed. */
export const slack: WebhookSource = {
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
