import { test as base, expect, type Page } from "@playwright/test";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "../../src/client/client.ts";

export { expect } from "@playwright/test";

/** The path of a file of `demo/`. */
export const demoFile = (name: string): string => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url));

/** What no test of a page may see: an error in it, a refusal of its policy, a call to anybody else. */
interface Faults {
  readonly all: string[];
  /** What a test brings about on purpose is none. */
  readonly allowed: RegExp[];
}

interface Fixtures {
  readonly faults: Faults;
  /** The API of the server under test. */
  readonly api: Client;
}

export const test = base.extend<Fixtures>({
  api: async ({ baseURL }, use) => {
    await use(createClient({ baseUrl: baseURL ?? "" }));
  },
  faults: [
    async ({ page, baseURL }, use) => {
      const faults: Faults = { all: [], allowed: [] };
      page.on("console", (message) => {
        if (message.type() === "error") faults.all.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => faults.all.push(`error: ${error.message}`));
      page.on("dialog", (dialog) => {
        faults.all.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${baseURL}/`) && !url.startsWith("blob:")) faults.all.push(`request: ${url}`);
      });
      await use(faults);
      const seen = faults.all.filter((fault) => !faults.allowed.some((allowed) => allowed.test(fault)));
      expect(seen).toEqual([]);
    },
    { auto: true },
  ],
});

/** Asks something on the page that is open, with files, and leaves the answer to be waited for. */
export async function ask(page: Page, text: string, files: readonly string[] = []): Promise<void> {
  if (files.length > 0) {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /attach/i }).click();
    await (await chooser).setFiles([...files]);
  }
  await page.getByRole("textbox", { name: /request|message/i }).fill(text);
  await page.getByRole("button", { name: /^send/i }).click();
}
