/**
 * `npm run screenshots`: makes the pictures of the web app that README and docs/ show, and one of every view in both
 * themes on a desktop and a phone, which go to `.impresario/screenshots`. With names, of those views alone; `docs-pictures` names
 * those of the docs. Needs Chromium.
 */
import { openAsBlob } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { type Client, createClient } from "../src/client/client.ts";
import { CHROMIUM, CHROMIUM_ARGUMENTS } from "./chromium.ts";
import { PARTS } from "./demo-parts.ts";
import { STORY, STORY_FILES, startStoryModel } from "./goal-story.ts";
import { runScript } from "./run-script.ts";
import { DEVICES, heldMs, prepareViews, type View, viewVars } from "./screenshot-views.ts";
import { scriptedWriter } from "./scripted-model.ts";
import { buildAssets, ROOT, startServer } from "./server.ts";
import { startSlowEndpoint } from "./slow-endpoint.ts";

const OUTPUT = join(ROOT, "docs/images");
/** Among the names, the pictures that README and docs/ show. */
const DOCS = "docs-pictures";
const VIEWS_OUTPUT = join(ROOT, ".impresario/screenshots");
const SECRET = "a-secret-for-pictures-and-nothing-else";
const SIZE = { width: 1440, height: 860 };
/** The width of a page that is read from top to bottom; its height is what is to be seen of it. */
const GOAL_WIDTH = 1_000;
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

async function keep(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: join(OUTPUT, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
}

/** A server of its own with a page of it, for as long as something is done there. */
async function onServer(
  browser: Browser,
  vars: Readonly<Record<string, string>>,
  signal: AbortSignal,
  act: (page: Page, client: Client) => Promise<void>,
): Promise<void> {
  const state = await mkdtemp(join(tmpdir(), "impresario-screenshots-"));
  const server = await startServer({
    port: 0,
    persistTo: join(state, "state"),
    logFile: join(state, "log"),
    vars: { AUTH: "open", IMPRESARIO_SECRET: SECRET, ...vars },
    signal,
  });
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: SIZE, colorScheme: "light" });
    await page.goto("/");
    await act(page, createClient({ baseUrl: server.url }));
    await page.close();
  } finally {
    await server.stop();
    await rm(state, { recursive: true, force: true });
  }
}

/** How long a page of a view is waited for until nothing is fetched any more. */
const QUIET_MS = 5_000;

/** How long a page may take to load: on a busy machine much longer than people wait. */
const LOAD_MS = 180_000;

/** Longer pages are looked at in parts. */
const MAX_WHOLE_PX = 6_000;

/** Every view, or those that are named, in both themes on every device. */
const views =
  (browser: Browser, names: readonly string[], signal: AbortSignal) =>
  async (start: Page, client: Client): Promise<void> => {
    const baseURL = new URL(start.url()).origin;
    const wanted = (await prepareViews(client, signal)).filter(
      ({ name }) => names.length === 0 || names.includes(name),
    );
    await mkdir(VIEWS_OUTPUT, { recursive: true });
    const passes = [wanted.filter(({ isAtWork }) => isAtWork), wanted.filter(({ isAtWork }) => !isAtWork)];
    for (const views of passes) await picturesOf(views, browser, baseURL);
  };

/** Each view on all devices, in both themes. */
async function picturesOf(views: readonly View[], browser: Browser, baseURL: string): Promise<void> {
  for (const { name: device, size, isMobile } of DEVICES) {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        baseURL,
        viewport: size,
        isMobile,
        hasTouch: isMobile,
        colorScheme,
      });
      const page = await context.newPage();
      for (const view of views) await pictureOf(page, view, `${view.name}-${device}-${colorScheme}`);
      await context.close();
    }
  }
}

/** Whether nothing of a page is still to come; runs in the page. */
const isThere = (): boolean =>
  document.querySelector("[data-laid-out=false]") === null &&
  !/^(?:Loading(?: the plan)?|The graph is being drawn\.)$/m.test(document.body.innerText);

