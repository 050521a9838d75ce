import { describe, expect, it } from "vitest";
import { type Delivery, deliveryId, newDeliveryPart } from "../../../src/domain/webhooks/delivery.ts";
import { DEFAULT_RUN_EVENTS, DEFAULT_WEBHOOK_EVENTS } from "../../../src/domain/webhooks/facts.ts";
import { derivedSecret, keyOf, newSecret } from "../../../src/domain/webhooks/sign.ts";
import {
  deliveryList,
  deliveryView,
  webhookList,
  webhookView,
  webhookWithSecret,
} from "../../../src/http/webhooks/views.ts";
import { openWebhookSecret } from "../../../src/secrets/seal.ts";
import { ALICE, BOB, type Call, createCaller, ORIGIN, post, problemOf, runOf } from "../caller.ts";
import { START_AT } from "../start-at.ts";

const URL_OF_MINE = "https://example.com/hook";

function open() {
  const caller = createCaller();
  return { caller, call: caller.as(ALICE), tenant: caller.backstage.tenant(ALICE), wiring: caller.backstage.wiring };
}

async function add(call: Call, body: object = {}) {
  const response = await call("/v1/webhooks", post({ url: URL_OF_MINE, ...body }));
  expect(response.status).toBe(201);
  const added = webhookWithSecret.strict().parse(await response.json());
  expect(response.headers.get("location")).toBe(`/v1/webhooks/${added.id}`);
  return added;
}

describe("an endpoint", () => {
  it("shows its secret once, and keeps it sealed for itself", async () => {
    const { call, tenant, wiring } = open();
    const { secret, ...shown } = await add(call, { description: "mine" });
    expect(keyOf(secret)).not.toBeNull();
    expect(shown).toMatchObject({
      url: URL_OF_MINE,
      description: "mine",
      events: DEFAULT_WEBHOOK_EVENTS,
      disabled: null,
    });
    const read = await call(`/v1/webhooks/${shown.id}`);
    expect(webhookView.strict().parse(await read.json())).toEqual(shown);
    expect(webhookList.strict().parse(await (await call("/v1/webhooks")).json()).webhooks).toEqual([shown]);
    const [kept] = tenant.endpoints;
    expect(JSON.stringify(kept)).not.toContain(secret.slice("whsec_".length));
    expect(kept?.origin).toBe(ORIGIN);
    const use = { tenant: ALICE, endpoint: shown.id };
    expect(await openWebhookSecret(wiring.sealer, use, kept?.sealedSecret ?? "")).toBe(secret);
    expect(await openWebhookSecret(wiring.sealer, { ...use, tenant: BOB }, kept?.sealedSecret ?? "")).toBeNull();
  });

  it("is told at its address without the white space around it", async () => {
    expect((await add(open().call, { url: `\t ${URL_OF_MINE} \n` })).url).toBe(URL_OF_MINE);
  });

  it("takes a secret of the caller's own, and events by name, each once", async () => {
    const { call } = open();
    const secret = newSecret();
    const added = await add(call, { secret, events: ["task.failed", "run.failed", "task.failed"] });
    expect(added.secret).toBe(secret);
    expect(added.events).toEqual(["task.failed", "run.failed"]);
  });

  it("gets another secret, beside which the one before is good for a while", async () => {
    const { call, tenant, wiring } = open();
    const { id, secret } = await add(call);
    const response = await call(`/v1/webhooks/${id}/rotate`, post({}));
    const rotated = webhookWithSecret.strict().parse(await response.json());
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.oldSecretUntil ?? "")).toBeGreaterThan(Date.now());
    const [kept] = tenant.endpoints;
    expect(
      await Promise.all(
        [kept?.sealedSecret, kept?.sealedOldSecret].map((sealed) =>
          openWebhookSecret(wiring.sealer, { tenant: ALICE, endpoint: id }, sealed ?? ""),
        ),
      ),
    ).toEqual([rotated.secret, secret]);
  });

  it("is another tenant's nothing, and gone once it is removed", async () => {
    const { caller, call, tenant } = open();
    const { id } = await add(call);
    await tenant.switchWebhook(id, "The receiver answered 410");
    const read = async () => webhookView.strict().parse(await (await call(`/v1/webhooks/${id}`)).json());
    expect((await read()).disabled?.reason).toBe("The receiver answered 410");
    expect((await call(`/v1/webhooks/${id}/enable`, post({}))).status).toBe(200);
    expect((await read()).disabled).toBeNull();
    const calls = (of: Call): Promise<Response>[] => [
      of(`/v1/webhooks/${id}`),
      of(`/v1/webhooks/${id}/rotate`, post({})),
      of(`/v1/webhooks/${id}/enable`, post({})),
      of(`/v1/webhooks/${id}`, { method: "DELETE" }),
    ];
    for (const response of await Promise.all(calls(caller.as(BOB)))) {
      expect((await problemOf(response)).code).toBe("not-found");
    }
    expect((await call(`/v1/webhooks/${id}`, { method: "DELETE" })).status).toBe(204);
    for (const response of await Promise.all(calls(call))) expect((await problemOf(response)).code).toBe("not-found");
  });

  it.each<[string, object, string, string | null]>([
    ["no address", {}, "invalid-request", "url"],
    ["an address of white space", { url: " \n" }, "invalid-request", "url"],
    ["an address inside", { url: "http://127.0.0.1/hook" }, "unsafe-url", null],
    ["an address with a password", { url: "https://a:b@example.com/" }, "unsafe-url", null],
    ["another scheme", { url: "ftp://example.com/" }, "unsafe-url", null],
    ["a secret too short", { url: URL_OF_MINE, secret: "whsec_AAAA" }, "invalid-request", "secret"],
    ["no event", { url: URL_OF_MINE, events: [] }, "invalid-request", "events"],
    ["an event that there is not", { url: URL_OF_MINE, events: ["run.started"] }, "invalid-request", "events.0"],
    ["a format", { url: URL_OF_MINE, format: "slack" }, "invalid-request", "format"],
  ])("with %s is refused", async (_, body, code, path) => {
    const { call, tenant } = open();
    const problem = await problemOf(await call("/v1/webhooks", post(body)));
    expect([problem.code, problem.issues?.[0]?.path ?? null]).toEqual([code, path]);
    expect(tenant.endpoints).toEqual([]);
  });
});

