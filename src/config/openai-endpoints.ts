import * as z from "zod";
import { statedFields, vouchedFields } from "./endpoint-fields.ts";
import { refuseDuplicates } from "./variables.ts";

/** The abilities of models behind an OpenAI-compatible server, which only the deployment knows. */
export const OPENAI_ABILITIES = [
  "embeddings",
  "images",
  "image-edits",
  "speech",
  "transcription",
  "vision",
  "chat",
] as const;
export type OpenAiAbility = (typeof OPENAI_ABILITIES)[number];

const CHATS: ReadonlySet<OpenAiAbility> = new Set(["chat", "vision"]);
const READS_TEXT: ReadonlySet<OpenAiAbility> = new Set([...CHATS, "embeddings"]);
/** A hundred times today's longest context. */
const MAX_CONTEXT_TOKENS = 100_000_000;
/** The smallest context that holds a question, its text and an answer. */
const MIN_CONTEXT_TOKENS = 512;

/** What `reasoning_effort` may be: https://platform.openai.com/docs/api-reference/chat/create */
const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high"] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

const endpoint = z
  .strictObject({
    model: z.string().min(1).max(200).describe("As the server calls it."),
    does: z.enum(OPENAI_ABILITIES).describe("`vision` is a chat model that is shown pictures; it chats as well."),
    description: z.string().max(500).default(""),
    licence: z.string().max(64).default("unknown"),
    contextTokens: z
      .int()
      .min(MIN_CONTEXT_TOKENS)
      .max(MAX_CONTEXT_TOKENS)
      .exactOptional()
      .describe("Of question and answer together; unknown, it is taken to be 8,192."),
    reasoning: z
      .enum(REASONING_EFFORTS)
      .exactOptional()
      .describe("How long a model thinks before it answers; left to the server where it is left out."),
    voice: z.string().min(1).max(100).exactOptional().describe('Of `speech`; "alloy" where none is named.'),
    ...statedFields,
    ...vouchedFields,
  })
  .superRefine(({ does, contextTokens, reasoning, voice }, context) => {
    const fault = (field: string, message: string): void =>
      context.addIssue({ code: "custom", path: [field], message });
    if (voice !== undefined && does !== "speech") fault("voice", `is of no use to "${does}"; leave it out`);
    if (contextTokens !== undefined && !READS_TEXT.has(does))
      fault("contextTokens", `is of no use to "${does}"; leave it out`);
    if (reasoning !== undefined && !CHATS.has(does)) fault("reasoning", `is of no use to "${does}"; leave it out`);
  });

/** A model at the server that OPENAI_BASE_URL names, and one thing that it does. */
export type OpenAiEndpoint = z.infer<typeof endpoint>;

/** The part of `CONFIG` about the models of an OpenAI-compatible server. */
export const openAiConfig = z.strictObject({
  models: z
    .array(endpoint)
    .max(200)
    .default([])
    .superRefine(
      refuseDuplicates(
        ({ model, does }) => [model, does],
        ({ model, does }) => `${model} is there twice for "${does}"; keep one`,
      ),
    ),
});

/** The configured models, or else the one that plans, which certainly can chat. */
export function openAiEndpoints(
  named: readonly OpenAiEndpoint[],
  planningModel: string | undefined,
): readonly OpenAiEndpoint[] {
  if (named.length > 0 || planningModel === undefined) return named;
  return [{ model: planningModel, does: "chat", description: "", licence: "unknown" }];
}
