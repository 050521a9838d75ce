import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { PIXEL } from "./toolbox.ts";

/** A recording of no length. */
const SILENCE = Buffer.from(
  "RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data\0\0\0\0",
  "latin1",
);

const text = (words: string) => ({ type: "text", text: words }) as const;
const image = { type: "image", data: PIXEL, mimeType: "image/png" } as const;
const audio = { type: "audio", data: SILENCE.toString("base64"), mimeType: "audio/wav" } as const;
const resource = {
  type: "resource",
  resource: { uri: "test://a", mimeType: "application/pdf", blob: Buffer.from("%PDF-1.4\n").toString("base64") },
} as const;

/** What the tools give that the conformance suite of MCP calls. */
const GIVEN: Readonly<Record<string, CallToolResult["content"]>> = {
  test_simple_text: [text("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [audio],
  test_embedded_resource: [resource],
  test_multiple_content_types: [text("Several at once"), image, resource],
  test_tool_with_progress: [text("Done")],
  test_tool_with_logging: [text("Done")],
  test_reconnection: [text("Done")],
};

/** The fixtures of the conformance suite, as tools of a server whose tools are task types. */
export function createSuiteFixtures(): McpServer {
  const server = new McpServer({ name: "fixtures", version: "1" });
  for (const [name, content] of Object.entries(GIVEN)) {
    server.registerTool(name, { description: name, inputSchema: z.object({}) }, async () => ({ content }));
  }
  server.registerTool("test_error_handling", { description: "Fails", inputSchema: z.object({}) }, async () => ({
    ...{ isError: true, content: [text("This tool intentionally returns an error for testing")] },
  }));
  return server;
}
