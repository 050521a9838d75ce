import { waitUntil } from "cloudflare:workers";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { AppError, failure } from "../../domain/errors.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { readJson } from "../read-json.ts";
import { canPursueGoals } from "../start-goal.ts";
import { addCapabilities, CAPABILITIES } from "./capabilities.ts";
import { runUpdates } from "./resources/updates.ts";
import { resumedCall, withPriming } from "./resume.ts";
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

/** A client that listens for longer subscribes anew, as one does that has lost its stream. */
const MAX_LISTEN_MS = 30 * 60_000;

const INSTRUCTIONS =
  "Impresario plans a request in plain words as a graph of AI tasks and runs it on expert models. Use run_request for what is wanted, with files in `resources`; go on with its `conversation`. A run that takes longer than `wait` goes on by itself: get_run tells how it ends. Files in results are signed links that expire.";

/** One message; batches ended with the revision of 2025-03-26. */
const rpcMessage = z.looseObject({ method: z.string().max(200).optional() });
const cancellation = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: z.union([z.string().max(1_000), z.number()]) }),
});

/** What the address of the server says. */
export interface ServerOptions {
  /** Task types that become tools as well. */
  readonly tools?: string | undefined;
  /** Where it is `content`, small files of results are in them. */
  readonly files?: "links" | "content" | undefined;
}

/** Answers one message of an MCP client; no state is kept but what it wants to be told of. */
export async function serveMcp(c: AppContext, options: ServerOptions): Promise<Response> {
  const { value: message } = await readJson(c.req.raw, rpcMessage, MAX_BODY_BYTES);
  const session = readSession(c);
  const taken = cancellation.safeParse(message);
  if (taken.success && session !== null) {
    waitUntil(cancelRequest(c, session, taken.data.params.requestId));
    return c.body(null, 202);
  }
  return answer(c, c.req.raw, message, session, options);
}

/** The rest of a stream that a client of before 2026-07-28 has lost. @throws {AppError} `method-not-allowed` for any other */
export async function resumeMcp(c: AppContext, options: ServerOptions): Promise<Response> {
  const session = readSession(c);
  const lastEvent = c.req.header("last-event-id");
  if (session === null || lastEvent === undefined) {
    const refused = problem(c, failure("method-not-allowed", "There is no stream of its own here: send a POST"));
    refused.headers.set("allow", "POST");
    return refused;
  }
  const call = await resumedCall(c, session, lastEvent);
  if (!call) throw new AppError("not-found", "Nothing goes on behind this event: send the request again");
  const headers = new Headers(c.req.raw.headers);
  headers.set("content-type", "application/json");
  headers.set("accept", "application/json, text/event-stream");
  const { url, signal } = c.req.raw;
  return answer(c, new Request(url, { method: "POST", headers, signal }), call, session, options);
}

async function answer(
  c: AppContext,
  request: Request,
  message: { readonly method?: string | undefined },
  session: string | null,
  { tools: wanted, files }: ServerOptions,
): Promise<Response> {
  const { wiring, holder } = c.var;
  const pursuesGoals = canPursueGoals(await wiring.facts(holder.tenant));
  if (wanted !== undefined) await wiring.tools.ready();
  const ofTasks = wanted === undefined ? [] : taskTools(wiring, wanted);
  const tools: readonly Tool[] = [
    ...[runRequest, planRequest, getRun, searchModels],
    ...(pursuesGoals ? [pursueGoal, goalStatus, answerCheckIn] : []),
    ...ofTasks,
  ];
  const handler = createMcpHandler(
    ({ era }) => {
      const server = new McpServer(
        { name: "impresario", title: "Impresario", version: "1" },
        { instructions: INSTRUCTIONS, capabilities: CAPABILITIES },
      );
      const exchange = { c, era, session, showsFiles: files === "content" };
      for (const one of tools) addTool(server, exchange, one);
      addCapabilities(server, exchange);
      return server;
    },
    {
      ...{ responseMode: "sse", keepAliveMs: KEEP_ALIVE_MS, maxSubscriptions: 1, bus: runUpdates(c, message) },
      onerror: (fault) => console.warn("An MCP message was refused:", describeFault(fault)),
    },
  );
  const answered = await handler.fetch(request, { parsedBody: message });
  if (message.method === "subscriptions/listen") {
    const limit = setTimeout(() => void handler.close(), MAX_LISTEN_MS);
    request.signal.addEventListener("abort", () => clearTimeout(limit));
  }
  const begins = (name: string): boolean => [runRequest, pursueGoal, ...ofTasks].some((one) => one.name === name);
  const response = withPriming(c, message, begins, answered);
  if (message.method !== "initialize" || !response.ok) return response;
  const headers = new Headers(response.headers);
  headers.set("mcp-session-id", newSession());
  return new Response(response.body, { status: response.status, headers });
}
