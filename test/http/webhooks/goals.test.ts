import { describe, expect, it } from "vitest";
import { type Delivery, deliveryId, newDeliveryPart, newEndpointId } from "../../../src/domain/webhooks/delivery.ts";
import { GOAL_WEBHOOK_EVENTS, RUN_WEBHOOK_EVENTS, WEBHOOK_EVENTS } from "../../../src/domain/webhooks/facts.ts";
import { derivedSecret, newSecret } from "../../../src/domain/webhooks/sign.ts";
import { deliveryList, deliveryView } from "../../../src/http/webhooks/views.ts";
import { openWebhookSecret } from "../../../src/secrets/seal.ts";
import { ALICE, BOB, createCaller, goalOf, post, problemOf } from "../caller.ts";
import { createBackstage } from "../doubles.ts";
import { START_AT } from "../start-at.ts";

const URL_OF_MINE = "https://example.com/goals";
const ORIGIN = "http://localhost:8787";

function open() {
  const caller = createCaller(createBackstage("keys", {}, ["text-generation"]));
  const { wiring } = caller.backstage;
  return { caller, wiring, call: caller.as(ALICE), tenant: caller.backstage.tenant(ALICE) };
}

const goalWith = (webhook: object, headers: Record<string, string> = {}) =>
  post({ goal: "Compare the offers", webhook }, headers);

describe("a goal with a webhook", () => {
  it("has a secret made for it, which a repeat is told again, and tells the tenant's endpoints as well", async () => {
    const { call, caller, wiring, tenant } = open();
    const endpoint = newEndpointId();
    await tenant.addWebhook({
      ...{ id: endpoint, url: URL_OF_MINE, description: "", events: WEBHOOK_EVENTS, origin: ORIGIN, createdAt: 1 },
      ...{ oldSecretUntil: null, disabled: null, sealedSecret: "", sealedOldSecret: null },
    });
    const request = goalWith({ url: URL_OF_MINE }, { "idempotency-key": "once" });
    const first = await call("/v1/goals", request);
    const secret = first.headers.get("webhook-secret") ?? "";
    const { id } = await goalOf(first, 202);
    expect(secret).toBe(await derivedSecret(wiring.ids, ALICE, id));
    expect((await call("/v1/goals", request)).headers.get("webhook-secret")).toBe(secret);
    const [double] = caller.backstage.goals.values();
    expect(double?.starts[0]?.subscribers).toEqual([
      { events: WEBHOOK_EVENTS, to: { by: "endpoint", id: endpoint } },
      {
        events: GOAL_WEBHOOK_EVENTS,
        to: { by: "url", url: URL_OF_MINE, format: "standard", sealedSecret: null, origin: ORIGIN },
      },
    ]);
  });

  it("keeps the caller's own secret sealed for this goal alone", async () => {
    const { call, caller, wiring } = open();
    const secret = newSecret();
    const response = await call("/v1/goals", goalWith({ url: URL_OF_MINE, secret }));
    expect(response.headers.get("webhook-secret")).toBeNull();
    const { id } = await goalOf(response, 202);
    const [double] = caller.backstage.goals.values();
    const to = double?.starts[0]?.subscribers?.[0]?.to;
    const sealed = to?.by === "url" ? (to.sealedSecret ?? "") : "";
    expect(await openWebhookSecret(wiring.sealer, { tenant: ALICE, of: id }, sealed)).toBe(secret);
    expect(await openWebhookSecret(wiring.sealer, { tenant: ALICE, of: `${id}0` }, sealed)).toBeNull();
  });

  it("that may not be called makes no goal, and leaves none open", async () => {
    const { call, caller, tenant } = open();
    const refused = await call("/v1/goals", goalWith({ url: "http://[::1]/" }));
    expect((await problemOf(refused)).code).toBe("unsafe-url");
    expect([...caller.backstage.goals.values()].flatMap(({ starts }) => starts)).toEqual([]);
    expect(tenant.goals).toEqual([]);
  });

  it("cannot ask for what is told of runs", async () => {
    const { call } = open();
    const refused = await call("/v1/goals", goalWith({ url: URL_OF_MINE, events: [RUN_WEBHOOK_EVENTS[0]] }));
    expect((await problemOf(refused)).issues).toMatchObject([{ path: "webhook.events.0" }]);
  });
});

describe("deliveries of a goal", () => {
  it("are listed with it, and replayed by their own tenant alone", async () => {
    const { call, caller, wiring } = open();
    const { id: goal } = await goalOf(await call("/v1/goals", goalWith({ url: URL_OF_MINE })), 202);
    const [double] = caller.backstage.goals.values();
    const part = (await wiring.ids.readGoal(ALICE, goal)) ?? "";
    const own = newDeliveryPart();
    const delivery: Delivery = {
      ...{ own, goal, type: "goal.ended", state: "parked", endpoint: null, url: URL_OF_MINE, tries: 8 },
      ...{ at: START_AT, nextTryAt: null, endedAt: START_AT, lastStatus: 500, lastError: "The receiver answered 500" },
    };
    double?.told.push(delivery);
    const id = await deliveryId(wiring.ids, ALICE, { as: "goal", part }, own);
    const listed = deliveryList.strict().parse(await (await call(`/v1/goals/${goal}/deliveries`)).json());
    expect(listed.deliveries).toMatchObject([{ id, goal, type: "goal.ended", state: "parked" }]);
    expect(listed.deliveries[0]).not.toHaveProperty("run");
    const replayed = await call(`/v1/webhooks/deliveries/${id}/replay`, post({}));
    expect(deliveryView.strict().parse(await replayed.json())).toMatchObject({ id, goal, state: "pending" });
    expect((await problemOf(await caller.as(BOB)(`/v1/webhooks/deliveries/${id}/replay`, post({})))).code).toBe(
      "not-found",
    );
    expect((await problemOf(await caller.as(BOB)(`/v1/goals/${goal}/deliveries`))).code).toBe("not-found");
  });
});
