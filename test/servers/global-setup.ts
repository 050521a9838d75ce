import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT_WORKER } from "../../scripts/server.ts";
import { buildWorker } from "../../scripts/wrangler.ts";

/** Builds the Worker once for all the servers that the tests start, which would each build it anew. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "impresario-built-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await buildWorker(folder);
  } catch (fault) {
    await remove();
    throw fault;
  }
  process.env[BUILT_WORKER] = join(folder, "worker.js");
  return remove;
}
