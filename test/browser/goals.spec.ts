import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goalText, startGoalModel } from "../../scripts/goal-model.ts";
import { scriptedWriter } from "../../scripts/scripted-model.ts";
import { type Server, startServer } from "../../scripts/server.ts";
import { MAX_GOAL_CHARS } from "../../src/domain/goal/policy.ts";
import { expect, test } from "./app.ts";

const GOAL = goalText("Tell what the offers say", [
  { name: "offers", inputs: [], delayMs: 0 },
  { name: "summary", inputs: ["offers"], delayMs: 0 },
]);

test("without a language model, a goal is refused with what to set, and its text stays", async ({ page, allowed }) => {
  allowed.push(/the server responded with a status of/);
  await page.goto("/");
  await page.getByRole("tab", { name: "Goal" }).click();
  await page.getByRole("textbox", { name: "Your goal" }).fill(GOAL);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("no-model");
  await expect(page.getByRole("textbox", { name: "Your goal" })).toHaveValue(GOAL);
});

test("a goal is as long as the server takes one, and what is longer is not sent", async ({ page }) => {
  await page.goto("/");
  const tooLong = "a".repeat(MAX_GOAL_CHARS + 1);
  await page.getByRole("textbox", { name: "Your request" }).fill(tooLong);
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
  await page.getByRole("tab", { name: "Goal" }).click();
  const goal = page.getByRole("form", { name: "New goal" });
  await expect(goal).toContainText("1 character too many");
  await expect(goal.getByRole("button", { name: "Send" })).toBeDisabled();
  await goal.getByRole("textbox", { name: "Your goal" }).fill(tooLong.slice(1));
  await expect(goal).toContainText("0 characters left");
  await expect(goal.getByRole("button", { name: "Send" })).toBeEnabled();
});

/** A server with a language model that breaks goals down as they say themselves. */
const withModel = test.extend<object, { readonly server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
    async ({}, use) => {
      const model = await startGoalModel();
      const folder = await mkdtemp(join(tmpdir(), "impresario-goals-"));
      const server = await startServer({
        port: 0,
        persistTo: join(folder, "state"),
        logFile: join(folder, "wrangler.log"),
        vars: {
          AUTH: "open",
          IMPRESARIO_SECRET: "a-secret-for-the-tests-and-nothing-else",
          CONFIG: JSON.stringify({ endpoints: [scriptedWriter(model)] }),
        },
      });
      await use(server);
      await server.stop();
      await model.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

withModel("a goal is begun, asks, is answered, and gives its answer", async ({ page, api, allowed }) => {
  allowed.push(/the server responded with a status of 404/);
  await page.goto("/");
  await page.getByRole("tab", { name: "Goal" }).click();
  await page.getByLabel("US dollars", { exact: true }).fill("-1");
  await expect(page.getByRole("alert")).toContainText("Not kept");
  await page.getByLabel("US dollars", { exact: true }).fill("");
  await page.getByLabel("Minutes").fill("20");
  await page.getByRole("textbox", { name: "Your goal" }).fill(GOAL);
  // What was chosen is seen for as long as it holds.
  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByRole("tab", { name: "Goal" }).click();
  await expect(page.getByLabel("Minutes")).toHaveValue("20");
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForURL(/\/goals\/goal_/);

  const id = new URL(page.url()).pathname.slice("/goals/".length);
  const question = page.getByRole("region", { name: "A question to you" });
  await expect(question).toContainText("May it begin?");
  await expect(page.getByText("0 of 2 steps done")).toBeVisible();
  const summary = page.getByRole("region", { name: "Steps" }).locator("summary", { hasText: "make-summary" });
  await expect(summary).toContainText("value 5, effort 1, waits for offers");
  const listed = page.getByRole("navigation", { name: "Goals" }).getByRole("link", { name: "Tell what" });
  await expect(listed).toContainText("asks you");

  await page.getByText("Raise the budget").click();
  await page.getByRole("form", { name: "Raise the budget" }).getByLabel("Minutes").fill("40");
  await page.getByRole("button", { name: "Raise", exact: true }).click();
  await expect(page.getByText(/of 40 min spent/)).toBeVisible();

  await question.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "The answer" })).toBeVisible();
  expect((await api.goals.get(id)).status).toBe("succeeded");
  await expect(question).toBeHidden();
  await expect(page.getByText("2 of 2 steps done")).toBeVisible();

  await summary.click();
  await expect(page.getByText("summary in 0 ms done").last()).toBeVisible();
  await expect(page.getByText("Why then").last()).toBeVisible();
  await expect(listed).toContainText("done");

  // Deleted elsewhere meanwhile, it is as it was to be.
  await page.getByRole("button", { name: "Delete" }).click();
  await api.goals.remove(id);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(listed).toBeHidden();
});
