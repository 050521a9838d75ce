import * as z from "zod";
import { MAX_TOOLS } from "../../../domain/caller-tools.ts";
import { components } from "../../schemas/components.ts";
import { choices } from "../../schemas/plan-view.ts";
import { resultView } from "../../schemas/views.ts";
import type { Wire } from "../../schemas/wire.ts";
import { onlyFunctions, ownFields, toolFunction } from "../schemas.ts";

/** As many as a day of an agent has; clients send all of them with each turn. */
const MAX_ITEMS = 1_000;
const MAX_PARTS = 64;
const MAX_NAME_CHARS = 200;

const name = z.string().max(MAX_NAME_CHARS);
/** Unbounded: long strings are cut out before this schema is applied, and have a short name in their place. */
const text = z.string();

const part = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["input_text", "output_text", "text"]), text }),
  z.object({ type: z.literal("refusal"), refusal: text }),
  z.object({ type: z.literal("input_image"), image_url: text.nullish(), file_id: name.nullish() }),
  z.object({
    type: z.literal("input_file"),
    ...{ file_data: text.nullish(), file_id: name.nullish(), file_url: text.nullish(), filename: name.nullish() },
  }),
  z.object({ type: z.literal("input_audio"), input_audio: z.object({ data: text, format: z.string().max(20) }) }),
]);
export type InputPart = z.output<typeof part>;

const content = z.union([text, z.array(part).max(MAX_PARTS)]);

const message = z.object({
  type: z.literal("message").optional(),
  role: z.enum(["user", "assistant", "system", "developer"]),
  content,
});
const functionCall = z.object({ type: z.literal("function_call"), call_id: name, name, arguments: text });
const functionOutput = z.object({ type: z.literal("function_call_output"), call_id: name, output: content });
/** What other servers' tools and models left behind; it says nothing here. */
const otherItem = z
  .looseObject({ type: z.string().refine((type) => !KNOWN_ITEMS.includes(type)) })
  .transform(() => ({ type: "other" as const }));
const KNOWN_ITEMS: readonly string[] = ["message", "function_call", "function_call_output"];

const item = z.union([message, functionCall, functionOutput, otherItem]);
export type InputItem = z.output<typeof item>;

const named = z.object({ type: z.literal("function"), name });
const toolChoice = z.union([
  z.enum(["none", "auto", "required"]),
  named,
  z.object({
    type: z.literal("allowed_tools"),
    ...{ mode: z.enum(["auto", "required"]), tools: z.array(named).max(MAX_TOOLS) },
  }),
]);

const { conversation: _, ...ours } = ownFields.shape;

export const responseBody = z
  .looseObject({
    model: name,
    input: z.union([text, z.array(item).min(1).max(MAX_ITEMS)]),
    instructions: text.nullish().describe("Read where `tools` are offered, and else ignored."),
    previous_response_id: name.nullish().describe("The answer goes on with the conversation of that response."),
    conversation: z
      .union([name, z.object({ id: name }).transform(({ id }) => id)])
      .nullish()
      .describe("The id of one to go on with; in place of `previous_response_id`."),
    text: z.looseObject({ format: z.looseObject({ type: z.string() }).nullish() }).nullish(),
    max_output_tokens: z.int().min(1).nullish(),
    background: z.boolean().nullish().describe("`true`: it is answered at once, and read later by its id."),
    stream: z.boolean().nullish(),
    tools: z
      .array(z.object({ type: onlyFunctions, ...toolFunction.shape }))
      .max(MAX_TOOLS)
      .nullish(),
    tool_choice: toolChoice.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish().describe("May hold the fields of our own."),
    ...ours,
  })
  .register(components, { id: "OpenAiResponseRequest" });
export type ResponseBody = z.output<typeof responseBody>;

