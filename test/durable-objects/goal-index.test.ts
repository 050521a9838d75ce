import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Goal } from "../../durable-objects/goal.ts";
import { MAX_OPEN_GOALS } from "../../durable-objects/tenant/goals.ts";
import { Tenant } from "../../durable-objects/tenant.ts";
import { UNLIMITED } from "../../src/domain/api-key.ts";
import { DEFAULT_GOAL_TIME_MS } from "../../src/domain/goal/policy.ts";
import { randomHex } from "../../src/domain/ids.ts";
import { type Resource, UPLOAD_LIFETIME_MS } from "../../src/domain/resources.ts";
import type { GoalOpening } from "../../src/rpc/goals.ts";
import { wire } from "../../src/wiring.ts";
import { eventually } from "../eventually.ts";
import { openConversation, scripted, value } from "./driver.ts";

const { ids, goal, resources, tenant } = wire(env);
const KEY = "00000001";
const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

function openTenant(name = randomHex(8)) {
  const rpc = tenant(name);
  return {
    name,
    rpc,
    open: async (more: Partial<GoalOpening> = {}) =>
      rpc.openGoal({ keyId: KEY, goal: await ids.newGoal(name), title: "Read it all", uploads: [], ...more }),
    upload: async (): Promise<Resource> => {
      const id = await ids.newResource(name, null);
      await rpc.announceUpload({ id, keyId: KEY, mostBytes: 100 });
      const body = new Blob(["hello"]).stream();
      const request = { tenant: name, id, name: "a.txt", declaredType: "text/plain", body, maxBytes: 100 };
      const resource = await resources.save({ ...request, origin: { by: "upload" } });
      await rpc.recordUpload(resource);
      return resource;
    },
    sweep: async () => runDurableObjectAlarm(env.TENANT.getByName(name)),
  };
}

/** Starts a goal, which fails at once: there is no model. */
async function begin(name: string, id: string) {
  const part = (await ids.readGoal(name, id)) ?? "";
  const budget = { timeMs: DEFAULT_GOAL_TIME_MS };
  return goal(name, part).start({
    keyId: KEY,
    start: { goal: id, text: "Do it", files: [], checkIns: { plan: true }, budget },
  });
}

describe("opening a goal", () => {
  it("lists it, and keeps its uploads in their order as long as it is listed", async () => {
    const { name, rpc, open, upload, sweep } = openTenant();
    const files = [await upload(), await upload(), await upload()].toReversed();
    const { goal, ...rest } = value(await open({ uploads: files.map(({ id }) => id) }));
    expect(rest).toEqual({ replay: false, resources: files, endpoints: [] });
    value(await begin(name, goal));
    expect(await rpc.findGoal(goal)).toEqual({
      place: 1,
      id: goal,
      createdAt: Date.now(),
      title: "Read it all",
      status: "refining",
    });
    vi.setSystemTime(Date.now() + UPLOAD_LIFETIME_MS + 1);
    await sweep();
    expect(await rpc.findUpload(files[0]?.id ?? "res_")).toEqual(files[0]);
    await rpc.closeGoal(goal);
    expect(await rpc.findGoal(goal)).toBeNull();
    for (const { id } of files) expect(await resources.head(name, id)).toBeNull();
    expect(await rpc.storage()).toMatchObject({ usedBytes: 0, reservedBytes: 0 });
  });

  it("leaves an upload that a conversation has adopted too", async () => {
    const { rpc, open, upload } = openTenant();
    const file = await upload();
    const { goal } = value(await open({ uploads: [file.id] }));
    value(await rpc.admit({ keyId: KEY, conversation: "conv_1", run: "run_1", title: "x", uploads: [file.id] }));
    await rpc.closeGoal(goal);
    expect(await rpc.findUpload(file.id)).toEqual(file);
    await rpc.closeConversation("conv_1");
    expect(await rpc.findUpload(file.id)).toBeNull();
  });

  it("does nothing where an upload is missing, and names it", async () => {
    const { rpc, open, upload, sweep } = openTenant();
    const file = await upload();
    const refused = await open({ uploads: [file.id, "res_missing"] });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: "not-found", message: expect.stringContaining("res_missing") },
    });
    expect(await rpc.listGoals(10, null)).toEqual([]);
    vi.setSystemTime(Date.now() + UPLOAD_LIFETIME_MS + 1);
    await sweep();
    expect(await rpc.findUpload(file.id)).toBeNull();
  });

  it("counts as the start of a run against the rate of its key, where it is not refused for something else", async () => {
    const { rpc, open } = openTenant();
    await rpc.addKey({ id: KEY, name: "", limits: { ...UNLIMITED, runsPerMinute: 2 } });
    await open({ uploads: ["res_missing"] });
    value(await open());
    value(await rpc.admit({ keyId: KEY, conversation: "conv_1", run: "run_1" }));
    expect(await open()).toMatchObject({ error: { code: "rate-limited", retryAfterMs: expect.any(Number) } });
    expect(await rpc.listGoals(10, null)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 60_000);
    value(await open());
  });

  it("is refused where the key has spent what it may", async () => {
    const { rpc, open } = openTenant();
    await rpc.addKey({ id: KEY, name: "", limits: { ...UNLIMITED, usdPerDay: 1 } });
    value(await open({ budgetUsd: 5 }));
    value(await rpc.admit({ keyId: KEY, conversation: "conv_1", run: "run_1", budgetUsd: 5 }));
    expect(await open({ budgetUsd: 5 })).toMatchObject({ error: { code: "budget-exceeded" } });
    await rpc.runEnded("run_1", [], 0.5);
    value(await open({ budgetUsd: 5 }));
  });

  it("takes no more than so many at once, until one has ended or is closed", async () => {
    const { rpc, open } = openTenant();
    const goals: string[] = [];
    for (let count = 0; count < MAX_OPEN_GOALS; count++) goals.push(value(await open()).goal);
    const refused = { ok: false, error: { code: "rate-limited", retryable: true } };
    expect(await open()).toMatchObject(refused);
    const [first = "", second = ""] = goals;
    await rpc.goalChanged(first, "asking");
    expect(await open()).toMatchObject(refused);
    await rpc.goalChanged(first, "partial");
    await rpc.goalChanged(first, "partial");
    await rpc.goalChanged("goal_unknown", "partial");
    value(await open());
    expect(await open()).toMatchObject(refused);
    await rpc.closeGoal(second);
    value(await open());
    expect(await rpc.findGoal(first)).toMatchObject({ status: "partial" });
  });
});

