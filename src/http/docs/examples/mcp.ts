import { json, type RouteExamples } from "./example.ts";

export const MCP_EXAMPLES: RouteExamples = {
  callMcp: {
    parameters: { Accept: "application/json, text/event-stream" },
    body: json({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "search_models", arguments: { task: "asr", licence: "permissive", limit: 3 } },
    }),
    answer: {
      ...{ status: 200, mediaType: "text/event-stream" },
      value:
        'event: message\ndata: {"result":{"content":[{"type":"text","text":"openai/whisper-large-v2; …"}],"structuredContent":{"models":[…],"total":12,"next":"…"}},"jsonrpc":"2.0","id":1}\n\n',
    },
  },
};
