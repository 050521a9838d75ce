import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { ONGOING } from "../../durable-objects/conversation/ledger.ts";
import { CONVERSATION_SCHEMA } from "../../durable-objects/conversation/migrations.ts";
import { Outbox } from "../../durable-objects/outbox.ts";
import { Tables } from "../../durable-objects/tables.ts";
import { Timers } from "../../durable-objects/timers.ts";
import type { DelivererParts } from "../../durable-objects/webhooks/deliverer.ts";
import { WEBHOOKS_SCHEMA } from "../../durable-objects/webhooks/migrations.ts";
import { Webhooks } from "../../durable-objects/webhooks/webhooks.ts";
import type { EventBody } from "../../src/domain/events.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import { factsOf, webhookEventOf } from "../../src/domain/webhooks/run-facts.ts";
import { PATIENCE_MS } from "../../src/domain/webhooks/turns.ts";
import type { DeliveryOutcome, WebhookSender } from "../../src/wiring/webhooks.ts";
import { eventually } from "../eventually.ts";
import { openConversation, scripted, value } from "./driver.ts";
import { openReceiver, receiveWebhooks, toRun } from "./webhook-receivers.ts";

const PAUSE: readonly EventBody[] = [{ type: "run-pause", data: {} }];
const DELIVERED: DeliveryOutcome = { as: "delivered", status: 200 };
const receivers = (count: number) => Array.from({ length: count }, () => toRun(openReceiver()));
const urlOf = ({ receiver }: Parameters<WebhookSender>[0]): string => (receiver.by === "url" ? receiver.url : "");

receiveWebhooks();

interface Queue {
  readonly webhooks: Webhooks<EventBody, RunState>;
  readonly storage: DurableObjectStorage;
  /** A run that waits for a person, and its state. */
  readonly run: string;
  readonly state: RunState;
  /** What time it is to the queue. */
  readonly clock: { now: number };
  /** Writes down events that change nothing. */
  tell(events: readonly EventBody[]): void;
}

/** A queue of its own in a conversation's storage. */
async function withQueue(parts: Partial<DelivererParts>, use: (queue: Queue) => Promise<void>): Promise<void> {
  const { name, rpc, start, until } = await openConversation();
  const run = await start({ approval: "plan", plan: [scripted(0, {})] });
  // From then on the conversation itself does nothing.
  await until(run, (event) => event.type === "approval-required");
  const { state } = value(await rpc().run(run));
  if (!state) throw new Error("The run has not begun");
  await runInDurableObject(env.CONVERSATION.getByName(name), async (_, { storage }) => {
    const clock = { now: Date.now() };
    const timers = new Timers(storage);
    const nobody = async (): Promise<void> => undefined;
    const outbox = new Outbox(storage.sql, timers, {
      ...{ "run-ended": nobody, "run-told": nobody, "forget-run": nobody, "close-conversation": nobody },
      ...{ "parked-changed": nobody, "endpoint-gone": nobody },
    });
    const webhooks = new Webhooks({
      telling: { eventOf: webhookEventOf, factsOf, ongoing: ONGOING },
      tables: new Tables(storage, CONVERSATION_SCHEMA, WEBHOOKS_SCHEMA),
      ...{ storage, timers, outbox, send: async () => DELIVERED, waitUntil: () => undefined },
      ...{ after: () => Promise.withResolvers<void>().promise, isRemoved: () => false, now: () => clock.now },
      ...parts,
    });
    const tell = (events: readonly EventBody[]): void => {
      webhooks.follow(run, events, clock.now, () => state);
    };
    await use({ webhooks, storage, run, state, clock, tell });
  });
}

