import { ask, demoFile, ended, expect, startSlowRun, test } from "./app.ts";

/** What counts as good by the measure of Web Vitals (https://web.dev/articles/cls). */
const MOST_SHIFT = 0.1;

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const told = { shift: 0 };
    Object.assign(window, { told });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("value" in entry && "hadRecentInput" in entry && entry.hadRecentInput === false)
          told.shift += Number(entry.value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  }),
);

const shiftOf = (page: import("@playwright/test").Page): Promise<number> =>
  page.evaluate(() => ("told" in window ? Number((window.told as { shift: number }).shift) : Number.NaN));

test("nothing jumps while a request is worked on and answered", async ({ page, api }) => {
  await page.goto("/");
  await ask(page, "Read the text in invoice.png, summarize it and read the summary aloud", [demoFile("invoice.png")]);
  await ended(page, api);
  expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
});

test("nothing jumps while somebody watches, from the first task to the answer", async ({ page, api }) => {
  const { id, conversation } = await startSlowRun(api, 3);
  await page.goto(`/chat/${conversation}?run=${id}`);
  await ended(page, api);
  expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
});
