import { abortAllDurableObjects } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Tenant } from "../../durable-objects/tenant.ts";
import { TenantPartition } from "../../durable-objects/tenant-partition.ts";
import { conversationPrefix } from "../../r2-schemas/keys.ts";
import { randomHex } from "../../src/domain/ids.ts";
import { PARTITIONS, partitionOf } from "../../src/domain/partitions.ts";
import { wire } from "../../src/wiring.ts";
import { scripted } from "../durable-objects/driver.ts";
import { eventually } from "../eventually.ts";
import { createCaller, expectStatus, madeElsewhere, post, runOf, upload } from "../http/caller.ts";
import { createBackstage } from "../http/doubles.ts";
import { UNTIL_ENDED } from "../patience.ts";
import { rowsOf } from "./divided.ts";

const WAIT = { prefer: UNTIL_ENDED };
const wiring = wire(env);
const backstage = { ...createBackstage(), wiring };
const caller = createCaller(backstage);
const tables = (tenant: string, partition: string) => rowsOf(env.TENANT_PARTITION.getByName(`${tenant}:${partition}`));

/** The API on real objects that divide tenants, as a tenant of its own. */
function begin() {
  const tenant = randomHex(8);
  const call = caller.as(tenant);
  return {
    tenant,
    call,
    run: async (body: object, headers: Record<string, string> = {}) => {
      const run = await runOf(await call("/v1/runs", post(body, { ...WAIT, ...headers })), 200);
      return { ...run, partition: partitionOf(run.conversation) ?? "" };
    },
    listed: async () => {
      const page: { conversations: { id: string }[] } = await (await call("/v1/conversations")).json();
      return page.conversations.map(({ id }) => id);
    },
  };
}

describe("a run of a divided tenant", () => {
  it("is made, read, listed and deleted as any other, with its files", async () => {
    const { tenant, call, run, listed } = begin();
    const file = await upload(call, "hello", "a.txt", "text/plain");
    const made = await run({ text: "", plan: [scripted(0, {})], resources: [file.id] });
    expect(made.status).toBe("succeeded");
    expect(PARTITIONS).toContain(made.partition);
    expect(await listed()).toEqual([made.conversation]);
    const body = post({ plan: [scripted(0, {})] }, WAIT);
    const second = await runOf(await call(`/v1/conversations/${made.conversation}/messages`, body), 200);
    expect(second).toMatchObject({ status: "succeeded", conversation: made.conversation });
    for (const path of [`runs/${made.id}`, `runs/${made.id}/report`, `conversations/${made.conversation}`]) {
      await expectStatus(await call(`/v1/${path}`), 200);
      await expectStatus(await caller.as(randomHex(8))(`/v1/${path}`), 404);
    }
    await eventually(async () => expect((await tables(tenant, made.partition)).active_runs).toEqual([]));
    await expectStatus(await call(`/v1/conversations/${made.conversation}`, { method: "DELETE" }), 204);
    await expectStatus(await call(`/v1/conversations/${made.conversation}`), 404);
    await expectStatus(await call(`/v1/resources/${file.id}`), 404);
    expect(await listed()).toEqual([]);
    const part = (await wiring.ids.readConversation(tenant, made.conversation)) ?? "";
    expect((await env.RESOURCES.list({ prefix: conversationPrefix(tenant, part) })).objects).toEqual([]);
    await eventually(async () => {
      const { conversations, storage, told_tenant: told } = await tables(tenant, made.partition);
      expect([conversations, storage, told]).toEqual([[], [], []]);
      const { adoptions, uploads } = await rowsOf(env.TENANT.getByName(tenant));
      expect([adoptions, uploads]).toEqual([[], []]);
    });
  });

  it("asks its tenant's object for nothing but terms, and its partition for its admission and its end", async () => {
    const { run } = begin();
    const called: string[] = [];
    for (const { name, prototype } of [Tenant, TenantPartition]) {
      for (const method of Object.getOwnPropertyNames(prototype).filter((one) => one !== "constructor")) {
        const original: unknown = Reflect.get(prototype, method);
        if (typeof original !== "function") continue;
        Reflect.set(prototype, method, function counted(this: unknown, ...args: unknown[]) {
          called.push(`${name}.${method}`);
          return Reflect.apply(original, this, args);
        });
      }
    }
    for (let n = 0; n < 5; n++) await run({ text: "", plan: [scripted(0, {})] }, { "idempotency-key": `n${n}` });
    const times = (name: string) => called.filter((one) => one === name).length;
    await eventually(() => expect(times("TenantPartition.runEnded")).toBe(5));
    expect(times("TenantPartition.admit")).toBe(5);
    const others = called.filter((one) => !/^TenantPartition\.(admit|runEnded)$/.test(one));
    expect(new Set(others)).toEqual(new Set(["Tenant.isRevoked", "Tenant.terms"]));
    expect(times("Tenant.isRevoked")).toBe(1);
    // Each partition asks once in ten seconds.
    expect(times("Tenant.terms")).toBeLessThanOrEqual(5);
  });

  it("is the same under its idempotency key, whatever was killed in between", async () => {
    const { run, listed } = begin();
    const body = { text: "", plan: [scripted(0, {})] };
    const runs: { id: string; conversation: string; partition: string }[] = [];
    for (const key of ["one", "one", "two", "one", "two"]) {
      runs.push(await run(body, { "idempotency-key": key }));
      await abortAllDurableObjects();
    }
    expect(new Set(runs.map(({ id }) => id)).size).toBe(2);
    expect((await listed()).toSorted()).toEqual([...new Set(runs.map(({ conversation }) => conversation))].toSorted());
  });

  it("of a file that another conversation made adopts a copy of it, and a limited key pays for it once", async () => {
    const { tenant, run } = begin();
    const rpc = wiring.tenant(tenant);
    await rpc.addKey({ id: "00000001", name: "", limits: { runsPerMinute: null, activeRuns: 1, usdPerDay: 1 } });
    const file = await madeElsewhere(backstage, tenant, { name: "a.txt", content: "a text" });
    for (let n = 0; n < 3; n++) {
      const made = await run({ text: "", plan: [scripted(0, {})], resources: [file] });
      expect(made.status).toBe("succeeded");
      await eventually(async () => {
        const { key_reservations: reserved, active_runs: active } = await rowsOf(env.TENANT.getByName(tenant));
        expect([reserved, active]).toEqual([[], []]);
      });
    }
    expect(await rpc.listUploads(10, null)).toHaveLength(3);
    expect(await rpc.listUploads(10, null, "unadopted")).toEqual([]);
  });
});
