import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { SOURCE_NAMES } from "../../../src/domain/hooks/hook.ts";
import { challengeOf, isOfBot, responseUrlOf, SOURCES } from "../../../src/domain/hooks/sources.ts";
import { bytes, GITHUB_EXAMPLE, hmacHex, SLACK_EXAMPLE, sent } from "./sent.ts";

const NOW = Date.UTC(2026, 10, 22);
const SECRET = "a secret of the tests alone";
const BODY = '{"type":"order.paid","id":7}';
/** What a hook states whose source leaves nothing to it. */
const BARE = { header: null };
const FORBIDDEN = { code: "forbidden" };

describe("GitHub", () => {
  const { check, tell } = SOURCES.github.sender(BARE);
  const { secret, payload, signature } = GITHUB_EXAMPLE;

  it("is believed in its documented example", async () => {
    expect(await check(sent(payload, { "X-Hub-Signature-256": signature }), [secret], NOW)).toBeNull();
    expect(await check(sent(payload, { "X-Hub-Signature-256": signature }), [SECRET, secret], NOW)).toBeNull();
  });

  it.each([
    ["another body", "Hello, World?", { "X-Hub-Signature-256": signature }, [secret]],
    ["a body with more at its end", `${payload} `, { "X-Hub-Signature-256": signature }, [secret]],
    ["another secret", payload, { "X-Hub-Signature-256": signature }, [SECRET]],
    ["no secret at all", payload, { "X-Hub-Signature-256": signature }, []],
    ["no signature", payload, {}, [secret]],
    ["an empty signature", payload, { "X-Hub-Signature-256": "sha256=" }, [secret]],
    ["half a signature", payload, { "X-Hub-Signature-256": signature.slice(0, 39) }, [secret]],
    ["a signature with one digit changed", payload, { "X-Hub-Signature-256": `${signature.slice(0, -1)}f` }, [secret]],
    ["the header for SHA-1 alone", payload, { "X-Hub-Signature": signature }, [secret]],
    [
      "a hash under no key",
      payload,
      { "X-Hub-Signature-256": "sha256=dffd6021bb2bd5b0af676290809ec3a53191dd81c7f70a4b28688a362182986f" },
      [secret],
    ],
  ])("is not believed with %s", async (_, body, headers, secrets) => {
    expect(await check(sent(body, headers), secrets, NOW)).toMatchObject(FORBIDDEN);
  });

  it("says which delivery it is, and of what event", () => {
    const headers = new Headers({ "X-GitHub-Delivery": "72d3162e", "X-GitHub-Event": "issues" });
    expect(tell(headers, {})).toEqual({ delivery: "72d3162e", event: "issues" });
    expect(tell(new Headers(), {})).toEqual({ delivery: null, event: null });
  });
});

