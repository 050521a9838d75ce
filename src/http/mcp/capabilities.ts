import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ERROR_STATUS, toFailure } from "../../domain/errors.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import { complete } from "./completions.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { listResources } from "./resources/list.ts";
import { readResource } from "./resources/read.ts";
import { FILE_TEMPLATE, RUN_TEMPLATE, readUri } from "./resources/uris.ts";
import type { Exchange } from "./tool.ts";

/** What the server can do. Lists change with every run, and nobody is told: clients ask when they need one. */
export const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { subscribe: true, listChanged: false },
  prompts: { listChanged: false },
  completions: {},
  logging: {},
} as const;

const TEMPLATES = [
  { uriTemplate: FILE_TEMPLATE, name: "file", description: "A file of yours, by its id" },
  {
    ...{ uriTemplate: RUN_TEMPLATE, name: "run", mimeType: "application/json" },
    description: "Status, answer, files and tasks of a run, as get_run gives them; it changes until the run has ended",
  },
];

/** Puts resources, prompts, completions and log levels on the server of one exchange. */
export function addCapabilities({ server }: McpServer, { c, session }: Exchange): void {
  server.setRequestHandler("resources/list", ({ params }) => told(() => listResources(c, params?.cursor)));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler("resources/read", ({ params }) =>
    told(async () => ({ contents: [await readResource(c, params.uri)] })),
  );
  server.setRequestHandler("resources/subscribe", ({ params }) => told(() => subscribe(params.uri)));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts() }));
  server.setRequestHandler("prompts/get", ({ params }) =>
    told(() => getPrompt(c, params.name, params.arguments ?? {})),
  );
  server.setRequestHandler("completion/complete", ({ params }) => told(() => complete(c, params)));
  server.setRequestHandler("logging/setLevel", ({ params }) =>
    told(async () => {
      if (session !== null) await c.var.wiring.tenant(c.var.holder.tenant).setLogLevel(session, params.level);
      return {};
    }),
  );

  /** Before 2026-07-28. There is no stream to send anything on then, which a file needs none of, as it never changes. */
  async function subscribe(uri: string): Promise<Record<string, never>> {
    if (readUri(uri)?.of !== "runs") {
      await readResource(c, uri);
      return {};
    }
    const how =
      "subscriptions/listen of 2026-07-28 tells of its changes; until then get_run with `wait` waits for its end";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `A run cannot be subscribed to in this revision: ${how}`);
  }
}

/** The result, with what is thrown as errors of the protocol: by its stable code, and with nothing that is not the caller's. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    const { code, message } = toFailure(thrown);
    const isOurs = ERROR_STATUS[code] >= 500;
    if (isOurs) console.error("A request of MCP failed:", describeFault(thrown));
    const kind = isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(kind, `${code}: ${message}`);
  }
}
