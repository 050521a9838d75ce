import * as z from "zod";
import type { McpServerConfig } from "../../config/mcp-servers.ts";
import { type Endpoint, hostedAt } from "../../domain/endpoints.ts";
import { AppError, toFailure } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { within } from "../../waiting.ts";
import type { Provider } from "../provider.ts";
import { withServer } from "./connection.ts";
import { type ListedTool, type ToolType, toolTypes, withoutSharedAliases } from "./tool-type.ts";

const PREFIX = "mcp/";

/**
 * The custom provider with the tools of MCP servers among its endpoints. Each tool is a task type, and the one endpoint
 * of that task type.
 */
export function withMcpTools(custom: Provider, toolIndex: ToolIndex, ask: typeof fetch): Provider {
  const endpoints = (): readonly Endpoint[] =>
    toolIndex.tools().map(({ server, tool, type, version }) => ({
      provider: custom.name,
      model: `${PREFIX}${server.name}/${tool}`,
      taskType: type.name,
      description: type.description,
      licence: "unknown",
      grade: "full",
      version,
      stated: hostedAt(server.url),
    }));
  return {
    ...custom,
    endpoints: () => [...custom.endpoints(), ...endpoints()],
    call: async (call) => {
      const { model } = call.endpoint;
      const found = toolIndex
        .tools()
        .find(({ server, tool, type }) => `${PREFIX}${server.name}/${tool}` === model && type.name === call.taskType);
      if (found) {
        // Loaded when the first tool is called.
        const { callTool } = await import("./call-tool.ts");
        return callTool(found.server, found, call, ask);
      }
      if (call.taskType.startsWith("mcp-") && model.startsWith(PREFIX))
        throw new AppError("no-model", `There is no tool ${model} any more`);
      return custom.call(call);
    },
  };
}

const MINUTE_MS = 60_000;
/** A list of tools is asked for again after this. */
const FRESH_MS = 5 * MINUTE_MS;
/** A server that did not answer is asked again after this. */
const RETRY_MS = MINUTE_MS;
/** The tools of a server that no longer answers are kept for this long, as a run under way may need them. */
const KEPT_MS = 30 * MINUTE_MS;
/** Requests that need a server's tools wait for it at most this long, and only until its first answer. */
const FIRST_WAIT_MS = 1_500;
/** A server's time for its list, which is asked for in the background. */
const LIST_LIMIT_MS = 10_000;
/** Every plan and every proof looks through the ontology. */
const MAX_TOOLS_IN_ALL = 300;
const MAX_LIST_BYTES = 2 * 1024 * 1024;

export interface ServerTools {
  readonly server: string;
  /** Tools that are task types now. */
  readonly tools: number;
  /** The reason that the server's list is missing or old; left out where it is current. */
  readonly fault?: string;
}

/** The tools of the deployment's MCP servers, as far as an isolate knows them. */
export interface ToolIndex {
  tools(): readonly (ToolType & { readonly server: McpServerConfig })[];
  states(): readonly ServerTools[];
  /** Resolves once every server has answered or taken too long. Lists that are old are renewed without waiting. */
  ready(): Promise<void>;
}

export interface ToolIndexParts {
  readonly servers: readonly McpServerConfig[];
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** True for the name of a task type of the deployment. */
  readonly isTaken: (name: string) => boolean;
  /** Keeps the current request alive until the work is done. */
  readonly keep: (work: Promise<unknown>) => void;
  /** Called when the tools have changed. */
  readonly onChange: () => void;
  /** Waits for the first answers, and no longer than so many milliseconds; by the clock when left out. */
  readonly waitFor?: (answers: Promise<unknown>, waitMs: number) => Promise<unknown>;
}

interface Row {
  readonly server: McpServerConfig;
  tools: readonly ToolType[];
  /** When the list came; null before it first did. */
  listedAt: number | null;
  fault: string | null;
  askedAt: number | null;
  /** The request under way. Another request of the isolate began it and it may never end: waits for it are limited. */
  asking: Promise<void> | null;
}

