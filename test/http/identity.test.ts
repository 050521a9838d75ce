import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { makeApiKey, readApiKey } from "../../src/domain/api-key.ts";
import { createIds } from "../../src/domain/ids.ts";
import { createApp } from "../../src/http/app.ts";
import { createIdentity } from "../../src/http/identity.ts";
import { ALICE, BOB, conversationOf, createCaller, ORIGIN, post, problemOf, runOf, upload } from "./caller.ts";
import { createBackstage } from "./doubles.ts";

const OPEN_TENANT = "0".repeat(16);

describe("an API key", () => {
  const ids = createIds("a secret of the tests, long enough to be one");

  it("names its tenant and itself, and is the same whenever it is made", async () => {
    const key = await makeApiKey(ids, ALICE, "0000002a");
    expect(key).toMatch(/^imp_00000000000a11ce_0000002a_[0-9a-f]{32}$/);
    expect(await makeApiKey(ids, ALICE, "0000002a")).toBe(key);
    expect(await readApiKey(ids, key)).toEqual({ tenant: ALICE, keyId: "0000002a" });
  });

  it("is no key with any character changed, cut or added, or under another secret", async () => {
    const key = await makeApiKey(ids, ALICE, "0000002a");
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === "0" ? "1" : "0";
      expect(await readApiKey(ids, key.slice(0, at) + other + key.slice(at + 1))).toBeNull();
    }
    for (const text of ["", key.slice(0, -1), `${key}0`, ` ${key}`, key.toUpperCase(), `${key}\n`]) {
      expect(await readApiKey(ids, text)).toBeNull();
    }
    expect(await readApiKey(createIds("another secret, just as long as the first one"), key)).toBeNull();
  });
});

describe("a deployment with keys", () => {
  it.each([
    ["nothing", {}],
    ["a made-up key", { authorization: `Bearer imp_${ALICE}_00000001_${"0".repeat(32)}` }],
    ["another scheme", { authorization: "Basic YTpi" }],
    ["an empty key", { authorization: "Bearer " }],
    ["a key of another shape", { authorization: "Bearer sk-12345" }],
  ])("refuses %s", async (_, headers) => {
    const { bare } = createCaller();
    const refused = await bare("/v1/conversations", { headers: { ...headers } });
    expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(await problemOf(refused)).toMatchObject({ status: 401, code: "unauthorized" });
  });

  it("needs none for what is public", async () => {
    const { bare } = createCaller();
    for (const path of ["/", "/openapi.json", "/v1/health"]) expect((await bare(path)).status).toBe(200);
  });

  it("refuses a key from the moment it is revoked here, and no other", async () => {
    const { as, backstage } = createCaller();
    const [lost, kept] = [as(ALICE, "00000001"), as(ALICE, "00000002")];
    expect((await lost("/v1/conversations")).status).toBe(200);
    expect((await kept("/v1/keys/00000001", { method: "DELETE" })).status).toBe(204);
    expect(await problemOf(await lost("/v1/conversations"))).toMatchObject({
      status: 401,
      detail: "This API key has been revoked",
    });
    expect((await kept("/v1/conversations")).status).toBe(200);
    expect((await as(BOB, "00000001")("/v1/conversations")).status).toBe(200);
    expect([...backstage.tenant(ALICE).revoked]).toEqual(["00000001"]);
    expect(await problemOf(await kept("/v1/keys/nonsense", { method: "DELETE" }))).toMatchObject({ code: "not-found" });
  });

  it("asks about a key once a minute", async () => {
    const { as, backstage } = createCaller();
    for (let calls = 0; calls < 5; calls++) await as(ALICE)("/v1/conversations");
    expect(backstage.tenant(ALICE).revocationChecks).toBe(1);
  });

  it("hears of a revocation elsewhere within a minute", async () => {
    let now = 0;
    const { wiring, tenant } = createBackstage();
    const { guard } = createIdentity(() => now);
    const key = await makeApiKey(wiring.ids, ALICE, "00000001");
    const passes = async (): Promise<boolean> => {
      const app = createApp(() => wiring);
      app.get("/guarded", guard.key, (c) => c.text("in"));
      return (await app.request("/guarded", { headers: { authorization: `Bearer ${key}` } }, env)).ok;
    };
    expect(await passes()).toBe(true);
    tenant(ALICE).revoked.add("00000001");
    now = 59_999;
    expect(await passes()).toBe(true);
    now = 60_000;
    expect(await passes()).toBe(false);
  });
});

describe("an open deployment", () => {
  it("needs no key, and serves one tenant", async () => {
    const { bare, backstage } = createCaller(createBackstage("open"));
    await runOf(await bare("/v1/runs", post({ text: "x" })));
    expect([...backstage.tenants.keys()]).toEqual([OPEN_TENANT]);
  });

  it("honours a key that is shown, and refuses one that is none", async () => {
    const { bare, as, backstage } = createCaller(createBackstage("open"));
    await runOf(await as(ALICE)("/v1/runs", post({ text: "x" })));
    expect([...backstage.tenants.keys()]).toEqual([ALICE]);
    const bad = await bare("/v1/conversations", { headers: { authorization: "Bearer nonsense" } });
    expect(await problemOf(bad)).toMatchObject({ status: 401, code: "unauthorized" });
  });

  it("lets pages use it that the machine itself serves, on whatever port", async () => {
    const { bare } = createCaller(createBackstage("open"));
    for (const origin of [
      ORIGIN,
      "http://localhost:5173",
      "https://app.localhost",
      "http://127.0.0.1",
      "http://[::1]:3000",
    ]) {
      expect((await bare("/v1/conversations", { headers: { origin } })).status).toBe(200);
    }
  });

  it("does not let pages of other sites use it through a browser", async () => {
    const { bare, as } = createCaller(createBackstage("open"));
    const from = (origin: string) => ({ headers: { origin } });
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example", "http://192.168.1.7:8787"]) {
      expect(await problemOf(await bare("/v1/conversations", from(origin)))).toMatchObject({
        status: 403,
        code: "forbidden",
      });
    }
    expect((await as(ALICE)("/v1/conversations", from("https://app.example"))).status).toBe(200);
  });
});

