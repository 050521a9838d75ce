import { describe, expect, inject, it } from "vitest";
import { Ledger } from "../../durable-objects/conversation/ledger.ts";
import type { EventBody } from "../../src/domain/events.ts";
import { callsTo, openConversation, readEvents, release, scripted, value } from "./driver.ts";

const unique = (): string => crypto.randomUUID();

describe("a run in its conversation", () => {
  it("does independent tasks and answers from their results", async () => {
    const { start, end } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: "alpha" }), scripted(1, { key: "beta" })] });
    const state = await end(run);
    expect(state.end?.status).toBe("succeeded");
    expect(state.answer).toContain("a/expert did alpha");
    expect(state.answer).toContain("a/expert did beta");
  });

  it("passes a result on to the task that waits for it", async () => {
    const { start, end } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: "first" }), scripted(1, {}, 0)] });
    const state = await end(run);
    expect(state.tasks[1]?.outputs.text).toEqual({ as: "text", kind: "text", text: "a/expert did a/expert did first" });
  });

  it("tries a model again that is briefly down", async () => {
    const key = unique();
    const { start, end } = await openConversation();
    const run = await start({ plan: [scripted(0, { key, statuses: [503, 429] })] });
    const state = await end(run);
    expect(state.tasks[0]?.attempts.map((attempt) => attempt.error?.code)).toEqual([
      "provider-unavailable",
      "rate-limited",
      undefined,
    ]);
    expect(await callsTo(inject("expertUrl"), key)).toEqual({ "a/expert": 3 });
  });

  it("runs a task whose model is down on the next candidate", async () => {
    const key = unique();
    const { start, end } = await openConversation();
    const run = await start({ plan: [scripted(0, { key, model: "a/expert", statuses: [400] })] });
    const state = await end(run);
    expect(state.tasks[0]?.attempts.map((attempt) => attempt.model)).toEqual(["a/expert", "b/backup"]);
    expect(state.end?.status).toBe("succeeded");
  });

  it.each([
    ["not-json", "provider-rejected"],
    ["wrong-shape", "provider-rejected"],
  ] as const)("does not take an answer that is %s for a result", async (body, code) => {
    const { start, end } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: unique(), body })] });
    const state = await end(run);
    expect(state.tasks[0]?.error?.code).toBe(code);
    expect(state.end?.status).toBe("failed");
  });

  it("says which part failed and answers with the rest", async () => {
    const { start, end } = await openConversation();
    const run = await start({
      plan: [scripted(0, { key: "good" }), scripted(1, { key: unique(), statuses: [400, 400] }), scripted(2, {}, 1)],
    });
    const state = await end(run);
    expect(state.end?.status).toBe("partial");
    expect(state.tasks[2]?.status).toBe("skipped");
    expect(state.answer).toContain("did good");
    expect(state.answer).toContain("This part could not be done");
  });

  it("says what to set when no model does a task", async () => {
    const { start, end } = await openConversation();
    const run = await start({ plan: [{ task: "text-generation", id: 0, dep: [-1], args: { text: "Write a poem" } }] });
    const state = await end(run);
    expect(state.tasks[0]?.error?.code).toBe("no-model");
    expect(state.answer).toContain("POST /v1/models");
  });

  it("refuses an unsound plan before anything runs", async () => {
    const { post } = await openConversation();
    const posted = await post({
      plan: [{ ...(scripted(0, {}) as object), args: { text: "<resource>-1" } }, scripted(1, {}, 0)],
    });
    expect(posted.ok ? null : posted.error.code).toBe("plan-unsound");
  });

  it("refuses a plan without a task", async () => {
    const { post } = await openConversation();
    const posted = await post({ plan: [] });
    expect(posted.ok ? null : posted.error.code).toBe("plan-unsound");
  });

  it("makes one run of a message that is posted twice", async () => {
    const { part, rpc, start, end } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: part })] });
    const message = { run, text: "again", attached: [], approval: "none", budget: { timeMs: 1000 } } as const;
    expect(value(await rpc().post(message)).text).toBe("");
    await end(run);
    expect(value(await rpc().read()).runs).toHaveLength(1);
    expect(await callsTo(inject("expertUrl"), part)).toEqual({ "a/expert": 1 });
  });

  it("lets eight messages wait their turn and refuses the ninth", async () => {
    const { post, start, end, rpc, part } = await openConversation();
    const runs = [await start({ plan: [scripted(0, { held: part })] })];
    for (let i = 0; i < 8; i++) runs.push(await start({ plan: [scripted(0, { key: String(i) })] }));
    const ninth = await post({ plan: [scripted(0, {})] });
    expect(ninth.ok ? null : ninth.error.code).toBe("queue-full");
    expect(value(await rpc().run(runs[8] ?? "")).queuePosition).toBe(8);
    await release(inject("expertUrl"), part);
    for (const run of runs) expect((await end(run)).end?.status).toBe("succeeded");
  });

  it("runs 200 independent tasks and a chain of 50 to the end", async () => {
    const wide = await openConversation();
    const plan = Array.from({ length: 200 }, (_, id) => scripted(id, { key: String(id) }));
    const run = await wide.start({ plan });
    expect((await wide.end(run, 60_000)).end?.status).toBe("succeeded");
    const deep = await openConversation();
    const chain = Array.from({ length: 50 }, (_, id) => scripted(id, {}, id === 0 ? undefined : id - 1));
    const second = await deep.start({ plan: chain });
    expect((await deep.end(second, 60_000)).end?.status).toBe("succeeded");
  });

  it("starts tasks that are ready at the same moment together", async () => {
    const { start, end, log } = await openConversation();
    const run = await start({ plan: Array.from({ length: 60 }, (_, id) => scripted(id, { delayMs: 20 })) });
    await end(run);
    const started = (await log(run)).filter((event) => event.type === "task-start");
    expect(new Set(started.map((event) => event.at)).size).toBe(1);
    expect(new Set(started.map((event) => event.data.shard))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  });

  it("loses no outcome beside one that cannot be written", async () => {
    const { append } = Ledger.prototype;
    const isOf = (task: number) => (event: EventBody) => event.type === "task-end" && event.data.task === task;
    let refused = 0;
    Ledger.prototype.append = function refusing(this: Ledger, run, state, events, at) {
      if (refused === 0 && events.some(isOf(0))) {
        refused++;
        throw new Error("The disk is full");
      }
      return append.call(this, run, state, events, at);
    };
    try {
      const { part, start, end, until } = await openConversation();
      const run = await start({ plan: [0, 1].map((id) => scripted(id, { key: `${part}-${id}`, held: part })) });
      let started = 0;
      await until(run, (event) => event.type === "task-start" && ++started === 2);
      await release(inject("expertUrl"), part);
      const state = await end(run);
      expect(refused).toBe(1);
      expect(state.tasks[0]?.attempts[0]?.error).toMatchObject({ code: "internal" });
      expect(state.tasks[1]).toMatchObject({ status: "succeeded", attempts: [{ error: null }] });
      expect(await callsTo(inject("expertUrl"), `${part}-1`)).toEqual({ "a/expert": 1 });
    } finally {
      Ledger.prototype.append = append;
    }
  });
});