describe("Slack", () => {
  const { check, tell } = SOURCES.slack.sender(BARE);
  const { secret, timestamp, body, signature } = SLACK_EXAMPLE;
  const then = Number(timestamp) * 1000;
  const headers = { "X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": signature };

  it("is believed in its documented example, up to five minutes before and after", async () => {
    for (const at of [then, then + 300_000, then - 300_000]) {
      expect(await check(sent(body, headers), [secret], at)).toBeNull();
    }
  });

  it.each([
    ["that is too old", body, headers, then + 301_000],
    ["that is of a time to come", body, headers, then - 301_000],
    ["of another body", `${body}&x=1`, headers, then],
    ["with a time that was not signed", body, { ...headers, "X-Slack-Request-Timestamp": "1531420619" }, then],
    ["without a time", body, { "X-Slack-Signature": signature }, then],
    ["with a time that is none", body, { ...headers, "X-Slack-Request-Timestamp": "soon" }, then],
    ["with a time that is a number in disguise", body, { ...headers, "X-Slack-Request-Timestamp": "0x5b47a2ca" }, then],
    ["without a signature", body, { "X-Slack-Request-Timestamp": timestamp }, then],
    ["with a signature of another version", body, { ...headers, "X-Slack-Signature": `v1${signature.slice(2)}` }, then],
  ])("is not believed in a request %s", async (_, content, some, at) => {
    expect(await check(sent(content, some), [secret], at)).toMatchObject(FORBIDDEN);
  });

  it("is not believed under another secret", async () => {
    expect(await check(sent(body, headers), [SECRET], then)).toMatchObject(FORBIDDEN);
  });

  it.each([
    ["an event", { event_id: "Ev1", type: "event_callback", event: { type: "app_mention" } }, "Ev1", "app_mention"],
    ["a command", { trigger_id: "1.2.3", command: "/sum" }, "1.2.3", "/sum"],
    ["a click", { trigger_id: "1.2.4", type: "block_actions" }, "1.2.4", "block_actions"],
    ["neither", { type: "other" }, null, "other"],
    ["no object", "text", null, null],
    ["an id that is none", { event_id: 7, trigger_id: "" }, null, null],
  ])("tells %s by its id", (_, content, delivery, event) => {
    expect(tell(new Headers(), content)).toEqual({ delivery, event });
  });

  it("is told apart where it only asks, where a bot speaks, and where an answer may go", () => {
    expect(challengeOf({ type: "url_verification", challenge: "3eZbrw1a" })).toBe("3eZbrw1a");
    expect(challengeOf({ type: "event_callback", challenge: "3eZbrw1a" })).toBeNull();
    expect(isOfBot({ event: { type: "message", bot_id: "B1" } })).toBe(true);
    expect(isOfBot({ event: { type: "message", subtype: "bot_message" } })).toBe(true);
    expect(isOfBot({ event: { type: "message", subtype: "message_changed", message: { bot_id: "B1" } } })).toBe(true);
    expect(isOfBot({ event: { subtype: "message_deleted", previous_message: { subtype: "bot_message" } } })).toBe(true);
    expect(isOfBot({ event: { type: "message", user: "U1" } })).toBe(false);
    expect(isOfBot({ event: { subtype: "message_changed", message: { user: "U1", bot_id: null } } })).toBe(false);
    expect(isOfBot("bot_id")).toBe(false);
  });

  const nowhere = (): boolean => false;

  it.each([
    ["https://hooks.slack.com/commands/T1/2/x"],
    ["https://hooks.slack.com/actions/T1/2/x?a=b"],
    ["https://hooks.slack-gov.com/commands/T1/2/x"],
  ])("takes answers at %s", (url) => {
    expect(responseUrlOf({ response_url: url }, nowhere)).toEqual({ ok: true, value: url });
  });

  it.each([{}, { response_url: "" }, { response_url: null }, "text"])("may want none: %j", (body) => {
    expect(responseUrlOf(body, nowhere)).toEqual({ ok: true, value: null });
  });

  it.each([
    ["http://hooks.slack.com/commands/T1/2/x"],
    ["https://hooks.slack.com.evil.example/x"],
    ["https://evil.example/hooks.slack.com"],
    ["https://hooks.slack.com@evil.example/x"],
    ["https://user:pass@hooks.slack.com/x"],
    ["https://hooks.slack.com:8443/x"],
    ["https://evil.example\\@hooks.slack.com/x"],
    ["https://slack.com/x"],
    ["//hooks.slack.com/x"],
    ["http://169.254.169.254/latest"],
    [`https://hooks.slack.com/${"x".repeat(5_000)}`],
    [7],
    [{ href: "https://hooks.slack.com/x" }],
  ])("takes no answer at %j", (response_url) => {
    expect(responseUrlOf({ response_url }, nowhere)).toMatchObject({ ok: false, error: { code: "unsafe-url" } });
  });

  it("may be played by a host that the deployment vouches for", () => {
    const url = "http://127.0.0.1:9000/x";
    expect(responseUrlOf({ response_url: url }, ({ host }) => host === "127.0.0.1:9000")).toEqual({
      ...{ ok: true, value: url },
    });
    expect(responseUrlOf({ response_url: "ftp://127.0.0.1:9000/x" }, () => true)).toMatchObject({ ok: false });
  });
});

