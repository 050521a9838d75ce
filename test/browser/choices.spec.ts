import { ask, demoFile, ended, expect, test } from "./app.ts";

test("a question back offers what may be said next, and sends what is chosen", async ({ page, api }) => {
  await page.goto("/");
  await ask(page, "?", [demoFile("texts/english.txt")]);
  const asked = await ended(page, api);
  expect(asked.choices.length).toBeGreaterThan(0);
  await expect(page.getByRole("region", { name: "Conversation" })).toContainText("asks you");
  const choices = page.getByRole("group", { name: "What you may say" });
  await expect(choices.getByRole("button")).toHaveText([...asked.choices, "Edit"]);

  const before = page.url();
  const choice = asked.choices[0] ?? "";
  await choices.getByRole("button", { name: choice }).click();
  await page.waitForURL((url) => url.href !== before);
  const run = await ended(page, api);
  expect(run.text).toBe(choice);
  expect(run.tasks.length).toBeGreaterThan(0);
  await expect(choices).toBeHidden();
});
