import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../durable-objects/conversation/ledger.ts";
import { CONVERSATION_SCHEMA } from "../../durable-objects/conversation/migrations.ts";
import { Results } from "../../durable-objects/conversation/results.ts";
import { Tables } from "../../durable-objects/tables.ts";
import type { RunEvent } from "../../src/domain/events.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { planOf, Simulation } from "../domain/simulate.ts";
import { openConversation, TENANT } from "./driver.ts";

const endOf = (log: readonly RunEvent[], task: number) =>
  log.findLast((event) => event.type === "task-end" && event.data.task === task)?.data;
const typesOf = (log: readonly RunEvent[]) => log.map(({ type }) => type).filter((type) => type.startsWith("task-"));

const doing = (task: string, text: string, id = 0): JsonValue => ({ task, id, dep: [-1], args: { text } });
const telling = (text: string) => [doing("language-identification", text)];

describe("a task that was done before in its conversation", () => {
  it("is not done again: its result is used, and says whose it is", async () => {
    const { start, end, log } = await openConversation();
    const first = await start({ plan: telling("It is done once") });
    const made = await end(first);
    const second = await start({ plan: telling("It is done once") });
    const spared = await end(second);
    expect(typesOf(await log(first))).toEqual(["task-start", "task-end"]);
    expect(typesOf(await log(second))).toEqual(["task-end"]);
    const { provider, model } = made.tasks[0]?.attempts[0] ?? {};
    expect(spared.tasks[0]).toMatchObject({
      ...{ status: "succeeded", attempts: [], outputs: made.tasks[0]?.outputs },
      reused: { run: first, task: 0, provider, model },
    });
    expect(spared.end?.status).toBe("succeeded");
    // A third names the one that made it.
    const third = await start({ plan: telling("It is done once") });
    await end(third);
    expect(endOf(await log(third), 0)).toMatchObject({ reused: { run: first } });
  });

  it("is done again where the message says so, where its arguments differ, and in another conversation", async () => {
    const { start, end, log, tenant } = await openConversation();
    await end(await start({ plan: telling("It is done once") }));
    const anew = await start({ plan: telling("It is done once"), reuse: false });
    const other = await start({ plan: telling("It is done twice") });
    for (const run of [anew, other]) {
      await end(run);
      expect(typesOf(await log(run))).toEqual(["task-start", "task-end"]);
    }
    const elsewhere = await openConversation(tenant);
    const run = await elsewhere.start({ plan: telling("It is done once") });
    await elsewhere.end(run);
    expect(typesOf(await elsewhere.log(run))).toEqual(["task-start", "task-end"]);
  });

  it("is done once for a plan that has it twice, which the other one waits for", async () => {
    const { start, end, log } = await openConversation();
    const run = await start({ plan: [0, 1].map((id) => doing("language-identification", "Two of a kind", id)) });
    expect((await end(run)).end?.status).toBe("succeeded");
    const events = await log(run);
    expect(events.filter(({ type }) => type === "task-start")).toHaveLength(1);
    expect(endOf(events, 1) ?? endOf(events, 0)).toMatchObject({ status: "succeeded" });
  });

  it("is done again once the run that did it is gone from the ledger, or a file that it made", async () => {
    const { start, end, log, name } = await openConversation();
    const speech = [doing("text-to-speech", "Read this aloud")];
    const first = await start({ plan: speech });
    const made = await end(first);
    const output = Object.values(made.tasks[0]?.outputs ?? {})[0];
    expect(output).toMatchObject({ as: "resource" });
    const spared = await start({ plan: speech });
    await end(spared);
    expect(typesOf(await log(spared))).toEqual(["task-end"]);
    const stub = env.CONVERSATION.getByName(name);
    await runInDurableObject(stub, (_, { storage }) => {
      storage.sql.exec("DELETE FROM resources WHERE id = ?", output?.as === "resource" ? output.resource.id : "");
    });
    const anew = await start({ plan: speech });
    await end(anew);
    expect(typesOf(await log(anew))).toEqual(["task-start", "task-end"]);
    await runInDurableObject(
      stub,
      (_, { storage }) => void storage.sql.exec("DELETE FROM events WHERE run <> ?", spared),
    );
    const last = await start({ plan: speech });
    await end(last);
    expect(typesOf(await log(last))).toEqual(["task-start", "task-end"]);
  });

  it("is done again where it failed, or is older than a day", async () => {
    const { start, end, log, name } = await openConversation();
    const plan = telling("It may be done again");
    const changes = [
      "UPDATE events SET data = json_set(data, '$.status', 'failed') WHERE type = 'task-end'",
      "UPDATE events SET at = at - 86400001",
    ];
    await end(await start({ plan }));
    for (const change of changes) {
      await runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => void storage.sql.exec(change));
      const again = await start({ plan });
      await end(again);
      expect(typesOf(await log(again))).toContain("task-start");
    }
  });

  it("is found by an index, which a ledger from before gets when it is next asked for", async () => {
    await runInDurableObject(env.CONVERSATION.getByName(`${TENANT}:${crypto.randomUUID()}`), (_, { storage }) => {
      const ledger = () => new Ledger(storage, new Tables(storage, CONVERSATION_SCHEMA));
      ledger().create({ tenant: TENANT, conversation: "c", createdAt: 0 });
      storage.sql.exec("DROP INDEX fingerprints; DROP TABLE schema_versions");
      expect(ledger().identity()).not.toBeNull();
      const plan = storage.sql.exec<{ detail: string }>(
        "EXPLAIN QUERY PLAN SELECT 1 FROM events WHERE type = 'task-start' AND json_extract(data, '$.fingerprint') = 'x'",
      );
      expect(plan.one().detail).toContain("fingerprints");
    });
  });

  it("is done again by the embedded experts of another version of the Worker, and by nobody else", () => {
    const run = new Simulation({ plan: planOf({ 0: [] }) });
    run.succeed("plan");
    const task = {
      id: 0,
      type: "language-identification",
      args: { text: { from: "literal", value: "Words" } },
    } as const;
    const by = (provider: "embedded" | "openai", version: string) =>
      new Results(
        { findResult: () => null, findResource: () => undefined },
        createOntology(),
        () => 0,
        version,
      ).fingerprint(run.state, task, { provider, model: "m", reason: "" });
    expect(by("embedded", "a")).toBe(by("embedded", "a"));
    expect(by("embedded", "a")).not.toBe(by("embedded", "b"));
    expect(by("openai", "a")).toBe(by("openai", "b"));
  });
});
