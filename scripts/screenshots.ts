/** `npm run screenshots`: makes the pictures of the web app that the README shows. Needs Chromium. */
import { openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { type Client, createClient } from "../src/client/client.ts";
import { CHROMIUM, CHROMIUM_ARGUMENTS } from "./chromium.ts";
import { PARTS } from "./demo-parts.ts";
import { runScript } from "./run-script.ts";
import { buildAssets, ROOT, startServer } from "./server.ts";

const OUTPUT = join(ROOT, "docs/images");
const SECRET = "a-secret-for-pictures-and-nothing-else";
const SIZE = { width: 1440, height: 860 };
/** What moves comes to rest. */
const SETTLED_MS = 1_500;

/** The demo's first request. */
async function askAboutInvoice(client: Client, signal: AbortSignal): Promise<string> {
  const [turn] = PARTS[0]?.conversations[0] ?? [];
  if (!turn) throw new Error("The demo has no first request");
  const resources: string[] = [];
  for (const name of turn.files) {
    resources.push((await client.upload(await openAsBlob(join(ROOT, "demo", name)), { name }, { signal })).id);
  }
  const { id, conversation } = await client.ask({ text: turn.text, resources }, { signal });
  return `/chat/${conversation}?run=${id}`;
}

async function shoot(page: Page, path: string, name: string, prepare: () => Promise<unknown>): Promise<void> {
  await page.goto(path);
  await prepare();
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: join(OUTPUT, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
}

async function main(signal: AbortSignal): Promise<number> {
  await buildAssets();
  const state = await mkdtemp(join(tmpdir(), "impresario-screenshots-"));
  const vars = { AUTH: "open", IMPRESARIO_SECRET: SECRET };
  const server = await startServer({
    port: 0,
    persistTo: join(state, "state"),
    logFile: join(state, "log"),
    vars,
    signal,
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_ARGUMENTS] });
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: SIZE, colorScheme: "light" });
    const run = await askAboutInvoice(createClient({ baseUrl: server.url }), signal);
    await shoot(page, run, "run", async () => {
      await page.locator("[data-task-node]").first().waitFor();
      await page.getByRole("region", { name: "Conversation" }).evaluate((thread) => thread.scrollTo(0, 0));
    });
    await page.emulateMedia({ colorScheme: "dark" });
    await shoot(page, "/catalogue?around=task:automatic-speech-recognition", "catalogue", () =>
      page.locator("[data-laid-out=true]").waitFor(),
    );
    return 0;
  } finally {
    await browser.close();
    await server.stop();
    await rm(state, { recursive: true, force: true });
  }
}

await runScript(main);