export function createToolIndex(parts: ToolIndexParts): ToolIndex {
  const { servers, now, keep, onChange, waitFor = within } = parts;
  const rows: readonly Row[] = servers.map((server) => ({
    ...{ server, tools: [], listedAt: null, fault: null, askedAt: null, asking: null },
  }));

  const put = (row: Row, tools: readonly ToolType[]): void => {
    const isSame = JSON.stringify(row.tools.map(described)) === JSON.stringify(tools.map(described));
    row.tools = tools;
    if (!isSame) onChange();
  };

  const ask = async (row: Row): Promise<void> => {
    row.askedAt = now();
    try {
      const listed = await listTools(row.server, parts.fetch);
      row.listedAt = now();
      row.fault = null;
      put(row, toolTypes(row.server, listed, parts.isTaken));
    } catch (thrown) {
      row.fault = toFailure(thrown).message;
      console.warn(`The tools of the MCP server ${row.server.name} cannot be listed: ${row.fault}`);
      if (row.listedAt === null || now() - row.listedAt > KEPT_MS) put(row, []);
    }
  };

  /** True for a list that is old, and for one that was asked for and never came. */
  const isDue = ({ askedAt, asking, fault }: Row): boolean => {
    if (askedAt === null) return true;
    const since = now() - askedAt;
    return since > (asking ? LIST_LIMIT_MS : fault === null ? FRESH_MS : RETRY_MS);
  };
  const begin = (row: Row): void => {
    const asking = ask(row).finally(() => {
      if (row.asking === asking) row.asking = null;
    });
    row.asking = asking;
    keep(asking);
  };

  return {
    tools: () =>
      withoutSharedAliases(
        rows.flatMap(({ server, tools }) => tools.map((tool) => ({ ...tool, server }))).slice(0, MAX_TOOLS_IN_ALL),
      ),
    states: () =>
      rows.map(({ server, tools, fault, listedAt }) => {
        const unasked = listedAt === null ? "It has not answered yet" : null;
        const said = fault ?? unasked;
        return { server: server.name, tools: tools.length, ...(said === null ? {} : { fault: said }) };
      }),
    ready: async () => {
      for (const row of rows) if (isDue(row)) begin(row);
      // Counted from when the server was asked, so that a request comes too late to wait for one that is slow.
      const waits = rows.flatMap(({ listedAt, fault, asking, askedAt }) => {
        const leftMs = (askedAt ?? 0) + FIRST_WAIT_MS - now();
        return listedAt === null && fault === null && asking && leftMs > 0 ? [{ asking, leftMs }] : [];
      });
      if (waits.length === 0) return;
      const leftMs = Math.max(...waits.map((wait) => wait.leftMs));
      await waitFor(Promise.all(waits.map(({ asking }) => asking)), leftMs);
    },
  };
}

const described = ({ type, version }: ToolType): JsonValue => [type.name, type.description, version];

/** Names are checked here, as they are shown and go into addresses; `toolTypes` reads the schemas. */
const listedTool = z.object({
  name: z.string().regex(/^[\w./-]{1,128}$/),
  description: z.string().optional(),
  inputSchema: z.json(),
  outputSchema: z.json().optional(),
});

/** @throws {AppError} */
async function listTools(server: McpServerConfig, ask: typeof fetch): Promise<readonly ListedTool[]> {
  const signal = AbortSignal.timeout(LIST_LIMIT_MS);
  const connecting = { server, fetch: ask, signal, maxBytes: MAX_LIST_BYTES, timeoutMs: LIST_LIMIT_MS };
  const { tools } = await withServer(connecting, (client) => client.listTools({}, { signal, timeout: LIST_LIMIT_MS }));
  const named = server.tools && new Set(server.tools.map(({ name }) => name));
  const wanted = tools.filter(({ name }) => !named || named.has(name));
  return wanted.slice(0, MAX_LISTED).flatMap((tool) => {
    const read = listedTool.safeParse(tool);
    return read.success ? [read.data] : [];
  });
}

/** Tools read of a list; a deployment picks at most a hundred of them. */
const MAX_LISTED = 1_000;
