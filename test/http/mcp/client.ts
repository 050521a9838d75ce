import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type Call, ORIGIN } from "../caller.ts";

export type Era = "legacy" | "modern";

/** The official client, at a caller of the API in place of the network. */
export async function connect(call: Call, era: Era = "modern", query = "", token?: string): Promise<Client> {
  const client = new Client(
    { name: "tests", version: "1" },
    { versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp${query}`), {
    ...(token === undefined ? {} : { authProvider: { token: async () => token } }),
    fetch: (input, init) => call(new URL(input).pathname + new URL(input).search, init),
  });
  await client.connect(transport);
  return client;
}

/** The stable code of a failed call. */
export const codeOf = ({ isError, _meta }: CallToolResult): unknown =>
  isError ? (_meta?.["impresario/error"] as { readonly code?: unknown } | undefined)?.code : undefined;

export const textIn = ({ content }: CallToolResult): string =>
  content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
