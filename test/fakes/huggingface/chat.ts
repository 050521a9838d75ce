import { json, type Received, type Reply } from "./reply.ts";

type Schema = Readonly<Record<string, unknown>>;

/** A model that keeps to the schema it was last shown, even where the server would not enforce that. */
export function createChat(): (model: string, mode: string, received: Received) => Reply {
  const shown = new Map<string, Schema>();
  return (model, mode, { json: body }) => {
    const schema = schemaIn(body?.response_format);
    if (schema) shown.set(model, schema);
    if (schema && mode === "no-schema") {
      return json(
        { error: { message: "response_format json_schema is not supported", type: "invalid_request_error" } },
        400,
      );
    }
    const followed = shown.get(model);
    return json(completion(model, followed ? JSON.stringify(exampleOf(followed)) : "[fake] Hello.", mode === "long"));
  };
}

/** https://huggingface.co/docs/inference-providers/tasks/chat-completion */
const completion = (model: string, content: string, isCut: boolean) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_741_569_952,
  model,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: isCut ? "length" : "stop" }],
  usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
});

/** As OpenAI's clients send it, and as together wants it. */
function schemaIn(format: unknown): Schema | null {
  const { json_schema, schema } = (format ?? {}) as { json_schema?: { schema: Schema }; schema?: Schema };
  return json_schema?.schema ?? schema ?? null;
}

/** The plainest value of a schema. */
function exampleOf(schema: Schema): unknown {
  const {
    type,
    enum: choices,
    properties = {},
    items,
    anyOf,
  } = schema as {
    type?: string | string[];
    enum?: unknown[];
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
  };
  if (choices) return choices[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0]);
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner)]));
    case "array":
      return items ? [exampleOf(items)] : [];
    case "number":
    case "integer":
      return 1;
    case "boolean":
      return true;
    default:
      return "[fake] words";
  }
}
