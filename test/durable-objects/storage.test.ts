import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Tables } from "../../durable-objects/tables.ts";
import { TENANT_SCHEMA } from "../../durable-objects/tenant/migrations.ts";
import { Storage } from "../../durable-objects/tenant/storage.ts";
import { UNLIMITED } from "../../src/domain/api-key.ts";
import type { Resource, ResourceId } from "../../src/domain/resources.ts";
import { wire } from "../../src/wiring.ts";

const QUOTA = wire(env).config.deployment.limits.storageBytes;
const MORE_THAN_HALF = Math.floor(QUOTA / 2) + 1;

function openTenant() {
  const name = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  const { ids, tenant } = wire(env);
  const rpc = tenant(name);
  const announce = async (mostBytes: number, keyId = "00000001") => {
    const id = await ids.newResource(name, null);
    return { id, admitted: await rpc.announceUpload({ id, keyId, mostBytes }) };
  };
  return { name, rpc, announce };
}

const resource = (id: ResourceId, bytes: number): Resource => ({
  ...{ id, kind: "text", mediaType: "text/plain", name: "a.txt", bytes, sha256: "0".repeat(64) },
  ...{ createdAt: Date.now(), origin: { by: "upload" } as const },
});

const admission = (run: string) => ({ keyId: "00000001", conversation: "conv_1", run });

describe("the account of what is stored", () => {
  it("comes to what its rows come to, whatever is announced, stored, told again, dropped and closed", async () => {
    const id = fc.constantFrom("a", "b", "c");
    const step = fc.tuple(fc.constantFrom("reserve", "settle", "made", "drop", "close"), id, fc.nat({ max: 9 }));
    await runInDurableObject(env.TENANT.getByName(openTenant().name), (_, { storage }) => {
      new Tables(storage, TENANT_SCHEMA).prepare();
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
          const account = new Storage(storage.sql, QUOTA);
          account.usage();
          for (const [does, what, bytes] of steps) {
            if (does === "reserve") account.reserve(`res_${what}`, bytes);
            else if (does === "settle") account.settle(resource(`res_${what}`, bytes));
            else if (does === "made") account.made(`run_${what}`, `conv_${what}`, bytes);
            else if (does === "drop") account.drop([`res_${what}`, "res_none"]);
            else account.conversationClosed(`conv_${what}`);
            expect(account.usage()).toEqual(new Storage(storage.sql, QUOTA).usage());
          }
        }),
      );
    });
  });
});

describe("what a tenant stores", () => {
  it("is what was stored, and room for what is under way", async () => {
    const { rpc, announce } = openTenant();
    expect(await rpc.storage()).toEqual({ usedBytes: 0, reservedBytes: 0, quotaBytes: QUOTA });
    const { id } = await announce(1_000);
    expect(await rpc.storage()).toMatchObject({ usedBytes: 0, reservedBytes: 1_000 });
    await rpc.recordUpload(resource(id, 400));
    expect(await rpc.storage()).toMatchObject({ usedBytes: 400, reservedBytes: 0 });
  });

  it("cannot be passed by uploads at once, of which each has room by itself", async () => {
    const { announce } = openTenant();
    const answers = await Promise.all([announce(MORE_THAN_HALF), announce(MORE_THAN_HALF), announce(MORE_THAN_HALF)]);
    const refused = answers.filter(({ admitted }) => !admitted.ok);
    expect(refused).toHaveLength(2);
    for (const { admitted } of refused) {
      expect(admitted).toMatchObject({ error: { code: "storage-full", message: expect.stringContaining("are used") } });
    }
  });

  it("has room again once an upload was given up, was smaller, or has gone with its conversation", async () => {
    const { rpc, announce } = openTenant();
    const first = await announce(QUOTA);
    expect((await announce(1)).admitted.ok).toBe(false);
    await rpc.abandonUploads([first.id]);
    const second = await announce(QUOTA);
    expect(second.admitted.ok).toBe(true);
    await rpc.recordUpload(resource(second.id, 10));
    const runs = ["1", "2"];
    for (const run of runs) {
      const admission = { keyId: "00000001", conversation: `conv_${run}`, run, title: run };
      expect((await rpc.admit(admission)).ok).toBe(true);
    }
    const third = await announce(QUOTA - 10);
    expect(third.admitted.ok).toBe(true);
    await rpc.recordUpload(resource(third.id, QUOTA - 10));
    for (const run of runs) expect((await rpc.adopt(run, [third.id])).ok).toBe(true);
    await rpc.closeConversation("conv_1");
    // Another conversation keeps it: it was counted once, and still is.
    expect(await rpc.storage()).toMatchObject({ usedBytes: QUOTA });
    await rpc.closeConversation("conv_2");
    expect(await rpc.storage()).toMatchObject({ usedBytes: 10, reservedBytes: 0 });
  });

  it("has what runs made, each once, as long as their conversation", async () => {
    const { rpc } = openTenant();
    await rpc.openConversation("conv_1", "one");
    const made = { conversation: "conv_1", bytes: 700 };
    await rpc.runEnded("run_1", [], 0, made);
    await rpc.runEnded("run_1", [], 0, made);
    await rpc.runEnded("run_2", [], 0, { ...made, bytes: 300 });
    expect(await rpc.storage()).toMatchObject({ usedBytes: 1_000 });
    await rpc.closeConversation("conv_1");
    // One that was late is not counted for a conversation that is gone.
    await rpc.runEnded("run_3", [], 0, made);
    expect(await rpc.storage()).toMatchObject({ usedBytes: 0 });
  });

  it("lets no run begin once it is full, and gives a run that exists", async () => {
    const { rpc } = openTenant();
    const idempotency = { key: "k", fingerprint: "f" };
    await rpc.openConversation("conv_1", "one");
    expect(await rpc.admit({ ...admission("run_1"), idempotency })).toMatchObject({ ok: true });
    await rpc.runEnded("run_1", [], 0, { conversation: "conv_1", bytes: QUOTA });
    expect(await rpc.admit(admission("run_2"))).toMatchObject({ ok: false, error: { code: "storage-full" } });
    const again = await rpc.admit({ ...admission("run_3"), idempotency });
    expect(again).toMatchObject({ ok: true, value: { run: "run_1", replay: true } });
  });

  it("counts what was uploaded before there was an account", async () => {
    const { name, rpc, announce } = openTenant();
    const { id } = await announce(1_000);
    await rpc.recordUpload(resource(id, 400));
    await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) => {
      storage.sql.exec("DROP TABLE storage; DROP TABLE schema_versions");
      new Tables(storage, TENANT_SCHEMA).prepare();
      expect(new Storage(storage.sql, QUOTA).usage()).toMatchObject({ usedBytes: 400 });
    });
  });
});

describe("the rate of files", () => {
  // A minute passes for nobody meanwhile.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("is a key's own, as many as the runs that it may start could take, and says when to come back", async () => {
    const { rpc, announce } = openTenant();
    await rpc.addKey({ id: "00000003", name: "", limits: { ...UNLIMITED, runsPerMinute: 1 } });
    for (let count = 0; count < 32; count++) expect((await announce(1, "00000003")).admitted.ok).toBe(true);
    const { admitted } = await announce(1, "00000003");
    expect(admitted).toMatchObject({ ok: false, error: { code: "rate-limited", retryable: true } });
    expect(admitted.ok ? 0 : admitted.error.retryAfterMs).toBeGreaterThan(0);
    expect((await announce(1, "00000002")).admitted.ok).toBe(true);
  });
});