describe("a message with a webhook", () => {
  it("has a secret made for it, which a repeat is told again", async () => {
    const { call, caller, wiring } = open();
    const message = post({ text: "hello", webhook: { url: URL_OF_MINE } }, { "idempotency-key": "once" });
    const first = await call("/v1/runs", message);
    const secret = first.headers.get("webhook-secret") ?? "";
    const { id } = await runOf(first);
    expect(secret).toBe(await derivedSecret(wiring.ids, ALICE, id));
    const again = await call("/v1/runs", message);
    expect([again.headers.get("webhook-secret"), again.headers.get("idempotency-replayed")]).toEqual([secret, "true"]);
    const [conversation] = caller.backstage.conversations.values();
    const posted = conversation?.runs.get(id)?.message;
    expect(posted?.subscribers).toEqual([
      {
        events: DEFAULT_RUN_EVENTS,
        to: { by: "url", url: URL_OF_MINE, format: "standard", sealedSecret: null, origin: ORIGIN },
      },
    ]);
  });

  it("keeps the caller's own secret sealed, and says nothing of it", async () => {
    const { call, caller, wiring } = open();
    const secret = newSecret();
    const response = await call("/v1/runs", post({ text: "hello", webhook: { url: URL_OF_MINE, secret } }));
    expect(response.headers.get("webhook-secret")).toBeNull();
    const run = await runOf(response);
    const [conversation] = caller.backstage.conversations.values();
    const posted = conversation?.runs.get(run.id)?.message;
    expect(JSON.stringify([posted, run])).not.toContain(secret.slice("whsec_".length));
    const to = posted?.subscribers?.[0]?.to;
    const sealed = to?.by === "url" ? (to.sealedSecret ?? "") : "";
    expect(await openWebhookSecret(wiring.sealer, { tenant: ALICE, of: run.id }, sealed)).toBe(secret);
  });

  it.each<[string, object, string | undefined]>([
    ["asks", { webhook: { url: URL_OF_MINE } }, "ask"],
    ["does as it is told", { webhook: { url: URL_OF_MINE }, budget: { onExhausted: "answer" } }, "answer"],
    [
      "goes on where nobody would learn of a pause",
      { webhook: { url: URL_OF_MINE, events: ["run.failed"] } },
      undefined,
    ],
  ])("%s when its budget is used up", async (_, more, onExhausted) => {
    const { call, caller } = open();
    const { id } = await runOf(await call("/v1/runs", post({ text: "hello", ...more })));
    const [conversation] = caller.backstage.conversations.values();
    expect(conversation?.runs.get(id)?.message.budget.onExhausted).toBe(onExhausted);
  });

  it("that may not be called makes no run", async () => {
    const { caller, call, tenant } = open();
    const refused = await call("/v1/runs", post({ text: "hello", webhook: { url: "http://[::1]/" } }));
    expect((await problemOf(refused)).code).toBe("unsafe-url");
    expect([...caller.backstage.conversations.values()].flatMap(({ runs }) => [...runs.keys()])).toEqual([]);
    expect([...tenant.abandonedRuns]).toEqual(tenant.admissions.map(({ run }) => run));
  });
});

