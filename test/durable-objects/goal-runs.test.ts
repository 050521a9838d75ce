import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import { Goal } from "../../durable-objects/goal.ts";
import { Tenant } from "../../durable-objects/tenant.ts";
import { randomHex } from "../../src/domain/ids.ts";
import { eventually } from "../eventually.ts";
import { openConversation, release, scripted, value } from "./driver.ts";

type Opened = Awaited<ReturnType<typeof openConversation>>;

const told = vi.spyOn(Goal.prototype, "runChanged");
const toldOf = (run: string): number => told.mock.calls.filter(([one]) => one === run).length;

beforeEach(() => {
  told.mockReset();
});

/** A conversation of a goal's own; and what a test asks of it. */
async function goalConversation() {
  const goal = randomHex(10);
  const opened = await openConversation();
  return { ...opened, goal, start: (message: Parameters<Opened["start"]>[0]) => opened.start({ ...message, goal }) };
}

const owed = ({ name }: Pick<Opened, "name">): Promise<readonly unknown[]> =>
  runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) =>
    storage.sql
      .exec<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'run-told' ORDER BY id")
      .toArray()
      .map(({ payload }) => JSON.parse(payload)),
  );

/** The alarm, with all that the conversation still owes due now. */
async function payUp({ name }: Pick<Opened, "name">): Promise<void> {
  await runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => {
    storage.sql.exec("UPDATE timers SET at = 0 WHERE key = 'outbox'");
  });
  // The timers that are in memory are those of before.
  await abortAllDurableObjects();
  await runDurableObjectAlarm(env.CONVERSATION.getByName(name));
}

describe("the goal of a run", () => {
  it("is told once when it ends, by the goal's own object", async () => {
    const conversation = await goalConversation();
    const names: (string | undefined)[] = [];
    told.mockImplementation(async function (this: Goal) {
      names.push((this as unknown as { ctx: DurableObjectState }).ctx.id.name);
    });
    const run = await conversation.start({ plan: [scripted(0, {})] });
    await conversation.end(run);
    await eventually(async () => expect(await owed(conversation)).toEqual([]));
    expect(toldOf(run)).toBe(1);
    expect(names).toEqual([`${conversation.tenant}:${conversation.goal}`]);
  });

  it("is told once the tenant has given the run's place to others, so that it can begin another", async () => {
    const conversation = await goalConversation();
    const settled = vi.spyOn(Tenant.prototype, "runEnded");
    const run = await conversation.start({ plan: [scripted(0, {})] });
    await eventually(() => expect(toldOf(run)).toBe(1));
    const ended = settled.mock.settledResults.filter(({ type }) => type === "fulfilled");
    expect(ended).toHaveLength(1);
    expect(settled.mock.calls.map(([of]) => of)).toEqual([run]);
    const [at = 0] = settled.mock.invocationCallOrder;
    expect(told.mock.invocationCallOrder.every((toldAt) => toldAt > at)).toBe(true);
    settled.mockRestore();
    await conversation.end(run);
  });

  it("is told when it waits for a person and when it goes on", async () => {
    const conversation = await goalConversation();
    const { start, until, rpc, end, part } = conversation;
    const run = await start({ approval: "plan", plan: [scripted(0, { held: part })] });
    await until(run, (event) => event.type === "approval-required");
    await eventually(() => expect(toldOf(run)).toBe(1));
    value(await rpc().approve(run, { planVersion: 1, decision: "approve" }));
    await eventually(() => expect(toldOf(run)).toBe(2));
    value(await rpc().pause(run));
    await eventually(() => expect(toldOf(run)).toBe(3));
    value(await rpc().resume(run));
    await eventually(() => expect(toldOf(run)).toBe(4));
    await release(inject("expertUrl"), part);
    await end(run);
    await eventually(() => expect(toldOf(run)).toBe(5));
  });

  it("finds the run as it is by then", async () => {
    const conversation = await goalConversation();
    const seen: (string | undefined)[] = [];
    told.mockImplementation(async (run) => {
      seen.push(value(await conversation.rpc().run(run)).state?.end?.status);
    });
    const run = await conversation.start({ plan: [scripted(0, {})] });
    await eventually(() => expect(seen).toEqual(["succeeded"]));
    await conversation.end(run);
  });

  it("is told when the conversation goes before the run has ended", async () => {
    const conversation = await goalConversation();
    const run = await conversation.start({ plan: [scripted(0, { delayMs: 60_000 })] });
    const waiting = await conversation.start({ plan: [scripted(0, {})] });
    await conversation.until(run, (event) => event.type === "task-start");
    expect(told).not.toHaveBeenCalled();
    await conversation.rpc().remove();
    expect([toldOf(run), toldOf(waiting)]).toEqual([1, 1]);
    expect(await owed(conversation)).toEqual([]);
  });

  it("is not there for other runs", async () => {
    const { start, end } = await openConversation();
    await end(await start({ plan: [scripted(0, {})] }));
    expect(told).not.toHaveBeenCalled();
  });
});

describe("what a goal is to be told", () => {
  it("is written with the event that it follows from, or neither is", async () => {
    const conversation = await goalConversation();
    const { name, start, until, rpc } = conversation;
    const run = await start({ approval: "plan", plan: [scripted(0, {})] });
    await until(run, (event) => event.type === "approval-required");
    await eventually(async () => expect(await owed(conversation)).toEqual([]));
    const sql = (query: string) =>
      runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => storage.sql.exec(query).toArray());
    await sql("ALTER TABLE outbox RENAME TO elsewhere");
    await runInDurableObject(env.CONVERSATION.getByName(name), (instance) =>
      expect(instance.pause(run)).rejects.toThrow("no such table"),
    );
    await sql("ALTER TABLE elsewhere RENAME TO outbox");
    expect(await sql("SELECT type FROM events WHERE type = 'run-pause'")).toEqual([]);
    const before = toldOf(run);
    value(await rpc().pause(run));
    await eventually(() => expect(toldOf(run)).toBe(before + 1));
  });

  it("is told again until it arrives", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const conversation = await goalConversation();
    told.mockRejectedValue(new Error("The goal does not answer"));
    const run = await conversation.start({ plan: [scripted(0, {})] });
    await conversation.end(run);
    await eventually(() => expect(toldOf(run)).toBe(1));
    await payUp(conversation);
    await eventually(() => expect(toldOf(run)).toBe(2));
    expect(await owed(conversation)).toEqual([{ goal: conversation.goal, run }]);
    told.mockReset();
    await payUp(conversation);
    await eventually(async () => expect(await owed(conversation)).toEqual([]));
    expect(toldOf(run)).toBe(1);
  });

  it("is told although everything died while it was being told", async () => {
    const conversation = await goalConversation();
    told.mockImplementation(() => Promise.withResolvers<void>().promise);
    const run = await conversation.start({ plan: [scripted(0, {})] });
    await eventually(() => expect(toldOf(run)).toBe(1));
    await abortAllDurableObjects();
    told.mockReset();
    await payUp(conversation);
    await eventually(async () => expect(await owed(conversation)).toEqual([]));
    expect(toldOf(run)).toBe(1);
  });
});