async function pictureOf(page: Page, { path, act, isWhole = false }: View, name: string): Promise<void> {
  await page.goto(path, { timeout: LOAD_MS });
  // The stream of a run that is at work stays open: then what is there has to do.
  await page.waitForLoadState("networkidle", { timeout: QUIET_MS }).catch(() => {});
  await act?.(page).catch((fault: unknown) => console.error(`${name}: ${String(fault)}`));
  await page.waitForFunction(isThere, null, { timeout: LOAD_MS }).catch((fault: unknown) => console.error(name, fault));
  await page.waitForTimeout(SETTLED_MS);
  const before = page.viewportSize();
  // The view scrolls within the page.
  if (isWhole && before) {
    const height = await page.getByRole("main").evaluate((main) => main.scrollHeight);
    await page.setViewportSize({ ...before, height: Math.min(MAX_WHOLE_PX, Math.max(before.height, height)) });
  }
  await page.screenshot({ path: join(VIEWS_OUTPUT, `${name}.png`) });
  if (before) await page.setViewportSize(before);
  console.log(`.impresario/screenshots/${name}.png`);
}

/** What the README shows. */
const requestAndCatalogue =
  (signal: AbortSignal) =>
  async (page: Page, client: Client): Promise<void> => {
    await page.goto(await askAboutInvoice(client, signal));
    await page.locator("[data-task-node]").first().waitFor();
    await page.getByRole("region", { name: "Conversation" }).evaluate((thread) => thread.scrollTo(0, 0));
    await keep(page, "run");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/catalogue?around=task:automatic-speech-recognition");
    await page.locator("[data-laid-out=true]").waitFor();
    await keep(page, "catalogue");
  };

/** The goal of docs/goals.md from its beginning to its end. */
async function goal(page: Page): Promise<void> {
  const tall = (height: number) => page.setViewportSize({ width: GOAL_WIDTH, height });
  await tall(900);
  await page.goto("/");
  await page.getByRole("tab", { name: "Goal" }).click();
  const files = STORY_FILES.map(({ name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));
  await page.getByLabel("Files to attach").setInputFiles(files);
  await page.getByRole("textbox", { name: "Your goal" }).fill(STORY.goal);
  await page.getByLabel("US dollars", { exact: true }).fill(String(STORY.budget.usd));
  await page.getByLabel("Minutes").fill(String(STORY.budget.timeMs / 60_000));
  await page.getByRole("textbox", { name: "Your goal" }).focus();
  await keep(page, "goal-begin");
  await page.getByRole("button", { name: "Send" }).click();
  const question = page.getByRole("region", { name: "A question to you" });
  await question.waitFor();
  await tall(820);
  await keep(page, "goal-check-in");
  await question.getByRole("button", { name: "Approve" }).click();
  await page.locator("summary", { hasText: "write-to-norden" }).getByText("done").waitFor();
  await page.getByRole("heading", { name: "Steps" }).evaluate((heading) => heading.scrollIntoView());
  await page.screenshot({ path: join(OUTPUT, "goal-under-way.png") });
  await page.getByRole("region", { name: "The answer" }).waitFor();
  await page.getByRole("heading", { level: 1 }).evaluate((heading) => heading.scrollIntoView({ block: "end" }));
  await keep(page, "goal-end");
  await page.locator("summary", { hasText: "find-best" }).click();
  await page.getByRole("heading", { name: "Steps" }).evaluate((heading) => heading.scrollIntoView());
  await keep(page, "goal-why");
}

async function main(signal: AbortSignal): Promise<number> {
  await buildAssets();
  const names = process.argv.slice(2);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_ARGUMENTS] });
  const model = await startStoryModel();
  const endpoint = {
    ...scriptedWriter(model),
    prices: [{ usd: 0.002, per: "call", asOf: "2026-11-01", source: "https://prices.example/" }],
  };
  const slow = await startSlowEndpoint(heldMs);
  try {
    if (names.some((name) => name !== DOCS) || names.length === 0)
      await onServer(browser, viewVars(slow), signal, views(browser, names, signal));
    if (names.length > 0 && !names.includes(DOCS)) return 0;
    await onServer(browser, {}, signal, requestAndCatalogue(signal));
    await onServer(browser, { CONFIG: JSON.stringify({ endpoints: [endpoint] }) }, signal, goal);
    return 0;
  } finally {
    await browser.close();
    await model.stop();
    await slow.stop();
  }
}

await runScript(main);
