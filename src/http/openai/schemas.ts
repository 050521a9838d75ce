import * as z from "zod";
import { MAX_TOOLS } from "../../domain/caller-tools.ts";
import { CHECK_IN_DECISIONS } from "../../domain/goal/events.ts";
import { components } from "../schemas/components.ts";
import { json } from "../schemas/plan.ts";
import { choices } from "../schemas/plan-view.ts";
import { responseFormat } from "../schemas/response-format.ts";
import { resultView } from "../schemas/views.ts";
import type { Wire } from "../schemas/wire.ts";

/** As many as a day of chat has; clients send all of them with each turn. */
const MAX_MESSAGES = 1_000;
const MAX_PARTS = 64;
const MAX_NAME_CHARS = 200;

/** Unbounded: long strings are cut out before this schema is applied, and have a short name in their place. */
const text = z.string();
const address = z.object({ url: z.string().min(1) });
/** Some clients send the URL itself in place of the object. */
const addressPart = z.union([
  address,
  z
    .string()
    .min(1)
    .transform((url) => ({ url })),
]);

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text }),
  z.object({ type: z.literal("refusal"), refusal: text }),
  z.object({
    type: z.literal("image_url"),
    image_url: addressPart.describe("An address, a base64 data URL, or a link of this API."),
  }),
  z.object({ type: z.literal("audio_url"), audio_url: addressPart }),
  z.object({ type: z.literal("video_url"), video_url: addressPart }),
  z.object({
    type: z.literal("input_audio"),
    input_audio: z.object({ data: z.string().min(1).describe("Base64."), format: z.string().max(20).default("wav") }),
  }),
  z.object({
    type: z.literal("file"),
    file: z
      .object({
        file_data: z.string().min(1).nullish().describe("A base64 data URL, or base64."),
        file_id: z.string().min(1).max(MAX_NAME_CHARS).nullish().describe("The id of a file here: res_…"),
        filename: z.string().max(MAX_NAME_CHARS).nullish(),
      })
      .refine(({ file_data, file_id }) => (file_data ?? file_id ?? null) !== null, "needs `file_data` or `file_id`"),
  }),
]);
export type ContentPart = z.output<typeof part>;

const content = z.union([text, z.array(part).max(MAX_PARTS)]);

/** An assistant's message may hold parts that another server put there, such as reasoning or tool calls; they are dropped. */
const otherPart = z.looseObject({ type: z.string() }).transform(() => null);
const saidContent = z.union([
  text,
  z
    .array(z.union([part, otherPart]))
    .max(MAX_PARTS)
    .transform((parts) => parts.filter((one) => one !== null)),
]);

/** Arguments are a text: what a model wrote, and a client repeats. */
const toolCall = z.object({
  id: z.string().max(MAX_NAME_CHARS),
  type: z.literal("function"),
  function: z.object({ name: z.string().max(MAX_NAME_CHARS), arguments: text }),
});
export type ChatToolCall = z.output<typeof toolCall>;

const message = z.discriminatedUnion("role", [
  z.object({
    role: z.enum(["system", "developer"]),
    content: saidContent.nullish().catch(null).describe("Read where `tools` are offered, and else ignored."),
  }),
  z.object({ role: z.literal("user"), content }),
  z.object({
    role: z.literal("assistant"),
    content: saidContent.nullish(),
    audio: z.object({ id: z.string().max(MAX_NAME_CHARS) }).nullish(),
    tool_calls: z
      .array(z.union([toolCall, z.unknown().transform(() => null)]))
      .max(MAX_MESSAGES)
      .nullish(),
  }),
  z.object({ role: z.literal("tool"), tool_call_id: z.string().max(MAX_NAME_CHARS), content: saidContent }),
  z.object({ role: z.literal("function") }),
]);
export type OpenAiMessage = z.output<typeof message>;

/** OpenAI's own tools run at OpenAI. */
export const onlyFunctions = z.literal("function", "may be `function` alone: tools that OpenAI runs are not here");

