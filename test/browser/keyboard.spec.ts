import { demoFile, ended, expect, nodes, test } from "./app.ts";

test("all of it can be done by keyboard", async ({ page, api }) => {
  await page.goto("/settings");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "To the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await page.goto("/");
  const field = page.getByRole("textbox", { name: "Your request" });
  await expect(field).toBeFocused();
  const { conversation } = await api.ask({ text: "Which language is “guten Tag”?" });
  await page.goto(`/chat/${conversation}`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.goto("/");
  await page.keyboard.type("Which language is “guten Morgen”?");
  await page.keyboard.press("Enter");
  await page.waitForURL(/run=/);
  const run = await ended(page, api);

  const first = nodes(page).first();
  await tabTo(page, first);
  await page.keyboard.press("Enter");
  const details = page.getByRole("complementary", { name: new RegExp(run.tasks[0]?.title ?? "") });
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

test("keys lead to the box and to a conversation, and are listed", async ({ page, api }) => {
  await api.ask({ text: "Translate “tea” for 0 seconds" });
  await api.ask({ text: "Which language is “guten Abend”?" });
  await page.goto("/settings");
  const find = page.getByRole("searchbox", { name: "Find a conversation" });
  await expect(find).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(find).toBeFocused();
  await page.keyboard.type("ABEND guten ?/");
  await expect(page.getByText("has these words")).toBeVisible();
  await find.fill("ABEND guten");
  const listed = page.getByRole("navigation", { name: "Conversations" });
  await expect(listed.getByRole("link")).toHaveCount(1);
  await expect(listed.getByRole("link")).toContainText(new Date().getFullYear().toString());

  await page.getByRole("heading", { name: "Settings" }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Find a conversation");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(page.getByRole("textbox", { name: "Your request" })).toBeFocused();
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
