import { fileURLToPath } from "node:url";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type Client, createClient, type RunView } from "../../src/client/client.ts";
import { shownStatus } from "../../web/chat/run-words.ts";

export { expect } from "@playwright/test";

/** The path of a file of `demo/`. */
export const demoFile = (name: string): string => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url));

/** Paths, or files that are made here. */
type Files = readonly string[] | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[];

interface Fixtures {
  /**
   * What no test of a page may see: an error in it, a refusal of its policy, a call to anybody else. What a test brings
   * about on purpose is allowed by adding its pattern here.
   */
  readonly allowed: RegExp[];
  /** The API of the server under test. */
  readonly api: Client;
}

export const test = base.extend<Fixtures>({
  api: async ({ baseURL }, use) => {
    await use(createClient({ baseUrl: baseURL ?? "" }));
  },
  allowed: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = [];
      const allowed: RegExp[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
      page.on("dialog", (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${baseURL}/`) && !url.startsWith("blob:")) faults.push(`request: ${url}`);
      });
      await use(allowed);
      expect(faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Asks something on the page that is open, with files, and waits until its run is shown. */
export async function ask(page: Page, text: string, files: Files = []): Promise<void> {
  if (files.length > 0) await page.getByLabel("Files to attach").setInputFiles([...files] as string[]);
  await page.getByRole("textbox", { name: "Your request" }).fill(text);
  await send(page);
}

/** Sends what is written, and waits until its run is shown. */
export async function send(page: Page): Promise<void> {
  const before = shownRun(page);
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForURL((url) => !["", before].includes(url.searchParams.get("run") ?? ""));
}

/** The id of the run that the page shows. */
export const shownRun = (page: Page): string => new URL(page.url()).searchParams.get("run") ?? "";

/** The nodes of the graph that is shown. */
export const nodes = (page: Page): Locator => page.locator("[data-task-node]");

/** Waits until the run that is shown has ended, and the page has heard of it. */
export async function ended(page: Page, api: Client): Promise<RunView> {
  const run = await api.wait(shownRun(page));
  await expect(page.locator(`[data-run="${run.id}"] [data-status="${shownStatus(run)}"]`).first()).toBeVisible();
  return run;
}

/** A run in a conversation of its own, which takes some seconds. */
export const startSlowRun = (api: Client, seconds: number): Promise<RunView> =>
  api.start({
    text: "Hold this",
    plan: [
      { task: "translation", id: 0, dep: [-1], args: { text: `one for ${seconds} seconds`, target_language: "de" } },
      { task: "translation", id: 1, dep: [0], args: { text: "<resource>-0", target_language: "fr" } },
    ],
  });
