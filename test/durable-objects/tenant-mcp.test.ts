import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Resource } from "../../src/domain/resources.ts";
import { wire } from "../../src/wiring.ts";
import { value } from "./driver.ts";

const openTenant = () => wire(env).tenant(crypto.randomUUID().replaceAll("-", "").slice(0, 16));

const upload = (id: string): Resource => ({
  ...{ id, name: `${id}.txt`, kind: "document", mediaType: "text/plain", bytes: 1, sha256: "0" },
  ...{ createdAt: 1, origin: { by: "upload" } },
});

describe("what a tenant keeps for clients of MCP", () => {
  it("is its newest uploads that no conversation has adopted", async () => {
    const tenant = openTenant();
    expect(await tenant.recentUploads(10)).toEqual([]);
    for (const id of ["res_a", "res_b", "res_c"]) {
      value(await tenant.announceUpload({ id, keyId: "k", mostBytes: 1 }));
      if (id !== "res_c") await tenant.recordUpload(upload(id));
    }
    expect((await tenant.recentUploads(10)).map(({ id }) => id).toSorted()).toEqual(["res_a", "res_b"]);
    expect(await tenant.recentUploads(1)).toHaveLength(1);
    value(await tenant.admit({ keyId: "k", conversation: "conv_1", run: "run_1", uploads: ["res_a"] }));
    expect(await tenant.recentUploads(10)).toEqual([upload("res_b")]);
  });

  it("is the log level of each session, and of no more than a thousand", async () => {
    const tenant = openTenant();
    expect(await tenant.logLevel("s")).toBeNull();
    await tenant.setLogLevel("s", "debug");
    await tenant.setLogLevel("s", "error");
    expect([await tenant.logLevel("s"), await tenant.logLevel("t")]).toEqual(["error", null]);
    for (let place = 0; place < 1_001; place++) await tenant.setLogLevel(`s${place}`, "info");
    expect([await tenant.logLevel("s"), await tenant.logLevel("s1000")]).toEqual([null, "info"]);
  });

  it("is the run that a request of a session began, without forestalling one that is to come", async () => {
    const tenant = openTenant();
    const idempotency = { key: "mcp s 1", fingerprint: "f" };
    expect(await tenant.findStarted("mcp s 1")).toBeNull();
    value(await tenant.admit({ keyId: "k", conversation: "conv_1", run: "run_1", idempotency }));
    expect(await tenant.findStarted("mcp s 1")).toEqual({ conversation: "conv_1", run: "run_1" });
  });
});
