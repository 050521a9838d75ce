import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_KEYS } from "../../durable-objects/tenant/keys.ts";
import { type KeyLimits, UNLIMITED } from "../../src/domain/api-key.ts";
import { randomHex } from "../../src/domain/ids.ts";
import { wire } from "../../src/wiring.ts";

const HOUR_MS = 60 * 60_000;
/** Far ahead, so that an alarm comes when a test lets it, and never by itself. */
const NOON = Date.UTC(2096, 10, 22, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(NOON);
});
afterEach(() => vi.useRealTimers());

function openTenant() {
  const name = randomHex(8);
  const rpc = wire(env).tenant(name);
  return {
    name,
    rpc,
    admit: (keyId: string, run: string, budgetUsd?: number) =>
      rpc.admit({ keyId, conversation: "conv", run, ...(budgetUsd === undefined ? {} : { budgetUsd }) }),
    /** A key that the server has heard of. */
    limited: async (keyId: string, limits: Partial<KeyLimits>) => {
      if (!(await rpc.findKey(keyId))) await rpc.addKey({ id: keyId, name: "", limits: UNLIMITED });
      return rpc.limitKey(keyId, limits);
    },
  };
}

describe("a key with limits of its own", () => {
  it("starts and plans as many runs a minute, and other keys as many as before", async () => {
    const { rpc, admit, limited } = openTenant();
    await limited("0000000a", { runsPerMinute: 2 });
    expect((await admit("0000000a", "run-1")).ok).toBe(true);
    expect((await rpc.meter("0000000a")).ok).toBe(true);
    const refused = { ok: false, error: { code: "rate-limited", retryAfterMs: 60_000 } };
    expect(await admit("0000000a", "run-2")).toMatchObject(refused);
    expect(await rpc.meter("0000000a")).toMatchObject(refused);
    for (const run of ["run-3", "run-4", "run-5"]) expect((await admit("0000000b", run)).ok).toBe(true);
    vi.setSystemTime(NOON + 60_000);
    expect((await admit("0000000a", "run-6")).ok).toBe(true);
  });

  it("is held to what every key is held to as well", async () => {
    const { limited, rpc } = openTenant();
    await limited("0000000a", { runsPerMinute: 1_000 });
    for (let count = 0; count < 600; count++) await rpc.meter("0000000a");
    expect(await rpc.meter("0000000a")).toMatchObject({ ok: false, error: { code: "rate-limited" } });
  });

  it("has as many runs under way at once, and another once one has ended", async () => {
    const { rpc, admit, limited } = openTenant();
    await limited("0000000a", { activeRuns: 2 });
    expect((await admit("0000000a", "run-1")).ok).toBe(true);
    expect((await admit("0000000a", "run-2")).ok).toBe(true);
    expect(await admit("0000000a", "run-3")).toMatchObject({ ok: false, error: { code: "rate-limited" } });
    expect((await admit("0000000b", "run-4")).ok).toBe(true);
    await rpc.runEnded("run-1");
    expect((await admit("0000000a", "run-3")).ok).toBe(true);
  });

  it("gives a repeat under an idempotency key its run also at the limit", async () => {
    const { rpc, limited } = openTenant();
    await limited("0000000a", { activeRuns: 1 });
    const admission = { keyId: "0000000a", conversation: "conv", run: "run-1" };
    const idempotency = { key: "k", fingerprint: "f" };
    expect((await rpc.admit({ ...admission, idempotency })).ok).toBe(true);
    expect(await rpc.admit({ ...admission, run: "run-2", idempotency })).toMatchObject({ value: { run: "run-1" } });
  });

  it("begins nothing once it has spent what it may on a day, until the next", async () => {
    const { rpc, admit, limited } = openTenant();
    await limited("0000000a", { usdPerDay: 1 });
    expect((await admit("0000000a", "run-1")).ok).toBe(true);
    await rpc.runEnded("run-1", [], 0.75);
    // Told twice, as deliveries are repeated.
    await rpc.runEnded("run-1", [], 0.75);
    expect(await rpc.findKey("0000000a")).toMatchObject({ spentTodayUsd: 0.75 });
    expect((await admit("0000000a", "run-2")).ok).toBe(true);
    await rpc.runEnded("run-2", [], 0.5);
    expect(await admit("0000000a", "run-3")).toMatchObject({
      ok: false,
      error: { code: "budget-exceeded", retryable: true, retryAfterMs: 12 * HOUR_MS },
    });
    expect((await admit("0000000b", "run-4")).ok).toBe(true);
    vi.setSystemTime(NOON + 12 * HOUR_MS);
    expect((await admit("0000000a", "run-3")).ok).toBe(true);
    expect(await rpc.findKey("0000000a")).toMatchObject({ spentTodayUsd: 0 });
  });

  it("may spend nothing at all", async () => {
    const { admit, limited } = openTenant();
    await limited("0000000a", { usdPerDay: 0 });
    expect(await admit("0000000a", "run-1")).toMatchObject({ ok: false, error: { code: "budget-exceeded" } });
  });

  it("loses a limit by null, and keeps those that are not named", async () => {
    const { limited, admit } = openTenant();
    await limited("0000000a", { activeRuns: 1, usdPerDay: 3 });
    expect(await limited("0000000a", { activeRuns: null })).toEqual({ ...UNLIMITED, usdPerDay: 3 });
    for (const run of ["run-1", "run-2"]) expect((await admit("0000000a", run, 1)).ok).toBe(true);
  });

  it("leaves no trace of days and runs that are over", async () => {
    const { rpc, admit, limited, name } = openTenant();
    await limited("0000000a", { usdPerDay: 5 });
    await admit("0000000a", "run-1");
    await rpc.runEnded("run-1", [], 1);
    await admit("0000000a", "run-nobody-told-of");
    vi.setSystemTime(NOON + 31 * 24 * HOUR_MS);
    await runDurableObjectAlarm(env.TENANT.getByName(name));
    const left = await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) => [
      ...storage.sql.exec("SELECT * FROM key_spending"),
      ...storage.sql.exec("SELECT * FROM key_runs"),
      ...storage.sql.exec("SELECT * FROM key_reservations"),
    ]);
    expect(left).toEqual([]);
  });
});

