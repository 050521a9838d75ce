import type OpenAI from "openai";
import type { JsonObject } from "../../domain/json.ts";
import type { RefusedFeature } from "./refusals.ts";

type Request = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

export interface AskedOfChat {
  readonly model: string;
  readonly messages: Request["messages"];
  readonly maxTokens: number;
  /** The form of the answer, as far as the server can be held to it: plain text, any JSON object, or one of a schema. */
  readonly form: "text" | "object" | { readonly schema: JsonObject };
}

/** What is asked; a parameter that was refused is left out, or has its newer name or a simpler value. */
export function chatRequest(
  { model, messages, maxTokens, form }: AskedOfChat,
  refused: ReadonlySet<RefusedFeature>,
): Request {
  const format = form === "text" || refused.has("response_format") ? null : formatOf(form, refused);
  return {
    model,
    messages,
    ...(refused.has("temperature") ? {} : { temperature: 0 }),
    ...(refused.has("max_tokens") ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(format === null ? {} : { response_format: format }),
  };
}

const formatOf = (
  form: Exclude<AskedOfChat["form"], "text">,
  refused: ReadonlySet<RefusedFeature>,
): NonNullable<Request["response_format"]> =>
  form === "object" || refused.has("json_schema")
    ? { type: "json_object" }
    : { type: "json_schema", json_schema: { name: "answer", strict: true, schema: { ...form.schema } } };
