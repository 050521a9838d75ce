import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MAX_TRIES } from "../../src/domain/webhooks/delivery.ts";
import { wire } from "../../src/wiring.ts";
import { eventually } from "../eventually.ts";
import { openConversation, scripted, value } from "./driver.ts";
import {
  addEndpoint,
  addresses,
  deliveriesOf,
  finishRun,
  never,
  openReceiver,
  passTime,
  receiveWebhooks,
  status,
  toRun,
  untilTold,
  untilTried,
  wakesAt,
} from "./webhook-receivers.ts";

const HOUR_MS = 3_600_000;

receiveWebhooks();

describe("a receiver that cannot be told", () => {
  it("for an hour gets each event once when it is back, once", async () => {
    const receiver = openReceiver();
    receiver.answer = status(503);
    const conversation = await openConversation();
    const { name } = conversation;
    const run = await finishRun(
      conversation,
      [toRun(receiver)],
      [scripted(0, { key: "a" }), scripted(1, { key: "b" })],
    );
    await untilTried(conversation, run, 1);
    const downUntil = Date.now() + HOUR_MS;
    while ((await deliveriesOf(conversation, run)).some(({ state }) => state === "pending")) {
      if (((await wakesAt(name)) ?? 0) >= downUntil) receiver.answer = status(204);
      await passTime(name);
    }
    expect(Date.now()).toBeGreaterThan(downUntil);
    const ids = receiver.received.map(({ headers, payload }) => `${payload.type} ${headers["webhook-id"]}`);
    expect(new Set(ids).size).toBe(3);
    expect(ids.length).toBeGreaterThan(9);
    // From when it was back on.
    const accepted = receiver.received.filter(
      ({ headers }) => Number(headers["webhook-timestamp"]) * 1000 >= downUntil,
    );
    expect(accepted.map(({ payload }) => payload.type).toSorted()).toEqual([
      "run.succeeded",
      "task.succeeded",
      "task.succeeded",
    ]);
    await runDurableObjectAlarm(env.CONVERSATION.getByName(name));
    expect(receiver.received).toHaveLength(ids.length);
  });

  it("for a day finds what was parked in a list, and gets it on demand under the same id", async () => {
    const receiver = openReceiver();
    receiver.answer = status(500);
    const conversation = await openConversation();
    const { tenant, name, part, rpc } = conversation;
    const parked = () => wire(env).tenant(tenant).parkedDeliveries(10, null);
    const subscriber = { ...toRun(receiver), events: ["run.succeeded" as const] };
    const run = await finishRun(conversation, [subscriber]);
    const begun = Date.now();
    await untilTried(conversation, run, 1);
    for (let tries = 2; tries <= MAX_TRIES; tries++) {
      await passTime(name);
      expect(receiver.received).toHaveLength(tries);
    }
    expect(Date.now() - begun).toBeGreaterThan(24 * HOUR_MS);
    await eventually(async () => expect(await parked()).toHaveLength(1));
    const [listed] = await parked();
    expect(listed).toMatchObject({
      ...{ keeper: part, run, type: "run.succeeded", state: "parked", tries: MAX_TRIES, nextTryAt: null },
      ...{ endpoint: null, url: receiver.url, lastStatus: 500, lastError: "The receiver answered 500" },
    });
    receiver.answer = status(200);
    expect(value(await rpc().replay(listed?.own ?? ""))).toMatchObject({ state: "pending", tries: 0 });
    await untilTold(conversation, run);
    await eventually(async () => expect(await parked()).toEqual([]));
    const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    expect([ids.size, receiver.received.length]).toEqual([1, MAX_TRIES + 1]);
    const nothing = await rpc().replay("0".repeat(20));
    expect(nothing.ok ? null : nothing.error.code).toBe("not-found");
  });

  it.each([301, 302, 307, 304, 400, 404, 429, 500])("is tried again after a %i, which leads nowhere", async (code) => {
    const [receiver, elsewhere] = [openReceiver(), openReceiver()];
    receiver.answer = () => new Response(null, { status: code, headers: { location: elsewhere.url } });
    const conversation = await openConversation();
    const run = await finishRun(conversation, [toRun(receiver)]);
    await untilTried(conversation, run, 1);
    const all = await deliveriesOf(conversation, run);
    expect(all.map(({ state, lastStatus }) => [state, lastStatus])).toEqual(all.map(() => ["pending", code]));
    expect(elsewhere.received).toEqual([]);
  });

  it("because its host turned private is not called", async () => {
    const receiver = openReceiver("https://hooks.example.com");
    addresses.set("hooks.example.com", "10.0.0.7");
    const conversation = await openConversation();
    const run = await finishRun(conversation, [toRun(receiver)]);
    await untilTried(conversation, run, 1);
    const [last] = await deliveriesOf(conversation, run);
    expect(last).toMatchObject({ lastStatus: null, lastError: expect.stringContaining("private") });
    expect(receiver.received).toEqual([]);
  });

  it("is given up at once when it says that it is gone, and sent what was parked once it is back", async () => {
    const receiver = openReceiver();
    receiver.answer = status(410);
    const conversation = await openConversation();
    const { tenant, rpc } = conversation;
    const { id, subscriber } = await addEndpoint(tenant, receiver);
    const run = await finishRun(conversation, [subscriber], [scripted(0, {}), scripted(1, { key: "b" })]);
    const tenantRpc = wire(env).tenant(tenant);
    await eventually(async () => {
      expect((await tenantRpc.findWebhook(id))?.disabled?.reason).toBe("The receiver answered 410");
      expect((await deliveriesOf(conversation, run)).map(({ state }) => state)).toEqual(["parked", "parked", "parked"]);
      expect(await tenantRpc.parkedDeliveries(10, null)).toHaveLength(3);
    });
    const refused = receiver.received.length;
    const admission = { keyId: "00000001", conversation: "conv", run: "run" };
    expect(value(await tenantRpc.admit(admission))).toMatchObject({ endpoints: [] });
    await tenantRpc.switchWebhook(id, null);
    receiver.answer = status(200);
    for (const { own } of await deliveriesOf(conversation, run)) value(await rpc().replay(own));
    await untilTold(conversation, run);
    expect(
      receiver.received
        .slice(refused)
        .map(({ payload }) => payload.type)
        .toSorted(),
    ).toEqual(["run.succeeded", "task.succeeded", "task.succeeded"]);
  });

  it("and says that it is gone hears nothing more of that run", async () => {
    const receiver = openReceiver();
    receiver.answer = status(410);
    const conversation = await openConversation();
    const run = await finishRun(conversation, [toRun(receiver)], [scripted(0, {}), scripted(1, {}, 0)]);
    await eventually(async () => {
      const states = (await deliveriesOf(conversation, run)).map(({ state }) => state);
      expect(states).toEqual(states.map(() => "parked"));
      expect(receiver.received).toHaveLength(1);
    });
  });

  it("as its secret is no longer readable is sent nothing unsigned", async () => {
    const receiver = openReceiver();
    const conversation = await openConversation();
    const subscribers = [toRun(receiver, { sealedSecret: "v1.sealed.elsewhere" })];
    const run = await finishRun(conversation, subscribers);
    await eventually(async () => {
      const errors = (await deliveriesOf(conversation, run)).map(({ state, lastError }) => [state, lastError]);
      expect(errors).toEqual(Array(2).fill(["parked", "Its secret can no longer be read"]));
    });
    expect(receiver.received).toEqual([]);
  });

  it("as its endpoint was removed leaves what was on its way in the list", async () => {
    const conversation = await openConversation();
    const { tenant } = conversation;
    const receiver = openReceiver();
    const { id, subscriber } = await addEndpoint(tenant, receiver);
    expect(await wire(env).tenant(tenant).removeWebhook(id)).toBe(true);
    const run = await finishRun(conversation, [subscriber]);
    await eventually(async () => {
      const all = await deliveriesOf(conversation, run);
      expect(all.map(({ state, lastError }) => [state, lastError])).toEqual([
        ["parked", "The endpoint was deleted"],
        ["parked", "The endpoint was deleted"],
      ]);
    });
    expect(receiver.received).toEqual([]);
  });

  it("delays no other, however many there are like it", async () => {
    const dead = Array.from({ length: 6 }, () => openReceiver());
    for (const one of dead) one.answer = status(500);
    const receiver = openReceiver();
    const conversation = await openConversation();
    const subscribers = [...dead.slice(0, 3), receiver, ...dead.slice(3)].map((one) => toRun(one));
    const first = await finishRun(conversation, subscribers);
    await untilTried(conversation, first, 1);
    for (const one of dead) {
      one.answer = never;
      one.received.splice(0);
    }
    await finishRun(conversation, subscribers);
    await eventually(() =>
      expect(receiver.types()).toEqual(["task.succeeded", "run.succeeded", "task.succeeded", "run.succeeded"]),
    );
    expect(dead.flatMap(({ received }) => received)).toHaveLength(2);
  });
});
