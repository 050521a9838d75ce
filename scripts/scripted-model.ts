import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** What a model says, after how long, and what it was asked, in words to count by. */
export interface Said {
  readonly says: string;
  readonly about: string;
  readonly delayMs: number;
}

/** A language model that says what a script has it say; it takes its time, and keeps count. */
export interface ScriptedModel {
  /** Of a custom endpoint whose format is `json`. */
  readonly url: string;
  /** The base of the same model behind OpenAI's chat completions. */
  readonly openAiUrl: string;
  /** Calls so far, by what they were about. */
  readonly calls: ReadonlyMap<string, number>;
  /** The most that were under way at once. */
  readonly mostAtOnce: number;
  stop(): Promise<void>;
}

/** An order and its material. */
interface Asked {
  readonly instruction: string;
  readonly text: string;
}

/** What a chat completion is asked for, as `text-generation` writes it down: all in the last message. */
export function askedOfChat(body: string): Asked {
  const { messages } = JSON.parse(body) as { messages: readonly { readonly content: string }[] };
  return JSON.parse(messages.at(-1)?.content ?? "{}") as Asked;
}

/** https://platform.openai.com/docs/api-reference/chat/object */
export const completionOf = (
  content: string,
  more: { readonly end?: "stop" | "length"; readonly usage?: object } = {},
) => ({
  ...{ id: "chatcmpl-scripted", object: "chat.completion", created: 0, model: "scripted-writer" },
  choices: [
    {
      index: 0,
      message: { role: "assistant", content, refusal: null },
      logprobs: null,
      finish_reason: more.end ?? "stop",
    },
  ],
  ...(more.usage ? { usage: more.usage } : {}),
});

/** Of four characters a token. */
export function usageOf(question: string, answer: string) {
  const tokens = ({ length }: string): number => Math.ceil(length / 4);
  const [prompt, completion] = [tokens(question), tokens(answer)];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const CHAT = "/v1/chat/completions";

/** Listens on loopback for chat completions, and for calls in the `json` format of custom endpoints (docs/configuration.md). */
export async function startScriptedModel(
  answer: (instruction: string, material: string) => Said,
): Promise<ScriptedModel> {
  const calls = new Map<string, number>();
  let [open, mostAtOnce] = [0, 0];
  const server = createServer((request, response) => {
    open++;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once("close", () => open--);
    text(request).then(
      (body) => {
        const isChat = request.url === CHAT;
        const asked = isChat ? askedOfChat(body) : (JSON.parse(body) as { inputs: Asked }).inputs;
        const { says, about, delayMs } = answer(asked.instruction, asked.text);
        calls.set(about, (calls.get(about) ?? 0) + 1);
        const timer = setTimeout(() => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(
            JSON.stringify(isChat ? completionOf(says, { usage: usageOf(body, says) }) : { outputs: { text: says } }),
          );
        }, delayMs);
        response.once("close", () => clearTimeout(timer));
      },
      // The caller died before it had asked.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The model listens nowhere");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    url: `${origin}/`,
    openAiUrl: `${origin}/v1`,
    calls,
    get mostAtOnce() {
      return mostAtOnce;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The endpoint of a deployment's `CONFIG` that has a scripted model write its texts. */
export const scriptedWriter = ({ url }: ScriptedModel) => ({
  ...{ model: "scripted-writer", taskType: "text-generation", url, format: "json" },
});