describe("deliveries", () => {
  async function withDelivery() {
    const opened = open();
    const { id } = await runOf(await opened.call("/v1/runs", post({ text: "hello" })));
    const [conversation] = opened.caller.backstage.conversations.values();
    if (!conversation) throw new Error("There is no conversation");
    const own = newDeliveryPart();
    const delivery: Delivery = {
      ...{ own, run: id, type: "run.succeeded", state: "parked", endpoint: "whe_1", url: null, tries: 8 },
      ...{ at: START_AT, nextTryAt: null, endedAt: START_AT, lastStatus: 500, lastError: "The receiver answered 500" },
    };
    conversation.told.push(delivery);
    await opened.tenant.setParked(conversation.part, [delivery, { ...delivery, own: newDeliveryPart() }]);
    return { ...opened, run: id, part: conversation.part, own };
  }

  it("of a run are listed, by state", async () => {
    const { call, run, wiring, part, own } = await withDelivery();
    const list = async (query: string) =>
      deliveryList.strict().parse(await (await call(`/v1/runs/${run}/deliveries${query}`)).json()).deliveries;
    const id = await deliveryId(wiring.ids, ALICE, { as: "conversation", part }, own);
    expect(await list("")).toMatchObject([{ id, run, type: "run.succeeded", state: "parked", webhook: "whe_1" }]);
    expect(await list("?state=parked")).toHaveLength(1);
    expect(await list("?state=pending")).toEqual([]);
    expect((await problemOf(await call(`/v1/runs/${run}/deliveries?state=lost`))).code).toBe("invalid-request");
  });

  it("that are parked are listed over all runs, page by page", async () => {
    const { call, run } = await withDelivery();
    const list = async (query: string) =>
      deliveryList.strict().parse(await (await call(`/v1/webhooks/deliveries?state=parked&limit=1${query}`)).json());
    const first = await list("");
    const second = await list(`&cursor=${first.next}`);
    const third = await list(`&cursor=${second.next}`);
    expect(first.deliveries.map((one) => one.run)).toEqual([run]);
    expect(second.deliveries.map(({ id }) => id)).not.toEqual(first.deliveries.map(({ id }) => id));
    expect(third).toEqual({ deliveries: [], next: null });
  });

  it("are replayed by their own tenant alone", async () => {
    const { call, caller, wiring, part, own } = await withDelivery();
    const id = await deliveryId(wiring.ids, ALICE, { as: "conversation", part }, own);
    const replayed = await call(`/v1/webhooks/deliveries/${id}/replay`, post({}));
    expect(replayed.status).toBe(202);
    expect(deliveryView.strict().parse(await replayed.json())).toMatchObject({ id, state: "pending", tries: 0 });
    const woken = caller.backstage.conversations.size;
    const foreign = await caller.as(BOB)(`/v1/webhooks/deliveries/${id}/replay`, post({}));
    expect((await problemOf(foreign)).code).toBe("not-found");
    const madeUp = `msg_${part}${own}${"0".repeat(16)}`;
    const refused = await call(`/v1/webhooks/deliveries/${madeUp}/replay`, post({}));
    expect((await problemOf(refused)).code).toBe("not-found");
    expect(caller.backstage.conversations.size).toBe(woken);
  });
});
