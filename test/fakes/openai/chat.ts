import { answerTo } from "./answers.ts";
import { type Body, modesOf } from "./modes.ts";
import { json, type Reply } from "./reply.ts";

const USAGE = { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 };
/** The Unix time of all that is fake: 5 March 2025. */
export const CREATED = 1_741_132_800;

/** https://platform.openai.com/docs/api-reference/chat */
export function chatCompletion(body: Body): Reply {
  const modes = modesOf(body);
  const refuses = modes.has("refusal");
  const said = modes.has("nonsense") ? "[fake] {{" : answerTo(body);
  const content = refuses ? null : modes.has("silent") ? " " : said;
  const refusal = refuses ? "[fake] I can't help with that" : null;
  const end = modes.has("length") ? "length" : modes.has("filter") ? "content_filter" : "stop";
  if (body.stream === true) return streamed(body, { content, refusal, end });
  return json({
    id: "chatcmpl-fake",
    object: "chat.completion",
    created: CREATED,
    model: body.model,
    choices: modes.has("no-choice")
      ? []
      : [{ index: 0, message: { role: "assistant", content, refusal }, logprobs: null, finish_reason: end }],
    ...(modes.has("no-usage") ? {} : { usage: USAGE }),
    system_fingerprint: "fake",
  });
}

interface Said {
  readonly content: string | null;
  readonly refusal: string | null;
  readonly end: string;
}

/** https://platform.openai.com/docs/api-reference/chat-streaming: a part for each word, then the end, then the usage. */
function streamed(body: Body, { content, refusal, end }: Said): Reply {
  const modes = modesOf(body);
  const tellsUsage = "stream_options" in body && !modes.has("no-usage");
  const part = (choices: readonly unknown[], usage: unknown = null) => ({
    id: "chatcmpl-fake",
    object: "chat.completion.chunk",
    created: CREATED,
    model: body.model,
    choices,
    ...(tellsUsage ? { usage } : {}),
  });
  const delta = (said: unknown, finish_reason: string | null = null) =>
    part([{ index: 0, delta: said, logprobs: null, finish_reason }]);
  const words = content?.match(/\s*\S+|\s+$/g) ?? [];
  const parts: unknown[] = [
    delta({ role: "assistant", content: "", refusal: null }),
    ...words.map((word) => delta({ content: word })),
    ...(refusal === null ? [] : [delta({ refusal })]),
    ...(modes.has("error-midway")
      ? [{ error: { message: "[fake] The server had an error", type: "server_error" } }]
      : []),
    ...(modes.has("no-end") ? [] : [delta({}, end)]),
    ...(tellsUsage ? [part([], USAGE)] : []),
  ];
  const events = parts.map((one) => `data: ${JSON.stringify(one)}\n\n`);
  if (modes.has("odd-part")) events.splice(2, 0, 'data: {"choices": "[fake]"}\n\n');
  if (modes.has("no-json-part")) events.splice(2, 0, "data: {[fake]\n\n");
  // A comment keeps the connection alive, and is no part.
  const endless = modes.has("endless-stream") ? `: ${"x".repeat(9 * 1024 * 1024)}\n\n` : "";
  return {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8" },
    body: `: fake\n\n${endless}${events.join("")}${modes.has("no-end") ? "" : "data: [DONE]\n\n"}`,
  };
}