describe("a key without limits", () => {
  it("has nothing kept of its runs", async () => {
    const { rpc, admit, name } = openTenant();
    await admit("0000000a", "run-1");
    await rpc.runEnded("run-1", [], 1);
    const rows = await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
      storage.sql.exec("SELECT * FROM key_spending").toArray(),
    );
    expect(rows).toEqual([]);
  });
});

const tablesIn = ({ sql }: DurableObjectStorage) =>
  sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray();

describe("the keys of a tenant", () => {
  it("are those that were made here, used, limited or revoked, the newest first", async () => {
    const { rpc, limited } = openTenant();
    await rpc.addKey({ id: "0000000a", name: "first", limits: UNLIMITED });
    vi.setSystemTime(NOON + HOUR_MS);
    await rpc.addKey({ id: "0000000b", name: "second", limits: { ...UNLIMITED, activeRuns: 3 } });
    await rpc.isRevoked("0000000c");
    await limited("0000000d", { usdPerDay: 1 });
    await rpc.revokeKey("0000000e");
    await rpc.isRevoked("00000000");
    const keys = await rpc.keys();
    expect(keys.map(({ id }) => id)).toEqual(["0000000b", "0000000d", "0000000a", "0000000c", "0000000e"]);
    expect(keys[0]).toEqual({
      ...{ id: "0000000b", name: "second", limits: { ...UNLIMITED, activeRuns: 3 } },
      ...{ createdAt: NOON + HOUR_MS, usedAt: null, revokedAt: null, spentTodayUsd: 0 },
    });
    expect(keys[3]).toMatchObject({ name: "", createdAt: null, usedAt: NOON + HOUR_MS });
    expect(keys[4]).toMatchObject({ revokedAt: NOON + HOUR_MS });
  });

  it("are good until the moment that they are revoked from, and a later one changes nothing", async () => {
    const { rpc } = openTenant();
    await rpc.addKey({ id: "0000000a", name: "old", limits: UNLIMITED });
    await rpc.revokeKey("0000000a", NOON + HOUR_MS);
    await rpc.revokeKey("0000000a", NOON + 2 * HOUR_MS);
    expect(await rpc.isRevoked("0000000a")).toBe(false);
    vi.setSystemTime(NOON + HOUR_MS);
    expect(await rpc.isRevoked("0000000a")).toBe(true);
  });

  it("are written down as used by the hour, and asking about none writes nothing", async () => {
    const { rpc, name } = openTenant();
    expect(await rpc.isRevoked("0000000a")).toBe(false);
    expect(await rpc.keys()).toEqual([]);
    const stub = env.TENANT.getByName(name);
    expect(await runInDurableObject(stub, (_, { storage }) => tablesIn(storage))).toEqual([]);
    await rpc.addKey({ id: "0000000b", name: "b", limits: UNLIMITED });
    for (const [minutes, noted] of [
      [0, 0],
      [59, 0],
      [61, 61],
    ] as const) {
      vi.setSystemTime(NOON + minutes * 60_000);
      await rpc.isRevoked("0000000b");
      expect(await rpc.findKey("0000000b")).toMatchObject({ usedAt: NOON + noted * 60_000 });
    }
  });
});