describe("Standard Webhooks, signed by its own library", () => {
  const { check, tell } = SOURCES.standard.sender(BARE);
  const { newSecret } = SOURCES.standard;
  const secret = newSecret() ?? "";
  const at = new Date(NOW);
  const signed = (of: string, id = "msg_1", when = at, content = BODY) => ({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(when.getTime() / 1000)),
    "webhook-signature": new Webhook(of).sign(id, when, content),
  });
  const good = signed(secret);

  it("is believed", async () => {
    expect(await check(sent(BODY, good), [secret], NOW)).toBeNull();
    expect(tell(new Headers(good), JSON.parse(BODY))).toEqual({ delivery: "msg_1", event: "order.paid" });
  });

  it("is believed under Svix's names of the headers, which it is verified with as well", async () => {
    const svix = Object.fromEntries(
      Object.entries(good).map(([name, value]) => [name.replace("webhook", "svix"), value]),
    );
    expect(await check(sent(BODY, svix), [secret], NOW)).toBeNull();
    expect(await check(sent(`${BODY} `, svix), [secret], NOW)).toMatchObject(FORBIDDEN);
    expect(tell(new Headers(svix), JSON.parse(BODY))).toEqual({ delivery: "msg_1", event: "order.paid" });
    // Headers of two kinds are not mixed.
    const { "webhook-signature": signature, ...rest } = good;
    expect(await check(sent(BODY, { ...rest, "svix-signature": signature }), [secret], NOW)).toMatchObject(FORBIDDEN);
  });

  it("is believed with text beyond ASCII, and with no body at all", async () => {
    for (const content of ['{"text":"žluťoučký 🐴"}', ""]) {
      expect(await check(sent(content, signed(secret, "msg_1", at, content)), [secret], NOW)).toBeNull();
    }
  });

  it("is believed while secrets change: with one signature for each, and with each of the secrets", async () => {
    const other = newSecret() ?? "";
    const both = { ...good, "webhook-signature": `${signed(other)["webhook-signature"]} ${good["webhook-signature"]}` };
    expect(await check(sent(BODY, both), [secret], NOW)).toBeNull();
    expect(await check(sent(BODY, both), [other], NOW)).toBeNull();
    expect(await check(sent(BODY, good), [other, secret], NOW)).toBeNull();
    expect(await check(sent(BODY, good), [other], NOW)).toMatchObject(FORBIDDEN);
  });

  it("is believed beside signatures of versions that are not known here", async () => {
    const more = { ...good, "webhook-signature": `v1a,AAAA v2,xx v1 ${good["webhook-signature"]}` };
    expect(await check(sent(BODY, more), [secret], NOW)).toBeNull();
  });

  const v1 = good["webhook-signature"];
  it.each([
    ["of another body", '{"type":"order.paid","id":8}', good],
    ["under another id", BODY, { ...good, "webhook-id": "msg_2" }],
    ["with an id that was moved into the time", BODY, { ...good, "webhook-id": "msg", "webhook-timestamp": "1" }],
    ["with a time that was not signed", BODY, { ...good, "webhook-timestamp": String(NOW / 1000 + 1) }],
    ["too old", BODY, signed(secret, "msg_1", new Date(NOW - 301_000))],
    ["of a time to come", BODY, signed(secret, "msg_1", new Date(NOW + 301_000))],
    ["without an id", BODY, { ...good, "webhook-id": "" }],
    ["with an id too long to keep", BODY, signed(secret, "x".repeat(256))],
    ["without a signature", BODY, { ...good, "webhook-signature": "" }],
    ["with a signature of another version", BODY, { ...good, "webhook-signature": v1.replace("v1,", "v2,") }],
    ["with a signature that is no base64", BODY, { ...good, "webhook-signature": "v1,!!!" }],
    ["with half of a signature", BODY, { ...good, "webhook-signature": v1.slice(0, 24) }],
    [
      "behind more signatures than anybody needs",
      BODY,
      { ...good, "webhook-signature": `${"v1,AAAA ".repeat(8)}${v1}` },
    ],
  ])("is not believed %s", async (_, content, headers) => {
    expect(await check(sent(content, headers), [secret], NOW)).toMatchObject(FORBIDDEN);
  });

  it("is not believed under a key that is not in base64", async () => {
    expect(await check(sent(BODY, good), ["whsec_???", SECRET], NOW)).toMatchObject(FORBIDDEN);
  });
});

