import { AppError } from "../../../domain/errors.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { ChatTask } from "../../chat-tasks/chat-task.ts";
import { wordsIn } from "../run.ts";
import { encodedShape, type Shape, usageOf } from "../shape.ts";

/** A picture among it; texts are bounded by the model's context. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024;

/** A chat or vision-language model that does a task type by instruction. */
export const chatShape = (task: ChatTask): Shape =>
  encodedShape(MAX_INPUT_BYTES, async (call) => {
    const asked = await task.prepare(call.inputs, call.limits);
    const { messages, maxTokens, temperature, schema } = asked;
    const ask = (form: JsonObject) =>
      call.run({ as: "json", json: { messages, max_tokens: maxTokens, temperature, ...form } });
    const form = schema === null ? {} : responseFormat(call.model, schema);
    const answer = await ask(form).catch((thrown: unknown) => {
      // Most models take only some of JSON Schema, and the instructions ask for the form as well.
      if (asked.isCallers && "response_format" in form && isRejected(thrown)) return ask({});
      throw thrown;
    });
    const usage = usageOf(answer, task.needs === "vision" ? { images: 1 } : {});
    if (answer.body.as === "bytes")
      throw new AppError("provider-rejected", `${call.model} answered with a file where words are wanted`);
    if ((usage.outputTokens ?? 0) >= maxTokens) {
      throw new AppError("provider-rejected", `${call.model} did not come to an end within the tokens allowed`);
    }
    return { ...asked.read(wordsIn(answer.body.json, call.model)), usage };
  });

/** A refusal that a plainer request may be spared, as it is not of the account. */
const isRejected = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.code === "provider-rejected" && thrown.access === undefined;

/** Models with JSON mode: by its page (developers.cloudflare.com/workers-ai/features/json-mode/), and by their schemas. */
const JSON_MODE =
  /\/(llama-3\.3-70b-instruct-fp8-fast|llama-3(\.1)?-8b-instruct|hermes-2-pro-mistral-7b|deepseek-coder-6\.7b-instruct-awq|deepseek-r1-distill-qwen-32b|llama-4-scout-17b-16e-instruct|qwen2\.5-coder-32b-instruct|qwen3-30b-a3b-fp8|gemma-sea-lion-v4-27b-it)$/;
/** Models whose schema is OpenAI's. */
const AS_OPENAI = /\/(gpt-oss|glm-|kimi-|gemma-4|deepseek-v4|qwen3\.8|nemotron-3-)/;

/** The form of the answer, where the model can be held to it; elsewhere the instructions alone ask for it. */
function responseFormat(model: string, schema: JsonObject): JsonObject {
  if (JSON_MODE.test(model)) return { response_format: { type: "json_schema", json_schema: schema } };
  if (!AS_OPENAI.test(model)) return {};
  return { response_format: { type: "json_schema", json_schema: { name: "answer", schema, strict: true } } };
}