const outputItem = z.discriminatedUnion("type", [
  z.object({
    ...{ id: z.string(), type: z.literal("message"), role: z.literal("assistant") },
    status: z.enum(["in_progress", "completed", "incomplete"]),
    content: z.array(
      z.discriminatedUnion("type", [
        z.object({
          ...{ type: z.literal("output_text"), text: z.string(), annotations: z.array(z.never()) },
          logprobs: z.array(z.never()),
        }),
        z.object({ type: z.literal("refusal"), refusal: z.string() }),
      ]),
    ),
  }),
  z.object({
    ...{ id: z.string(), type: z.literal("function_call"), status: z.enum(["in_progress", "completed"]) },
    ...{ call_id: z.string(), name: z.string(), arguments: z.string() },
  }),
  z
    .object({
      ...{ id: z.string(), type: z.literal("reasoning") },
      summary: z.array(z.object({ type: z.literal("summary_text"), text: z.string() })),
    })
    .describe("How far the run was, in a stream."),
]);
export type OutputItem = Wire<typeof outputItem>;

export const responseView = z
  .object({
    id: z.string().describe("The run's."),
    object: z.literal("response"),
    created_at: z.int(),
    status: z.enum(["queued", "in_progress", "completed", "incomplete", "failed", "cancelled"]),
    background: z.boolean(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.literal("max_output_tokens") }).nullable(),
    instructions: z.string().nullable(),
    max_output_tokens: z.int().nullable(),
    model: z.string(),
    output: z.array(outputItem),
    parallel_tool_calls: z.boolean(),
    previous_response_id: z.string().nullable(),
    store: z.literal(true),
    temperature: z.null(),
    text: z.object({ format: z.looseObject({ type: z.string() }) }),
    tool_choice: z.unknown(),
    tools: z.array(z.unknown()),
    top_p: z.null(),
    truncation: z.literal("disabled"),
    usage: z
      .object({
        input_tokens: z.number(),
        input_tokens_details: z.object({ cached_tokens: z.literal(0) }),
        output_tokens: z.number(),
        output_tokens_details: z.object({ reasoning_tokens: z.literal(0) }),
        total_tokens: z.number(),
        cost: z.number().describe("US dollars, for everything."),
      })
      .nullable(),
    metadata: z.record(z.string(), z.string()).describe("The caller's texts, and `conversation`: to go on with."),
    results: z.array(resultView).exactOptional().describe("As `results` of a run."),
    choices: choices.exactOptional(),
  })
  .register(components, { id: "OpenAiResponse" });
export type ResponseView = Wire<typeof responseView>;

z.looseObject({
  type: z.string().describe("As OpenAI names them: `response.created`, `response.output_text.delta`, …"),
  sequence_number: z.int(),
}).register(components, { id: "OpenAiResponseEvent" });

z.object({ id: z.string(), object: z.literal("response"), deleted: z.literal(true) }).register(components, {
  id: "OpenAiDeletedResponse",
});

const inputPart = z.discriminatedUnion("type", [
  z.object({ type: z.literal("input_text"), text: z.string() }),
  z.object({
    type: z.literal("input_image"),
    file_id: z.string(),
    detail: z.literal("auto"),
    image_url: z.null(),
  }),
  z.object({ type: z.literal("input_file"), file_id: z.string(), filename: z.string() }),
]);

const itemOfInput = { id: z.string(), status: z.literal("completed") };
const inputItem = z.discriminatedUnion("type", [
  z.object({ ...itemOfInput, type: z.literal("message"), role: z.literal("user"), content: z.array(inputPart) }),
  z.object({
    ...{ ...itemOfInput, type: z.literal("function_call") },
    ...{ call_id: z.string(), name: z.string(), arguments: z.string() },
  }),
  z.object({
    ...{ ...itemOfInput, type: z.literal("function_call_output") },
    ...{ call_id: z.string(), output: z.string().describe("As much of it as was told.") },
  }),
]);
/** What a response was asked, or what a call for it gave. */
export type InputItemView = z.output<typeof inputItem>;

z.object({
  object: z.literal("list"),
  data: z.array(inputItem),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
}).register(components, { id: "OpenAiInputItems" });