describe("a goal whose request died before it began", () => {
  it("is closed with its files and gives its place back, and never begins", async () => {
    const { name, rpc, open, upload, sweep } = openTenant();
    const file = await upload();
    const { goal } = value(await open({ uploads: [file.id] }));
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await sweep();
    expect(await rpc.findGoal(goal)).toBeNull();
    expect(await rpc.findUpload(file.id)).toBeNull();
    expect(await begin(name, goal)).toMatchObject({ ok: false, error: { code: "not-found" } });
  });

  it("stays where it has begun, and is not asked about again", async () => {
    const { name, rpc, open, sweep } = openTenant();
    const { goal } = value(await open());
    value(await begin(name, goal));
    const asked = vi.spyOn(Goal.prototype, "goIfUnbegun");
    for (let hour = 0; hour < 2; hour++) {
      vi.setSystemTime(Date.now() + 60 * 60_000);
      await sweep();
    }
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    expect(await rpc.findGoal(goal)).toMatchObject({ id: goal });
  });
});

describe("a repeat under one idempotency key", () => {
  const idempotency = { key: "k", fingerprint: "f" };

  it("gives the earlier goal with its files, counts nothing, and refuses another body", async () => {
    const { rpc, open, upload } = openTenant();
    await rpc.addKey({ id: KEY, name: "", limits: { ...UNLIMITED, runsPerMinute: 1 } });
    const file = await upload();
    const first = value(await open({ uploads: [file.id], idempotency }));
    const stored = await upload();
    const again = value(await open({ uploads: [stored.id], idempotency }));
    expect(again).toEqual({ goal: first.goal, replay: true, resources: [file], endpoints: [] });
    expect(await open({ idempotency: { key: "k", fingerprint: "g" } })).toMatchObject({
      error: { code: "idempotency-mismatch" },
    });
    expect(await rpc.listGoals(10, null)).toHaveLength(1);
  });

  it("tells which goal it was to whoever cancels by it, and opens none where that comes first", async () => {
    const { rpc, open } = openTenant();
    const { goal } = value(await open({ idempotency: { key: "first", fingerprint: "f" } }));
    expect(await rpc.forestall("first", KEY)).toEqual({ goal });
    expect(await rpc.forestall("late", KEY)).toBeNull();
    expect(await open({ idempotency: { key: "late", fingerprint: "f" } })).toMatchObject({
      error: { code: "cancelled" },
    });
    expect(await rpc.listGoals(10, null)).toHaveLength(1);
  });

  it("opens another after a day, and once the first is closed", async () => {
    const { rpc, open } = openTenant();
    const first = value(await open({ idempotency }));
    vi.setSystemTime(Date.now() + DAY_MS);
    const second = value(await open({ idempotency }));
    expect(second).toMatchObject({ replay: false });
    expect(second.goal).not.toBe(first.goal);
    expect(value(await open({ idempotency }))).toMatchObject({ goal: second.goal, replay: true });
    await rpc.closeGoal(second.goal);
    expect(value(await open({ idempotency }))).toMatchObject({ replay: false });
  });
});

