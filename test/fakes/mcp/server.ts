import { createServer, type Server } from "node:http";
import { createMcpHandler, legacyStatelessFallback, type McpServer } from "@modelcontextprotocol/server";
import { listen } from "../listen.ts";
import { createToolbox } from "./toolbox.ts";

/** Requests of a test are small. */
const MAX_BODY_BYTES = 1024 * 1024;

export interface FakeMcpServer {
  readonly server: Server;
  /** `/mcp` speaks all revisions, `/legacy` those up to 2025, `/guarded` to who brings the token alone. */
  readonly url: string;
}

export const TOKEN = "a-token-of-the-tests";

/** An MCP server of the official SDK, with the tools of `toolbox.ts` where no others are given. */
export async function startMcpServer(create: () => McpServer = createToolbox): Promise<FakeMcpServer> {
  const handler = createMcpHandler(create);
  const legacy = legacyStatelessFallback(create);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes > MAX_BODY_BYTES) {
        request.destroy();
        return;
      }
      chunks.push(chunk as Buffer);
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string") headers.set(name, value);
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/guarded" && headers.get("authorization") !== `Bearer ${TOKEN}`) {
      response.writeHead(401).end("no");
      return;
    }
    const left = new AbortController();
    response.once("close", () => left.abort());
    const { method = "GET" } = request;
    const asked = new Request(`http://${request.headers.host}${pathname}`, {
      ...{ method, headers, signal: left.signal },
      ...(method === "POST" ? { body: Buffer.concat(chunks) } : {}),
    });
    const answer = await (pathname === "/legacy" ? legacy(asked) : handler.fetch(asked));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    try {
      for await (const chunk of answer.body ?? []) response.write(chunk);
    } catch {
      // Its client has left.
    }
    response.end();
  });
  const origin = await listen(server);
  return { server, url: origin };
}