describe("an open deployment, called by the name", () => {
  const call = async (host: string, headers: Record<string, string> = {}): Promise<Response> => {
    const { wiring } = createBackstage("open");
    const app = createApp(() => wiring);
    return app.fetch(new Request(`http://${host}:8787/v1/conversations`, { headers }), env);
  };

  it.each(["localhost", "LOCALHOST", "app.localhost", "localhost.", "127.0.0.1", "127.8.9.10", "2130706433", "[::1]"])(
    "%s, which only means this machine, serves",
    async (host) => expect((await call(host)).status).toBe(200),
  );

  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evillocalhost",
    "192.168.1.7",
    "0.0.0.0",
    "[::ffff:7f00:1]",
    "[fe80::1]",
  ])("%s, to which a page of that name may have led a browser, refuses", async (host) => {
    for (const headers of [{}, { origin: `http://${host}:8787` }]) {
      const problem = await problemOf(await call(host, headers));
      expect(problem).toMatchObject({ status: 403, code: "forbidden" });
      expect(problem.detail).toContain("localhost");
    }
  });

  it.each<[string, Record<string, string>]>([
    ["its Host", { host: "evil.example:8787" }],
    ["the address that miniflare was told of", { "mf-original-url": "http://evil.example:8787/v1/conversations" }],
    ["such an address that is none", { "mf-original-url": "evil" }],
    ["the host that a proxy was asked for", { "x-forwarded-host": "evil.example" }],
  ])("of this machine, and by another name in %s, refuses", async (_, headers) => {
    expect(await problemOf(await call("localhost", headers))).toMatchObject({ status: 403, code: "forbidden" });
  });

  it("of this machine in its Host too serves", async () => {
    for (const host of ["localhost:8787", "127.0.0.1:1", "[::1]:8787"]) {
      expect((await call("localhost", { host })).status).toBe(200);
    }
  });

  it("any other serves who shows a key", async () => {
    const { ids } = createBackstage("open").wiring;
    const authorization = `Bearer ${await makeApiKey(ids, ALICE, "00000001")}`;
    expect((await call("evil.example", { authorization })).status).toBe(200);
  });
});

describe("two tenants", () => {
  it("cannot see, list, use, change or delete what is the other's", async () => {
    const { as, backstage } = createCaller();
    const [alice, bob] = [as(ALICE), as(BOB)];
    const file = await upload(alice, "secret", "a.txt");
    const run = await runOf(await alice("/v1/runs", post({ text: "mine", resources: [file.id] })));
    const calls = [
      ["GET", `/v1/runs/${run.id}`],
      ["GET", `/v1/runs/${run.id}/events`],
      ["GET", `/v1/runs/${run.id}/report`],
      ["POST", `/v1/runs/${run.id}/cancel`],
      ["POST", `/v1/runs/${run.id}/pause`],
      ["POST", `/v1/runs/${run.id}/resume`],
      ["GET", `/v1/conversations/${run.conversation}`],
      ["DELETE", `/v1/conversations/${run.conversation}`],
      ["GET", `/v1/resources/${file.id}`],
    ] as const;
    for (const [method, path] of calls) {
      expect(await problemOf(await bob(path, { method }))).toMatchObject({ status: 404, code: "not-found" });
    }
    const uses = [
      [`/v1/runs/${run.id}/approve`, { planVersion: 1 }],
      [`/v1/conversations/${run.conversation}/messages`, { text: "x" }],
      ["/v1/runs", { text: "x", resources: [file.id] }],
    ] as const;
    for (const [path, body] of uses) {
      expect(await problemOf(await bob(path, post(body)))).toMatchObject({ status: 404, code: "not-found" });
    }
    expect(await (await bob("/v1/conversations")).json()).toEqual({ conversations: [], next: null });
    expect([...backstage.conversations.keys()].filter((name) => name.startsWith(BOB))).toEqual([]);
    expect(await conversationOf(await alice(`/v1/conversations/${run.conversation}`))).toMatchObject({
      id: run.conversation,
    });
  });
});

describe("a deployment that is not configured", () => {
  it("says on every route what is missing", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const app = createApp(() => {
      throw new Error("IMPRESARIO_SECRET: is missing; set it to 32 random characters");
    });
    for (const [path, method] of [
      ["/", "GET"],
      ["/v1/health", "GET"],
      ["/v1/runs", "POST"],
      ["/nowhere", "GET"],
    ] as const) {
      const problem = await problemOf(await app.request(path, { method }, env));
      expect(problem).toMatchObject({
        status: 500,
        code: "misconfigured",
        detail: expect.stringContaining("IMPRESARIO_SECRET"),
      });
    }
  });
});

describe("a browser of another site", () => {
  it("may call with a key, and read the headers that matter", async () => {
    const { bare, as } = createCaller();
    const headers = {
      origin: "https://app.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,idempotency-key",
    };
    const preflight = await bare("/v1/runs", { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    for (const header of ["Idempotency-Key", "X-HF-Token"])
      expect(preflight.headers.get("access-control-allow-headers")).toContain(header);
    for (const response of [await as(ALICE)("/v1/conversations"), await bare("/v1/conversations")]) {
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-expose-headers")).toContain("Location");
    }
  });
});
