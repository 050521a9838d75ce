import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, describe, expect, it } from "vitest";
import { useServer } from "../servers/use-server.ts";
import { LIMIT_MS } from "./speaking.ts";

const { url } = useServer();
const mcp = (): string => `${url()}/mcp`;
const REMOTE = join(fileURLToPath(new URL("node_modules/mcp-remote/dist/proxy.js", import.meta.url)));

/** Of all pages: other tests leave files on the server, and those of the demo come behind them. */
async function resourcesOf(client: Client): Promise<readonly string[]> {
  const uris: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listResources(cursor === undefined ? {} : { cursor });
    uris.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return uris;
}

describe.each<[string, () => Transport]>([
  ["@modelcontextprotocol/sdk", () => new StreamableHTTPClientTransport(new URL(mcp())) as Transport],
  [
    "mcp-remote, a bridge for clients that know no HTTP",
    () =>
      new StdioClientTransport({
        ...{ command: process.execPath, args: [REMOTE, mcp(), "--transport", "http-only"], stderr: "ignore" },
      }),
  ],
])("%s", { timeout: LIMIT_MS }, (_, transport) => {
  const open: Client[] = [];
  afterAll(() => Promise.all(open.map((client) => client.close())));

  it("lists tools, resources and prompts, and has a request done", async () => {
    const client = new Client({ name: "clients", version: "1" });
    open.push(client);
    await client.connect(transport());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("run_request");
    expect(await resourcesOf(client)).toContain("impresario://demo/photo.jpg");
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("read-an-invoice");
    const called = await client.callTool({
      ...{ name: "run_request", arguments: { text: "What is the sentiment of “I love this”?" } },
    });
    expect(called).toMatchObject({ structuredContent: { status: "succeeded" } });
    const refused = await client.callTool({ name: "get_run", arguments: { run: "run_x" } });
    expect(refused).toMatchObject({ isError: true, _meta: { "impresario/error": { code: "not-found" } } });
  });
});
