import { ask, ended, expect, nodes, test } from "./app.ts";

test("each view begins with the focus on its heading", async ({ page }) => {
  await page.goto("/");
  const views = page.getByRole("navigation", { name: "Views" });
  for (const name of ["Catalogue", "Settings"]) {
    await views.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
    await expect(views.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Catalogue" })).toBeFocused();
});

test("the task and the view of a run that are looked at are there after a reload, and go with another run", async ({
  page,
  api,
}) => {
  await page.goto("/");
  await ask(page, "Which language is “guten Morgen”?");
  await ended(page, api);
  const details = page.getByRole("complementary", { name: /Say which language/ });
  const timeline = page.getByRole("tab", { name: "Timeline" });
  await nodes(page).first().click();
  await expect(details).toBeVisible();
  await details.getByRole("button", { name: "Close" }).click();
  await expect(page).not.toHaveURL(/task=/);
  await timeline.click();
  await page.getByRole("button", { name: /Say which language/ }).click();
  await expect(page).toHaveURL(/view=timeline&task=0/);
  await page.reload();
  await expect(details).toBeVisible();
  await expect(timeline).toHaveAttribute("aria-selected", "true");

  await details.getByRole("button", { name: "Close" }).click();
  await ask(page, "Which language is “buenos días”?");
  await expect(timeline).toHaveAttribute("aria-selected", "false");
  await page.goBack();
  await expect(timeline).toHaveAttribute("aria-selected", "true");
});

test("the description of the API opens beside the page", async ({ page, context }) => {
  await page.goto("/settings");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "API", exact: true }).click();
  await expect(await opened).toHaveURL(/\/docs$/);
  await expect(page).toHaveURL(/\/settings$/);
});

test("on a phone a drawer leads everywhere, and Escape closes it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const opener = page.getByRole("button", { name: "Open the menu" });
  const drawer = page.getByRole("dialog", { name: "Conversations and views" });
  await opener.click();
  await expect(drawer).toBeVisible();
  await expect(drawer.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await drawer.getByRole("link", { name: "Catalogue" }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Catalogue" })).toBeFocused();
});

test("a view that did not come says so, and comes with the next visit", async ({ page, allowed }) => {
  allowed.push(/ERR_FAILED/, /did not come/);
  await page.goto("/");
  const views = page.getByRole("navigation", { name: "Views" });
  const file = /catalogue-page/;
  await page.route(file, (route) => route.abort());
  await views.getByRole("link", { name: "Catalogue" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("This part of the page did not come");
  await page.unroute(file);
  await views.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await views.getByRole("link", { name: "Catalogue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Catalogue" })).toBeVisible();
  // And so do the styles that it is shown with.
  const rules = await page.evaluate(() => [...document.styleSheets].map(({ cssRules }) => cssRules.length));
  expect(Math.min(...rules)).toBeGreaterThan(0);
});

test("the page of the API follows the theme that is set, and leads back", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/docs");
  await expect(page.locator("html.dark-mode")).toHaveCount(1);
  await page.evaluate(() => localStorage.setItem("impresario.settings", JSON.stringify({ theme: "light" })));
  await page.reload();
  await expect(page.locator("html.dark-mode")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const filter = page.getByPlaceholder("Filter by tag or path");
  await expect.poll(async () => (await filter.boundingBox())?.width ?? 0).toBeGreaterThan(300);
  await page.getByRole("link", { name: "Impresario", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What is to be done?");
});
