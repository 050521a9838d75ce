import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { START_LIMIT_MS } from "../../scripts/readiness.ts";
import { ROOT, type Server, startServer } from "../../scripts/server.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import type { ResourceView } from "../../src/http/schemas/views.ts";

export const demoFile = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(join(ROOT, "demo", name)));

/** Names, in the environment, where the server listens that `global-setup.ts` starts. */
export const SHARED_SERVER = "IMPRESARIO_TEST_SERVER";

type Variables = Readonly<Record<string, string>>;

/** The Worker as `npm start` runs it, on any port. @param folder for its state and its log */
export const startTestServer = (folder: string, vars: Variables = {}): Promise<Server> =>
  startServer({
    port: 0,
    persistTo: join(folder, "state"),
    logFile: join(folder, "wrangler.log"),
    vars: { AUTH: "open", IMPRESARIO_SECRET: "a-secret-for-the-tests-and-nothing-else", ...vars },
  });

/**
 * A server for the tests of one file, with a state of its own; where no variables are given, the one that several files
 * share, as each takes the CPU for seconds until it has started.
 */
export function useServer(vars?: Variables): {
  client(apiKey?: string): Client;
  url(): string;
} {
  let server: Server | undefined;
  let folder: string | undefined;
  const url = (): string => {
    const found = vars ? server?.url : process.env[SHARED_SERVER];
    if (!found) throw new Error("The server has not started");
    return found;
  };
  beforeAll(async () => {
    if (!vars) return;
    folder = await mkdtemp(join(tmpdir(), "impresario-test-"));
    server = await startTestServer(folder, vars);
  }, START_LIMIT_MS);
  afterAll(async () => {
    await server?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });
  return { url, client: (apiKey) => createClient({ baseUrl: url(), apiKey }) };
}

/** Puts a file of `demo/` on the server. */
export const upload = async (client: Client, name: string): Promise<ResourceView> =>
  client.upload(await demoFile(name), { name });

export async function bytesOf(client: Client, resource: ResourceView): Promise<Uint8Array> {
  const { body } = await client.download(resource.id);
  return new Uint8Array(await new Response(body).arrayBuffer());
}
