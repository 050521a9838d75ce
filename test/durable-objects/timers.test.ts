import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Timers } from "../../durable-objects/timers.ts";
import { eventually } from "../eventually.ts";
import { openConversation, scripted } from "./driver.ts";

const FAR = 4_000_000_000_000;

/** With the timers and the storage of an object that nothing else happens in. */
const withTimers = <T>(use: (timers: Timers, storage: DurableObjectStorage) => Promise<T>): Promise<T> =>
  runInDurableObject(env.CONVERSATION.getByName(`tenant:${crypto.randomUUID()}`), (_, { storage }) => {
    storage.sql.exec("CREATE TABLE IF NOT EXISTS timers (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID");
    return use(new Timers(storage), storage);
  });

describe("the alarm of an object's timers", () => {
  it("stands at the earliest, and goes where the next is once that is cleared", () =>
    withTimers(async (timers, storage) => {
      timers.set("retention", FAR + 30);
      timers.set("outbox", FAR + 10);
      timers.atLatest("reconcile", FAR + 20);
      expect(await storage.getAlarm()).toBe(FAR + 10);
      timers.clear("outbox");
      expect(await storage.getAlarm()).toBe(FAR + 20);
      timers.set("reconcile", FAR + 40);
      expect(await storage.getAlarm()).toBe(FAR + 30);
    }));

  it("stays where it is for what may wait for it, and moves for what may not", () =>
    withTimers(async (timers, storage) => {
      timers.set("reconcile", FAR + 20);
      timers.within("outbox", 30, FAR);
      expect(await storage.getAlarm()).toBe(FAR + 20);
      timers.clear("reconcile");
      expect(await storage.getAlarm()).toBe(FAR + 20);
      timers.within("webhooks", 5, FAR);
      expect(await storage.getAlarm()).toBe(FAR + 5);
      // One that is over by now may have come already.
      timers.clear("webhooks");
      timers.clear("outbox");
      timers.set("reconcile", FAR);
      timers.within("outbox", 30, FAR);
      timers.clear("reconcile");
      expect(await storage.getAlarm()).toBe(FAR + 30);
    }));

  it("is gone with the last, also of an incarnation that did not set it", () =>
    withTimers(async (timers, storage) => {
      timers.set("outbox", FAR);
      new Timers(storage).clear("outbox");
      expect(await storage.getAlarm()).toBeNull();
    }));

  it("comes again for what was due and is not done", () =>
    withTimers(async (timers, storage) => {
      timers.set("outbox", 1);
      expect(timers.takeDue(FAR, 50)).toEqual(new Set(["outbox"]));
      expect(await storage.getAlarm()).toBe(FAR + 50);
    }));

  it("wakes no conversation whose runs have ended and are told", async () => {
    const { start, end, name } = await openConversation();
    await end(await start({ plan: [scripted(0, {})] }));
    await eventually(async () => {
      const alarm = await runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => storage.getAlarm());
      expect(alarm).toBeNull();
    });
  });
});
