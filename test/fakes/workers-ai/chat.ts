type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Models whose schema is OpenAI's answer in that shape, the rest in Workers AI's own. */
const AS_OPENAI = /gpt-oss|glm-|kimi-|gemma-4|deepseek-v4|qwen3/;

interface Said {
  readonly text: string;
  /** The object itself where one was asked for. */
  readonly value: unknown;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** What a chat model says to anything: a labelled text, or something of the form that was asked for. */
function say({ messages, response_format: form }: Json): Said {
  const said = Array.isArray(messages) ? messages.map(wordsOf) : [];
  const schema = isRecord(form) && isRecord(form.json_schema) ? form.json_schema : null;
  const value = schema && like(isRecord(schema.schema) ? schema.schema : schema, firstLabel(said.join("\n")));
  const text = value === null ? `[fake] ${said.at(-1)?.slice(0, 200) ?? ""}` : JSON.stringify(value);
  return { text, value, usage: { prompt_tokens: said.join("").length >> 2, completion_tokens: text.length >> 2 } };
}

/** What `ai/run` answers, by the schema of the model. */
export function fakeChat(model: string, asked: Json): unknown {
  const { text, value, usage } = say(asked);
  return AS_OPENAI.test(model) ? fakeCompletion({ ...asked, model }) : { response: value ?? text, usage };
}

/** https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/ */
export function fakeCompletion(asked: Json): unknown {
  const { text, usage } = say(asked);
  const message = { role: "assistant", content: text, refusal: null };
  return {
    ...{ id: "fake", object: "chat.completion", created: 0, model: asked.model },
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: { ...usage, neurons: 1.5 },
  };
}

/**
 * As `fakeChat`, word by word: https://developers.cloudflare.com/workers-ai/features/streaming/. The last event before
 * the end tells the usage.
 */
export function fakeChatStream(model: string, asked: Json): Buffer {
  if (AS_OPENAI.test(model)) return fakeCompletionStream({ ...asked, model });
  const { text, usage } = say(asked);
  return events([...wordsIn(text).map((response) => ({ response, p: "abcd" })), { response: "", usage }]);
}

/** As `fakeCompletion`, word by word. */
export function fakeCompletionStream(asked: Json): Buffer {
  const { text, usage } = say(asked);
  const part = (delta: object, finish_reason: string | null = null) => ({
    ...{ id: "fake", object: "chat.completion.chunk", created: 0, model: asked.model },
    choices: [{ index: 0, delta, finish_reason }],
  });
  const words = wordsIn(text).map((content) => part({ content }));
  return events([part({ role: "assistant", content: "" }), ...words, part({}, "stop"), { choices: [], usage }]);
}

const wordsIn = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? [];

const events = (all: readonly object[]): Buffer =>
  Buffer.from([...all.map((one) => JSON.stringify(one)), "[DONE]"].map((data) => `data: ${data}\n\n`).join(""));

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
