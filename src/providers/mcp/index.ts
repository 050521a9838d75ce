import { type Endpoint, hostedAt } from "../../domain/endpoints.ts";
import { AppError } from "../../domain/errors.ts";
import type { Provider } from "../provider.ts";
import type { ToolIndex } from "./tool-index.ts";

export { createToolIndex, type ServerTools, type ToolIndex } from "./tool-index.ts";

const PREFIX = "mcp/";

/**
 * The deployment's own models, and the tools of its MCP servers among them: a tool is an endpoint of the one task type
 * that it is itself.
 */
export function withMcpTools(custom: Provider, shelf: ToolIndex, ask: typeof fetch): Provider {
  const endpoints = (): readonly Endpoint[] =>
    shelf.tools().map(({ server, tool, type, version }) => ({
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
      const found = shelf
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
