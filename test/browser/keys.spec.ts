import type { Page } from "@playwright/test";
import { expect, test } from "./app.ts";

const KEY = "imp_taken";
const NO_KEY = "imp_none";

/** Makes the server as one that asks for a key. What it refuses is refused by the Worker itself, in its own words. */
async function askForKey(page: Page): Promise<void> {
  await page.route("**/v1/**", async (route) => {
    const { authorization = `Bearer ${NO_KEY}`, ...headers } = route.request().headers();
    if (new URL(route.request().url()).pathname === "/v1/health") {
      const response = await route.fetch({ headers });
      await route.fulfill({ response, json: { ...(await response.json()), auth: "keys" } });
      return;
    }
    await route.continue({ headers: authorization === `Bearer ${KEY}` ? headers : { ...headers, authorization } });
  });
}

/** Sets a key as a person does. */
async function setKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key", { exact: true }).fill(key);
  await page.getByRole("button", { name: key === "" ? "Forget the key" : "Use this key" }).click();
}

test.beforeEach(({ allowed }) => {
  allowed.push(/status of 401/);
});

test("without a key the page says so in plain words, and leads to where one is set", async ({ page }) => {
  await askForKey(page);
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: "Set an API key under Settings" })).toBeVisible();
  await page.getByRole("textbox", { name: "Your request" }).fill("Which language is “guten Morgen”?");
  await page.getByRole("button", { name: "Send" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("This server asks for an API key");
  await expect(alert).not.toContainText(/Bearer|Authorization|unauthorized/);
  await expect(page.getByRole("textbox", { name: "Your request" })).toHaveValue("Which language is “guten Morgen”?");

  await alert.getByRole("link", { name: "Set an API key under Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
  const access = page.getByRole("region", { name: "Access" });
  await expect(access).toContainText("This server asks for a key, and none is set.");
  await page.getByRole("button", { name: "Check with the server" }).click();
  await expect(page.getByRole("alert")).toHaveText("This server asks for an API key");
});

test("a wrong key is told in the settings, and a right one is kept for as long as they say", async ({ page }) => {
  await askForKey(page);
  await page.goto("/settings");
  const access = page.getByRole("region", { name: "Access" });
  await setKey(page, "imp_wrong");
  await expect(access).toContainText("The server does not take this key.");
  const list = page.getByRole("navigation", { name: "Conversations" });
  await page.goto("/");
  await expect(list).toContainText("This server does not take the API key that is set. Change it under Settings");
  await page.goto("/runs/run_of-nobody");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("This server does not take the API key that is set");
  await alert.getByRole("link", { name: "Change it under Settings" }).click();

  await setKey(page, KEY);
  await expect(access).toContainText("The server takes this key, which lasts for this tab alone.");
  await page.reload();
  await expect(access).toContainText("The server takes this key");
  expect(await page.evaluate((key) => Object.values(localStorage).includes(key), KEY)).toBe(false);
  await page.getByRole("checkbox", { name: "Remember the key on this device" }).check();
  await expect(access).toContainText("The server takes this key, which is kept on this device.");
  await setKey(page, "");
  await expect(access).toContainText("none is set");
  expect(await page.evaluate((key) => Object.values(localStorage).includes(key), KEY)).toBe(false);
});

test("a server that needs no key, and refuses the one that is set, is told with the way out", async ({ page }) => {
  await page.goto("/settings");
  const access = page.getByRole("region", { name: "Access" });
  await expect(access).toContainText("This server is open");
  await setKey(page, "imp_of-another-server");
  await expect(access).toContainText("This server needs none: empty the field and forget the key");
  await setKey(page, "");
  await expect(access).not.toContainText("does not take this key");
  await page.getByRole("button", { name: "Check with the server" }).click();
  await expect(page.getByText("The server takes them.")).toBeVisible();
});
