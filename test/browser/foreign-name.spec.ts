import { chromium, expect, test } from "@playwright/test";
import { CHROMIUM, CHROMIUM_ARGUMENTS } from "../../scripts/chromium.ts";

const FOREIGN = "evil.example";

/** A page of another site, whose name was made to lead to this machine (DNS rebinding), in a real browser. */
test("a page that reaches the server by a foreign name is told nothing, whatever headers it sends", async ({
  baseURL,
}) => {
  const { port } = new URL(baseURL ?? "");
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...CHROMIUM_ARGUMENTS, `--host-resolver-rules=MAP ${FOREIGN} 127.0.0.1`],
  });
  try {
    const page = await browser.newPage();
    // Its own page is served by anybody; this one answers without a key as well.
    await page.goto(`http://${FOREIGN}:${port}/v1/health`);
    const ask = (headers: Record<string, string>): Promise<number> =>
      page.evaluate(async (sent) => {
        const answer = await fetch("/v1/conversations", { headers: sent }).catch(() => null);
        return answer?.status ?? 0;
      }, headers);
    const local = `http://127.0.0.1:${port}/v1/conversations`;
    for (const headers of [{}, { "MF-Original-URL": local }, { "X-Forwarded-Host": `127.0.0.1:${port}` }]) {
      expect([400, 403], JSON.stringify(headers)).toContain(await ask(headers));
    }
  } finally {
    await browser.close();
  }
});

test("the tools of the local server answer nobody", async ({ request }) => {
  for (const path of [
    ...["/cdn-cgi/local/explorer", "/cdn-cgi/local/explorer/api/d1/database", "/cdn-cgi/explorer/api/workers"],
    ...["/cdn-cgi/local/scheduled", "/cdn-cgi/handler/scheduled", "/__scheduled", "/%63dn-cgi/local/scheduled"],
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});