describe("watching a run", () => {
  it("shows every event once, in order, also to one who comes back", async () => {
    const { start, end, log } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: "x" }), scripted(1, {}, 0)] });
    await end(run);
    const whole = await log(run);
    expect(whole.map((event) => event.seq)).toEqual(whole.map((_, index) => index + 1));
    expect(whole.at(-1)?.type).toBe("run-end");
    expect(await log(run, 4)).toEqual(whole.slice(4));
    expect(await log(run, whole.length)).toEqual([]);
    expect(await log(run, 9_999)).toEqual([]);
  });

  it("leaves out the tasks that have not changed since, until the run has ended", async () => {
    const { start, end, until, rpc, part } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: unique() }), scripted(1, { held: part })] });
    const log = await until(run, ({ type, data }) => type === "task-end" && "task" in data && data.task === 0);
    const started = log.findLast(({ type }) => type === "task-start")?.seq ?? 0;
    const since = value(await rpc().run(run, started));
    expect(since.changed).toEqual({ since: started, tasks: [0] });
    expect(Object.keys(since.state?.selection ?? {})).toEqual(["0"]);
    expect(since.state?.tasks[0]?.status).toBe("succeeded");
    // Before the plan, and after anything that can have happened: nothing is left out.
    for (const other of [0, 1, 9_999]) expect(value(await rpc().run(run, other))).not.toHaveProperty("changed");
    expect(value(await rpc().run(run, since.state?.seq)).changed).toEqual({ since: since.state?.seq, tasks: [] });
    await release(inject("expertUrl"), part);
    await end(run);
    expect(value(await rpc().run(run, started))).not.toHaveProperty("changed");
  });

  it("ends for one who claims to have seen more than has happened", async () => {
    const { start, rpc, part } = await openConversation();
    const run = await start({ plan: [scripted(0, { held: part })] });
    const seen: string[] = [];
    const events = value(await rpc().events(run, 9_999));
    await release(inject("expertUrl"), part);
    for await (const event of readEvents(events)) seen.push(event.type);
    expect(seen.at(-1)).toBe("run-end");
  });
});
