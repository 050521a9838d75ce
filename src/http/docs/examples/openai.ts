import { answer, json, type RouteExamples } from "./example.ts";
import { CONVERSATION, EDGES, ORIGIN, PHOTO, RUN } from "./things.ts";

const EMBEDDED = {
  ...{ id: "impresario-embedded", object: "model", created: 1795305600, owned_by: "impresario" },
  description: "Planned and answered without a language model.",
};
const LINK = `${ORIGIN}/v1/resources/${EDGES}?t=00000000000a11ce&expires=1795417200&signature=73fdfc025abd59b16b1a9d9f6f0b273b`;

export const OPENAI_EXAMPLES: RouteExamples = {
  completeChat: {
    body: json({
      model: "impresario",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Generate a canny image of photo.jpg" },
            { type: "file", file: { file_id: PHOTO } },
          ],
        },
      ],
      metadata: { constraints: '{"licence":{"allow":["permissive"]}}' },
    }),
    answer: answer({
      ...{ id: RUN, object: "chat.completion", created: 1795305600, model: "impresario" },
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: `Canny control (photo.jpg): ![canny-control-0.png](${LINK})\n\nHow it was done:\n\n- canny-control: canny (embedded)`,
            refusal: null,
          },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost: 0 },
      metadata: { conversation: CONVERSATION },
    }),
  },
  listOpenAiModels: {
    answer: answer({
      object: "list",
      data: [
        { ...EMBEDDED, id: "impresario", description: "Planned and answered as the deployment is set to." },
        EMBEDDED,
      ],
    }),
  },
  readOpenAiModel: { parameters: { model: EMBEDDED.id }, answer: answer(EMBEDDED) },
};
