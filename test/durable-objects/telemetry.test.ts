import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { openConversation, scripted } from "./driver.ts";

const line = z.record(z.string(), z.union([z.string(), z.number()]));
type Line = z.output<typeof line>;

let printed: string[] = [];
beforeEach(() => {
  printed = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => {
      printed.push(said.map(String).join(" "));
    });
});
afterEach(() => vi.restoreAllMocks());

const linesOf = (run: string): readonly Line[] =>
  printed
    .filter((text) => text.startsWith('{"name":"impresario.'))
    .map((text) => line.parse(JSON.parse(text)))
    .filter((one) => one["impresario.run"] === run);
const named = (run: string, name: string): readonly Line[] => linesOf(run).filter((one) => one.name === name);

describe("what is logged of a run", () => {
  it("is a line for its plan, each task, its answer and itself, which name who did what", async () => {
    const { start, end, tenant, part } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: "one" }), scripted(1, { key: "two" }, 0)] });
    await end(run);
    expect(linesOf(run).map(({ name }) => name)).toEqual([
      "impresario.plan",
      "impresario.task",
      "impresario.task",
      "impresario.answer",
      "impresario.run",
    ]);
    expect(named(run, "impresario.plan")[0]).toMatchObject({
      "impresario.status": "succeeded",
      "impresario.plan.tasks": 2,
    });
    expect(named(run, "impresario.task")[0]).toEqual({
      name: "impresario.task",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      trace_id: run.slice(-32),
      "impresario.tenant": tenant,
      "impresario.conversation": part,
      "impresario.run": run,
      duration_ms: expect.any(Number),
      "impresario.task.id": 0,
      "impresario.task.type": "text2text-generation",
      "impresario.status": "succeeded",
      "impresario.attempt": 1,
      "gen_ai.provider.name": "custom",
      "gen_ai.request.model": "a/expert",
      "impresario.usage.usd": 0,
      "impresario.usage.llm_calls": 0,
      "impresario.usage.unpriced_calls": expect.any(Number),
    });
    expect(named(run, "impresario.run")[0]).toMatchObject({
      "impresario.status": "succeeded",
      "impresario.tasks.succeeded": 2,
    });
  });

  it("says of what failed the code, and each attempt before", async () => {
    const { start, end } = await openConversation();
    const run = await start({ plan: [scripted(0, { key: "broken", statuses: [400, 400, 400] })] });
    await end(run);
    expect(named(run, "impresario.task")[0]).toMatchObject({
      "impresario.status": "failed",
      "error.type": expect.any(String),
    });
    expect(named(run, "impresario.attempt").length).toBeGreaterThan(0);
    expect(named(run, "impresario.attempt")[0]).toMatchObject({
      "impresario.status": "failed",
      "impresario.task.id": 0,
      "gen_ai.request.model": "a/expert",
    });
    expect(named(run, "impresario.run")[0]).toMatchObject({ "impresario.status": "failed" });
  });

  it("holds no word of what was asked, read, made, answered or complained of", async () => {
    const { start, end, tenant } = await openConversation();
    const secret = "xyzzy-plugh";
    const good = await start({ text: `Say ${secret}`, plan: [scripted(0, { key: secret })] });
    const bad = await start({
      text: secret,
      plan: [scripted(0, { key: secret, statuses: [400, 400, 400] })],
    });
    const asked = await start({ text: `Summarize "${secret} is a word. It is said in a cave. Nothing happens."` });
    for (const run of [good, bad, asked]) {
      expect(JSON.stringify(await end(run))).toContain(secret);
      expect(linesOf(run).length).toBeGreaterThan(2);
    }
    expect(tenant).not.toBe("");
    expect(printed.filter((text) => text.includes("xyzzy") || text.includes("plugh"))).toEqual([]);
  });
});

describe("what is logged of a fault that nobody expected", () => {
  const cave = "xyzzy, said the cave";

  it("says what it is and where, and nothing of the line that a runner could not read", async () => {
    const runner = env.RUNNER.getByName(`tenant:${crypto.randomUUID()}:0`);
    await new Response(await runner.openChannel(new Blob([`${cave}\n`]).stream())).text();
    expect(printed.filter((text) => /^A conversation went silent:? SyntaxError\n {4}at /.test(text))).toHaveLength(1);
    expect(printed.filter((text) => text.includes("xyzzy"))).toEqual([]);
  });

  it("is so by alarm too, where a conversation cannot read its own ledger", async () => {
    const { start, end, name } = await openConversation();
    await end(await start({ plan: [scripted(0, { key: "one" })] }));
    // What the run still owes would move the alarm.
    await abortAllDurableObjects();
    await runInDurableObject(env.CONVERSATION.getByName(name), async (_, { storage }) => {
      storage.sql.exec("UPDATE runs SET message = ?, end_status = NULL", cave);
      storage.sql.exec("INSERT OR REPLACE INTO timers (key, at) VALUES ('reconcile', 0)");
      await storage.setAlarm(Date.now() + 60_000);
    });
    await abortAllDurableObjects();
    expect(await runDurableObjectAlarm(env.CONVERSATION.getByName(name))).toBe(true);
    expect(printed.filter((text) => text.startsWith("An alarm failed"))).toHaveLength(1);
    expect(printed.filter((text) => text.includes("xyzzy"))).toEqual([]);
  });
});
