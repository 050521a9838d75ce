import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { HERE, PLACES_HERE } from "../../src/domain/run/shards.ts";
import { eventually } from "../eventually.ts";
import { callsTo, openConversation, readEvents, release, scripted, value } from "./driver.ts";

/** Ends the conversation's process without a word, and with it what it performs itself; its runners go on. */
async function killConversation(name: string): Promise<void> {
  const stub = env.CONVERSATION.getByName(name);
  const killed = runInDurableObject(stub, (_, state) => state.abort("killed by the test"));
  await expect(killed).rejects.toThrow();
}

/** The task of `overflowing` that finds no room in the conversation's own object, and where it goes. */
const ON_RUNNER = PLACES_HERE;
const RUNNER_SHARD = HERE + 1;
const keyOf = (part: string, task: number): string => `${part}-${task}`;

/** A plan of one task more than the conversation performs itself, all held until `part` is released. */
const overflowing = (part: string) =>
  Array.from({ length: PLACES_HERE + 1 }, (_, id) => scripted(id, { key: keyOf(part, id), held: part }));

describe("a run that outlives its processes", () => {
  it("finishes after everything died in the middle, and repeats nothing that was recorded", async () => {
    const conversation = await openConversation();
    const { part, start, end, until, name } = conversation;
    const tasks = Array.from({ length: 10 }, (_, id) =>
      scripted(id, { key: `${part}-${id}`, ...(id < 5 ? {} : { held: part }) }),
    );
    const run = await start({ plan: tasks });
    let ended = 0;
    const before = await until(run, (event) => event.type === "task-end" && ++ended === 5);
    await abortAllDurableObjects();
    await runDurableObjectAlarm(env.CONVERSATION.getByName(name));
    await release(inject("expertUrl"), part);
    const state = await end(run);
    expect(state.end?.status).toBe("succeeded");
    const recorded = before.flatMap((event) => (event.type === "task-end" ? [event.data.task] : []));
    expect(recorded).toHaveLength(5);
    for (const task of recorded) {
      expect(await callsTo(inject("expertUrl"), `${part}-${task}`)).toEqual({ "a/expert": 1 });
    }
    expect(Object.values(state.tasks).filter((work) => work.lost > 0)).toHaveLength(5);
  });

  it("takes over what the runners went on with when only the conversation died", async () => {
    const { part, start, end, until, rpc, name } = await openConversation();
    const run = await start({ plan: overflowing(part) });
    await until(run, ({ type, data }) => type === "task-start" && data.shard === RUNNER_SHARD);
    await eventually(async () =>
      expect(await callsTo(inject("expertUrl"), keyOf(part, ON_RUNNER))).toEqual({ "a/expert": 1 }),
    );
    await killConversation(name);
    const { state } = value(await rpc().run(run));
    expect(state?.end).toBeNull();
    await release(inject("expertUrl"), part);
    const ended = await end(run);
    expect(ended.end?.status).toBe("succeeded");
    expect(Object.values(ended.tasks).map(({ lost }) => lost)).toEqual([1, 1, 1, 1, 0]);
    expect(await callsTo(inject("expertUrl"), keyOf(part, ON_RUNNER))).toEqual({ "a/expert": 1 });
  });

  it("finds an outcome that was recorded while nobody listened", async () => {
    const { part, start, end, until, name } = await openConversation();
    const run = await start({ plan: overflowing(part) });
    await until(run, ({ type, data }) => type === "task-start" && data.shard === RUNNER_SHARD);
    await eventually(async () =>
      expect(await callsTo(inject("expertUrl"), keyOf(part, ON_RUNNER))).toEqual({ "a/expert": 1 }),
    );
    await killConversation(name);
    await release(inject("expertUrl"), part);
    await eventually(async () => {
      const runner = env.RUNNER.getByName(`${name}:${RUNNER_SHARD}`);
      const recorded = await runInDurableObject(runner, (_, { storage }) => storage.kv.get(`${run}:${ON_RUNNER}:1`));
      expect(recorded).toBeDefined();
    });
    const state = await end(run);
    expect(state.tasks[ON_RUNNER]?.attempts).toHaveLength(1);
    expect(await callsTo(inject("expertUrl"), keyOf(part, ON_RUNNER))).toEqual({ "a/expert": 1 });
  });

  it("finds it long after the attempt should have ended, and does not begin another", async () => {
    const { part, start, end, until, name } = await openConversation();
    const run = await start({ plan: overflowing(part) });
    await until(run, ({ type, data }) => type === "task-start" && data.shard === RUNNER_SHARD);
    await eventually(async () =>
      expect(await callsTo(inject("expertUrl"), keyOf(part, ON_RUNNER))).toEqual({ "a/expert": 1 }),
    );
    await killConversation(name);
    await release(inject("expertUrl"), part);
    await eventually(async () => {
      const runner = env.RUNNER.getByName(`${name}:${RUNNER_SHARD}`);
      const recorded = await runInDurableObject(runner, (_, { storage }) => storage.kv.get(`${run}:${ON_RUNNER}:1`));
      expect(recorded).toBeDefined();
    });
    await runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => {
      const longAgo = "UPDATE events SET data = json_set(data, '$.deadline', 1) WHERE type = 'task-start'";
      storage.sql.exec(longAgo);
    });
    const state = await end(run);
    expect(state.tasks[ON_RUNNER]?.attempts).toMatchObject([{ error: null }]);
    expect(await callsTo(inject("expertUrl"), keyOf(part, ON_RUNNER))).toEqual({ "a/expert": 1 });
  });

  it("is taken up by the first who asks for it, without waiting for the alarm", async () => {
    const { part, start, end, until } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: part, held: part })] });
    await until(run, (event) => event.type === "task-start");
    await abortAllDurableObjects();
    await release(inject("expertUrl"), part);
    const state = await end(run);
    expect(state.end?.status).toBe("succeeded");
    expect(state.tasks[0]?.lost).toBe(1);
  });

  it("goes on with a run that waits for approval", async () => {
    const { start, end, rpc, until } = await openConversation();
    const run = await start({ approval: "plan", plan: [scripted(0, {})] });
    await until(run, (event) => event.type === "approval-required");
    await abortAllDurableObjects();
    value(await rpc().approve(run, { planVersion: 1, decision: "approve" }));
    expect((await end(run)).end?.status).toBe("succeeded");
  });

  it("leaves nothing behind when it was only asked about", async () => {
    const { rpc } = await openConversation();
    const asked = await rpc().read();
    expect(asked.ok ? null : asked.error.code).toBe("not-found");
  });
});

