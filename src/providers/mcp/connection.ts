import type { Client } from "@modelcontextprotocol/client";
import type { McpServerConfig } from "../../config/mcp-servers.ts";
import { AppError } from "../../domain/errors.ts";
import { unlessAborted } from "../../waiting.ts";
import { boundedBody } from "../answers/body.ts";
import { readRetryAfter, statusFailure, tooSlow, unreachable } from "../answers/failures.ts";

export interface Connecting {
  readonly server: Pick<McpServerConfig, "name" | "url" | "headers">;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** Of each answer. */
  readonly maxBytes: number;
  /** Also of the SDK's own timer, which would stop a long call. */
  readonly timeoutMs: number;
}

/** A server's time to end its session; the answer is here by then. */
const GOODBYE_MS = 1_000;
/** The client's time to read an answer after its end. */
const UNANSWERED_MS = 2_000;
/** A list of tools runs over pages. */
const MAX_PAGES = 10;

/**
 * Runs `use` with the official client on a connection of its own, which is closed afterwards.
 * @throws {AppError} without any words of the server
 */
export async function withServer<T>(connecting: Connecting, use: (client: Client) => Promise<T>): Promise<T> {
  const { server, signal, timeoutMs } = connecting;
  // Loaded when the first server is asked: few deployments name any, and it is large.
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const bounded = boundFetch(connecting);
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { ...server.headers } },
    fetch: bounded.fetch,
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
    const using = client.connect(transport, { signal, timeout: timeoutMs }).then(() => use(client));
    return await Promise.race([using, bounded.broken]);
  } catch (thrown) {
    const ours = ownFault(thrown);
    if (ours) throw ours;
    if (signal.aborted) throw tooSlow(server.name, thrown);
    const refused = new AppError("provider-rejected", `The MCP server ${server.name} refused it`, { cause: thrown });
    throw bounded.refusal(thrown) ?? refused;
  } finally {
    // A server that keeps sessions keeps this one no longer than it is told to.
    if (transport.sessionId !== undefined && !signal.aborted) {
      const enough = AbortSignal.timeout(GOODBYE_MS);
      await unlessAborted(transport.terminateSession(), enough).catch(() => undefined);
    }
    bounded.close();
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

interface BoundedFetch {
  readonly fetch: (input: string | URL, init?: RequestInit) => Promise<Response>;
  /** The failure of the last request by its HTTP status or connection; null where it succeeded. */
  refusal(cause: unknown): AppError | null;
  /** Rejects when all answers have ended without the expected one, for which the SDK would wait on. */
  readonly broken: Promise<never>;
  close(): void;
}

function boundFetch({ server: { name }, fetch: ask, signal, maxBytes }: Connecting): BoundedFetch {
  let last: Response | "unreachable" | null = null;
  let open = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => undefined);
  const ended = (fault?: unknown): void => {
    if (fault instanceof AppError) reject(fault);
    open -= 1;
    const silent = new AppError("provider-rejected", `The MCP server ${name} ended its answer without a result`);
    if (open === 0) timer = setTimeout(() => reject(silent), UNANSWERED_MS);
  };
  return {
    broken,
    close: () => clearTimeout(timer),
    fetch: async (input, init = {}) => {
      // The stream of a server's own messages: nothing of them is wanted, and it would hold one of six connections.
      if (init.method === "GET") return new Response(null, { status: 405 });
      const abort = init.signal ? AbortSignal.any([signal, init.signal]) : signal;
      last = "unreachable";
      clearTimeout(timer);
      open += 1;
      try {
        const response = await ask(input, { ...init, redirect: "manual", signal: abort });
        last = response;
        const { status, statusText, headers } = response;
        if (response.body === null) {
          ended();
          return response;
        }
        const body = boundedBody(response.body, { name, maxBytes, signal: abort });
        return new Response(watched(body, ended), { status, statusText, headers });
      } catch (thrown) {
        ended();
        throw thrown;
      }
    },
    refusal: (cause) => {
      if (last === "unreachable") return unrepeated(unreachable(`The MCP server ${name}`, cause));
      return last === null || last.ok ? null : refusalOf(name, last, cause);
    },
  };
}

function refusalOf(name: string, { status, headers }: Response, cause: unknown): AppError {
  const advice = status === 401 || status === 403 ? "; check its `headers` or `auth` in CONFIG.mcpServers" : "";
  const retryAfterMs = readRetryAfter(headers.get("retry-after"));
  return statusFailure(`The MCP server ${name}`, status, { advice, retryAfterMs, cause });
}

/** The failure without `retryable` where the answer was lost: the tool may have done its work, and must not repeat it. */
const unrepeated = (fault: AppError): AppError =>
  fault.unheard ? new AppError(fault.code, fault.message, { unheard: true, cause: fault }) : fault;

/** The same body; `ended` is called once at its end, with the fault that broke it. */
function watched(body: ReadableStream<Uint8Array>, ended: (fault?: unknown) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
        ended();
      } catch (thrown) {
        const fault = thrown instanceof AppError ? unrepeated(thrown) : thrown;
        controller.error(fault);
        ended(fault);
      }
    },
    cancel: async (reason) => {
      ended();
      await reader.cancel(reason);
    },
  });
}
