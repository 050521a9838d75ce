import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { listen } from "../../fakes/listen.ts";

const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
});

/** What was asked: the key it came with, the model, and the last message. */
export interface Asked {
  readonly key: string | undefined;
  readonly model: string;
  readonly said: string;
}

export interface ChatServer {
  /** Up to and with `/v1`. */
  readonly url: string;
  readonly asked: readonly Asked[];
  stop(): Promise<void>;
}

/**
 * Answers chat completions as platform.openai.com/docs/api-reference/chat documents them. @param answer what the model
 * says; `null` for a key that is refused.
 */
export async function startChatServer(answer: (said: string) => string | null): Promise<ChatServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { model, messages } = ChatRequest.parse(await json(request));
    const said = messages.at(-1)?.content ?? "";
    asked.push({ key: request.headers.authorization, model, said });
    const content = request.url === "/v1/chat/completions" ? answer(said) : null;
    response.setHeader("content-type", "application/json");
    if (content === null) {
      response.statusCode = 401;
      response.end(
        JSON.stringify({
          error: {
            message: "Incorrect API key provided: sk-test.",
            type: "invalid_request_error",
            param: null,
            code: "invalid_api_key",
          },
        }),
      );
      return;
    }
    response.end(
      JSON.stringify({
        id: "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
        object: "chat.completion",
        created: 1741569952,
        model,
        choices: [
          {
            index: 0,
            message: { role: "assistant", content, refusal: null, annotations: [] },
            logprobs: null,
            finish_reason: "stop",
          },
        ],
        usage: {
          prompt_tokens: 19,
          completion_tokens: 10,
          total_tokens: 29,
          prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
          completion_tokens_details: {
            reasoning_tokens: 0,
            audio_tokens: 0,
            accepted_prediction_tokens: 0,
            rejected_prediction_tokens: 0,
          },
        },
        service_tier: "default",
      }),
    );
  });
  const origin = await listen(server);
  return {
    url: `${origin}/v1`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
