import { answer, CONVERSATION, EDGES, json, ORIGIN, PHOTO, type RouteExamples, RUN } from "./example.ts";

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

const REQUEST = { messages: [{ role: "user", content: `Generate a canny image of /images/${PHOTO}.jpg` }] };
const FILE = { parameters: { name: `${PHOTO}.png` }, answer: { status: 200, mediaType: "image/png" } };

export const HUGGING_GPT_EXAMPLES: RouteExamples = {
  askHuggingGpt: {
    body: json(REQUEST),
    answer: answer({
      message: `Canny control (photo.jpg): canny-control-0.png (/images/${EDGES}-00000000000a11ce-1795417200-73fdfc025abd59b16b1a9d9f6f0b273b.png)\n\nHow it was done:\n\n- canny-control: canny (embedded)`,
    }),
  },
  planHuggingGpt: {
    body: json(REQUEST),
    answer: answer([{ task: "canny-control", id: 0, dep: [-1], args: { image: `/images/${PHOTO}.jpg` } }]),
  },
  runHuggingGpt: {
    body: json(REQUEST),
    answer: answer({
      "0": {
        task: { task: "canny-control", id: 0, dep: [-1], args: { image: `/images/${PHOTO}.jpg` } },
        "inference result": {
          "generated image": `/images/${EDGES}-00000000000a11ce-1795417200-e93277a9eb1bd699e57b1d35c7f1126e.png`,
        },
        "choose model result": {
          id: "canny",
          reason: "Runs inside the Worker, as good as any for this task; licence mit; no learnt weights; free",
        },
      },
    }),
  },
  readHuggingGptImages: FILE,
  readHuggingGptAudios: FILE,
  readHuggingGptVideos: FILE,
};

export const MCP_EXAMPLES: RouteExamples = {
  callMcp: {
    parameters: { Accept: "application/json, text/event-stream" },
    body: json({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "search_models", arguments: { task: "asr", licence: "permissive", limit: 3 } },
    }),
    answer: {
      ...{ status: 200, mediaType: "text/event-stream" },
      value:
        'event: message\ndata: {"result":{"content":[{"type":"text","text":"openai/whisper-large-v2; …"}],"structuredContent":{"models":[…],"total":12,"next":"…"}},"jsonrpc":"2.0","id":1}\n\n',
    },
  },
};
