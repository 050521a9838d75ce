import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { randomHex } from "../../src/domain/ids.ts";
import {
  DELIVERY_RETENTION_MS,
  type Delivery,
  MAX_WEBHOOK_ENDPOINTS,
  newDeliveryPart,
  newEndpointId,
  SECRET_OVERLAP_MS,
} from "../../src/domain/webhooks/delivery.ts";
import { DEFAULT_WEBHOOK_EVENTS } from "../../src/domain/webhooks/facts.ts";
import type { TenantRpc } from "../../src/rpc/index.ts";
import { wire } from "../../src/wiring.ts";
import { value } from "./driver.ts";

afterEach(() => vi.useRealTimers());

function openTenant(): { readonly name: string; readonly rpc: TenantRpc } {
  const name = randomHex(8);
  return { name, rpc: wire(env).tenant(name) };
}

const add = async (rpc: TenantRpc, url = "https://example.com/") => {
  const id = newEndpointId();
  const facts = { id, url, description: "", events: DEFAULT_WEBHOOK_EVENTS, origin: "", createdAt: Date.now() };
  const secrets = { sealedSecret: "first", sealedOldSecret: null, oldSecretUntil: null };
  return { id, added: await rpc.addWebhook({ ...facts, ...secrets, disabled: null }) };
};

const parked = (at = Date.now()): Delivery => ({
  ...{ own: newDeliveryPart(), run: "run_1", type: "run.failed", state: "parked", endpoint: "whe_1", url: null, at },
  ...{ tries: 8, nextTryAt: null, endedAt: at, lastStatus: 500, lastError: null },
});
const owns = async (rpc: TenantRpc, limit = 100, before: number | null = null): Promise<readonly string[]> =>
  (await rpc.parkedDeliveries(limit, before)).map(({ own }) => own);

/** Rows of a table of the tenant's. */
const rows = (name: string, query: string) =>
  runInDurableObject(env.TENANT.getByName(name), (_, { storage }) => storage.sql.exec(query).toArray());

/** Lets time pass until the tenant wakes, and wakes it; false where it does not. */
async function passTime(name: string): Promise<boolean> {
  const stub = env.TENANT.getByName(name);
  const at = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  if (at !== null) vi.setSystemTime(Math.max(at, Date.now()));
  return runDurableObjectAlarm(stub);
}

describe("the endpoints of a tenant", () => {
  it("are so many at the most, and listed oldest first", async () => {
    const { rpc } = openTenant();
    expect(await rpc.webhooks()).toEqual([]);
    const ids: string[] = [];
    for (let n = 0; n < MAX_WEBHOOK_ENDPOINTS; n++) {
      const { id, added } = await add(rpc);
      value(added);
      ids.push(id);
    }
    const { id, added } = await add(rpc);
    expect(added).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect((await rpc.webhooks()).map((one) => one.id)).toEqual(ids);
    expect(await rpc.findWebhook(id)).toBeNull();
    expect(await rpc.removeWebhook(ids[0] ?? "")).toBe(true);
    expect(await rpc.removeWebhook(ids[0] ?? "")).toBe(false);
    expect((await add(rpc)).added.ok).toBe(true);
  });

  it("keep the secret before for as long as it signs, and no other", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { name, rpc } = openTenant();
    const { id } = await add(rpc);
    const secrets = async () => {
      const kept = await rpc.findWebhook(id);
      return [kept?.sealedSecret, kept?.sealedOldSecret, kept?.oldSecretUntil];
    };
    await rpc.rotateWebhook(id, "second");
    vi.setSystemTime(Date.now() + 1_000);
    const until = Date.now() + SECRET_OVERLAP_MS;
    await rpc.rotateWebhook(id, "third");
    expect(await secrets()).toEqual(["third", "second", until]);
    while ((await secrets())[1] !== null) expect(await passTime(name)).toBe(true);
    expect(Date.now()).toBeGreaterThanOrEqual(until);
    expect(Date.now()).toBeLessThan(until + SECRET_OVERLAP_MS);
    expect(await secrets()).toEqual(["third", null, until]);
    expect(await passTime(name)).toBe(false);
  });

  it("keep the first reason why one is disabled", async () => {
    const { rpc } = openTenant();
    const { id } = await add(rpc);
    await rpc.switchWebhook(id, "one");
    expect((await rpc.switchWebhook(id, "other"))?.disabled?.reason).toBe("one");
    expect((await rpc.switchWebhook(id, null))?.disabled).toBeNull();
    expect(await rpc.switchWebhook("whe_none", null)).toBeNull();
  });
});

describe("what is parked, over all conversations of a tenant", () => {
  it("is paged newest first, and keeps its place while more is parked", async () => {
    const { rpc } = openTenant();
    const [one, two, three] = [parked(), parked(), parked()];
    await rpc.setParked("a", [one]);
    await rpc.setParked("b", [two]);
    const [newest] = await rpc.parkedDeliveries(1, null);
    expect(newest).toMatchObject({ own: two.own, keeper: "b" });
    await rpc.setParked("a", [one, three]);
    expect(await owns(rpc)).toEqual([three.own, two.own, one.own]);
    expect(await owns(rpc, 5, newest?.place)).toEqual([one.own]);
    await rpc.setParked("a", []);
    expect(await owns(rpc)).toEqual([two.own]);
  });

  it("is forgotten after a week, though nobody asks", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { name, rpc } = openTenant();
    const begun = Date.now();
    await rpc.setParked("a", [parked()]);
    while ((await rows(name, "SELECT * FROM parked_deliveries")).length > 0) expect(await passTime(name)).toBe(true);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(DELIVERY_RETENTION_MS);
    expect(await passTime(name)).toBe(false);
  });

  it("is a thousand at the most, the newest", async () => {
    const { name, rpc } = openTenant();
    for (let n = 0; n < 6; n++)
      await rpc.setParked(
        `c${n}`,
        Array.from({ length: 200 }, () => parked()),
      );
    expect(await rows(name, "SELECT count(*) AS n FROM parked_deliveries")).toEqual([{ n: 1_000 }]);
    expect((await rpc.parkedDeliveries(1, null))[0]?.keeper).toBe("c5");
  });
});
