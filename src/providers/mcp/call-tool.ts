import { type CallToolResult, type Progress, ProtocolError } from "@modelcontextprotocol/client";
import * as z from "zod";
import type { McpServerConfig } from "../../config/mcp-servers.ts";
import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { type BaseKind, baseKind } from "../../domain/kinds.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import { fromBase64 } from "../media/drafts.ts";
import type { ExpertCall, ExpertResult, Inputs, OutputDraft } from "../provider.ts";
import { withServer } from "./connection.ts";
import { ALL_ARGUMENTS, type ToolType } from "./tool-type.ts";
import { failureWords } from "./words.ts";

/** Arguments are JSON in memory, several times over. */
const MAX_ARGUMENT_BYTES = 1024 * 1024;
/** Of one call; each is a message to the conversation. */
const MAX_PROGRESS = 1_000;
/** A picture or two in base64. */
const MAX_RESULT_BYTES = 16 * 1024 * 1024;

/** Calls a tool with the inputs of a task. @throws {AppError} */
export async function callTool(
  server: McpServerConfig,
  { tool, type, arguments: args }: ToolType,
  call: ExpertCall,
  ask: typeof fetch,
): Promise<ExpertResult> {
  const given = await argumentsOf(call.inputs, args);
  const connecting = { server, fetch: ask, signal: call.signal, maxBytes: MAX_RESULT_BYTES, timeoutMs: type.timeoutMs };
  let told = 0;
  const onprogress = ({ progress, total, message }: Progress): void => {
    if (told++ >= MAX_PROGRESS) return;
    const isShare = total !== undefined && total > 0 && progress >= 0 && progress <= total;
    call.progress((message ?? "under way").slice(0, 200).toWellFormed(), ...(isShare ? [progress / total] : []));
  };
  return withServer(connecting, async (client) => {
    const options = { signal: call.signal, timeout: type.timeoutMs, onprogress };
    const result = await client.callTool({ name: tool, arguments: given }, options).catch((thrown: unknown) => {
      // Such as arguments that do not fit its schema; what breaks on the way is told by the connection.
      throw thrown instanceof ProtocolError ? refusal(server, tool, thrown.message) : thrown;
    });
    if (result.isError) {
      throw refusal(server, tool, result.content.map((block) => (block.type === "text" ? block.text : "")).join(" "));
    }
    // In here, as what cannot be read is the server's fault as well.
    return outputsOf(result, type);
  });
}

function refusal({ name, headers }: McpServerConfig, tool: string, said: string): AppError {
  const words = failureWords(said, headers);
  const what = words === "" ? "reported an error" : `reported an error: “${words}”`;
  return new AppError("provider-rejected", `The tool ${tool} of the MCP server ${name} ${what}`);
}

const object = z.record(z.string(), z.json());

async function argumentsOf(inputs: Inputs, args: ToolType["arguments"]): Promise<Record<string, JsonValue>> {
  const given: Record<string, JsonValue> = {};
  for (const [port, [value]] of Object.entries(inputs)) {
    const argument = args.get(port);
    if (!value) continue;
    if (argument) {
      given[argument.property] = argument.isText
        ? await value.text(MAX_ARGUMENT_BYTES)
        : await value.json(MAX_ARGUMENT_BYTES);
    } else if (port === ALL_ARGUMENTS) {
      const all = object.safeParse(await value.json(MAX_ARGUMENT_BYTES));
      if (!all.success) throw new AppError("unsupported-input", "The arguments of a tool are an object");
      Object.assign(given, all.data);
    }
  }
  return given;
}

/** The outputs of a tool's result: all texts joined, and the first file of each other kind. */
export function outputsOf({ content, structuredContent }: CallToolResult, type: TaskType): ExpertResult {
  const texts: string[] = [];
  const files = new Map<BaseKind, OutputDraft>();
  for (const block of content) {
    if (block.type === "text") texts.push(block.text);
    else if (block.type === "image" || block.type === "audio") keep(files, block.data, block.mimeType);
    else if (block.type === "resource" && "text" in block.resource) texts.push(block.resource.text);
    else if (block.type === "resource" && "blob" in block.resource)
      keep(files, block.resource.blob, block.resource.mimeType ?? "application/octet-stream");
    else if (block.type === "resource_link") texts.push(block.uri);
  }
  const data = z.json().safeParse(structuredContent);
  const drafts = new Map<BaseKind, OutputDraft>(files);
  if (data.success) drafts.set("data", { as: "data", data: data.data });
  const words = texts.join("\n\n") || (data.success ? JSON.stringify(data.data) : "");
  drafts.set("text", { as: "text", text: words });
  const outputs = type.outputs.flatMap(({ name, kinds }) => {
    const draft = drafts.get(baseKind(kinds[0] ?? "text"));
    return draft ? [[name, draft] as const] : [];
  });
  const given = new Set(type.outputs.map(({ kinds }) => baseKind(kinds[0] ?? "text")));
  const left = [...files.keys()].filter((kind) => !given.has(kind));
  const notes = left.map(
    (kind) => `The tool gave ${kind} as well, which its \`gives\` in CONFIG.mcpServers does not name.`,
  );
  return { outputs: Object.fromEntries(outputs), notes };
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

function keep(files: Map<BaseKind, OutputDraft>, base64: string, mediaType: string): void {
  const bytes = fromBase64(base64);
  if (!bytes || !MEDIA_TYPE.test(mediaType)) return;
  const [base = ""] = mediaType.split("/");
  const kind: BaseKind = base === "image" || base === "audio" || base === "video" ? base : "document";
  if (!files.has(kind)) files.set(kind, { as: "bytes", bytes, mediaType });
}
