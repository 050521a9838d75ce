import type OpenAI from "openai";
import type { ReasoningEffort } from "../../config/openai-endpoints.ts";
import { AppError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { OpenAiSdk } from "./failures.ts";

type Request = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

export interface AskedOfChat {
  readonly model: string;
  readonly messages: Request["messages"];
  readonly maxTokens: number;
  /** The form of the answer, as far as the server can be held to it: plain text, any JSON object, or one of a schema. */
  readonly form: "text" | "object" | { readonly schema: JsonObject };
  /** How long it thinks first; left to the server where it is left out. */
  readonly reasoning?: ReasoningEffort | undefined;
}

/** The chat completion request; a parameter that was refused is left out, or has its newer name or a simpler value. */
export function chatRequest(
  { model, messages, maxTokens, form, reasoning }: AskedOfChat,
  refused: ReadonlySet<RefusedFeature>,
): Request {
  const format = form === "text" || refused.has("response_format") ? null : formatOf(form, refused);
  return {
    model,
    messages,
    ...(refused.has("temperature") ? {} : { temperature: 0 }),
    ...(refused.has("max_tokens") ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(format === null ? {} : { response_format: format }),
    ...(reasoning === undefined || refused.has("reasoning_effort") ? {} : { reasoning_effort: reasoning }),
  };
}

const formatOf = (
  form: Exclude<AskedOfChat["form"], "text">,
  refused: ReadonlySet<RefusedFeature>,
): NonNullable<Request["response_format"]> =>
  form === "object" || refused.has("json_schema")
    ? { type: "json_object" }
    : { type: "json_schema", json_schema: { name: "answer", strict: true, schema: { ...form.schema } } };

/** Optional parameters that some servers refuse, with the words by which a refusal names them. */
const OPTIONAL_PARAMETERS = [
  ["stream_options", /stream_options/],
  ["response_format", /response_format|json_schema|json_object/],
  ["temperature", /temperature/],
  ["max_tokens", /max_tokens/],
  // The second as Ollama says it of a model that cannot be told so.
  ["reasoning_effort", /reasoning_effort|think value/],
] as const;

/** A parameter that a model refused; `json_schema` is one form of `response_format`. */
export type RefusedFeature = (typeof OPTIONAL_PARAMETERS)[number][0] | "json_schema";

/**
 * Sends a request, and again without each parameter that is refused, once each; `refused` remembers it for the calls after.
 * @param write the request without what was refused so far.
 */
export async function withoutRefused<R extends object, T>(
  refused: Set<RefusedFeature>,
  write: (refused: ReadonlySet<RefusedFeature>) => R,
  send: (request: R) => Promise<T>,
  sdk: OpenAiSdk,
): Promise<T> {
  for (;;) {
    const request = write(refused);
    try {
      return await send(request);
    } catch (thrown) {
      const refusal = refusalIn(thrown, request, sdk);
      if (refusal === undefined || refused.has(refusal)) throw thrown;
      refused.add(refusal);
    }
  }
}

/**
 * Asks once, without what was refused before.
 * @throws {AppError} retryable and `notCalled` where something else is refused: the next call will do without.
 */
export async function askWithoutRefused<R extends object, T>(
  refused: Set<RefusedFeature>,
  write: (refused: ReadonlySet<RefusedFeature>) => R,
  send: (request: R) => Promise<T>,
  { sdk, model }: { readonly sdk: OpenAiSdk; readonly model: string },
): Promise<T> {
  const request = write(refused);
  try {
    return await send(request);
  } catch (thrown) {
    const refusal = refusalIn(thrown, request, sdk);
    if (refusal === undefined) throw thrown;
    refused.add(refusal);
    const how = { retryable: true, notCalled: true, cause: thrown } as const;
    throw new AppError("provider-rejected", `${model} does not take ${refusal}`, how);
  }
}

/** The parameter of the request that the server refused; undefined for any other failure. */
function refusalIn(thrown: unknown, request: object, sdk: OpenAiSdk): RefusedFeature | undefined {
  if (!(thrown instanceof sdk.BadRequestError || thrown instanceof sdk.UnprocessableEntityError)) return undefined;
  const { param, message } = thrown;
  const [name] =
    OPTIONAL_PARAMETERS.find(
      ([one, words]) => one in request && (param ? param.split(".", 1)[0] === one : words.test(message)),
    ) ?? [];
  return name === "response_format" && asksForSchema(request) ? "json_schema" : name;
}

const asksForSchema = (request: object): boolean =>
  "response_format" in request &&
  typeof request.response_format === "object" &&
  request.response_format !== null &&
  "json_schema" in request.response_format;
