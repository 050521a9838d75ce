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

/** The Worker as `npm start` runs it, on a port and a state of its own, for the tests of one file. */
export function useServer(vars: Readonly<Record<string, string>> = {}): {
  client(apiKey?: string): Client;
  url(): string;
} {
  let server: Server | undefined;
  let folder: string | undefined;
  const url = (): string => {
    if (!server) throw new Error("The server has not started");
    return server.url;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "impresario-test-"));
    const secret = "a-secret-for-the-tests-and-nothing-else";
    server = await startServer({
      port: 0,
      persistTo: join(folder, "state"),
      logFile: join(folder, "wrangler.log"),
      vars: { AUTH: "open", IMPRESARIO_SECRET: secret, ...vars },
    });
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