export const toolFunction = z.object({
  name: z.string().regex(/^[\w-]{1,64}$/, "takes up to 64 letters, digits, underscores and hyphens"),
  description: text.nullish(),
  parameters: z.record(z.string(), json).nullish().describe("A JSON Schema of an object; left out: no arguments."),
  strict: z.boolean().nullish().describe("Changes nothing: arguments are held to their schemas either way."),
});
export type GivenTool = z.output<typeof toolFunction>;

const MODE = z.enum(["none", "auto", "required"]);
const named = z
  .object({ type: z.literal("function"), function: z.object({ name: z.string() }) })
  .transform(({ function: { name } }) => ({ name }));
const toolChoice = z.union([
  MODE,
  named,
  z
    .object({
      type: z.literal("allowed_tools"),
      allowed_tools: z.object({ mode: z.enum(["auto", "required"]), tools: z.array(named).max(MAX_TOOLS) }),
    })
    .transform(({ allowed_tools: { mode, tools } }) => ({ mode, names: tools.map(({ name }) => name) })),
]);
export type GivenToolChoice = z.output<typeof toolChoice>;

const SWITCH = z.union([z.boolean(), z.enum(["true", "false"])]);

/** The fields that OpenAI's API lacks. In `metadata`, whose values are strings, `constraints` and `budget` are JSON. */
const ours = {
  conversation: z.string().max(MAX_NAME_CHARS).describe("The id of one to go on with; only the last message counts."),
  constraints: z.unknown().describe("What models may be used, as a message of /v1/runs has it."),
  budget: z.unknown().describe("What the run may spend, as a message of /v1/runs has it."),
  controller: z.string().max(MAX_NAME_CHARS),
  planning: z.string().max(MAX_NAME_CHARS),
  selection: z.string().max(MAX_NAME_CHARS),
  progress: z
    .enum(["reasoning", "content", "none"])
    .describe("Where a stream shows how far the run is: `reasoning_content`, the answer itself, or nowhere."),
  explain: SWITCH.describe("`false`: the answer ends before how it was done. Also as a query, `?explain=false`."),
  detached: SWITCH.describe("The run goes on when the client leaves; `true` where the request has an Idempotency-Key."),
};
export const ownFields = z.object(ours).partial();
export type OwnFields = z.output<typeof ownFields>;

/** More questions than any goal asks. */
const MAX_CHECK_IN = 1_000_000;

/** The fields that OpenAI's API lacks, of a request for a goal; `checkIns` is JSON in `metadata` as well. */
export const goalFields = z
  .object({
    ...{ constraints: ours.constraints, budget: ours.budget, progress: ours.progress, detached: ours.detached },
    checkIns: z.unknown().describe("When a goal asks somebody, as POST /v1/goals has it."),
    goal: z.string().max(MAX_NAME_CHARS).describe("The id of a goal, whose question the message answers."),
    checkIn: z.coerce.number().int().min(1).max(MAX_CHECK_IN).describe("The number of that question."),
    decision: z.enum(CHECK_IN_DECISIONS).describe("The answer; left out, a message that says yes approves."),
  })
  .partial();

/** As many as OpenAI's API takes. */
const MAX_CHOICES = 128;

/** Shorter than the name of a long string that was cut out. */
const stop = z.string().min(1).max(MAX_NAME_CHARS);

export const chatBody = z
  .looseObject({
    model: z.string().max(MAX_NAME_CHARS),
    messages: z.array(message).min(1).max(MAX_MESSAGES),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    n: z.int().min(1).max(MAX_CHOICES).nullish().describe("There is one choice, however many are asked for."),
    modalities: z
      .array(z.string())
      .nullish()
      .describe("With `audio`, sound that the run made comes inside the answer."),
    audio: z
      .object({ format: z.string().max(20).nullish() })
      .nullish()
      .describe("`format`: only sound in this one comes inside."),
    response_format: responseFormat.nullish(),
    tools: z
      .array(z.object({ type: onlyFunctions, function: toolFunction }).transform((tool) => tool.function))
      .max(MAX_TOOLS)
      .nullish()
      .describe("Functions of the caller's own; a language model decides whether they are called."),
    stop: z
      .union([stop, z.array(stop).max(4)])
      .nullish()
      .describe("The answer ends before the first of these."),
    max_tokens: z.int().min(1).nullish().describe("The older name of the next."),
    max_completion_tokens: z
      .int()
      .min(1)
      .nullish()
      .describe("The answer ends after so many, of three characters each."),
    tool_choice: toolChoice.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish().describe("May hold the fields of our own."),
    ...{ ...goalFields.shape, ...ownFields.shape },
  })
  .register(components, { id: "OpenAiChatRequest" });
