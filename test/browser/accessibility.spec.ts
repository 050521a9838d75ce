import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { demoFile, ended, expect, nodes, test } from "./app.ts";

/** What of a page depends on its theme. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** What axe finds that keeps anybody from using the page, in both themes. */
async function seriousFindings(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    // The colours of the other theme may still be on their way to the screen.
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
    const { violations } = await (theme === "light" ? axe : axe.withRules(RULES_OF_COLOUR)).analyze();
    findings.push(
      ...violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes: found }) => found.map(({ html }) => `${theme}: ${id}: ${html}`)),
    );
  }
  return findings;
}

for (const [device, width, height] of [
  ["desktop", 1280, 800],
  ["phone", 390, 844],
] as const) {
  test(`axe finds nothing serious on a ${device}, in either theme`, async ({ page, api }) => {
    // Ten views are looked at twice.
    test.slow();
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

const blobOf = async (name: string): Promise<Blob> => {
  const { openAsBlob } = await import("node:fs");
  return openAsBlob(demoFile(name));
};
