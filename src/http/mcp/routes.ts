import * as z from "zod";
import { type Route, route } from "../route.ts";
import { discoveryRoutes } from "./discovery.ts";

const mcpQuery = z.strictObject({
  tools: z
    .string()
    .max(10_000)
    .optional()
    .describe(
      "Task types that are to be tools as well: names with commas between, or `task-types` for all that run here.",
    ),
  files: z
    .enum(["links", "content"])
    .optional()
    .describe("`content`: small files that a run makes are in the result as well, for models that look at them."),
});

export const mcpRoutes: readonly Route[] = [
  route(
    {
      method: "post",
      path: "/mcp",
      name: "callMcp",
      summary: "The Model Context Protocol, over streamable HTTP",
      description:
        "One JSON-RPC message of a client, of the revisions from 2024-11-05 to 2026-07-28. There are the tools `run_request`, `plan_request`, `get_run` and `search_models`, and where a language model can be had `pursue_goal`, `goal_status` and `answer_check_in`. Files and runs are resources, and the demo's requests prompts. Of a session only its log level is kept; the id that an `initialize` gives tells one client's requests from another's.",
      access: "key",
      query: mcpQuery,
      headers: {
        Accept: "`application/json, text/event-stream`: both, as the protocol has it.",
        "Mcp-Session-Id": "What `initialize` answered with, before 2026-07-28: so that a request can be cancelled.",
        "X-HF-Token": "Your own token of Hugging Face, for the runs that this call starts.",
      },
      streams: { "application/json": null },
      answers: {
        200: {
          description: "The answer, and what there is to tell before it.",
          headers: { "Mcp-Session-Id": "After an `initialize`." },
          content: { "text/event-stream": null, "application/json": null },
        },
        202: { description: "The notification was taken." },
      },
    },
    async (c, { query }) => {
      // Loaded when the first client calls: few deployments have any, and it is large.
      const { serveMcp } = await import("./serve.ts");
      return serveMcp(c, query);
    },
  ),
  route(
    {
      method: "get",
      path: "/mcp",
      name: "resumeMcp",
      summary: "The rest of an answer of MCP whose stream was lost",
      description:
        "For clients of the revision 2025-11-25, which name the last event that they got: the run or goal that their request began is waited for, and answers under its id. There is no other stream to read.",
      access: "key",
      query: mcpQuery,
      headers: {
        "Last-Event-ID": "The id of the last event of the stream that was lost.",
        "Mcp-Session-Id": "What `initialize` answered with.",
      },
      answers: {
        200: {
          description: "The answer, and what there is to tell before it.",
          content: { "text/event-stream": null },
        },
      },
    },
    async (c, { query }) => {
      const { resumeMcp } = await import("./serve.ts");
      return resumeMcp(c, query);
    },
  ),
  ...discoveryRoutes,
];
