import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { listen } from "../../fakes/listen.ts";

const Chat = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  stream: z.boolean().default(false),
});

/** What it was asked for: a plan, a choice among task types, the words of an answer, a form filled in, or calls of tools. */
export type Step = "plan" | "choice" | "answer" | "form" | "tools";

/** What it says: always the same, or by the messages behind its rules. */
type Says = string | ((messages: readonly string[]) => string);

export interface LanguageServer {
  /** Up to and with `/v1`. */
  readonly url: string;
  /** What it was asked for since this was last called. */
  asked(): readonly Step[];
  stop(): Promise<void>;
}

/** How the rules of each step begin. */
const RULES: readonly (readonly [string, Step])[] = [
  ["You plan", "plan"],
  ["You choose the tasks", "choice"],
  ["You answer a person", "answer"],
  ["You fill a form", "form"],
  ["You decide whether functions", "tools"],
];
const stepOf = (rules: string): Step | undefined => RULES.find(([start]) => rules.startsWith(start))?.[1];

/**
 * A language model that says what it is told to, in the shape of platform.openai.com/docs/api-reference/chat, streamed where
 * that is asked for. @param says by what it is asked for
 */
export async function startLanguageServer(says: { readonly [One in Step]?: Says }): Promise<LanguageServer> {
  const steps: Step[] = [];
  const server = createServer(async (request, response) => {
    const { messages, stream } = Chat.parse(await json(request));
    const step = stepOf(messages[0]?.content ?? "");
    const saying = step && says[step];
    const said = typeof saying === "function" ? saying(messages.slice(1).map(({ content }) => content)) : saying;
    if (step === undefined || said === undefined) {
      // A task, for which there are others.
      response.writeHead(400).end();
      return;
    }
    steps.push(step);
    const about = { id: "chatcmpl-1", created: 1_741_569_952, model: "a-model" };
    const usage = { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 };
    if (!stream) {
      const message = { role: "assistant", content: said, refusal: null };
      const choices = [{ index: 0, message, logprobs: null, finish_reason: "stop" }];
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...about, object: "chat.completion", choices, usage }));
      return;
    }
    const part = (delta: object, finish_reason: string | null) => ({
      ...{ ...about, object: "chat.completion.chunk", usage: null },
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    });
    const parts = [part({ role: "assistant", content: said }, null), part({}, "stop")];
    const last = { ...about, object: "chat.completion.chunk", choices: [], usage };
    const events = [...parts, last].map((one) => `data: ${JSON.stringify(one)}\n\n`);
    response.setHeader("content-type", "text/event-stream");
    response.end(`${events.join("")}data: [DONE]\n\n`);
  });
  const origin = await listen(server);
  return {
    url: `${origin}/v1`,
    asked: () => steps.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
