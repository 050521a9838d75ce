import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Resource, UPLOAD_LIFETIME_MS } from "../../src/domain/resources.ts";
import type { TenantRpc } from "../../src/rpc/index.ts";
import type { Admission } from "../../src/rpc/registry.ts";
import { wire } from "../../src/wiring.ts";
import { ADMITTED } from "./admitted.ts";

const { ids, resources } = wire(env);

async function openTenant(): Promise<{ readonly name: string; readonly rpc: TenantRpc; upload(): Promise<Resource> }> {
  const name = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  const rpc = wire(env).tenant(name);
  return {
    name,
    rpc,
    upload: async () => {
      const id = await ids.newResource(name, null);
      await rpc.announceUpload({ id, keyId: "00000001", mostBytes: 100 });
      const body = new Blob(["hello"]).stream();
      const request = { tenant: name, id, name: "a.txt", declaredType: "text/plain", body, maxBytes: 100 };
      const resource = await resources.save({ ...request, origin: { by: "upload" } });
      await rpc.recordUpload(resource);
      return resource;
    },
  };
}

const admission = (run: string, more: Partial<Admission> = {}): Admission => ({
  keyId: "00000001",
  conversation: "conv",
  run,
  ...more,
});

describe("booking runs", () => {
  it("gives a repeat under one idempotency key the first run, and refuses another body", async () => {
    const { rpc } = await openTenant();
    const idempotency = { key: "k", fingerprint: "f" };
    expect(await rpc.admit(admission("run-1", { idempotency }))).toEqual(ADMITTED);
    expect(await rpc.admit(admission("run-2", { idempotency }))).toEqual({
      ok: true,
      value: { conversation: "conv", run: "run-1", replay: true, adopted: [], endpoints: [] },
    });
    const other = await rpc.admit(admission("run-3", { idempotency: { key: "k", fingerprint: "g" } }));
    expect(other).toMatchObject({ ok: false, error: { code: "idempotency-mismatch" } });
  });

  it("opens the conversation and adopts the uploads, all of it or nothing", async () => {
    const { rpc, upload } = await openTenant();
    const file = await upload();
    const missing = { title: "Files", uploads: [file.id, "res_missing"] };
    expect(await rpc.admit(admission("run-1", missing))).toMatchObject({ ok: false, error: { code: "not-found" } });
    expect(await rpc.listConversations(10, null)).toEqual([]);
    const adopted = await rpc.admit(admission("run-1", { title: "Files", uploads: [file.id] }));
    expect(adopted).toMatchObject({ value: { adopted: [file], replay: false } });
    expect(await rpc.listConversations(10, null)).toMatchObject([{ id: "conv", title: "Files" }]);
    expect(await rpc.abandon("run-1")).toBe(true);
    expect(await rpc.listConversations(10, null)).toEqual([]);
    expect(await rpc.findUpload(file.id)).toEqual(file);
  });

  it("keeps what another run needs that was booked meanwhile, until that is given up as well", async () => {
    const { rpc, upload } = await openTenant();
    const file = await upload();
    for (const run of ["run-1", "run-2"]) await rpc.admit(admission(run, { title: "Shared", uploads: [file.id] }));
    await rpc.abandon("run-1");
    expect(await rpc.listConversations(10, null)).toMatchObject([{ id: "conv" }]);
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + UPLOAD_LIFETIME_MS + 1);
    expect(await rpc.findUpload(file.id)).toEqual(file);
    await rpc.abandon("run-2");
    expect(await rpc.listConversations(10, null)).toEqual([]);
    expect(await rpc.findUpload(file.id)).toBeNull();
    vi.useRealTimers();
  });

  it("names the conversation that it opened by the message once its files are stored", async () => {
    const { rpc } = await openTenant();
    await rpc.admit(admission("run-1", { title: "What is on https://example.org/a.png?" }));
    await rpc.adopt("run-1", [], "What is on a.png?");
    await rpc.admit(admission("run-2"));
    await rpc.adopt("run-2", [], "another");
    expect(await rpc.listConversations(10, null)).toMatchObject([{ title: "What is on a.png?" }]);
  });

  it("knows the runs that were booked before bookings had a table of their own", async () => {
    const { rpc, name } = await openTenant();
    const idempotency = { key: "k", fingerprint: "f" };
    await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
      storage.sql.exec(`
        CREATE TABLE uploads (id TEXT PRIMARY KEY, resource TEXT, expires_at INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE idempotency (
          key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, conversation TEXT NOT NULL, run TEXT NOT NULL, at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE booked_runs (
          run TEXT PRIMARY KEY, key TEXT NOT NULL, requests INTEGER NOT NULL, has_ended INTEGER NOT NULL, at INTEGER NOT NULL
        ) WITHOUT ROWID;
        INSERT INTO idempotency VALUES ('k', 'f', 'conv', 'run-1', ${Date.now()});
        INSERT INTO booked_runs VALUES ('run-1', 'k', 0, 1, ${Date.now()});
      `),
    );
    const repeat = await rpc.admit(admission("run-2", { idempotency, unmade: "run-1" }));
    expect(repeat).toMatchObject({ ok: true, value: { run: "run-1", replay: true } });
  });

  it("frees the place of a run that ended, or never was, without anybody telling", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { rpc, name } = await openTenant();
    const run = await ids.newRun(name, "0".repeat(20));
    await rpc.admit(admission(run));
    vi.setSystemTime(Date.now() + 60 * 60_000);
    const stub = env.TENANT.getByName(name);
    await runDurableObjectAlarm(stub);
    const left = await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec("SELECT * FROM active_runs").toArray(),
    );
    expect(left).toEqual([]);
    expect(await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())).toBeNull();
    vi.useRealTimers();
  });

  it("lets as many runs be under way as the limit says, and another once one has ended", async () => {
    const { rpc } = await openTenant();
    for (let i = 0; i < 100; i++) expect((await rpc.admit(admission(`run-${i}`))).ok).toBe(true);
    expect(await rpc.admit(admission("one-too-many"))).toMatchObject({ ok: false, error: { code: "rate-limited" } });
    await rpc.runEnded("run-7");
    expect((await rpc.admit(admission("next"))).ok).toBe(true);
  });
});

