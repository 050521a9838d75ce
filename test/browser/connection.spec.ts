import { ended, expect, nodes, startSlowRun, test } from "./app.ts";

const OUTAGE_MS = 10_000;

test("a reload in the middle of a run misses nothing", async ({ page, api }) => {
  const { id, conversation } = await startSlowRun(api, 6);
  await page.goto(`/chat/${conversation}?run=${id}`);
  await expect(nodes(page).first()).toHaveAccessibleName(/running/);
  await page.reload();
  await expect(nodes(page).first()).toHaveAccessibleName(/running/);
  const run = await ended(page, api);
  expect(run.status).toBe("succeeded");
  await expect(nodes(page)).toHaveCount(2);
  for (const node of await nodes(page).all()) await expect(node).toHaveAccessibleName(/done/);
  await expect(page.getByRole("main").getByText("Done: one for 6 seconds").first()).toBeVisible();
});

test("a network that is lost for ten seconds is said, and the run is caught up with", async ({
  page,
  api,
  context,
  allowed,
}) => {
  allowed.push(/ERR_INTERNET_DISCONNECTED/);
  const { id, conversation } = await startSlowRun(api, 5);
  await page.goto(`/chat/${conversation}?run=${id}`);
  await expect(nodes(page).first()).toHaveAccessibleName(/running/);
  const words = page.getByText("The connection is lost");
  await context.setOffline(true);
  await expect(words).toBeVisible();
  // The run ends while nobody hears of it.
  expect((await api.wait(id)).status).toBe("succeeded");
  await page.waitForTimeout(OUTAGE_MS);
  await expect(words).toBeVisible();
  await context.setOffline(false);
  await expect(words).toBeHidden();
  await ended(page, api);
  for (const node of await nodes(page).all()) await expect(node).toHaveAccessibleName(/done/);
});

test("a conversation that was deleted elsewhere says so", async ({ page, api, allowed }) => {
  allowed.push(/status of 404/);
  const { conversation } = await api.ask({ text: "Which language is “guten Morgen”?" });
  await api.deleteConversation(conversation);
  await page.goto(`/chat/${conversation}`);
  await expect(page.getByRole("main")).toContainText(/deleted|not found|no such/i);
});
