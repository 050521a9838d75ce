import type { JsonObject, JsonValue } from "./json.ts";

/** A function of a caller's own program, which only the caller can run. */
export interface CallerTool {
  /** Letters, digits, underscores and hyphens. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its arguments, as the caller wrote it. */
  readonly parameters: JsonObject;
}

/** A call that the caller is asked to make. */
export interface CallerToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** A call that the caller has made, with what it gave. */
export interface AnsweredCall {
  /** The caller's own id of the call; runs of before it was kept have none. */
  readonly id?: string;
  readonly tool: string;
  /** What it was called with: JSON as far as the caller wrote any, else its words. */
  readonly arguments: JsonValue;
  readonly result: string;
}

/** The tools that a caller offers with a message, and what came of those that were called for it so far. */
export interface ToolOffer {
  /** Empty where none may be called (any more), and their results alone are told. */
  readonly tools: readonly CallerTool[];
  /** `required`: at least one of them is to be called. */
  readonly choice: "auto" | "required";
  /** False where one call at a time may be asked for. */
  readonly isParallel: boolean;
  /** What the caller's program tells whoever calls its tools; empty where it says nothing. */
  readonly instructions: string;
  /** For this message, oldest first. */
  readonly called: readonly AnsweredCall[];
}

/** As many as OpenAI's API takes. */
export const MAX_TOOLS = 128;
/** Of all tools as JSON: they are kept with the run, and a prompt of `MAX_CONTEXT_TOKENS` holds hardly as much. */
export const MAX_TOOLS_CHARS = 100_000;
/** Of one message: more than any agent asks for at once. */
export const MAX_CALLS = 32;
/** The newest calls and results of a message that are told. */
export const MAX_ANSWERED_CALLS = 64;
/** Of one result; a longer one is cut, as a file belongs into a message. */
export const MAX_RESULT_CHARS = 20_000;
/** Of the instructions of a caller's program; what is longer is cut. */
export const MAX_INSTRUCTION_CHARS = 16_000;
/** Of all calls and results together: with the tools and the text, a run's first event stays below 2 MB. */
export const MAX_ANSWERED_CHARS = 200_000;

/** In the place of the rest of a text. */
const CUT = " [… cut]";

/** A text of no more than so many characters, which says so where it was longer. */
export const shortened = (text: string, chars: number): string =>
  (text.length <= chars ? text : `${text.slice(0, chars - CUT.length)}${CUT}`).toWellFormed();

/** The arguments of a call as a text, which is how OpenAI's API has them. */
export const writtenArguments = ({ arguments: given }: Pick<AnsweredCall, "arguments">): string =>
  typeof given === "string" ? given : JSON.stringify(given);

/** The newest calls within the limits, long results and arguments cut. */
export function recentCalls(called: readonly AnsweredCall[]): readonly AnsweredCall[] {
  let room = MAX_ANSWERED_CHARS;
  const kept: AnsweredCall[] = [];
  for (const { arguments: given, result, ...call } of called.toReversed()) {
    const written = writtenArguments({ arguments: given });
    const shown = {
      ...call,
      arguments: written.length > MAX_RESULT_CHARS ? shortened(written, MAX_RESULT_CHARS) : given,
      result: shortened(result, MAX_RESULT_CHARS),
    };
    room -= JSON.stringify(shown).length;
    if (room < 0) break;
    kept.unshift(shown);
  }
  return kept;
}

/** A call and what it gave, as a turn of a chat: `get_weather({"city":"Paris"}) gave: 18°C`. */
export const callInWords = ({ tool, arguments: given, result }: AnsweredCall): string =>
  `${tool}(${JSON.stringify(given)}) gave: ${result}`;
