import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UNLIMITED } from "../../src/domain/api-key.ts";
import { keyListView, keyView, newKeyView } from "../../src/http/schemas/tenant-views.ts";
import { ALICE, BOB, type Call, createCaller, expectStatus, post, problemOf } from "./caller.ts";

const NOON = Date.UTC(2026, 10, 22, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(NOON);
});
afterEach(() => vi.useRealTimers());

const newKey = async (response: Response) => {
  await expectStatus(response, 201);
  return newKeyView.strict().parse(await response.json());
};

const withKey =
  (bare: Call, key: string): Call =>
  (path, init = {}) =>
    bare(path, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${key}` },
    });

describe("making a key", () => {
  it("gives one that works, once, with its limits", async () => {
    const { as, bare } = createCaller();
    const made = await newKey(await as(ALICE)("/v1/keys", post({ name: " website ", limits: { activeRuns: 2 } })));
    expect(made).toMatchObject({ name: "website", limits: { ...UNLIMITED, activeRuns: 2 }, revokedAt: null });
    expect((await withKey(bare, made.key)("/v1/conversations")).status).toBe(200);
    const list = keyListView.parse(await (await as(ALICE)("/v1/keys")).json());
    expect(list.keys.map(({ id }) => id)).toEqual([made.id]);
    expect(JSON.stringify(list)).not.toContain(made.key);
    expect(await (await as(BOB)("/v1/keys")).json()).toEqual({ keys: [] });
  });

  it.each([
    [{}],
    [{ name: "" }],
    [{ name: "x", limits: { activeRuns: 0 } }],
    [{ name: "x", limits: { usdPerDay: -1 } }],
    [{ name: "x", limits: { runsPerHour: 1 } }],
  ])("is refused for %j", async (body) => {
    const { as } = createCaller();
    expect(await problemOf(await as(ALICE)("/v1/keys", post(body)))).toMatchObject({ code: "invalid-request" });
  });
});

describe("rotating a key", () => {
  it("gives another with its name and limits, and revokes it after the time that was asked for", async () => {
    const { as, backstage, bare } = createCaller();
    const old = await newKey(await as(ALICE)("/v1/keys", post({ name: "bot", limits: { usdPerDay: 2 } })));
    const made = await newKey(await as(ALICE)(`/v1/keys/${old.id}/rotate`, post({ graceSeconds: 60 })));
    expect(made).toMatchObject({ name: "bot", limits: { usdPerDay: 2 } });
    expect(made.key).not.toBe(old.key);
    expect((await withKey(bare, made.key)("/v1/conversations")).status).toBe(200);
    expect((await withKey(bare, old.key)("/v1/conversations")).status).toBe(200);
    expect(backstage.tenant(ALICE).known.get(old.id)?.revokedAt).toBe(NOON + 60_000);
    const again = await as(ALICE)(`/v1/keys/${old.id}/rotate`, post({}));
    expect(await problemOf(again)).toMatchObject({ code: "conflict" });
  });

  it("takes an hour unless it is told otherwise", async () => {
    const { as, backstage } = createCaller();
    const old = await newKey(await as(ALICE)("/v1/keys", post({ name: "bot" })));
    await newKey(await as(ALICE)(`/v1/keys/${old.id}/rotate`, post({})));
    expect(backstage.tenant(ALICE).known.get(old.id)?.revokedAt).toBe(NOON + 3_600_000);
  });
});

describe("limiting a key", () => {
  it("is refused for one that the server has not heard of, and keeps nothing of it", async () => {
    const { as, backstage } = createCaller();
    const limited = await as(ALICE)("/v1/keys/0000002a/limits", post({ runsPerMinute: 5 }));
    expect(await problemOf(limited)).toMatchObject({ status: 404, code: "not-found" });
    expect([...backstage.tenant(ALICE).known.keys()]).toEqual([]);
  });

  it("says what holds now", async () => {
    const { as, backstage } = createCaller();
    await backstage.tenant(ALICE).addKey({ id: "0000002a", name: "", limits: UNLIMITED });
    const limited = await as(ALICE)("/v1/keys/0000002a/limits", post({ runsPerMinute: 5 }));
    await expectStatus(limited, 200);
    const view = keyView.strict().parse(await limited.json());
    expect(view).toMatchObject({ id: "0000002a", limits: { ...UNLIMITED, runsPerMinute: 5 } });
  });

  it("leaves the key no say over keys but to revoke itself", async () => {
    const { as, backstage } = createCaller();
    await backstage.tenant(ALICE).addKey({ id: "0000002a", name: "", limits: UNLIMITED });
    const limited = as(ALICE, "0000002a");
    await expectStatus(await as(ALICE)("/v1/keys/0000002a/limits", post({ activeRuns: 5 })), 200);
    for (const [path, init] of [
      ["/v1/keys/0000002a/limits", post({ activeRuns: null })],
      ["/v1/keys/0000002a/rotate", post({})],
      ["/v1/keys", post({ name: "another" })],
      ["/v1/keys/00000001", { method: "DELETE" }],
    ] as const) {
      expect(await problemOf(await limited(path, init))).toMatchObject({ status: 403, code: "forbidden" });
    }
    expect((await limited("/v1/keys")).status).toBe(200);
    expect((await limited("/v1/keys/0000002a", { method: "DELETE" })).status).toBe(204);
    expect((await limited("/v1/keys")).status).toBe(401);
  });
});

describe("an id of no key", () => {
  it.each(["nonsense", "0000002A", "00000000"])("is not found: %s", async (id) => {
    const { as } = createCaller();
    for (const [path, init] of [
      [`/v1/keys/${id}`, { method: "DELETE" }],
      [`/v1/keys/${id}/limits`, post({ activeRuns: 1 })],
      [`/v1/keys/${id}/rotate`, post({})],
    ] as const) {
      expect(await problemOf(await as(ALICE)(path, init))).toMatchObject({ code: "not-found" });
    }
  });

  it("is not rotated when the server has never heard of it", async () => {
    const { as } = createCaller();
    expect(await problemOf(await as(ALICE)("/v1/keys/0000002b/rotate", post({})))).toMatchObject({ code: "not-found" });
  });
});
