import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";

const BASE = { AUTH: "open", IMPRESARIO_SECRET: "a-secret-of-at-least-thirty-two-characters" };
const ACCOUNT = { CLOUDFLARE_ACCOUNT_ID: "0".repeat(32), CLOUDFLARE_API_TOKEN: "token" };

describe("CLOUDFLARE_API_URL", () => {
  it("leads to what stands in for Cloudflare's API, for experts and for who plans", () => {
    const variables = { CLOUDFLARE_API_URL: "http://127.0.0.1:9/client/v4/", WORKERS_AI_MODEL: "@cf/a/model" };
    const { providers, controllers } = readConfig({ ...BASE, ...ACCOUNT, ...variables });
    expect(providers.workersAi).toMatchObject({ by: "rest", baseUrl: "http://127.0.0.1:9/client/v4" });
    expect(controllers.workersAi).toMatchObject({ by: "rest", baseUrl: "http://127.0.0.1:9/client/v4" });
  });

  it("is Cloudflare's own where it is left out or blank", () => {
    for (const variables of [{}, { CLOUDFLARE_API_URL: " " }])
      expect(readConfig({ ...BASE, ...ACCOUNT, ...variables }).providers.workersAi).not.toHaveProperty("baseUrl");
  });

  it.each(["ftp://127.0.0.1", "somewhere", "http://user:word@127.0.0.1"])("is refused as %s", (url) => {
    expect(() => readConfig({ ...BASE, ...ACCOUNT, CLOUDFLARE_API_URL: url })).toThrow(/CLOUDFLARE_API_URL/);
  });
});
