import { describe, expect, it } from "vitest";
import { createClient, type Fetch } from "../../src/client/client.ts";

const client = (fetch: Fetch) =>
  createClient({ baseUrl: "https://api.test/", apiKey: "imp_mine", fetch, pause: async () => {} });

const LIMITS = { runsPerMinute: null, activeRuns: 2, usdPerDay: null };
const KEY = {
  ...{ id: "0000002a", name: "bot", limits: LIMITS, spentTodayUsd: 0 },
  ...{ createdAt: "2026-11-22T12:00:00.000Z", usedAt: null, revokedAt: null },
};
const MADE = { ...KEY, key: "imp_00000000000a11ce_0000002a_00112233445566778899aabbccddeeff" };

describe("keys of one's own tenant", () => {
  it("are listed, made, limited, rotated and revoked", async () => {
    const seen: unknown[] = [];
    const { keys } = client(async (url, init) => {
      const { pathname } = new URL(url);
      seen.push([init.method, pathname, init.body, new Headers(init.headers).get("authorization")]);
      if (init.method === "DELETE") return new Response(null, { status: 204 });
      if (init.method === "GET") return Response.json({ keys: [KEY] });
      return pathname.endsWith("/limits") ? Response.json(KEY) : Response.json(MADE, { status: 201 });
    });
    expect(await keys.list()).toEqual([KEY]);
    expect(await keys.make({ name: "bot", limits: { activeRuns: 2 } })).toEqual(MADE);
    expect(await keys.limit("0000002a", { activeRuns: 2, usdPerDay: null })).toEqual(KEY);
    expect(await keys.rotate("0000002a")).toEqual(MADE);
    expect(await keys.rotate("0000002a", { graceSeconds: 0 })).toEqual(MADE);
    expect(await keys.revoke("a/b")).toBeUndefined();
    expect(seen).toEqual(
      [
        ["GET", "/v1/keys", undefined],
        ["POST", "/v1/keys", '{"name":"bot","limits":{"activeRuns":2}}'],
        ["POST", "/v1/keys/0000002a/limits", '{"activeRuns":2,"usdPerDay":null}'],
        ["POST", "/v1/keys/0000002a/rotate", "{}"],
        ["POST", "/v1/keys/0000002a/rotate", '{"graceSeconds":0}'],
        ["DELETE", "/v1/keys/a%2Fb", undefined],
      ].map((call) => [...call, "Bearer imp_mine"]),
    );
  });

  it("are made and rotated once, and all else is tried again, when nobody answers", async () => {
    let tries = 0;
    const { keys } = client(async () => {
      tries += 1;
      throw new TypeError("fetch failed");
    });
    const triesOf = async (call: () => Promise<unknown>): Promise<number> => {
      const before = tries;
      await expect(call()).rejects.toMatchObject({ code: "unreachable" });
      return tries - before;
    };
    expect(await triesOf(() => keys.make({ name: "bot" }))).toBe(1);
    expect(await triesOf(() => keys.rotate("0000002a"))).toBe(1);
    expect(await triesOf(() => keys.list())).toBe(3);
    expect(await triesOf(() => keys.limit("0000002a", { activeRuns: 1 }))).toBe(3);
    expect(await triesOf(() => keys.revoke("0000002a"))).toBe(3);
  });

  it.each<[string, unknown]>([
    ["without its limits", { ...MADE, limits: undefined }],
    ["without what it is", KEY],
    ["of another kind", { id: "run_1", status: "planning", tasks: [] }],
  ])("are no answer %s", async (_, answer) => {
    const { keys } = client(async () => Response.json(answer));
    await expect(keys.make({ name: "bot" })).rejects.toMatchObject({ code: "unexpected-answer" });
  });
});
