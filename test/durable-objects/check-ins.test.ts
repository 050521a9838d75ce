import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import type { Resource } from "../../src/domain/resources.ts";
import { statusOf } from "../../src/domain/run/state.ts";
import { wire } from "../../src/wiring.ts";
import { callsTo, openConversation, release, scripted, value } from "./driver.ts";

/** Two tasks, of which the first runs until it is released. */
const heldBy = (name: string) => [scripted(0, { held: name }), scripted(1, {}, 0)];
const letGo = (name: string) => release(inject("expertUrl"), name);

describe("a run that is looked after by a person", () => {
  it("waits for approval, runs the plan as edited, and takes a second approval for the first", async () => {
    const { start, end, rpc, until, part } = await openConversation();
    const run = await start({ approval: "plan", plan: [scripted(0, { key: part })] });
    await until(run, (event) => event.type === "approval-required");
    const edited = { planVersion: 1, decision: "approve" as const, plan: [scripted(7, { key: `${part}-edited` })] };
    value(await rpc().approve(run, edited));
    value(await rpc().approve(run, edited));
    const state = await end(run);
    expect(state.planVersion).toBe(2);
    expect(Object.keys(state.tasks)).toEqual(["7"]);
    expect(await callsTo(inject("expertUrl"), part)).toEqual({});
    expect(await callsTo(inject("expertUrl"), `${part}-edited`)).toEqual({ "a/expert": 1 });
  });

  it("refuses approval of a version that is no longer the plan's, and an unsound edit", async () => {
    const { start, rpc, until } = await openConversation();
    const run = await start({ approval: "plan", plan: [scripted(0, {})] });
    await until(run, (event) => event.type === "approval-required");
    const stale = await rpc().approve(run, { planVersion: 5, decision: "approve" });
    expect(stale.ok ? null : stale.error.code).toBe("stale-plan");
    const unsound = await rpc().approve(run, {
      planVersion: 1,
      decision: "approve",
      plan: [{ task: "nonsense", id: 0, args: {} }],
    });
    expect(unsound.ok ? null : unsound.error.code).toBe("plan-unsound");
    expect(statusOf(value(await rpc().approve(run, { planVersion: 1, decision: "reject" })).state ?? raise())).toBe(
      "cancelled",
    );
  });

  it("pauses: what runs may end, nothing new begins until it is resumed", async () => {
    const { start, end, rpc, until, part } = await openConversation();
    const run = await start({ plan: heldBy(part) });
    await until(run, (event) => event.type === "task-start");
    value(await rpc().pause(run));
    value(await rpc().pause(run));
    await letGo(part);
    const events = await until(run, (event) => event.type === "task-end");
    expect(events.filter((event) => event.type === "task-start")).toHaveLength(1);
    expect(statusOf(value(await rpc().run(run)).state ?? raise())).toBe("paused");
    value(await rpc().resume(run));
    expect((await end(run)).end?.status).toBe("succeeded");
  });

  it("cancels at once, and a late outcome changes nothing", async () => {
    const { start, rpc, until, log, part } = await openConversation();
    const run = await start({ plan: heldBy(part) });
    await until(run, (event) => event.type === "task-start");
    const { state } = value(await rpc().cancel(run));
    expect(state?.end?.status).toBe("cancelled");
    value(await rpc().cancel(run));
    await letGo(part);
    const types = (await log(run)).map((event) => event.type);
    expect(types.slice(-4)).toEqual(["run-cancel", "task-end", "task-end", "run-end"]);
  });

  it("refuses what cannot be asked of a run that waits for its turn, and changes nothing by it", async () => {
    const { start, end, rpc, part } = await openConversation();
    const first = await start({ plan: heldBy(part) });
    const second = await start({ approval: "plan", plan: [scripted(0, {})] });
    const approved = await rpc().approve(second, { planVersion: 1, decision: "approve" });
    expect(approved.ok ? null : approved.error.code).toBe("conflict");
    const paused = await rpc().pause(second);
    expect(paused.ok ? null : paused.error.code).toBe("conflict");
    expect(value(await rpc().resume(second)).state).toBeNull();
    await letGo(part);
    expect((await end(first)).end?.status).toBe("succeeded");
  });

  it("runs an edited plan that names one of many old files by its id", async () => {
    const { start, end, rpc, until, part, tenant } = await openConversation();
    const attached = await Promise.all(Array.from({ length: 300 }, async (_, i) => oldFile(tenant, part, `${i}.txt`)));
    const run = await start({
      approval: "plan",
      plan: [scripted(0, {})],
      attached: attached.map((resource) => ({ by: "adoption", resource })),
    });
    const next = await start({ approval: "plan", plan: [scripted(0, {})] });
    await until(run, (event) => event.type === "approval-required");
    value(await rpc().approve(run, { planVersion: 1, decision: "approve" }));
    await until(next, (event) => event.type === "approval-required");
    const edited = { task: "text2text-generation", id: 0, dep: [-1], args: { text: attached[0]?.id ?? "" } };
    value(await rpc().approve(next, { planVersion: 1, decision: "approve", plan: [edited] }));
    const state = await end(next);
    expect(state.planned?.as).toBe("plan");
    expect(state.referenced.map(({ name }) => name)).toEqual(["0.txt"]);
  });

  it("refuses an edited plan that names an address which was not fetched", async () => {
    const { start, rpc, until } = await openConversation();
    const run = await start({ approval: "plan", plan: [scripted(0, {})] });
    await until(run, (event) => event.type === "approval-required");
    const edited = { task: "text2text-generation", id: 0, dep: [-1], args: { text: "https://example.org/a.txt" } };
    const refused = await rpc().approve(run, { planVersion: 1, decision: "approve", plan: [edited] });
    expect(refused).toMatchObject({ ok: false, error: { code: "plan-unsound" } });
    const literal = { ...edited, args: { text: { literal: "https://example.org/a.txt" } } };
    value(await rpc().approve(run, { planVersion: 1, decision: "approve", plan: [literal] }));
  });

  it("tells of an edited plan what it says under dep and its links don't", async () => {
    const { start, rpc, end, until } = await openConversation();
    const run = await start({ plan: [scripted(0, {})], approval: "plan" });
    await until(run, ({ type }) => type === "approval-required");
    const plan = [scripted(0, {}), { ...(scripted(1, {}) as object), dep: [0] }];
    value(await rpc().approve(run, { planVersion: 1, decision: "approve", plan }));
    expect((await end(run)).planned).toMatchObject({
      notes: ["Task 2 was said to depend on task 1, but takes nothing of it, so that it does not wait for it."],
    });
  });

  it("forgets what was mended in a plan that was edited since", async () => {
    const { start, rpc, until, part } = await openConversation();
    const misspelt = { ...(scripted(0, { held: part }) as object), task: "text2text generaton" };
    const run = await start({ approval: "plan", plan: [misspelt] });
    await until(run, (event) => event.type === "approval-required");
    const { state } = value(await rpc().run(run));
    expect(state?.planned).toMatchObject({ mended: { repairs: [{ kind: "renamed" }] } });
    const plan = [scripted(1, { held: part })];
    const edited = value(await rpc().approve(run, { planVersion: 1, decision: "approve", plan }));
    expect(edited.state?.planned).not.toHaveProperty("mended");
    await letGo(part);
  });

  it("refuses a second approval with other edits than the first", async () => {
    const { start, rpc, until, part } = await openConversation();
    const run = await start({ approval: "plan", plan: [scripted(0, { held: part })] });
    await until(run, (event) => event.type === "approval-required");
    value(await rpc().approve(run, { planVersion: 1, decision: "approve", plan: [scripted(1, { held: part })] }));
    const other = await rpc().approve(run, { planVersion: 1, decision: "approve", plan: [scripted(2, {})] });
    expect(other.ok ? null : other.error.code).toBe("stale-plan");
    await letGo(part);
  });

  it("cancels a run that still waits for its turn", async () => {
    const { start, end, rpc, part } = await openConversation();
    const first = await start({ plan: heldBy(part) });
    const second = await start({ plan: heldBy(part) });
    value(await rpc().cancel(second));
    expect((await end(second)).end?.status).toBe("cancelled");
    await letGo(part);
    expect((await end(first)).end?.status).toBe("succeeded");
  });

  it("answers with what it has when its time is used up", async () => {
    const { start, end, until, name, part } = await openConversation();
    const run = await start({
      budget: { timeMs: 60_000 },
      plan: [scripted(0, { key: "quick" }), scripted(1, { held: part })],
    });
    await until(run, (event) => event.type === "task-end");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await runDurableObjectAlarm(env.CONVERSATION.getByName(name))).toBe(true);
    const state = await end(run);
    await letGo(part);
    expect(state.end?.status).toBe("partial");
    expect(state.tasks[1]?.error?.code).toBe("budget-exceeded");
    expect(state.answer).toContain("did quick");
  });
});

/** As the ledger knows a file; there are no bytes behind it. */
async function oldFile(tenant: string, part: string, name: string): Promise<Resource> {
  const id = await wire(env).ids.newResource(tenant, part);
  const facts = { kind: "text", mediaType: "text/plain", bytes: 1, sha256: "0".repeat(64), createdAt: 0 } as const;
  return { id, name, ...facts, origin: { by: "upload" } };
}

function raise(): never {
  throw new Error("The run has no state");
}
