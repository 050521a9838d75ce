import { expect, test } from "./app.ts";

test("a form that an answer was wanted in is shown as it was filled", async ({ page, api }) => {
  const schema = {
    type: "object",
    properties: { sentiment: { type: "string" }, confidence: { type: "number" } },
    required: ["sentiment"],
  };
  const { id } = await api.start({
    text: "What is the sentiment of: This hotel was wonderful, and we will come back!",
    response_format: { type: "json_schema", json_schema: { name: "review", schema } },
  });
  const { conversation, structured } = await api.wait(id);
  expect(structured).toMatchObject({ as: "filled", value: { sentiment: "positive" } });
  await page.goto(`/chat/${conversation}?run=${id}`);
  const made = page.getByRole("list", { name: "What was made" });
  await expect(made.getByText("review")).toBeVisible();
  await expect(made.getByText("positive")).toBeVisible();
});