describe("what is to be told", () => {
  it("is written with the event that it follows from, or not at all", async () => {
    await withQueue({}, async ({ webhooks, storage, run, state, clock }) => {
      webhooks.subscribe(run, receivers(1));
      const write = (): RunState => {
        storage.sql.exec("INSERT INTO meta (key, value) VALUES ('written', 'by the test')");
        return state;
      };
      const written = () => storage.sql.exec("SELECT * FROM meta WHERE key = 'written'").toArray();
      storage.sql.exec("ALTER TABLE webhook_deliveries RENAME TO elsewhere");
      expect(() => webhooks.follow(run, PAUSE, clock.now, write)).toThrow("no such table");
      expect(written()).toEqual([]);
      storage.sql.exec("ALTER TABLE elsewhere RENAME TO webhook_deliveries");
      expect(webhooks.follow(run, PAUSE, clock.now, write)).not.toBeNull();
      expect(written()).toHaveLength(1);
      expect(webhooks.of(run, "pending")).toMatchObject([{ type: "run.paused" }]);
    });
  });

  it("goes to four receivers at once, and to each one after the other", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const underWay: string[] = [];
    const send: WebhookSender = async (outgoing) => {
      underWay.push(urlOf(outgoing));
      await answered;
      return DELIVERED;
    };
    await withQueue({ send }, async ({ webhooks, run, tell }) => {
      webhooks.subscribe(run, receivers(6));
      tell([...PAUSE, ...PAUSE]);
      webhooks.wake();
      webhooks.wake();
      expect(underWay).toHaveLength(4);
      expect(new Set(underWay).size).toBe(4);
      answer();
      await eventually(() => expect(webhooks.of(run, "delivered")).toHaveLength(12));
      expect(underWay).toHaveLength(12);
    });
  });

  it("waits for no receiver that never answers longer than its patience lasts", async () => {
    const patience: { readonly ms: number; readonly end: () => void }[] = [];
    const after = (ms: number): Promise<void> => new Promise((end) => patience.push({ ms, end }));
    const subscribers = receivers(5);
    const [, , , , last] = subscribers.map(({ to }) => (to.by === "url" ? to.url : ""));
    const tried: string[] = [];
    const send: WebhookSender = (outgoing, hurry) => {
      tried.push(urlOf(outgoing));
      if (urlOf(outgoing) === last) return Promise.resolve(DELIVERED);
      return new Promise((resolve) => {
        const error = "It was broken off";
        hurry.addEventListener("abort", () => resolve({ as: "failed", status: null, error }));
      });
    };
    await withQueue({ send, after }, async ({ webhooks, run, clock, tell }) => {
      webhooks.subscribe(run, subscribers);
      tell(PAUSE);
      webhooks.wake();
      expect([tried.length, tried.includes(last ?? "")]).toEqual([4, false]);
      expect(patience.map(({ ms }) => ms)).toEqual([PATIENCE_MS]);
      clock.now += PATIENCE_MS;
      patience[0]?.end();
      await eventually(() => expect(webhooks.of(run, "delivered")).toHaveLength(1));
      // One gave way, and is tried again; three go on, as nobody waits for them.
      expect(webhooks.of(run, "pending").filter(({ tries }) => tries === 1)).toHaveLength(1);
      expect([tried.length, patience.length]).toEqual([5, 1]);
    });
  });

  it("is not sent over and over where what became of it cannot be written down", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let sent = 0;
    const send: WebhookSender = async () => {
      sent++;
      return DELIVERED;
    };
    await withQueue({ send }, async ({ webhooks, storage, run, tell }) => {
      webhooks.subscribe(run, receivers(1));
      tell(PAUSE);
      const refuse = "BEGIN SELECT RAISE(ABORT, 'nothing is written'); END";
      storage.sql.exec(`CREATE TRIGGER full BEFORE UPDATE ON webhook_deliveries ${refuse}`);
      webhooks.wake();
      await eventually(() => expect(told).toHaveBeenCalledTimes(1));
      expect(sent).toBe(1);
      storage.sql.exec("DROP TRIGGER full");
      webhooks.wake();
      await eventually(() => expect(webhooks.of(run, "delivered")).toHaveLength(1));
    });
  });

  it("is dropped in time, also where something else is told just then", async () => {
    await withQueue({}, async ({ webhooks, storage, run, clock, tell }) => {
      const wakesAt = (): number =>
        storage.sql.exec<{ at: number }>("SELECT at FROM timers WHERE key = 'webhooks'").one().at;
      webhooks.subscribe(run, receivers(1));
      tell(PAUSE);
      webhooks.wake();
      await eventually(() => expect(webhooks.of(run, "delivered")).toHaveLength(1));
      clock.now = wakesAt() + 1;
      tell(PAUSE);
      await eventually(() => expect(webhooks.of(run, "delivered")).toHaveLength(2));
      expect(wakesAt()).toBeLessThan(clock.now);
      webhooks.wake();
      expect(webhooks.of(run, null)).toHaveLength(1);
    });
  });
});
