import {
  type AnsweredCall,
  type CallerTool,
  MAX_ANSWERED_CALLS,
  MAX_INSTRUCTION_CHARS,
  MAX_RESULT_CHARS,
  MAX_TOOLS_CHARS,
  recentCalls,
  shortened,
  type ToolOffer,
} from "../../domain/caller-tools.ts";
import type { JsonValue } from "../../domain/json.ts";
import { type LongStrings, readString } from "../long-strings.ts";
import { parseJson } from "../read-json.ts";
import { Refused } from "./errors.ts";
import { beginningOf, MAX_WRITTEN_BYTES, requestStart, wordsOf } from "./messages.ts";
import type { ChatBody, ChatToolCall, GivenTool, GivenToolChoice, OpenAiMessage } from "./schemas.ts";

/** The tools that a run may ask the caller to call, and the names of what is not read of the request for it. */
export interface ReadTools {
  /** Null where there are none, or no language model decides it. */
  readonly offer: ToolOffer | null;
  readonly unread: readonly string[];
}

const NEEDS_MODEL =
  "asks for a call, and no language model is there to decide on it. Set OPENAI_MODEL with OPENAI_BASE_URL or OPENAI_API_KEY, or WORKERS_AI_MODEL, on the server, and name a model that plans with it; or leave it at `auto`";

/**
 * Reads what a request says of tools. Nothing is decoded that nobody would be told.
 * @throws {Refused} for tools that cannot be offered, results of calls that were not made, and where a tool has to be
 *   called and nobody decides it
 */
export function readOffer(body: ChatBody, strings: LongStrings, hasLanguageModel: boolean): ReadTools {
  const allowed = allowedBy(body.tool_choice ?? "auto", body.tools ?? []);
  if (allowed.isRequired && !hasLanguageModel) {
    throw new Refused("invalid-request", "tool_choice", `\`tool_choice\` ${NEEDS_MODEL}`);
  }
  if (!hasLanguageModel || (allowed.tools.length === 0 && !hasResults(body))) {
    const isTold = hasLanguageModel && body.response_format?.type === "json_object";
    return { offer: null, unread: untold(body).filter((name) => !isTold || name !== "messages.system") };
  }
  const results = resultsIn(body.messages);
  const called = results.slice(-MAX_ANSWERED_CALLS).map((one) => calledIn(one, strings));
  const told = recentCalls(called);
  const instructions = instructionsIn(body.messages, strings);
  const isCut =
    told.length < results.length || told.some((one, at) => isShortened(one, called.slice(-told.length)[at]));
  const hasFiles = results.some(
    ({ content }) => typeof content !== "string" && content.some((part) => wordsOf(part) === null),
  );
  return {
    offer: {
      tools: readTools(allowed.tools, strings),
      choice: allowed.isRequired ? "required" : "auto",
      isParallel: body.parallel_tool_calls !== false,
      instructions: shortened(instructions, MAX_INSTRUCTION_CHARS),
      called: told,
    },
    unread: [
      ...(instructions.length > MAX_INSTRUCTION_CHARS ? ["messages.system"] : []),
      ...(isCut || hasFiles ? ["messages.tool"] : []),
    ],
  };
}

const isShortened = (told: AnsweredCall, given: AnsweredCall | undefined): boolean =>
  told.result !== given?.result || told.arguments !== given.arguments;

const hasResults = ({ messages }: Pick<ChatBody, "messages">): boolean =>
  messages.slice(requestStart(messages)).some(({ role }) => role === "tool");

/** What is not read of a request where nobody decides on tools. */
export function untold(body: ChatBody): readonly string[] {
  const hasInstructions = body.messages.some(({ role }) => role === "system" || role === "developer");
  return [
    ...(hasInstructions ? ["messages.system"] : []),
    ...(hasResults(body) ? ["messages.tool"] : []),
    ...((body.tools ?? []).length > 0 ? ["tools"] : []),
  ];
}

interface Allowed {
  readonly tools: readonly GivenTool[];
  readonly isRequired: boolean;
}

