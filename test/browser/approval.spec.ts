import { ask, ended, expect, nodes, shownRun, test } from "./app.ts";

const TEXT =
  "Summarize “The river rose in the night. By noon the lower town stood in water. Nobody was hurt.” and read it aloud";

test("a plan that is edited and approved runs as it was edited", async ({ page, api }) => {
  await page.goto("/");
  await page.getByRole("switch", { name: "Show me the plan first" }).check();
  await ask(page, TEXT);

  const tasks = page.getByRole("list", { name: "Tasks", exact: true });
  await expect(tasks.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Estimate" })).toBeVisible();
  await tasks.getByRole("button", { name: "Edit task 1" }).click();
  const text = tasks.getByRole("textbox", { name: /text/ });
  await text.fill("The bridge is closed. Take the ferry. It leaves at nine.");
  await tasks.getByRole("button", { name: "Edit task 1" }).click();
  await page.getByRole("button", { name: /^Approve/ }).click();

  const run = await ended(page, api);
  expect(run.status).toBe("succeeded");
  expect(run.planVersion).toBe(2);
  expect(JSON.stringify(run.tasks[0]?.args)).toContain("The bridge is closed");
});

test("a task that another needs is removed only with it, and the rest can be approved", async ({ page, api }) => {
  const { id, conversation } = await api.start({ text: TEXT, approval: "plan" });
  await page.goto(`/chat/${conversation}?run=${id}`);
  const tasks = page.getByRole("list", { name: "Tasks", exact: true });
  await tasks.getByRole("button", { name: "Remove task 1" }).click();
  await expect(tasks.getByRole("group", { name: "Remove task 1" })).toContainText("2 Read the summary aloud");
  await tasks.getByRole("button", { name: "Keep it" }).click();
  await expect(tasks.getByRole("listitem")).toHaveCount(2);
  await tasks.getByRole("button", { name: "Remove task 2" }).click();
  await expect(tasks.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: /^Approve/ }).click();
  const run = await ended(page, api);
  expect(run.tasks.map(({ task, status }) => [task, status])).toEqual([["summarization", "succeeded"]]);
});

test("a task is edited beside the graph, which shows what becomes of the plan", async ({ page, api }) => {
  const { id, conversation } = await api.start({ text: TEXT, approval: "plan" });
  await page.goto(`/chat/${conversation}?run=${id}`);
  await nodes(page).nth(1).click();
  const beside = page.getByRole("complementary", { name: "Edit task 2" });
  await expect(beside).toBeVisible();
  await expect(nodes(page).nth(1)).toBeVisible();
  await beside.getByRole("combobox", { name: /text/ }).first().selectOption({ label: "Written here" });
  await beside.getByRole("textbox", { name: "text", exact: true }).fill("Good morning");
  await expect(nodes(page).nth(1)).toContainText("Read “Good morning” aloud");
  const tasks = page.getByRole("list", { name: "Tasks", exact: true });
  await expect(tasks.getByRole("listitem").nth(1)).toContainText("Read “Good morning” aloud");
  await beside.getByRole("button", { name: "Remove task 2" }).click();
  await expect(nodes(page)).toHaveCount(1);
  await page.getByRole("button", { name: /^Approve/ }).click();
  expect((await ended(page, api)).tasks.map(({ task }) => task)).toEqual(["summarization"]);
});

test("an unsound edit shows its fault at the task, and cannot be approved", async ({ page, api, allowed }) => {
  // The browser itself notes that the server refuses the plan.
  allowed.push(/status of 422/, /status of 400/);
  const { id, conversation } = await api.start({ text: TEXT, approval: "plan" });
  await page.goto(`/chat/${conversation}?run=${id}`);
  const tasks = page.getByRole("list", { name: "Tasks", exact: true });
  await tasks.getByRole("button", { name: "Edit task 1" }).click();
  await tasks.getByRole("textbox", { name: /text/ }).fill("");
  await expect(tasks.getByRole("listitem").first()).toContainText(/empty|needs|missing|text/i);
  await expect(page.getByRole("button", { name: /^Approve/ })).toBeDisabled();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("button", { name: /^Approve/ })).toBeEnabled();
});

test("a plan that is rejected runs nothing", async ({ page, api }) => {
  const { id, conversation } = await api.start({ text: TEXT, approval: "plan" });
  await page.goto(`/chat/${conversation}?run=${id}`);
  await page.getByRole("button", { name: "Reject" }).click();
  const run = await ended(page, api);
  expect(shownRun(page)).toBe(run.id);
  expect(run.status).toBe("cancelled");
  expect(run.usage.attempts).toBeLessThanOrEqual(1);
});
