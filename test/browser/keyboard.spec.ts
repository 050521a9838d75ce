import { demoFile, ended, expect, nodes, test } from "./app.ts";

test("all of it can be done by keyboard", async ({ page, api }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "To the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  const field = page.getByRole("textbox", { name: "Your request" });
  await tabTo(page, field);
  await page.keyboard.type("Which language is “guten Morgen”?");
  await page.keyboard.press("Enter");
  await page.waitForURL(/run=/);
  const run = await ended(page, api);

  const first = nodes(page).first();
  await tabTo(page, first);
  await page.keyboard.press("Enter");
  const details = page.getByRole("complementary", { name: new RegExp(run.tasks[0]?.task ?? "") });
  await expect(details).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(first).toBeFocused();

  const graph = page.getByRole("tab", { name: "Graph" });
  await tabTo(page, graph);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Timeline" })).toBeFocused();
  await expect(page.getByRole("tab", { name: "Timeline" })).toHaveAttribute("aria-selected", "true");
});

test("a file is dropped on the page", async ({ page }) => {
  await page.goto("/");
  const { readFile } = await import("node:fs/promises");
  const bytes = [...(await readFile(demoFile("texts/english.txt")))];
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(content)], "dropped.txt", { type: "text/plain" }));
    return data;
  }, bytes);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("dropped.txt");
});

/** More controls than the page has, with the conversations of all other tests in its list. */
const MOST_PRESSES = 300;

/** Goes on from control to control as a person does, at most once round the page. */
async function tabTo(page: import("@playwright/test").Page, target: import("@playwright/test").Locator): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The control is not reached by keyboard");
}