function allowedBy(choice: GivenToolChoice, tools: readonly GivenTool[]): Allowed {
  if (choice === "none") return { tools: [], isRequired: false };
  if (choice === "auto") return { tools, isRequired: false };
  const named = typeof choice === "string" ? null : "name" in choice ? [choice.name] : choice.names;
  const allowed = named ? tools.filter(({ name }) => named.includes(name)) : tools;
  if (allowed.length === 0) {
    throw new Refused("invalid-request", "tool_choice", "`tool_choice` names none of the `tools`");
  }
  return { tools: allowed, isRequired: typeof choice === "string" || "name" in choice || choice.mode === "required" };
}

function readTools(given: readonly GivenTool[], strings: LongStrings): readonly CallerTool[] {
  const twice = given.find(({ name }, at) => given.findIndex((one) => one.name === name) !== at);
  if (twice) throw new Refused("invalid-request", "tools", `Two tools are called ${twice.name}`);
  const whole = new WholeStrings(strings);
  const tools = given.map(({ name, description, parameters }) => ({
    name,
    description: whole.text(description ?? ""),
    parameters: parameters ? whole.object(parameters) : { type: "object", properties: {} },
  }));
  if (JSON.stringify(tools).length > MAX_TOOLS_CHARS) throw tooLarge();
  return tools;
}

const tooLarge = (): Refused =>
  new Refused("resource-too-large", "tools", `The \`tools\` may hold ${MAX_TOOLS_CHARS} characters as JSON`);

/** Puts the long strings of tools back, as long as they are not beyond the bound of all tools. */
class WholeStrings {
  readonly #strings: LongStrings;
  #roomBytes = MAX_TOOLS_CHARS * MAX_WRITTEN_BYTES;

  constructor(strings: LongStrings) {
    this.#strings = strings;
  }

  text(text: string): string {
    const long = this.#strings.find(text);
    if (!long) return text.toWellFormed();
    this.#roomBytes -= long.byteLength;
    if (this.#roomBytes < 0) throw tooLarge();
    return readString(long).toWellFormed();
  }

  object(value: { readonly [name: string]: JsonValue }): { readonly [name: string]: JsonValue } {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [this.text(name), this.#value(one)]));
  }

  #value(value: JsonValue): JsonValue {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) return value;
    return isList(value) ? value.map((one) => this.#value(one)) : this.object(value);
  }
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** What the caller's program says to whoever answers: the texts of `system` and `developer` messages, until that is too much. */
export function instructionsIn(messages: readonly OpenAiMessage[], strings: LongStrings): string {
  const texts: string[] = [];
  let room = MAX_INSTRUCTION_CHARS;
  for (const { role, ...message } of messages) {
    if (room < 0 || (role !== "system" && role !== "developer") || !("content" in message)) continue;
    const text = beginningOf(message.content, strings, room);
    texts.push(text);
    room -= text.length + SEPARATOR.length;
  }
  return texts.join(SEPARATOR);
}
const SEPARATOR = "\n\n";

/** The result of a call, with that. Their texts are not decoded yet. */
interface GivenResult {
  readonly id: string;
  readonly called: ChatToolCall["function"];
  readonly content: Extract<OpenAiMessage, { readonly role: "tool" }>["content"];
}

/** The results for the request, oldest first. */
function resultsIn(messages: readonly OpenAiMessage[]): readonly GivenResult[] {
  const start = requestStart(messages);
  const calls = new Map<string, ChatToolCall["function"]>();
  return messages.slice(start).flatMap((message, index): readonly GivenResult[] => {
    if (message.role === "assistant") {
      for (const call of message.tool_calls ?? []) if (call) calls.set(call.id, call.function);
    }
    if (message.role !== "tool") return [];
    const called = calls.get(message.tool_call_id);
    if (!called) {
      const why = "There is no call of this id in `tool_calls` before it";
      throw new Refused("invalid-request", `messages.${start + index}.tool_call_id`, why);
    }
    calls.delete(message.tool_call_id);
    return [{ id: message.tool_call_id, called, content: message.content }];
  });
}

const calledIn = ({ id, called, content }: GivenResult, strings: LongStrings): AnsweredCall => ({
  id,
  tool: called.name,
  arguments: asJson(beginningOf(called.arguments, strings, MAX_RESULT_CHARS)),
  result: beginningOf(content, strings, MAX_RESULT_CHARS),
});

/** The value of a text in JSON that is not nested too deep, or the text. */
function asJson(text: string): JsonValue {
  try {
    return parseJson<JsonValue>(text);
  } catch {
    return text;
  }
}
