import { expect, test } from "./app.ts";

test("a model is found, looked at, and seen among others", async ({ page }) => {
  await page.goto("/catalogue");
  await page.getByRole("searchbox", { name: "Words" }).fill("whisper large");
  await page.getByRole("button", { name: /^openai\/whisper-large-v3 / }).click();
  const about = page.getByRole("region", { name: "About openai/whisper-large-v3" });
  await expect(about).toContainText("apache-2.0");
  await expect(about.getByText("InferenceClient").first()).toBeVisible();
  await about.getByRole("button", { name: "What it has to do with others" }).click();
  await expect(page).toHaveURL(/around=model/);
  await expect(page.locator("[data-laid-out=true]")).toBeVisible();
  const node = page.getByRole("region", { name: "The chosen node" });
  await node.getByRole("button", { name: "automatic-speech-recognition" }).click();
  await node.getByRole("button", { name: "Draw around it" }).click();
  await expect(page).toHaveURL(/around=task/);
  await page.goBack();
  await expect(page).toHaveURL(/around=model/);
});

test("a graph of 5,000 nodes is drawn, and answers while it is", async ({ page }) => {
  const nodes = Array.from({ length: 5_000 }, (_, place) =>
    place === 0
      ? { id: "task:summarization", kind: "task", name: "summarization", distance: 0 }
      : { id: `model:maker/m${place}`, kind: "model", name: `maker/m${place}`, distance: 1 },
  );
  const edges = nodes.slice(1).flatMap(({ id }, place) => [
    { from: id, relation: "does", to: "task:summarization" },
    { from: id, relation: "derived-from", to: `model:maker/m${1 + ((place * 7) % 4_999)}` },
  ]);
  await page.route("**/v1/catalogue/graph?**", (route) =>
    route.fulfill({
      json: { snapshot: "made", center: "task:summarization", depth: 2, nodes, edges, truncated: true },
    }),
  );
  await page.goto("/catalogue?around=task:summarization");
  await expect(page.getByRole("status").filter({ hasText: "5,000 nodes" })).toBeVisible();
  await expect(page.locator("[data-laid-out=true]")).toBeVisible();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "maker/m1", exact: true }).click();
  await expect(page.getByRole("region", { name: "The chosen node" })).toContainText("maker/m1");
});

test("on a phone the filters are folded, and open where one is set", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/catalogue");
  await expect(page.getByRole("searchbox", { name: "Words" })).toBeVisible();
  const licence = page.getByRole("combobox", { name: "Licence" });
  await expect(licence).toBeHidden();
  await page.getByText("Filters and order").click();
  await licence.fill("MIT");
  await page.waitForURL(/licence=MIT/);
  await page.reload();
  await expect(licence).toHaveValue("MIT");
});
