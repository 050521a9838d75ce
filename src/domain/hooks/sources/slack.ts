import { MAX_ADDRESS_CHARS } from "../../addresses.ts";
import type { JsonValue } from "../../json.ts";
import { fromHex, isSigned, joined, utf8 } from "./hmac.ts";
import { faultOfTextSecret, faultOfTime, fieldOf, idOf, refused, type Source } from "./source.ts";

/** https://docs.slack.dev/authentication/verifying-requests-from-slack, version 0: time and body are signed. */
export const slack: Source = {
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
  /** An event has an id; a command and a click have the trigger they came by. */
  tell: (_, body) => ({
    delivery: idOf(fieldOf(body, "event_id")) ?? idOf(fieldOf(body, "trigger_id")),
    event:
      idOf(fieldOf(fieldOf(body, "event"), "type")) ?? idOf(fieldOf(body, "command")) ?? idOf(fieldOf(body, "type")),
  }),
  newSecret: () => null,
  faultOfSecret: faultOfTextSecret,
};

/** What Slack sends to see whether an address is ours, or null for anything else. */
export const challengeOf = (body: JsonValue): string | null =>
  fieldOf(body, "type") === "url_verification" ? idOf(fieldOf(body, "challenge")) : null;

/** True for an event that a bot made: answering those, two bots would go on for ever. */
export const isOfBot = (body: JsonValue): boolean => {
  const event = fieldOf(body, "event");
  return fieldOf(event, "bot_id") !== undefined || fieldOf(event, "subtype") === "bot_message";
};

/** Where the answer to a command or a click may be sent later, or null. */
export const responseUrlOf = (body: JsonValue): string | null => {
  const url = fieldOf(body, "response_url");
  return typeof url === "string" && url !== "" && url.length <= MAX_ADDRESS_CHARS ? url : null;
};
