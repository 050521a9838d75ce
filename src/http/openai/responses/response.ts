import type { RunView } from "../../schemas/views.ts";
import type { SaidAnswer } from "../completion.ts";
import type { FinishReason } from "../schemas.ts";
import type { OutputItem, ResponseBody, ResponseView } from "./schemas.ts";

/** What a response repeats of its request; of one that is read later, as much as its run has kept. */
export interface Echo {
  readonly model: string;
  readonly conversation: string;
  readonly background: boolean;
  readonly instructions: string | null;
  readonly maxOutputTokens: number | null;
  readonly previous: string | null;
  readonly format: { readonly type: string; readonly name?: string };
  readonly tools: readonly unknown[];
  readonly toolChoice: unknown;
  readonly isParallel: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export const echoOf = (body: ResponseBody, conversation: string): Echo => ({
  ...{ model: body.model, conversation, background: body.background === true },
  // A long string has but a name here.
  instructions: null,
  maxOutputTokens: body.max_output_tokens ?? null,
  previous: body.previous_response_id ?? null,
  format: formatOf(body.text?.format),
  ...{ tools: toolsOf(body), toolChoice: body.tool_choice ?? "auto" },
  isParallel: body.parallel_tool_calls !== false,
  metadata: Object.fromEntries(
    Object.entries(body.metadata ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  ),
});

/** Without what may be long: whoever offers tools knows them. */
const toolsOf = ({ tools }: ResponseBody): readonly unknown[] =>
  (tools ?? []).map(({ name }) => ({ type: "function", name, parameters: null, strict: null }));

const formatOf = (format: { readonly type: string; readonly name?: unknown } | null | undefined) =>
  format ? { type: format.type, ...(typeof format.name === "string" ? { name: format.name } : {}) } : { type: "text" };

/** The same of a run alone, whose request nobody has any more. */
export const keptOf = ({ conversation, structured }: RunView): Echo => ({
  ...{ model: "impresario", conversation, background: false, instructions: null, maxOutputTokens: null },
  ...{ previous: null, tools: [], toolChoice: "auto", isParallel: true, metadata: {} },
  format: structured ? { type: "json_schema", name: structured.name } : { type: "text" },
});

const STATUSES: Readonly<Record<RunView["status"], ResponseView["status"]>> = {
  ...{ planning: "in_progress", "awaiting-approval": "in_progress", running: "in_progress", paused: "in_progress" },
  ...{ responding: "in_progress", succeeded: "completed", partial: "completed", failed: "failed" },
  cancelled: "cancelled",
};

const statusOf = ({ status, queuePosition }: RunView, finish: FinishReason): ResponseView["status"] => {
  if (queuePosition > 0) return "queued";
  return finish === "length" ? "incomplete" : STATUSES[status];
};

interface Answered {
  readonly output: readonly OutputItem[];
  readonly finish?: FinishReason;
  readonly error?: { readonly code: string; readonly message: string } | null;
}

/** A run as a response, with what it has answered so far. */
export function responseOf(
  run: RunView,
  echo: Echo,
  { output, finish = "stop", error = null }: Answered,
): ResponseView {
  const { inputTokens = 0, outputTokens = 0, usd } = run.usage;
  const isOver = run.endedAt !== null;
  return {
    ...{ id: run.id, object: "response", created_at: Math.floor(Date.parse(run.createdAt) / 1000) },
    status: statusOf(run, finish),
    background: echo.background,
    error,
    incomplete_details: finish === "length" ? { reason: "max_output_tokens" } : null,
    instructions: echo.instructions,
    max_output_tokens: echo.maxOutputTokens,
    model: echo.model,
    output: [...output],
    parallel_tool_calls: echo.isParallel,
    previous_response_id: echo.previous,
    ...{ store: true, temperature: null },
    text: { format: echo.format },
    ...{ tool_choice: echo.toolChoice, tools: [...echo.tools], top_p: null, truncation: "disabled" },
    usage: isOver
      ? {
          ...{ input_tokens: inputTokens, input_tokens_details: { cached_tokens: 0 } },
          ...{ output_tokens: outputTokens, output_tokens_details: { reasoning_tokens: 0 } },
          ...{ total_tokens: inputTokens + outputTokens, cost: usd },
        }
      : null,
    metadata: { ...echo.metadata, conversation: echo.conversation },
    ...(isOver ? { results: run.results } : {}),
    ...(run.choices.length > 0 ? { choices: [...run.choices] } : {}),
  };
}

/** The id of an item of a response, which no other has. @param at its place in the output, or of the input */
export const itemId = (kind: "msg" | "fc" | "fco" | "rs", run: string, at: number | "in" | `in_${number}`): string =>
  `${kind}_${run.replace(/^run_/, "")}_${at}`;

/** The items of an answer. @param from the place of the first of them in the output */
export function itemsOf(
  run: string,
  { content, refusal, tool_calls }: SaidAnswer,
  isCut: boolean,
  from = 0,
): readonly OutputItem[] {
  if (tool_calls) {
    return tool_calls.map(({ id, function: { name, arguments: given } }, at) => ({
      ...{ id: itemId("fc", run, from + at), type: "function_call", status: "completed" },
      ...{ call_id: id, name, arguments: given },
    }));
  }
  const part =
    refusal === undefined
      ? ({ type: "output_text", text: content ?? "", annotations: [], logprobs: [] } as const)
      : ({ type: "refusal", refusal } as const);
  return [
    {
      ...{ id: itemId("msg", run, from), type: "message", role: "assistant" },
      ...{ status: isCut ? "incomplete" : "completed", content: [part] },
    },
  ];
}
