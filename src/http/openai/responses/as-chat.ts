import { writtenArguments } from "../../../domain/caller-tools.ts";
import type { RunRecord } from "../../../domain/conversation.ts";
import { callsIn } from "../../../domain/events.ts";
import { issuesOf } from "../../../domain/zod-issues.ts";
import { InvalidRequest } from "../../problem.ts";
import { toolCallId } from "../completion.ts";
import { type ChatBody, chatBody } from "../schemas.ts";
import type { InputItem, InputPart, ResponseBody } from "./schemas.ts";

/** A request for a response as a chat request, so that both are read, run and answered in one way. */
export interface AsChat {
  readonly body: ChatBody;
  /** The place of a fault in the request, by its place in the chat request: `messages.1.content` → `input`. */
  place(path: string): string;
}

/** Fields of a chat request that mean nothing in one for a response. */
export const CHAT_ALONE: ReadonlySet<string> = new Set([
  ...["messages", "stop", "max_tokens", "max_completion_tokens", "response_format", "modalities", "audio"],
  ...["stream_options", "n", "functions", "function_call", "web_search_options"],
  ...["goal", "checkIn", "checkIns", "decision"],
]);

/**
 * Writes a request for a response as a chat request: a message for each item that says something.
 * @param previous the run of the response that it follows, whose calls its results may answer
 * @throws {InvalidRequest} with the places of its faults
 */
export function asChat(given: ResponseBody, previous: RunRecord | null): AsChat {
  const {
    input,
    instructions,
    previous_response_id: _,
    conversation,
    text,
    max_output_tokens,
    background,
    tools,
    tool_choice,
    ...others
  } = given;
  const items: readonly InputItem[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !CHAT_ALONE.has(name)));
  const messages = items.flatMap((item, at) => (item.type === "other" ? [] : [{ at, message: messageOf(item) }]));
  const before = [
    ...(instructions ? [{ role: "system", content: instructions }] : []),
    ...(previous ? callsBefore(items, previous) : []),
  ];
  const itemAt = (message: number): number | null =>
    message < before.length ? null : (messages[message - before.length]?.at ?? 0);
  const place = (path: string): string => placeInRequest(path, itemAt, typeof input === "string");
  const chat = chatBody.safeParse({
    ...rest,
    messages: [...before, ...messages.map(({ message }) => message)],
    ...(conversation ? { conversation } : {}),
    ...(background ? { detached: true } : {}),
    ...(max_output_tokens ? { max_completion_tokens: max_output_tokens } : {}),
    ...(text?.format ? { response_format: formatOf(text.format) } : {}),
    ...(tools ? { tools: tools.map(({ type, ...tool }) => ({ type, function: tool })) } : {}),
    ...(tool_choice ? { tool_choice: choiceOf(tool_choice) } : {}),
  });
  if (chat.success) return { body: chat.data, place };
  const issues = issuesOf(chat.error).map((issue) => ({ ...issue, path: place(issue.path) }));
  throw new InvalidRequest("The body is not as described in /openapi.json", issues);
}

/** The place in a request of a place in the chat request that was made of it. */
function placeInRequest(path: string, itemAt: (message: number) => number | null, isText: boolean): string {
  const [, index, more = ""] = /^messages\.(\d+)(.*)$/.exec(path) ?? [];
  if (index !== undefined) {
    const at = itemAt(Number(index));
    return at === null ? "instructions" : isText ? "input" : `input.${at}${more}`;
  }
  return path
    .replace(/^messages$/, "input")
    .replace(/^response_format(?:\.json_schema)?/, "text.format")
    .replace(/^(tools\.\d+)\.function/, "$1");
}

/**
 * What was asked for in an earlier response, with the calls for it, where the items answer calls that they do not hold:
 * a client that names the response sends only what is new.
 */
function callsBefore(items: readonly InputItem[], { id, text, state }: RunRecord): readonly object[] {
  const held = new Set(items.flatMap((item) => (item.type === "function_call" ? [item.call_id] : [])));
  const isAnswered = items.some((item) => item.type === "function_call_output" && !held.has(item.call_id));
  if (!isAnswered) return [];
  const calls = callsIn(state?.planned ?? null);
  const earlier = (state?.tools?.called ?? []).flatMap((call, at) => {
    const id = call.id ?? `before_${at}`;
    return [
      called({ id, name: call.tool, args: writtenArguments(call) }),
      { role: "tool", tool_call_id: id, content: call.result },
    ];
  });
  const open = calls.map(({ tool, arguments: args }, at) =>
    called({ id: toolCallId(id, at), name: tool, args: JSON.stringify(args) }),
  );
  const files = (state?.attached ?? []).map((file) => ({ type: "file", file: { file_id: file.id } }));
  return [{ role: "user", content: [{ type: "text", text }, ...files] }, ...earlier, ...open];
}

const called = ({ id, name, args }: { readonly id: string; readonly name: string; readonly args: string }): object => ({
  ...{ role: "assistant", content: null },
  tool_calls: [{ id, type: "function", function: { name, arguments: args } }],
});

function messageOf(item: Exclude<InputItem, { readonly type: "other" }>): object {
  switch (item.type) {
    case "function_call":
      return called({ id: item.call_id, name: item.name, args: item.arguments });
    case "function_call_output":
      return { role: "tool", tool_call_id: item.call_id, content: contentOf(item.output) };
    default:
      return { role: item.role, content: contentOf(item.content) };
  }
}

const contentOf = (content: string | readonly InputPart[]): unknown =>
  typeof content === "string" ? content : content.map(partOf);

function partOf(part: InputPart): object {
  switch (part.type) {
    case "refusal":
    case "input_audio":
      return part;
    case "input_image":
      return part.image_url
        ? { type: "image_url", image_url: { url: part.image_url } }
        : { type: "file", file: { file_id: part.file_id } };
    case "input_file":
      return part.file_url
        ? { type: "image_url", image_url: { url: part.file_url } }
        : { type: "file", file: { file_data: part.file_data, file_id: part.file_id, filename: part.filename } };
    default:
      return { type: "text", text: part.text };
  }
}

/** OpenAI has the fields of a schema beside its type here, and inside `json_schema` there. */
const formatOf = ({ type, ...format }: { readonly type: string }): object =>
  type === "json_schema" ? { type, json_schema: format } : { type, ...format };

function choiceOf(choice: NonNullable<ResponseBody["tool_choice"]>): unknown {
  if (typeof choice === "string") return choice;
  const named = ({ type, name }: { readonly type: string; readonly name: string }) => ({ type, function: { name } });
  if (choice.type === "function") return named(choice);
  const { type, mode, tools } = choice;
  return { type, allowed_tools: { mode, tools: tools.map(named) } };
}
