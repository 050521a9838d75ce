import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { SignatureScheme } from "../../../src/domain/hooks/hook.ts";
import { faultsOfScheme } from "../../../src/domain/hooks/signature.ts";
import { SOURCES } from "../../../src/domain/hooks/sources.ts";
import { signatureScheme } from "../../../src/http/hooks/schemas.ts";
import { hmacHex, sent } from "./sent.ts";

const NOW = Date.UTC(2026, 10, 22);
const SECRET = "a secret of the tests alone";
const FORBIDDEN = { code: "forbidden" };

const scheme = (stated: z.input<typeof signatureScheme>): SignatureScheme => signatureScheme.parse(stated);
const senderOf = (signature: SignatureScheme) => SOURCES.hmac.sender({ header: null, signature });

/** As docs/integrations/webhooks-in.md has it. */
const STRIPE = scheme({
  header: "Stripe-Signature",
  prefix: "v1=",
  signed: "{timestamp}.{body}",
  timestamp: { header: "Stripe-Signature", prefix: "t=" },
  id: { path: "body.id" },
  event: { path: "body.type" },
});
/** Written by `stripe.webhooks.generateTestHeaderString` of stripe 23.1.0. */
const STRIPE_BODY = '{"id":"evt_1","object":"event","type":"invoice.paid"}';
const STRIPE_HEADER = "t=1795305600,v1=39fa7624ee542671c84cdbbe11cd7df85814c4cb7d74b019278e7d03ffa9b226";

describe("Stripe, whose header has the time and the signatures", () => {
  const { check, tell, isIdForgeable } = senderOf(STRIPE);

  it("is believed as its own package signs", async () => {
    expect(await check(sent(STRIPE_BODY, { "stripe-signature": STRIPE_HEADER }), [SECRET], NOW)).toBeNull();
    const rolled = STRIPE_HEADER.replace(",v1=", `,v1=${"0".repeat(64)},v1=`);
    expect(await check(sent(STRIPE_BODY, { "stripe-signature": rolled }), [SECRET], NOW)).toBeNull();
    expect(tell(new Headers(), JSON.parse(STRIPE_BODY))).toEqual({ delivery: "evt_1", event: "invoice.paid" });
    // In the body, whose form nobody signs.
    expect(isIdForgeable).toBe(true);
  });

  it.each([
    ["too old", STRIPE_HEADER, NOW + 301_000],
    ["of a time that was not signed", STRIPE_HEADER.replace("t=1795305600", "t=1795305601"), NOW],
    ["with a signature of another version alone", STRIPE_HEADER.replace("v1=", "v0="), NOW],
    ["without a time", STRIPE_HEADER.slice(STRIPE_HEADER.indexOf("v1=")), NOW],
    ["with nothing", "", NOW],
  ])("is not believed %s", async (_, header, at) => {
    expect(await check(sent(STRIPE_BODY, { "stripe-signature": header }), [SECRET], at)).toMatchObject(FORBIDDEN);
  });
});

describe("Shopify, which signs the body in base64", () => {
  const { check, tell, isIdForgeable } = senderOf(
    scheme({
      header: "X-Shopify-Hmac-Sha256",
      encoding: "base64",
      id: { header: "X-Shopify-Webhook-Id" },
      event: { header: "X-Shopify-Topic" },
    }),
  );
  /** Found good by `webhooks.validate` of `@shopify/shopify-api` 15.0.0. */
  const body = '{"id":7,"note":"Please wrap it"}';
  const headers = {
    "x-shopify-hmac-sha256": "ECqviMxnKpzLb2BWcR2Q/ULV1kfjofpeSB4YU3IJYTQ=",
    "x-shopify-webhook-id": "b1",
    "x-shopify-topic": "orders/create",
  };

  it("is believed as its own package verifies, and its ids are not", async () => {
    expect(await check(sent(body, headers), [SECRET], NOW)).toBeNull();
    expect(await check(sent(`${body} `, headers), [SECRET], NOW)).toMatchObject(FORBIDDEN);
    expect(tell(new Headers(headers), {})).toEqual({ delivery: "b1", event: "orders/create" });
    expect(isIdForgeable).toBe(true);
  });
});

