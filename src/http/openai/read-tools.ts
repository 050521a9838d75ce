import {
  type AnsweredCall,
  type CallerTool,
  MAX_INSTRUCTION_CHARS,
  MAX_TOOLS_CHARS,
  recentCalls,
  type ToolOffer,
} from "../../domain/caller-tools.ts";
import { type JsonValue, parsedJson } from "../../domain/json.ts";
import { type LongStrings, readString } from "../long-strings.ts";
import { Refused } from "./errors.ts";
import { MAX_WRITTEN_BYTES, partExchange, wordsIn } from "./messages.ts";
import type { ChatBody, ChatToolCall, GivenTool, GivenToolChoice, OpenAiMessage } from "./schemas.ts";

/** What a request says of the caller's tools, whichever of OpenAI's APIs it came by. */
export interface GivenTools {
  readonly tools: readonly GivenTool[];
  readonly choice: GivenToolChoice;
  readonly isParallel: boolean;
  readonly instructions: string;
  readonly called: readonly AnsweredCall[];
}

const NEEDS_MODEL =
  "asks for a call, and no language model is there to decide on it. Set OPENAI_MODEL with OPENAI_BASE_URL or OPENAI_API_KEY, or WORKERS_AI_MODEL, on the server, and name a model that plans with it; or leave it at `auto`";

/**
 * The tools that a run may ask the caller to call; null where there are none, or no language model decides it.
 * @throws {Refused} for tools that cannot be offered, and where one has to be called and nobody decides it
 */
export function offerOf(
  { tools, choice, isParallel, instructions, called }: GivenTools,
  strings: LongStrings,
  hasLanguageModel: boolean,
): ToolOffer | null {
  const allowed = allowedBy(choice, tools);
  if (allowed.isRequired && !hasLanguageModel) {
    throw new Refused("invalid-request", "tool_choice", `\`tool_choice\` ${NEEDS_MODEL}`);
  }
  if (!hasLanguageModel || (allowed.tools.length === 0 && called.length === 0)) return null;
  return {
    tools: readTools(allowed.tools, strings),
    choice: allowed.isRequired ? "required" : "auto",
    isParallel,
    instructions: instructions.slice(0, MAX_INSTRUCTION_CHARS).toWellFormed(),
    called: recentCalls(called),
  };
}

/** What a chat request says of tools. @throws {Refused} for results of calls that were not made */
export function chatTools(body: ChatBody, strings: LongStrings): GivenTools {
  return {
    tools: body.tools ?? [],
    choice: body.tool_choice ?? "auto",
    isParallel: body.parallel_tool_calls !== false,
    instructions: instructionsIn(body.messages, strings),
    called: callsOf(body.messages, strings),
  };
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

/** What the caller's program says to whoever answers: the texts of `system` and `developer` messages. */
function instructionsIn(messages: readonly OpenAiMessage[], strings: LongStrings): string {
  const texts = messages.flatMap((message, at) =>
    message.role === "system" || message.role === "developer"
      ? [wordsIn(message.content, `messages.${at}.content`, strings)]
      : [],
  );
  return texts.join("\n\n");
}

/** The calls that were made for the last message of the user's, each with its result. */
function callsOf(all: readonly OpenAiMessage[], strings: LongStrings): readonly AnsweredCall[] {
  const { messages, exchange } = partExchange(all);
  const calls = new Map<string, ChatToolCall["function"]>();
  return exchange.flatMap((message, index): readonly AnsweredCall[] => {
    const place = `messages.${messages.length + index}`;
    if (message.role === "assistant") {
      for (const call of message.tool_calls ?? []) if (call) calls.set(call.id, call.function);
      return [];
    }
    if (message.role !== "tool") return [];
    const called = calls.get(message.tool_call_id);
    if (!called) {
      const why = "There is no call of this id in `tool_calls` before it";
      throw new Refused("invalid-request", `${place}.tool_call_id`, why);
    }
    calls.delete(message.tool_call_id);
    const written = wordsIn(called.arguments, place, strings);
    return [
      {
        tool: called.name,
        arguments: asJson(written),
        result: wordsIn(message.content, `${place}.content`, strings),
      },
    ];
  });
}

/** The value of a text in JSON, or the text. */
const asJson = (text: string): JsonValue => (parsedJson(text) as JsonValue | undefined) ?? text;
