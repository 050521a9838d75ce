import * as z from "zod";
import { components } from "../schemas/components.ts";
import "./body.ts";

const model = z
  .object({
    id: z.string(),
    object: z.literal("model"),
    created: z.int(),
    owned_by: z.string(),
    description: z.string(),
  })
  .register(components, { id: "OpenAiModel" });

z.object({ object: z.literal("list"), data: z.array(model) }).register(components, { id: "OpenAiModelList" });

z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable().describe("The part of the request that is at fault."),
    code: z.string().describe("As in `code` of a Problem."),
  }),
}).register(components, { id: "OpenAiError" });

const usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  cost: z.number().describe("US dollars, for everything."),
});
const audio = z.object({ id: z.string(), data: z.string(), expires_at: z.int(), transcript: z.string() });
const metadata = z.object({ conversation: z.string().describe("To go on with.") });
const common = { id: z.string().describe("The run's."), created: z.int(), model: z.string() };

export const chatCompletion = z
  .object({
    ...common,
    object: z.literal("chat.completion"),
    choices: z.array(
      z.object({
        index: z.literal(0),
        message: z.object({
          role: z.literal("assistant"),
          content: z.string().describe("Markdown, with signed links."),
          refusal: z.null(),
          audio: audio.exactOptional(),
        }),
        logprobs: z.null(),
        finish_reason: z.literal("stop"),
      }),
    ),
    usage,
    metadata,
  })
  .register(components, { id: "OpenAiChatCompletion" });

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
          reasoning_content: z.string().exactOptional().describe("How far the run is."),
          audio: audio.exactOptional(),
          metadata: metadata.exactOptional(),
        }),
        logprobs: z.null(),
        finish_reason: z.literal("stop").nullable(),
      }),
    ),
    usage: usage.nullable().exactOptional(),
  })
  .register(components, { id: "OpenAiChatChunk" });