describe("limiting a key that nobody has heard of", () => {
  it("makes no row, and no table where there is none", async () => {
    const { rpc, name } = openTenant();
    expect(await rpc.limitKey("0000000a", { activeRuns: 1 })).toBeNull();
    const stub = env.TENANT.getByName(name);
    expect(await runInDurableObject(stub, (_, { storage }) => tablesIn(storage))).toEqual([]);
    await rpc.addKey({ id: "0000000b", name: "b", limits: UNLIMITED });
    expect(await rpc.limitKey("0000000a", { activeRuns: 1 })).toBeNull();
    const rows = await runInDurableObject(stub, (_, { storage }) => storage.sql.exec("SELECT id FROM keys").toArray());
    expect(rows).toEqual([{ id: "0000000b" }]);
  });

  it("works from the moment that it is used", async () => {
    const { rpc } = openTenant();
    await rpc.addKey({ id: "0000000b", name: "b", limits: UNLIMITED });
    await rpc.isRevoked("0000000a");
    expect(await rpc.limitKey("0000000a", { activeRuns: 1 })).toEqual({ ...UNLIMITED, activeRuns: 1 });
  });
});

describe("rotating a key", () => {
  const at = NOON + HOUR_MS;

  it("makes one other key of it, also where two ask at once", async () => {
    const { rpc } = openTenant();
    const limits = { ...UNLIMITED, activeRuns: 3 };
    await rpc.addKey({ id: "0000000a", name: "bot", limits });
    const rotated = await Promise.all(["0000000b", "0000000c"].map((id) => rpc.rotateKey("0000000a", id, at)));
    const fresh = { createdAt: NOON, usedAt: null, revokedAt: null, spentTodayUsd: 0 };
    expect(rotated).toEqual([
      { ok: true, value: { id: "0000000b", name: "bot", limits, ...fresh } },
      { ok: false, error: expect.objectContaining({ code: "conflict", retryable: false }) },
    ]);
    expect((await rpc.keys()).map(({ id, revokedAt }) => [id, revokedAt])).toEqual([
      ["0000000a", at],
      ["0000000b", null],
    ]);
  });

  it("is refused for one that nobody has heard of, and leaves nothing behind", async () => {
    const { rpc } = openTenant();
    const refused = { ok: false, error: { code: "not-found" } };
    expect(await rpc.rotateKey("0000000a", "0000000b", at)).toMatchObject(refused);
    await rpc.addKey({ id: "0000000c", name: "c", limits: UNLIMITED });
    expect(await rpc.rotateKey("0000000a", "0000000b", at)).toMatchObject(refused);
    expect((await rpc.keys()).map(({ id }) => id)).toEqual(["0000000c"]);
  });

  it("is refused for one that is revoked", async () => {
    const { rpc } = openTenant();
    await rpc.addKey({ id: "0000000a", name: "a", limits: UNLIMITED });
    await rpc.revokeKey("0000000a");
    expect(await rpc.rotateKey("0000000a", "0000000b", at)).toMatchObject({ ok: false, error: { code: "conflict" } });
  });

  it("goes on where there are as many keys as there may be, as it makes them no more", async () => {
    const { rpc, name } = openTenant();
    await rpc.addKey({ id: "0000000a", name: "a", limits: UNLIMITED });
    await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) => {
      const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_KEYS - 1})`;
      storage.sql.exec(`INSERT INTO keys (id) ${numbers} SELECT printf('f%07d', i) FROM n`);
    });
    const another = { id: "0000000b", name: "b", limits: UNLIMITED };
    expect(await rpc.addKey(another)).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await rpc.rotateKey("0000000a", another.id, at)).toMatchObject({ ok: true });
  });
});
