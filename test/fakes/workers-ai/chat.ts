type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Models whose schema is OpenAI's answer in that shape, the rest in Workers AI's own. */
const AS_OPENAI = /gpt-oss|glm-|kimi-|gemma-4|deepseek-v4|qwen3/;

/** What a chat model says to anything: a labelled text, or something of the form that was asked for. */
export function fakeChat(model: string, { messages, response_format: form }: Json): unknown {
  const said = Array.isArray(messages) ? messages.map(wordsOf) : [];
  const schema = isRecord(form) && isRecord(form.json_schema) ? form.json_schema : null;
  const value = schema && like(isRecord(schema.schema) ? schema.schema : schema, firstLabel(said.join("\n")));
  const text = value === null ? `[fake] ${said.at(-1)?.slice(0, 200) ?? ""}` : JSON.stringify(value);
  const usage = { prompt_tokens: said.join("").length >> 2, completion_tokens: text.length >> 2 };
  if (!AS_OPENAI.test(model)) return { response: value ?? text, usage };
  const message = { role: "assistant", content: text, refusal: null };
  return {
    id: "fake",
    object: "chat.completion",
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: { ...usage, neurons: 1.5 },
  };
}

function wordsOf(message: unknown): string {
  const content = isRecord(message) ? message.content : "";
  if (!Array.isArray(content)) return String(content);
  return content.map((part: unknown) => (isRecord(part) && typeof part.text === "string" ? part.text : "")).join(" ");
}

/** The first of the labels that a model is told to choose among. */
function firstLabel(said: string): string {
  const [, listed = "[]"] = /"labels"\s*:\s*(\["[^\]]*\])/.exec(said) ?? [];
  const [label] = JSON.parse(listed) as readonly string[];
  return label ?? "[fake]";
}

/** A value of a schema: one of each, labelled where it is a text. */
function like(schema: unknown, label: string): unknown {
  if (!isRecord(schema)) return "[fake]";
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [type] = [schema.type].flat();
  if (type === "object" || isRecord(schema.properties)) {
    const values = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
      name,
      name === "label" ? label : like(inner, label),
    ]);
    return Object.fromEntries(values);
  }
  if (type === "array") return [like(schema.items, label)];
  if (type === "number" || type === "integer") return 1;
  if (type === "boolean") return true;
  return type === "null" ? null : "[fake]";
}
