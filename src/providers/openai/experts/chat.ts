import type OpenAI from "openai";
import * as z from "zod";
import type { ChatTask, ChatTaskMessage } from "../../chat-tasks/index.ts";
import { asUsage, measuredIn } from "../../measured.ts";
import { withBoxesDrawn } from "../../overlays/boxes-drawn.ts";
import { chatRequest } from "../chat-request.ts";
import { textOf } from "../completion.ts";
import { holding, type TaskMethod } from "./session.ts";

/** A task by instruction: chat completions, with a JSON schema where the server has that. */
export const byChat =
  (task: ChatTask): TaskMethod =>
  async ({ call, configured, ask, json }) => {
    const { model, contextTokens = null } = configured;
    const { read, answer } = await holding(call, "json", async () => {
      const { messages, schema, maxTokens, read } = await task.prepare(call.inputs, {
        contextTokens,
        maxInputBytes: null,
      });
      const asked = {
        model,
        messages: messages.map(toMessage),
        maxTokens,
        form: schema === null ? ("text" as const) : { schema },
      };
      const answer = await ask(
        (refused) => chatRequest(asked, refused),
        (client, request, options) => client.chat.completions.create(request, options),
      );
      return { read, answer };
    });
    const completion = await json(answer, z.unknown());
    const reading = await withBoxesDrawn(read(textOf(completion, model)), call);
    return { ...reading, ...asUsage(measuredIn(completion)) };
  };

function toMessage({ role, content }: ChatTaskMessage): OpenAI.Chat.Completions.ChatCompletionMessageParam {
  if (typeof content === "string") return { role, content };
  return { role: "user", content: content.map((part) => (part.type === "text" ? part : { ...part })) };
}
