import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../scripts/server.ts";
import { startSlowEndpoint } from "../../scripts/slow-endpoint.ts";

const SECRET = "a-secret-for-the-tests-and-nothing-else";

/** As long as the text says, as in "hold this for 3 seconds": so that there is a run to leave and come back to. */
const delayMs = (text: string): number => 1000 * Number(/(\d+) seconds/.exec(text)?.[1] ?? 0);

/** The Worker as `npm start` runs it, with one endpoint of the tests' own that takes its time. */
export default async function setUp(): Promise<() => Promise<void>> {
  const endpoint = await startSlowEndpoint(delayMs);
  const folder = await mkdtemp(join(tmpdir(), "impresario-browser-"));
  const server = await startServer({
    port: 0,
    persistTo: join(folder, "state"),
    logFile: join(folder, "wrangler.log"),
    vars: {
      AUTH: "open",
      IMPRESARIO_SECRET: SECRET,
      CONFIG: JSON.stringify({
        endpoints: [
          { model: "slow-translator", taskType: "translation", url: endpoint.url },
          { model: "second-translator", taskType: "translation", url: endpoint.url },
        ],
      }),
      FETCH_ALLOW_HOSTS: new URL(endpoint.url).host,
    },
  });
  // The configuration is read anew by what runs the tests, and takes it from there.
  process.env.IMPRESARIO_TEST_URL = server.url;
  return async () => {
    await server.stop();
    await endpoint.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
