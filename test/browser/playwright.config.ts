import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { CHROMIUM, CHROMIUM_ARGUMENTS } from "../../scripts/chromium.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The web app in a real browser, on the real Worker with no key. */
export default defineConfig({
  testDir: here("."),
  outputDir: here("../../.impresario/browser"),
  globalSetup: here("./global-setup.ts"),
  forbidOnly: true,
  retries: 0,
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: process.env.IMPRESARIO_TEST_URL ?? "",
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        ...CHROMIUM_ARGUMENTS,
        // A microphone that hums by itself, and is let.
        ...["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
      ],
    },
  },
});
