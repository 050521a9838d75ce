import type { Client } from "@modelcontextprotocol/client";
import type { McpServerConfig } from "../../config/mcp-servers.ts";
import { AppError } from "../../domain/errors.ts";
import { boundedBody } from "../answers/bounded-body.ts";
import { readRetryAfter, tooSlow } from "../answers/failures.ts";

export interface Connecting {
  readonly server: Pick<McpServerConfig, "name" | "url" | "headers">;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** Of each answer. */
  readonly maxBytes: number;
  /** Also of the SDK's own timer, which would stop a long call. */
  readonly timeoutMs: number;
}

/** A list of tools runs over pages. */
const MAX_PAGES = 10;

/**
 * Does something with a server through the official client, on a connection of its own: nothing of a call outlives it.
 * @throws {AppError} that says nothing of what the server said
 */
export async function withServer<T>(connecting: Connecting, use: (client: Client) => Promise<T>): Promise<T> {
  const { server, signal, timeoutMs } = connecting;
  // Loaded when the first server is asked: few deployments name any, and it is large.
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const line = openLine(connecting);
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { ...server.headers } },
    fetch: line.fetch,
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  const client = new Client(
    { name: "impresario", version: "1" },
    { versionNegotiation: { mode: "auto" }, listMaxPages: MAX_PAGES },
  );
  try {
    await client.connect(transport, { signal, timeout: timeoutMs });
    return await use(client);
  } catch (thrown) {
    const ours = ownFault(thrown);
    if (ours) throw ours;
    if (signal.aborted) throw tooSlow(server.name, thrown);
    const refused = new AppError("provider-rejected", `The MCP server ${server.name} refused it`, { cause: thrown });
    throw line.refusal(thrown) ?? refused;
  } finally {
    // A server that keeps sessions keeps this one no longer than it is told to.
    if (transport.sessionId !== undefined && !signal.aborted) await transport.terminateSession().catch(() => undefined);
    await client.close().catch(() => undefined);
  }
}

/** The SDK wraps what was thrown inside of `fetch` once or twice. */
const MAX_WRAPS = 4;

function ownFault(thrown: unknown): AppError | null {
  let fault = thrown;
  for (let wraps = 0; wraps <= MAX_WRAPS && fault instanceof Error; wraps++) {
    if (fault instanceof AppError) return fault;
    fault = fault.cause;
  }
  return null;
}

interface OpenLine {
  readonly fetch: (input: string | URL, init?: RequestInit) => Promise<Response>;
  /** Why the last request came to nothing, where HTTP tells. */
  refusal(cause: unknown): AppError | null;
}

function openLine({ server: { name }, fetch: ask, signal, maxBytes }: Connecting): OpenLine {
  let last: Response | "unreachable" | null = null;
  return {
    fetch: async (input, init = {}) => {
      // The stream of a server's own messages: nothing of them is wanted, and it would hold one of six connections.
      if (init.method === "GET") return new Response(null, { status: 405 });
      const ended = init.signal ? AbortSignal.any([signal, init.signal]) : signal;
      last = "unreachable";
      const response = await ask(input, { ...init, redirect: "manual", signal: ended });
      last = response;
      const { status, statusText, headers } = response;
      if (response.body === null) return response;
      return new Response(boundedBody(response.body, { name, maxBytes, signal: ended }), {
        status,
        statusText,
        headers,
      });
    },
    refusal: (cause) => {
      if (last === "unreachable")
        return new AppError("provider-unavailable", `The MCP server ${name} cannot be reached`, {
          retryable: true,
          cause,
        });
      return last === null || last.ok ? null : refusalOf(name, last, cause);
    },
  };
}

function refusalOf(name: string, { status, headers }: Response, cause: unknown): AppError {
  const said = `The MCP server ${name} answered with status ${status}`;
  const retryAfterMs = readRetryAfter(headers.get("retry-after"));
  const wait = { retryable: true, cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  if (status === 429) return new AppError("rate-limited", said, wait);
  if (status >= 500) return new AppError("provider-unavailable", said, wait);
  const advice = status === 401 || status === 403 ? "; check its `headers` or `auth` in CONFIG.mcpServers" : "";
  return new AppError("provider-rejected", `${said}${advice}`, { cause });
}