describe("Linear, whose body says when it was sent", () => {
  const { check, checkBody, tell } = senderOf(
    scheme({
      header: "Linear-Signature",
      timestamp: { path: "body.webhookTimestamp" },
      toleranceSeconds: 60,
      id: { header: "Linear-Delivery" },
      event: { header: "Linear-Event" },
    }),
  );
  /** Found good by `LinearWebhookClient` of `@linear/sdk` 98.0.0. */
  const body = `{"action":"create","type":"Issue","webhookTimestamp":${NOW},"webhookId":"w1","data":{"title":"Crash"}}`;
  const headers = { "linear-signature": "93a827f82ba06ac64c9efff33f7b1af659414fc011f999261865cdc31c6ccf48" };

  it("is believed as its own package verifies", async () => {
    expect(await check(sent(body, headers), [SECRET], NOW)).toBeNull();
    expect(await check(sent(body.replace("Crash", "Buy"), headers), [SECRET], NOW)).toMatchObject(FORBIDDEN);
    expect(tell(new Headers({ "linear-event": "Issue" }), {})).toEqual({ delivery: null, event: "Issue" });
  });

  it("is not believed later than it allows, nor without its time", () => {
    expect(checkBody(JSON.parse(body), NOW + 60_000)).toBeNull();
    expect(checkBody(JSON.parse(body), NOW + 61_000)).toMatchObject(FORBIDDEN);
    expect(checkBody({}, NOW)).toMatchObject(FORBIDDEN);
    expect(checkBody({ webhookTimestamp: { $gt: 0 } }, NOW)).toMatchObject(FORBIDDEN);
  });
});

describe("a sender that signs its id and a time in words", () => {
  /** https://dev.twitch.tv/docs/eventsub/handling-webhook-events#verifying-the-event-message */
  const { check, isIdForgeable } = senderOf(
    scheme({
      header: "Twitch-Eventsub-Message-Signature",
      prefix: "sha256=",
      signed: "{id}{timestamp}{body}",
      timestamp: { header: "Twitch-Eventsub-Message-Timestamp" },
      id: { header: "Twitch-Eventsub-Message-Id" },
    }),
  );

  it("is believed, and its ids too", async () => {
    const time = new Date(NOW).toISOString();
    const signature = `sha256=${await hmacHex(SECRET, `e76c6bd4${time}{}`)}`;
    const headers = {
      "twitch-eventsub-message-id": "e76c6bd4",
      "twitch-eventsub-message-timestamp": time,
      "twitch-eventsub-message-signature": signature,
    };
    expect(await check(sent("{}", headers), [SECRET], NOW)).toBeNull();
    const renamed = { ...headers, "twitch-eventsub-message-id": "e76c6bd5" };
    expect(await check(sent("{}", renamed), [SECRET], NOW)).toMatchObject(FORBIDDEN);
    expect(isIdForgeable).toBe(false);
  });
});

describe("a description of how a sender signs", () => {
  it("may be any of those above, and the plainest", () => {
    for (const one of [STRIPE, scheme({ header: "X-Signature" })]) expect(faultsOfScheme(one)).toEqual([]);
  });

  it.each([
    ["no body", { signed: "{timestamp}", timestamp: { header: "X-Time" } }, "signature.signed"],
    ["the body twice", { signed: "{body}{body}" }, "signature.signed"],
    ["a time that is not signed", { timestamp: { header: "X-Time" } }, "signature.timestamp"],
    ["a signed time from nowhere", { signed: "{timestamp}.{body}" }, "signature.timestamp"],
    ["a signed id from nowhere", { signed: "{id}.{body}" }, "signature.id"],
    [
      "an id right behind a time, whose digits it could have",
      { signed: "{timestamp}{id}.{body}", timestamp: { header: "X-Time" }, id: { header: "X-Id" } },
      "signature.signed",
    ],
    [
      "an id right before the body, whose beginning it could have",
      { signed: "{id}{body}", id: { header: "X-Id" } },
      "signature.signed",
    ],
    ["a path that is none", { id: { path: "payload.id" } }, "signature.id.path"],
    ["a path to what is not the body", { event: { path: "event" } }, "signature.event.path"],
  ])("may not have %s", (_, stated, path) => {
    expect(faultsOfScheme(scheme({ header: "X-Signature", ...stated })).map((issue) => issue.path)).toEqual([path]);
  });
});
