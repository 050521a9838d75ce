import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { wire } from "../../src/wiring.ts";
import { value } from "./driver.ts";

const openTenant = () => wire(env).tenant(crypto.randomUUID().replaceAll("-", "").slice(0, 16));

describe("what a tenant keeps for clients of MCP", () => {
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