describe("uploads", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => vi.useRealTimers());

  it("expire after a day unless a conversation adopts them", async () => {
    const { rpc, name, upload } = await openTenant();
    const [kept, left] = [await upload(), await upload()];
    expect((await rpc.admit(admission("run-1", { uploads: [kept.id] }))).ok).toBe(true);
    vi.setSystemTime(Date.now() + UPLOAD_LIFETIME_MS + 1);
    expect(await rpc.findUpload(left.id)).toBeNull();
    expect(await rpc.adopt("run-1", [left.id])).toMatchObject({ ok: false, error: { code: "not-found" } });
    await runDurableObjectAlarm(env.TENANT.getByName(name));
    expect(await resources.head(name, left.id)).toBeNull();
    expect(await resources.head(name, kept.id)).not.toBeNull();
    expect(await rpc.findUpload(kept.id)).toEqual(kept);
  });

  it("are listed, the newest first, page by page, while they are there", async () => {
    const { rpc, upload } = await openTenant();
    const old = await upload();
    await rpc.admit(admission("run-1", { uploads: [old.id] }));
    vi.setSystemTime(Date.now() + 1_000);
    const left = await upload();
    vi.setSystemTime(Date.now() + 1_000);
    const newest = await upload();
    expect(await rpc.listUploads(9, null)).toEqual([newest, left, old]);
    expect(await rpc.listUploads(2, null)).toEqual([newest, left]);
    expect(await rpc.listUploads(2, left.id)).toEqual([old]);
    expect(await rpc.listUploads(2, "res_missing")).toEqual([]);
    expect(await rpc.listUploads(9, null, "unadopted")).toEqual([newest, left]);
    vi.setSystemTime(Date.now() + UPLOAD_LIFETIME_MS + 1);
    expect(await rpc.listUploads(9, null)).toEqual([old]);
  });

  it("go with the last conversation that keeps them", async () => {
    const { rpc, name, upload } = await openTenant();
    const file = await upload();
    for (const conversation of ["conv-1", "conv-2"]) {
      await rpc.admit(admission(`run in ${conversation}`, { conversation, uploads: [file.id] }));
    }
    await rpc.closeConversation("conv-1");
    expect(await resources.head(name, file.id)).not.toBeNull();
    await rpc.closeConversation("conv-2");
    expect(await resources.head(name, file.id)).toBeNull();
    expect(await rpc.findUpload(file.id)).toBeNull();
  });

  it("stay when an adoption came to nothing", async () => {
    const { rpc, name, upload } = await openTenant();
    const file = await upload();
    await rpc.admit(admission("run-1"));
    await rpc.adopt("run-1", [file.id]);
    await rpc.abandon("run-1");
    await rpc.closeConversation("conv");
    expect(await resources.head(name, file.id)).not.toBeNull();
  });

  it("that were announced and never came are forgotten", async () => {
    const { rpc, name } = await openTenant();
    const id = await ids.newResource(name, null);
    await rpc.announceUpload({ id, keyId: "00000001", mostBytes: 100 });
    expect(await rpc.findUpload(id)).toBeNull();
    expect(await rpc.admit(admission("run-1", { uploads: [id] }))).toMatchObject({ ok: false });
  });
});

describe("the index of conversations", () => {
  it("is paged newest first, without a gap when many were opened at once", async () => {
    const { rpc } = await openTenant();
    for (let i = 0; i < 5; i++) await rpc.openConversation(`conv-${i}`, `Number ${i}`);
    const first = await rpc.listConversations(2, null);
    const second = await rpc.listConversations(5, first.at(-1)?.place ?? null);
    expect([...first, ...second].map((entry) => entry.id)).toEqual(["conv-4", "conv-3", "conv-2", "conv-1", "conv-0"]);
    expect((await rpc.findConversation("conv-3"))?.title).toBe("Number 3");
    await rpc.closeConversation("conv-3");
    expect(await rpc.findConversation("conv-3")).toBeNull();
  });

  it("of a tenant that has nothing is empty, and keys are not revoked", async () => {
    const { rpc } = await openTenant();
    expect(await rpc.listConversations(10, null)).toEqual([]);
    expect(await rpc.isRevoked("00000001")).toBe(false);
    await rpc.revokeKey("00000001");
    expect(await rpc.isRevoked("00000001")).toBe(true);
  });
});
