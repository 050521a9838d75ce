import { waitUntil } from "cloudflare:workers";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { describeFault } from "../../domain/telemetry/fault.ts";
import type { AppContext } from "../context.ts";
import { readJson } from "../read-json.ts";
import { canPursueGoals } from "../start-goal.ts";
import { cancelRequest, newSession, readSession } from "./session.ts";
import { addTool, type Tool } from "./tool.ts";
import { answerCheckIn, goalStatus, pursueGoal } from "./tools/goals.ts";
import { planRequest } from "./tools/plan-request.ts";
import { getRun, runRequest } from "./tools/runs.ts";
import { searchModels } from "./tools/search-models.ts";
import { taskTools } from "./tools/task-tools.ts";

/** Enough for files of 8 MiB in base64 and the text beside them. */
const MAX_BODY_BYTES = 12 * 1024 * 1024;
/**
 * A client that left is noticed when something is written to it, and proxies close a connection on which nothing is said
 * for a minute.
 */
const KEEP_ALIVE_MS = 2_000;

const INSTRUCTIONS =
  "Impresario plans a request in plain words as a graph of AI tasks and runs it on expert models. Use run_request for what is wanted, with files in `resources`; go on with its `conversation`. A run that takes longer than `wait` goes on by itself: get_run tells how it ends. Files in results are signed links that expire.";

/** One message; batches ended with the revision of 2025-03-26. */
const rpcMessage = z.looseObject({ method: z.string().max(200).optional() });
const cancellation = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: z.union([z.string().max(1_000), z.number()]) }),
});

/** Answers one message of an MCP client; no state is kept. @param wanted task types that become tools as well */
export async function serveMcp(c: AppContext, wanted: string | undefined): Promise<Response> {
  const { wiring, holder } = c.var;
  const pursuesGoals = canPursueGoals(await wiring.facts(holder.tenant));
  if (wanted !== undefined) await wiring.tools.ready();
  const tools: readonly Tool[] = [
    ...[runRequest, planRequest, getRun, searchModels],
    ...(pursuesGoals ? [pursueGoal, goalStatus, answerCheckIn] : []),
    ...(wanted === undefined ? [] : taskTools(wiring, wanted)),
  ];
  const { value: message } = await readJson(c.req.raw, rpcMessage, MAX_BODY_BYTES);
  const session = readSession(c);
  const taken = cancellation.safeParse(message);
  if (taken.success && session !== null) {
    waitUntil(cancelRequest(c, session, taken.data.params.requestId));
    return c.body(null, 202);
  }
  const handler = createMcpHandler(
    ({ era }) => {
      const server = new McpServer(
        { name: "impresario", title: "Impresario", version: "1" },
        { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
      );
      for (const one of tools) addTool(server, { c, era, session }, one);
      return server;
    },
    {
      ...{ responseMode: "sse", keepAliveMs: KEEP_ALIVE_MS, maxSubscriptions: 0 },
      onerror: (fault) => console.warn("An MCP message was refused:", describeFault(fault)),
    },
  );
  const response = await handler.fetch(c.req.raw, { parsedBody: message });
  if (message.method !== "initialize" || !response.ok) return response;
  const headers = new Headers(response.headers);
  headers.set("mcp-session-id", newSession());
  return new Response(response.body, { status: response.status, headers });
}
