import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT_WORKER } from "../../scripts/built-worker.ts";
import { buildWorker } from "../../scripts/wrangler.ts";
import { SHARED_SERVER, startTestServer } from "./use-server.ts";

/** Builds the Worker, unless that is done, and starts the server that is shared. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "impresario-built-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    if (!process.env[BUILT_WORKER]) {
      // Apart from the server's state: a server starts anew for whatever is written beside its Worker.
      const built = join(folder, "built");
      await buildWorker(built);
      process.env[BUILT_WORKER] = join(built, "worker.js");
    }
    const server = await startTestServer(join(folder, "shared"));
    process.env[SHARED_SERVER] = server.url;
    return async () => {
      await server.stop();
      await remove();
    };
  } catch (fault) {
    await remove();
    throw fault;
  }
}
