import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Silences what wrangler and miniflare would otherwise fetch or say. */
Object.assign(process.env, {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
});

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            remoteBindings: false,
            miniflare: { cf: false, bindings: { AUTH: "open", IMPRESARIO_SECRET: "test-secret-of-at-least-thirty-two-characters" } },
          }),
        ],
        test: { name: "workerd", include: ["test/**/*.test.ts"], exclude: ["test/node/**"], testTimeout: 30_000 },
      },
      { test: { name: "node", include: ["test/node/**/*.test.ts"], testTimeout: 30_000 } },
    ],
  },
});