export type ChatBody = z.output<typeof chatBody>;

const model = z
  .object({
    id: z.string(),
    object: z.literal("model"),
    created: z.int(),
    owned_by: z.string(),
    description: z.string(),
  })
  .register(components, { id: "OpenAiModel" });
/** Who plans and answers, and how, as a model of OpenAI's API. */
export type OpenAiModel = z.output<typeof model>;

z.object({ object: z.literal("list"), data: z.array(model) }).register(components, { id: "OpenAiModelList" });

const error = z.object({
  message: z.string(),
  type: z.string(),
  param: z.string().nullable().describe("The part of the request that is at fault."),
  code: z.string().describe("As in `code` of a Problem."),
});
z.object({ error }).register(components, { id: "OpenAiError" });
export type OpenAiError = z.output<typeof error>;

const usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  cost: z.number().describe("US dollars, for everything."),
});
export type ChatUsage = z.output<typeof usage>;

const audio = z.object({ id: z.string(), data: z.string(), expires_at: z.int(), transcript: z.string() });
/**
 * Sound inside an answer: `data` is base64, `expires_at` is when its link expires, in seconds since the epoch, and
 * `transcript` is what was read aloud, as far as that is known.
 */
export type ChatAudio = z.output<typeof audio>;

const metadata = z.object({
  conversation: z.string().exactOptional().describe("To go on with; of a run."),
  goal: z.string().exactOptional().describe("Of a goal: its id."),
  checkIn: z.int().exactOptional().describe("The number of the question that the goal waits with."),
  results: z.array(resultView).exactOptional().describe("As `results` of a run; with the last piece of a stream."),
  choices: choices.exactOptional(),
});
export type ChatMetadata = Wire<typeof metadata>;
const toolCallPiece = toolCall
  .partial()
  .extend({ index: z.int(), function: toolCall.shape.function.partial() })
  .describe("The first of a call has its id and name, the next its arguments.");
const finishReason = z.enum(["stop", "length", "tool_calls"]);
export type FinishReason = z.output<typeof finishReason>;
const common = { id: z.string().describe("The run's or goal's."), created: z.int(), model: z.string() };

export const chatCompletion = z
  .object({
    ...common,
    object: z.literal("chat.completion"),
    choices: z.array(
      z.object({
        index: z.literal(0),
        message: z.object({
          role: z.literal("assistant"),
          content: z
            .string()
            .nullable()
            .describe("Markdown, with signed links; the JSON text of the value, or null, with a `response_format`."),
          refusal: z.string().nullable().describe("Why there is no value, where one was wanted."),
          audio: audio.exactOptional(),
          tool_calls: z.array(toolCall).exactOptional(),
        }),
        logprobs: z.null(),
        finish_reason: finishReason,
      }),
    ),
    usage,
    metadata,
  })
  .register(components, { id: "OpenAiChatCompletion" });
export type ChatCompletion = Wire<typeof chatCompletion>;

export const chatChunk = z
  .object({
    ...common,
    object: z.literal("chat.completion.chunk"),
    choices: z.array(
      z.object({
        index: z.literal(0),
        delta: z.object({
          role: z.literal("assistant").exactOptional(),
          content: z.string().exactOptional(),
          refusal: z.string().exactOptional(),
          reasoning_content: z.string().exactOptional().describe("How far the run or goal is."),
          audio: audio.exactOptional(),
          tool_calls: z.array(toolCallPiece).exactOptional(),
          metadata: metadata.exactOptional(),
        }),
        logprobs: z.null(),
        finish_reason: finishReason.nullable(),
      }),
    ),
    usage: usage.nullable().exactOptional(),
  })
  .register(components, { id: "OpenAiChatChunk" });