describe("a plain shared secret", () => {
  const senderWith = (header: string | null) => SOURCES["shared-secret"].sender({ header });

  it.each([
    ["in its header", { "x-hook-secret": SECRET }, null],
    ["in a header of its own", { "x-token": SECRET }, "x-token"],
    ["as a bearer", { authorization: `Bearer ${SECRET}` }, "authorization"],
    ["as it is, where bearers are written", { authorization: SECRET }, "authorization"],
  ])("is believed %s", async (_, headers, header) => {
    const { check } = senderWith(header);
    expect(await check(sent(BODY, { ...headers }), ["an older secret of ours", SECRET], NOW)).toBeNull();
  });

  it.each([
    ["another", { "x-hook-secret": `${SECRET}!` }],
    ["the beginning of it", { "x-hook-secret": SECRET.slice(0, -1) }],
    ["nothing", { "x-hook-secret": "" }],
    ["the right one elsewhere", { authorization: SECRET }],
  ])("is not believed with %s", async (_, headers) => {
    expect(await senderWith(null).check(sent(BODY, { ...headers }), [SECRET], NOW)).toMatchObject(FORBIDDEN);
  });

  it("is believed though it begins as a bearer's does", async () => {
    const secret = `Bearer ${SECRET}`;
    const { check } = senderWith("x-token");
    expect(await check(sent(BODY, { "x-token": secret }), [secret], NOW)).toBeNull();
    expect(await check(sent(BODY, { "x-token": SECRET }), [secret], NOW)).toMatchObject(FORBIDDEN);
  });

  it("has ids only where the sender gives them", () => {
    const { tell } = senderWith(null);
    expect(tell(new Headers({ "idempotency-key": "k1" }), {})).toEqual({ delivery: "k1", event: null });
    expect(tell(new Headers(), {})).toEqual({ delivery: null, event: null });
  });
});

describe("a secret", () => {
  it.each(SOURCE_NAMES.filter((name) => name !== "slack"))("is made for %s, another each time", (name) => {
    const { newSecret, faultOfSecret } = SOURCES[name];
    const [one, other] = [newSecret() ?? "", newSecret() ?? ""];
    expect(one).not.toBe(other);
    expect(faultOfSecret(one)).toBeNull();
  });

  it("of Slack's is made by Slack", () => {
    expect(SOURCES.slack.newSecret()).toBeNull();
    expect(SOURCES.slack.faultOfSecret(SLACK_EXAMPLE.secret)).toBeNull();
    expect(SOURCES.github.faultOfSecret(GITHUB_EXAMPLE.secret)).toBeNull();
  });

  it.each([
    ["github", "too short"],
    ["slack", `${"x".repeat(20)}\n`],
    ["shared-secret", " begins with a space"],
    ["shared-secret", "x".repeat(256)],
    ["standard", `whsec_${btoa("x".repeat(23))}`],
    ["standard", `whsec_${btoa("x".repeat(65))}`],
    ["standard", btoa("x".repeat(32))],
  ] as const)("of %s may not be %j", (name, secret) => {
    expect(SOURCES[name].faultOfSecret(secret)).not.toBeNull();
  });

  it("is compared with what was signed, byte for byte", async () => {
    const signature = await hmacHex(SECRET, "Ünïcode ✓");
    const headers = { "X-Hub-Signature-256": `sha256=${signature}` };
    expect(await SOURCES.github.sender(BARE).check(sent("Ünïcode ✓", headers), [SECRET], NOW)).toBeNull();
    expect(bytes("Ünïcode ✓").byteLength).toBeGreaterThan("Ünïcode ✓".length);
  });
});
