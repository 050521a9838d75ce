import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ROOT } from "../../../scripts/server.ts";
import { runSummary } from "../../../src/http/mcp/run-summary.ts";

/** Of the protocol: up to 2025-11-25, which is the client's default, or 2026-07-28. */
export type Era = "legacy" | "modern";

export interface Connected {
  readonly client: Client;
  /** Breaks every connection off, as a network does, and says nothing. */
  cut(): void;
}

/** The official client at a server. */
export async function connect(url: string, era: Era): Promise<Connected> {
  const line = new AbortController();
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.any([line.signal, ...(init?.signal ? [init.signal] : [])]) }),
  });
  const client = new Client(
    { name: "conformance", version: "1" },
    { versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" } },
  );
  await client.connect(transport);
  return { client, cut: () => line.abort(new Error("The line was cut")) };
}

/** The run that a result shows. */
export const runIn = ({ structuredContent }: CallToolResult) => runSummary.parse(structuredContent);

export const textIn = ({ content }: CallToolResult): string =>
  content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");

const INSPECTOR_LIMIT_MS = 30_000;

/** What the Inspector's command line prints, as the JSON it is. It looks for its own name beside the working folder. */
export async function inspect(url: string, args: readonly string[], signal?: AbortSignal): Promise<unknown> {
  const cwd = join(ROOT, "node_modules/@modelcontextprotocol/inspector-cli/build");
  const command = [join(cwd, "cli.js"), "--cli", url, "--transport", "http", ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd, timeout: INSPECTOR_LIMIT_MS, signal });
  return JSON.parse(stdout);
}

/** An expert that is asked and never answers. */
export async function startSilentExpert(): Promise<{ server: Server; url: string; nextCall(): Promise<void> }> {
  let called = Promise.withResolvers<void>();
  const server = createServer((request) => {
    request.resume();
    called.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    ...{ server, url },
    nextCall: () => {
      called = Promise.withResolvers<void>();
      return called.promise;
    },
  };
}
