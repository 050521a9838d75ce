import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadStarter } from "../../../src/catalogue/starter/index.ts";
import type { HubOptions } from "../../fakes/hub/hub.ts";
import { keptIds } from "../../fakes/hub/models.ts";
import { startHubServer } from "../../fakes/hub-server.ts";

const SCRIPT = fileURLToPath(new URL("../../../scripts/crawl-catalogue.ts", import.meta.url));
/** Each call starts a runtime to open the bucket. */
const TIMEOUT_MS = 60_000;

let state = "";
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "impresario-crawl-test-"));
});
afterAll(() => rm(state, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const run = (...words: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, "--state", state, ...words], { timeout: TIMEOUT_MS }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, err }),
    );
  });

async function withHub<T>(
  options: HubOptions,
  work: (url: string, requests: readonly string[]) => Promise<T>,
): Promise<T> {
  const { server, url, hub } = await startHubServer(options);
  try {
    return await work(url, hub.requests);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const versionIn = (out: string): string => /Version (\S+) is served/.exec(out)?.[1] ?? "";

describe("npm run catalogue:crawl", { timeout: 4 * TIMEOUT_MS }, () => {
  it("publishes what it crawls, over connections that break, and rolls back", async () => {
    const fault: HubOptions["fault"] = (path, before) => (before === 0 && path.includes("cursor") ? "cut" : null);
    const first = await withHub({ models: 2_500, fault }, (url) => run("--hub", url, "--cards", "12"));
    expect(first).toMatchObject({ code: 0, err: "" });
    // The models of the starter catalogue are served along.
    const models = keptIds(2_500).length + (await loadStarter()).length;
    expect(first.out).toContain(`is served: ${models} models`);
    expect(first.out).toContain("Nothing to compare it with.");

    const second = await withHub({ models: 500 }, async (url) => {
      const refused = await run("--hub", url, "--cards", "0");
      expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/would go[\s\S]*--force/) });
      return run("--hub", url, "--cards", "0", "--force");
    });
    expect(second.out).toContain(`Against ${versionIn(first.out)}: 0 new`);

    const back = await run("--rollback");
    expect(versionIn(back.out)).toBe(versionIn(first.out));
    const list = await run("--list");
    expect(list.out).toContain(`* ${versionIn(first.out)}`);
    expect(list.out).toContain(`  ${versionIn(second.out)}`);
    expect(list.out).toContain(`${models} models, `);
    expect(list.out).toContain(`Against ${versionIn(first.out)}: 0 new`);

    expect((await run("--rollback", "starter")).out).toContain("Version starter is served.");
    expect((await run("--list")).out).toContain("* starter  comes with the code");
  });

  it("goes on where the Hub failed, without asking for what it has", async () => {
    let isDown = true;
    const fault: HubOptions["fault"] = (path) =>
      isDown && path.includes("cursor") ? { status: 429, headers: { "retry-after": "0" } } : null;
    await withHub({ models: 2_000, fault }, async (url, requests) => {
      const failed = await run("--hub", url, "--cards", "0");
      expect(failed.code).toBe(1);
      expect(failed.err).toContain("was published: 6 times: too many requests");
      isDown = false;
      const done = await run("--hub", url, "--cards", "0");
      expect(done.code).toBe(0);
      expect(requests.filter((path) => !path.includes("cursor"))).toHaveLength(1);
    });
  });

  it("says what is wrong in words", async () => {
    expect(await run("--rollback", "nothing")).toMatchObject({ code: 1, err: expect.stringContaining("No snapshot") });
    const usage = await run("--pages", "x");
    expect(usage).toMatchObject({ code: 1, err: expect.stringContaining("--pages is a whole number") });
    expect(usage.err).not.toContain("    at ");
  });
});