describe("the index of goals", () => {
  it("comes newest first, page by page", async () => {
    const { rpc, open } = openTenant();
    for (const title of ["one", "two", "three"]) value(await open({ title }));
    const page = await rpc.listGoals(2, null);
    expect(page.map(({ title }) => title)).toEqual(["three", "two"]);
    expect((await rpc.listGoals(2, page.at(-1)?.place ?? 0)).map(({ title }) => title)).toEqual(["one"]);
  });

  it("is empty for a tenant that has nothing, and asking writes nothing", async () => {
    const { rpc } = openTenant();
    expect([await rpc.listGoals(10, null), await rpc.findGoal("goal_1")]).toEqual([[], null]);
    await rpc.goalChanged("goal_1", "failed");
    await rpc.closeGoal("goal_1");
    expect(await rpc.findUpload("res_1")).toBeNull();
  });
});

/** A goal with a conversation that is in no index, and what a test does there. */
async function goalWithConversation() {
  const conversation = await openConversation();
  const index = openTenant(conversation.tenant);
  const { goal } = value(await index.open());
  const part = (await ids.readGoal(conversation.tenant, goal)) ?? "";
  const id = await ids.conversationId(conversation.tenant, conversation.part);
  const admit = async (): Promise<string> => {
    const run = await ids.newRun(conversation.tenant, conversation.part);
    expect(await index.rpc.admit({ keyId: KEY, conversation: id, run })).toMatchObject({ value: { run } });
    return run;
  };
  const makeFile = async (): Promise<string> => {
    const run = await admit();
    value(await conversation.post({ run, goal: part, plan: [scripted(0, { key: "x".repeat(10_000) })] }));
    await conversation.end(run);
    return run;
  };
  return { ...index, conversation, id, goal, admit, makeFile };
}

describe("a conversation of a goal", () => {
  it("is not listed, and what its runs made counts until it goes", async () => {
    const { rpc, conversation, makeFile } = await goalWithConversation();
    await makeFile();
    await makeFile();
    expect(await rpc.listConversations(10, null)).toEqual([]);
    await eventually(async () => expect((await rpc.storage()).usedBytes).toBeGreaterThan(20_000));
    await conversation.rpc().remove();
    // The end of the last run may be on its way to the tenant just then.
    await eventually(async () => expect(await rpc.storage()).toMatchObject({ usedBytes: 0 }));
  });

  it("counts for nothing once it or its goal is gone, though the end of a run is told late", async () => {
    const { rpc, name, conversation, id, goal, makeFile } = await goalWithConversation();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const ended = vi.spyOn(Tenant.prototype, "runEnded").mockRejectedValue(new Error("The tenant does not answer"));
    const run = await makeFile();
    await eventually(() => expect(ended).toHaveBeenCalled());
    await conversation.rpc().remove();
    ended.mockRestore();
    await runInDurableObject(env.CONVERSATION.getByName(conversation.name), async (instance, { storage }) => {
      const owed = () => storage.sql.exec("SELECT kind FROM outbox").toArray();
      expect(owed()).toContainEqual({ kind: "run-ended" });
      vi.setSystemTime(Date.now() + 60 * 60_000);
      await instance.alarm();
      await eventually(() => expect(owed()).toEqual([]));
    });
    expect(await active(name)).toEqual([]);
    expect(await rpc.storage()).toMatchObject({ usedBytes: 0 });
    await rpc.closeGoal(goal);
    await rpc.runEnded(run, [], 0, { conversation: id, goal, bytes: 700 });
    expect(await rpc.storage()).toMatchObject({ usedBytes: 0 });
  });

  it("keeps its run's place while that is under way, and gives it back where the run was never made", async () => {
    const { name, conversation, admit, sweep, rpc } = await goalWithConversation();
    const made = await admit();
    value(await conversation.post({ run: made, goal: randomHex(10), approval: "plan", plan: [scripted(0, {})] }));
    await eventually(async () =>
      expect(value(await conversation.rpc().run(made)).state).toMatchObject({ awaitingApproval: true }),
    );
    const unmade = await admit();
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await sweep();
    expect(await active(name)).toEqual([{ run: made }]);
    const abandoned = await admit();
    expect(await rpc.abandon(abandoned)).toBe(true);
    expect(await rpc.abandon(unmade)).toBe(true);
    expect(await active(name)).toEqual([{ run: made }]);
    await conversation.rpc().remove();
    expect(await active(name)).toEqual([]);
  });
});

const active = (name: string): Promise<readonly unknown[]> =>
  runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
    storage.sql.exec("SELECT run FROM active_runs").toArray(),
  );