describe("a conversation that is removed", () => {
  it("ends what is watched at once, and is swept again when the last late write may have come", async () => {
    const { start, rpc, until, name, part } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: part, delayMs: 60_000 })] });
    await until(run, (event) => event.type === "task-start");
    let removed: Promise<void> | undefined;
    const watched = (async () => {
      const seen: string[] = [];
      for await (const event of readEvents(value(await rpc().events(run, 0)))) {
        seen.push(event.type);
        if (event.type === "task-start") removed = rpc().remove();
      }
      return seen;
    })();
    expect(await watched).not.toContain("run-end");
    await removed;
    await runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => {
      // As after a first sweep that left some objects behind.
      storage.sql.exec("UPDATE timers SET at = 0 WHERE key = 'removal'");
    });
    await abortAllDurableObjects();
    const stub = env.CONVERSATION.getByName(name);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    const left = await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec<{ at: number }>("SELECT at FROM timers WHERE key = 'removal'").toArray(),
    );
    expect(left[0]?.at).toBeGreaterThan(Date.now() + 10 * 60_000);
  });

  it("while work is under way stops it, and owes nobody anything in the end", async () => {
    const { start, until, rpc, name, part, end } = await openConversation();
    for (let i = 0; i < 6; i++) await end(await start({ plan: [scripted(0, { key: String(i) })] }));
    const run = await start({ plan: overflowing(part) });
    await until(run, ({ type, data }) => type === "task-start" && data.shard === RUNNER_SHARD);
    await rpc().remove();
    const runner = env.RUNNER.getByName(`${name}:${RUNNER_SHARD}`);
    await eventually(async () => {
      const left = await runInDurableObject(runner, (_, { storage }) => [...storage.kv.list()].map(([key]) => key));
      expect(left.filter((key) => key !== `${run}:${ON_RUNNER}:1`)).toEqual([]);
    });
    const stub = env.CONVERSATION.getByName(name);
    const owed = await runInDurableObject(stub, (_, { storage }) => storage.sql.exec("SELECT * FROM outbox").toArray());
    expect(owed).toEqual([]);
    const timers = await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec("SELECT key FROM timers").toArray(),
    );
    expect(timers).toEqual([{ key: "removal" }]);
  });

  it("is not found any more, its files are gone, and it takes no new message", async () => {
    const { tenant, start, end, rpc, post, part } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: "x".repeat(10_000) })] });
    await end(run);
    const prefix = { prefix: `tenants/${tenant}/conversations/${part}/` };
    expect((await env.RESOURCES.list(prefix)).objects).toHaveLength(1);
    await rpc().remove();
    await rpc().remove();
    expect((await env.RESOURCES.list(prefix)).objects).toHaveLength(0);
    for (const gone of [await rpc().read(), await rpc().run(run), await post({ text: "hello" })]) {
      expect(gone.ok ? null : gone.error.code).toBe("not-found");
    }
  });
});
