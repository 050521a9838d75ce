import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { wire } from "../../src/wiring.ts";
import { eventually } from "../eventually.ts";
import { openConversation, scripted } from "./driver.ts";
import {
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

/** How many receivers a conversation knows, with their secrets. */
const receiversKept = (name: string): Promise<number> =>
  runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => {
    return storage.sql.exec("SELECT n FROM webhook_subscribers").toArray().length;
  });

describe("a conversation with webhooks", () => {
  it("delivers what it owed when everything died in the middle, under the same id", async () => {
    const receiver = openReceiver();
    receiver.answer = never;
    const conversation = await openConversation();
    const { name } = conversation;
    const subscriber = { ...toRun(receiver), events: ["run.succeeded" as const] };
    const run = await finishRun(conversation, [subscriber]);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await abortAllDurableObjects();
    receiver.answer = status(200);
    await passTime(name);
    await untilTold(conversation, run);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it("still tells how its runs ended when it is deleted, and keeps nothing of it", async () => {
    const [down, slow] = [openReceiver(), openReceiver()];
    down.answer = status(500);
    const conversation = await openConversation();
    const { name, start, end, until, rpc, tenant } = conversation;
    const ended = await start({ plan: [scripted(0, {})], subscribers: [toRun(down)] });
    await end(ended);
    await untilTried(conversation, ended, 1);
    const open = await start({ plan: [scripted(0, { delayMs: 60_000 })], subscribers: [toRun(slow)] });
    await until(open, (event) => event.type === "task-start");
    await rpc().remove();
    await eventually(() => expect(slow.types()).toEqual(["run.cancelled"]));
    expect(slow.received[0]?.payload.data.run).toMatchObject({
      ...{ id: open, status: "cancelled", files: [], error: { code: "cancelled" } },
    });
    down.answer = status(200);
    down.received.splice(0);
    await passTime(name);
    await eventually(() => expect(down.types()).toEqual(["run.succeeded"]));
    await eventually(async () => expect(await wakesAt(name)).toBeNull());
    expect(await wire(env).tenant(tenant).parkedDeliveries(10, null)).toEqual([]);
    const gone = await rpc().deliveries(ended, null);
    expect(gone.ok ? null : gone.error.code).toBe("not-found");
  });

  it("keeps no receiver, and no secret of one, that there is nothing left to tell", async () => {
    const conversation = await openConversation();
    const silent = { ...toRun(openReceiver(), { sealedSecret: "v1.sealed" }), events: ["run.failed" as const] };
    const run = await finishRun(conversation, [silent, toRun(openReceiver())]);
    await untilTold(conversation, run);
    expect(await receiversKept(conversation.name)).toBe(1);
    const open = await conversation.start({ plan: [scripted(0, { delayMs: 60_000 })], subscribers: [silent] });
    await conversation.until(open, (event) => event.type === "task-start");
    await conversation.rpc().remove();
    await eventually(async () => expect(await receiversKept(conversation.name)).toBe(0));
  });

  it.each([200, 410])("that is deleted keeps no receiver that answered %i to how its run ended", async (code) => {
    const receiver = openReceiver();
    receiver.answer = status(code);
    const conversation = await openConversation();
    const { start, until, rpc, name } = conversation;
    const run = await start({ plan: [scripted(0, { delayMs: 60_000 })], subscribers: [toRun(receiver)] });
    await until(run, (event) => event.type === "task-start");
    await rpc().remove();
    await eventually(() => expect(receiver.types()).toEqual(["run.cancelled"]));
    await eventually(async () => expect(await receiversKept(name)).toBe(0));
  });

  it("forgets after a week what it told", async () => {
    const conversation = await openConversation();
    const { name } = conversation;
    const run = await finishRun(conversation, [toRun(openReceiver())]);
    await untilTold(conversation, run);
    expect(await deliveriesOf(conversation, run)).toHaveLength(2);
    const at = await wakesAt(name);
    expect(at).toBeGreaterThan(Date.now() + 6 * 24 * HOUR_MS);
    vi.setSystemTime(Date.now() + 7 * 24 * HOUR_MS + 1);
    await passTime(name);
    expect(await deliveriesOf(conversation, run)).toEqual([]);
    expect(await wakesAt(name)).toBeNull();
  });

  it("that nobody is told of wakes for no webhook", async () => {
    const conversation = await openConversation();
    const run = await conversation.start({ plan: [scripted(0, {})] });
    await conversation.end(run);
    expect(await deliveriesOf(conversation, run)).toEqual([]);
    expect(await wakesAt(conversation.name)).toBeNull();
  });
});
