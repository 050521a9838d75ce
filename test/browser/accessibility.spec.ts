import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { demoFile, ended, expect, nodes, test } from "./app.ts";

/** What axe finds that keeps anybody from using the page. */
async function seriousFindings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes: found }) => found.map(({ html }) => `${id}: ${html}`));
}

for (const theme of ["light", "dark"] as const) {
  for (const [device, width, height] of [
    ["desktop", 1280, 800],
    ["phone", 390, 844],
  ] as const) {
    test(`axe finds nothing serious in the ${theme} theme on a ${device}`, async ({ page, api }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height });
      const photo = await api.upload(await blobOf("photo.jpg"), { name: "photo.jpg" });
      const made = await api.ask({
        text: "Make photo.jpg black and white, then blur it",
        resources: [photo.id],
      });
      const waiting = await api.start({ text: "Which language is “guten Morgen”?", approval: "plan" });

      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto(`/chat/${made.conversation}`);
      await expect(page.getByRole("main").getByText("photo.jpg").first()).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto(`/chat/${made.conversation}?run=${made.id}`);
      await ended(page, api);
      await nodes(page).first().click();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("tab", { name: "Timeline" }).click();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto(`/chat/${waiting.conversation}`);
      await expect(page.getByRole("button", { name: /^Approve/ })).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto(`/runs/${made.id}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto("/catalogue?q=whisper&model=openai/whisper-large-v3");
      await expect(page.getByRole("region", { name: "About openai/whisper-large-v3" })).toContainText("apache-2.0");
      expect(await seriousFindings(page)).toEqual([]);
      await page.goto("/catalogue?around=task:summarization");
      await expect(page.locator("[data-laid-out=true]")).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto("/settings");
      await expect(page.getByRole("region", { name: "This deployment" })).toContainText("HF_TOKEN");
      expect(await seriousFindings(page)).toEqual([]);
      await api.cancel(waiting.id);
    });
  }
}

const blobOf = async (name: string): Promise<Blob> => {
  const { openAsBlob } = await import("node:fs");
  return openAsBlob(demoFile(name));
};
