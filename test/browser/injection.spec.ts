import type { Page } from "@playwright/test";
import type { RunView } from "../../src/client/client.ts";
import { ask, ended, expect, nodes, test } from "./app.ts";

/** Each would set this if any of it were executed; a dialog, or a call to another server, fails every test as it is. */
const MARK = "window.__executed = true";
const HOSTILE = [
  `<script>${MARK}</script>`,
  `<img src=x onerror="${MARK}">`,
  `<svg onload="${MARK}"></svg>`,
  `<iframe srcdoc="<script>parent.__executed = true</script>"></iframe>`,
  `<a href="javascript:${MARK}">one</a>`,
  `[two](javascript:${MARK})`,
  `[three](data:text/html,<script>${MARK}</script>)`,
  `![four](https://elsewhere.example/pixel.png)`,
  `<https://elsewhere.example/"onmouseover="${MARK}>`,
  `<details open ontoggle="${MARK}">five</details>`,
  `<style>@import "https://elsewhere.example/a.css"</style>`,
  `"><input autofocus onfocus="${MARK}">`,
] as const;

async function expectNothingExecuted(page: Page): Promise<void> {
  for (const link of await page.getByRole("main").getByRole("link").all()) {
    expect(await link.getAttribute("href")).not.toMatch(/^(?:javascript|data|vbscript):/i);
  }
  expect(await page.evaluate(() => "__executed" in window)).toBe(false);
  for (const element of ["iframe", "object", "embed", "style"]) {
    await expect(page.getByRole("main").locator(element)).toHaveCount(0);
  }
}

/** Looks at a run from every side. */
async function lookRound(page: Page, { id, tasks }: RunView): Promise<void> {
  await expectNothingExecuted(page);
  if (tasks.length > 0) {
    await nodes(page).first().click();
    await expectNothingExecuted(page);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Timeline" }).click();
    await expectNothingExecuted(page);
  }
  await page.goto(`/runs/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNothingExecuted(page);
}

/** As many as a message quotes at once. */
const QUOTED = 4;

for (let from = 0; from < HOSTILE.length; from += QUOTED) {
  const hostile = HOSTILE.slice(from, from + QUOTED).join(" ");
  test(`a message, its title and its answer execute nothing: ${hostile}`, async ({ page, api }) => {
    await page.goto("/");
    await ask(page, `Summarize “${hostile} stands first. The second sentence is here. The third ends it.”`);
    await lookRound(page, await ended(page, api));
  });
}

test("a file's name and content execute nothing", async ({ page, api }) => {
  await page.goto("/");
  const [script, image] = HOSTILE;
  await ask(page, "Summarize the text file", [
    { name: `${image}.txt`, mimeType: "text/plain", buffer: Buffer.from(`${HOSTILE.join(" ")} The end is near.`) },
    {
      name: `${script}.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from(`name,value\n"${image.replaceAll('"', '""')}",1\n`),
    },
  ]);
  await lookRound(page, await ended(page, api));
});

test("text that is read from a picture executes nothing", async ({ page, api, browser }) => {
  const painter = await browser.newPage({ viewport: { width: 900, height: 200 } });
  await painter.setContent("<p></p>");
  await painter.evaluate((text) => {
    document.body.style.font = "32px monospace";
    document.body.textContent = text;
  }, `<img src=x onerror="${MARK}">`);
  const picture = await painter.screenshot();
  await painter.close();
  await page.goto("/");
  await ask(page, "Read the text in sign.png", [{ name: "sign.png", mimeType: "image/png", buffer: picture }]);
  const run = await ended(page, api);
  expect(run.answer).toContain("onerror");
  await lookRound(page, run);
});

test("pictures and pages that hold scripts execute nothing, neither shown nor opened", async ({ page, api }) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${MARK}"><script>${MARK}</script><rect width="9" height="9"/></svg>`;
  const html = `<!doctype html><script>${MARK}; alert(1)</script><img src=x onerror="alert(2)">`;
  await page.goto("/");
  await ask(page, "Which language is “guten Morgen”?", [
    { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) },
    { name: "page.html", mimeType: "text/html", buffer: Buffer.from(html) },
  ]);
  const run = await ended(page, api);
  await expectNothingExecuted(page);
  const { resources } = await api.conversation(run.conversation);
  expect(resources.map(({ name }) => name).toSorted()).toEqual(["drawing.svg", "page.html"]);
  for (const { url } of resources) {
    const opened = await page.context().newPage();
    const dialogs: string[] = [];
    opened.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    // A file that is only to be saved is a download, and no page.
    await opened.goto(url).catch((fault: Error) => expect(fault.message).toContain("ownload"));
    expect(dialogs).toEqual([]);
    expect(await opened.evaluate(() => "__executed" in window)).toBe(false);
    await opened.close();
  }
});

test("what a model is called executes nothing", async ({ page }) => {
  await page.route("**/v1/models?**", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const models = body.models.map((model: object, place: number) => {
      const name = HOSTILE[place % HOSTILE.length];
      return { ...model, id: name, description: name, licence: name, tasks: [name] };
    });
    await route.fulfill({ response: answer, json: { ...body, models } });
  });
  await page.goto("/catalogue");
  await expect(page.getByRole("button", { name: /__executed/ }).first()).toBeVisible();
  await expectNothingExecuted(page);
  await page.unrouteAll({ behavior: "wait" });
});

test("an address that is made to be clicked executes nothing", async ({ page, allowed }) => {
  // There is no such conversation, run or node, and the browser notes that.
  allowed.push(/status of 40[04]/);
  const text = encodeURIComponent(HOSTILE[1]);
  for (const path of [
    `/chat/${text}`,
    `/?run=${text}`,
    `/runs/${text}`,
    `/catalogue?q=${text}`,
    `/catalogue?around=${text}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("main")).not.toBeEmpty();
    await expectNothingExecuted(page);
  }
});
