import { ask, ended, expect, test } from "./app.ts";

test("what is set holds for the requests that follow, and after a reload", async ({ page, api }) => {
  await page.goto("/settings");
  await page.getByRole("checkbox", { name: "Local only" }).check();
  await page.getByRole("textbox", { name: "Tasks" }).fill("3");
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Local only" })).toBeChecked();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/");
  await ask(page, "Which language is “guten Morgen”?");
  const run = await ended(page, api);
  expect(run.casting?.constraints).toEqual({ provider: { allow: ["local"] } });
});

test("conditions that the server refuses are told with what is wrong in them", async ({ page, allowed }) => {
  allowed.push(/status of 400/);
  await page.goto("/settings");
  const json = page.getByRole("textbox", { name: "All conditions, as JSON" });
  await json.fill('{"licence": 3}');
  await page.getByRole("button", { name: "Check with the server" }).click();
  await expect(page.getByRole("alert")).toContainText("licence");
  await json.fill('{"licence": {"allow": ["MIT"]}}');
  await page.getByRole("button", { name: "Check with the server" }).click();
  await expect(page.getByText("The server takes them.")).toBeVisible();
});

test("a request is copied as curl and as TypeScript", async ({ page, context, api }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await ask(page, "Which language is “guten Morgen”?");
  await ended(page, api);
  await page.getByRole("button", { name: "Copy as" }).click();
  await page.getByRole("button", { name: "curl" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toMatch(/^curl -s 'http:\/\/127\.0\.0\.1:\d+\/v1\/runs' /);
  expect(command).toContain("guten Morgen");
  await page.getByRole("button", { name: "TypeScript" }).click();
  const program = await page.evaluate(() => navigator.clipboard.readText());
  expect(program).toContain("client.ask(");
});
