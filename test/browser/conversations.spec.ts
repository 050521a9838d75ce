import { expect, test } from "./app.ts";

test("a conversation is renamed, and listed by its new title", async ({ page, api }) => {
  const { conversation } = await api.ask({ text: "Which language is “guten Abend”?" });
  await page.goto(`/chat/${conversation}`);
  const listed = page.getByRole("navigation", { name: "Conversations" });
  await listed
    .getByRole("button", { name: /^Rename/ })
    .first()
    .click();
  const window = page.getByRole("dialog", { name: "Rename this conversation" });
  await window.getByRole("textbox", { name: "Title" }).fill("An evening");
  await window.getByRole("button", { name: "Rename" }).click();
  await expect(window).toBeHidden();
  await expect(listed.getByRole("link", { name: /An evening/ })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("An evening");
  expect((await api.conversations({ limit: 1 })).conversations[0]?.title).toBe("An evening");
});

test("what nothing here can do is refused in a sentence, with what would help", async ({ page, api }) => {
  const { id, conversation } = await api.ask({ text: "Draw a lighthouse in the fog" });
  await page.goto(`/chat/${conversation}?run=${id}`);
  const turn = page.locator(`[data-run="${id}"]`);
  await expect(turn).toContainText(/^.*I can't make an image of .* here/s);
  await expect(turn.getByRole("link", { name: "Add a key" })).toHaveAttribute("href", "/settings");
  await turn.getByText("What would do it").click();
  await expect(turn).toContainText("HF_TOKEN");
});

test("a question back has buttons, and the message can be edited", async ({ page, api }) => {
  const { id, conversation } = await api.ask({ text: "Make it better" });
  await page.goto(`/chat/${conversation}?run=${id}`);
  await expect(page.locator("[data-task-node]")).toHaveCount(0);
  await page.getByRole("group", { name: "What you may say" }).getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("textbox", { name: "Your request" })).toHaveValue("Make it better");
});

test("a long message is folded", async ({ page, api }) => {
  const lines = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of a letter.`).join("\n");
  const { conversation } = await api.ask({ text: `Which language is this?\n\n${lines}` });
  await page.goto(`/chat/${conversation}`);
  const turn = page.locator("[data-run]").first();
  const asked = turn.getByText(/^Which language is this/);
  await expect(asked).not.toContainText("Line 30 of a letter.");
  await turn.getByRole("button", { name: /^Show all/ }).click();
  await expect(asked).toContainText("Line 30 of a letter.");
});
