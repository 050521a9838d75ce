import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Outbox } from "../../durable-objects/conversation/outbox.ts";
import { Timers } from "../../durable-objects/conversation/timers.ts";
import { Webhooks } from "../../durable-objects/conversation/webhooks.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import type { WebhookSender } from "../../src/wiring/webhooks.ts";
import { wire } from "../../src/wiring.ts";
import { openConversation, scripted, value } from "./driver.ts";
import {
  catchWebhooks,
  deliveriesOf,
  never,
  openReceiver,
  passTime,
  status,
  toRun,
  untilTold,
  untilTried,
  wakesAt,
} from "./webhook-receivers.ts";

const HOUR_MS = 3_600_000;

beforeEach(catchWebhooks);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a conversation with webhooks", () => {
  it("delivers what it owed when everything died in the middle, under the same id", async () => {
    const receiver = openReceiver();
    receiver.answer = never;
    const conversation = await openConversation();
    const { name, start, end } = conversation;
    const subscriber = { ...toRun(receiver), events: ["run.succeeded" as const] };
    const run = await start({ plan: [scripted(0, {})], subscribers: [subscriber] });
    await end(run);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
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
    await vi.waitFor(() => expect(slow.types()).toEqual(["run.cancelled"]));
    expect(slow.received[0]?.payload.data.run).toMatchObject({
      ...{ id: open, status: "cancelled", files: [], error: { code: "cancelled" } },
    });
    down.answer = status(200);
    down.received.splice(0);
    await passTime(name);
    await vi.waitFor(() => expect(down.types()).toEqual(["run.succeeded"]));
    await vi.waitFor(async () => expect(await wakesAt(name)).toBeNull());
    expect(await wire(env).tenant(tenant).parkedDeliveries(10, null)).toEqual([]);
    const gone = await rpc().deliveries(ended, null);
    expect(gone.ok ? null : gone.error.code).toBe("not-found");
  });

  it("forgets after a week what it told", async () => {
    const conversation = await openConversation();
    const { name, start, end } = conversation;
    const run = await start({ plan: [scripted(0, {})], subscribers: [toRun(openReceiver())] });
    await end(run);
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

describe("what is to be told", () => {
  /** A queue of its own in a conversation's storage, whose deliveries come to what `send` says. */
  const withQueue = async <T>(
    send: WebhookSender,
    use: (queue: Webhooks, run: string, storage: DurableObjectStorage) => Promise<T>,
  ): Promise<T> => {
    const { name, start } = await openConversation();
    const run = await start({ approval: "plan", plan: [scripted(0, {})] });
    return runInDurableObject(env.CONVERSATION.getByName(name), async (_, { storage }) => {
      const timers = new Timers(storage);
      const nobody = async (): Promise<void> => undefined;
      const outbox = new Outbox(storage.sql, timers, {
        ...{ "run-ended": nobody, "forget-run": nobody, "close-conversation": nobody },
        ...{ "parked-changed": nobody, "endpoint-gone": nobody },
      });
      const around = { storage, timers, outbox, send, isRemoved: () => false, now: () => Date.now() };
      return use(new Webhooks({ ...around, waitUntil: () => undefined }), run, storage);
    });
  };
  const PAUSE = [{ type: "run-pause", data: {} }] as const;

  it("is written with the event that it follows from, or not at all", async () => {
    const { rpc, start } = await openConversation();
    const state = value(await rpc().run(await start({ approval: "plan", plan: [scripted(0, {})] }))).state;
    const delivered: WebhookSender = async () => ({ as: "delivered", status: 200 });
    await withQueue(delivered, async (queue, run, storage) => {
      queue.subscribe(run, [toRun(openReceiver())]);
      const write = (): RunState | null => {
        storage.sql.exec("INSERT INTO meta (key, value) VALUES ('written', 'by the test')");
        return state && { ...state, id: run };
      };
      const written = () => storage.sql.exec("SELECT * FROM meta WHERE key = 'written'").toArray();
      storage.sql.exec("ALTER TABLE webhook_deliveries RENAME TO elsewhere");
      expect(() => queue.follow(run, PAUSE, Date.now(), write)).toThrow("no such table");
      expect(written()).toEqual([]);
      storage.sql.exec("ALTER TABLE elsewhere RENAME TO webhook_deliveries");
      expect(queue.follow(run, PAUSE, Date.now(), write)).not.toBeNull();
      expect(written()).toHaveLength(1);
      expect(queue.ofRun(run, "pending")).toMatchObject([{ type: "run.paused" }]);
    });
  });

  it("goes to four receivers at once, and to each one after the other", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const underWay: string[] = [];
    const send: WebhookSender = async ({ receiver }) => {
      underWay.push(receiver.by === "url" ? receiver.url : "");
      await answered;
      return { as: "delivered", status: 200 };
    };
    const { rpc, start } = await openConversation();
    const state = value(await rpc().run(await start({ approval: "plan", plan: [scripted(0, {})] }))).state;
    await withQueue(send, async (queue, run) => {
      const receivers = Array.from({ length: 6 }, () => openReceiver());
      queue.subscribe(
        run,
        receivers.map((receiver) => toRun(receiver)),
      );
      const told = (): RunState | null => state && { ...state, id: run };
      queue.follow(run, [...PAUSE, ...PAUSE], Date.now(), told);
      const all = queue.deliver();
      await queue.deliver();
      expect(underWay).toHaveLength(4);
      expect(new Set(underWay).size).toBe(4);
      answer();
      await all;
      expect(underWay).toHaveLength(12);
      expect(queue.ofRun(run, "delivered")).toHaveLength(12);
    });
  });
});
