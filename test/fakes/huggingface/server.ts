import { createServer, type Server } from "node:http";
import { listen } from "../listen.ts";
import { PICTURE, WAV } from "../media.ts";
import { createChat } from "./chat.ts";
import { hfInferenceReply, toVector } from "./hf-inference.ts";
import { type FakeModels, hubReply } from "./hub.ts";
import { CONDITIONS, REFUSALS, SPOILERS } from "./modes.ts";
import { createJobs } from "./queues.ts";
import { file, json, type Received, type Reply, receive, send } from "./reply.ts";

export interface FakeHuggingFace {
  readonly server: Server;
  /** The origin of the Hub and of the router alike: their paths have nothing in common. */
  readonly url: string;
}

/**
 * Stands in for the Hub's API and for the router. A model is called `PROVIDER/TASK.MODE`: where it is served, for what,
 * and what goes wrong there (`modes.ts`, `queues.ts`); or it is one of `models`. `GET /calls/{model}` gives the calls
 * that were made for one, without those to the Hub.
 */
export async function startHuggingFaceServer(models: FakeModels = {}): Promise<FakeHuggingFace> {
  const calls: { readonly model: string; readonly received: Received }[] = [];
  let origin = "";
  const jobs = createJobs(() => origin);
  const chat = createChat();

  const answer = (received: Received): Reply => {
    const { path, json: body } = received;
    const asked = /^\/calls\/(.+)$/.exec(path)?.[1];
    if (asked !== undefined) return json(calls.filter(({ model }) => model === asked).map((call) => call.received));
    const hub = /^\/api\/models\/(.+)\?expand\[\]=inferenceProviderMapping$/.exec(path)?.[1];
    if (hub !== undefined) {
      calls.push({ model: `${hub}@hub`, received });
      return hubReply(hub, models);
    }
    if (received.method === "GET") return jobs.look(received) ?? json({ error: "Not Found" }, 404);
    const model = modelIn(path) ?? String(body?.model ?? "");
    calls.push({ model, received });
    return routerReply(model, received);
  };

  const routerReply = (model: string, received: Received): Reply => {
    const [, provider = "", rest = ""] = /^\/([a-z0-9-]+)(\/.*)$/.exec(received.path) ?? [];
    const [, named = "", mode = ""] = /^[a-z-]+\/([a-z0-9-]+)(?:\.([a-z0-9-]+))?$/.exec(model) ?? [];
    const mapped = Object.values(models).map((mapping) => mapping[provider]);
    const task = mapped.find((entry) => entry?.providerId === model)?.task ?? named;
    const refused = REFUSALS[mode] ?? CONDITIONS[mode]?.(received);
    if (refused) return refused;
    const isChat = rest.includes("/chat/completions");
    const reply = isChat ? chat(model, mode, received) : made(provider, model, task, mode, received);
    return SPOILERS[mode]?.(reply) ?? reply;
  };

  const made = (provider: string, model: string, task: string, mode: string, received: Received): Reply => {
    if (provider === "hf-inference") return hfInferenceReply(taskOf(received.path) ?? task, received);
    const answered = AT_ONCE.find(({ path }) => path.test(received.path));
    if (answered) return answered.reply(received);
    const isMiniMax = received.path.includes("/v3/minimax/");
    return jobs.begin(isMiniMax ? "minimax" : provider, model, isMiniMax ? "image-text-to-video" : task, mode);
  };

  const server = createServer((request, response) => {
    receive(request).then(
      (received) => send(response, answer(received)),
      (thrown: unknown) => send(response, json({ error: String(thrown) }, 500)),
    );
  });
  origin = await listen(server);
  return { server, url: origin };
}

const wavLink = `data:audio/wav;base64,${WAV.toString("base64")}`;

/** What providers other than hf-inference answer without a queue, by the library's `src/providers/`. */
const AT_ONCE: readonly { readonly path: RegExp; readonly reply: (received: Received) => Reply }[] = [
  {
    path: /\/v1\/(?:openai\/)?images\/generations$/,
    reply: () => json({ id: "o-1", object: "list", data: [{ index: 0, b64_json: PICTURE.toString("base64") }] }),
  },
  { path: /\/audio\/speech$/, reply: () => file(WAV, "audio/wav") },
  { path: /\/audio\/transcriptions$/, reply: () => json({ text: "[fake] Hello." }) },
  {
    path: /\/embeddings$/,
    reply: ({ json: body }) => {
      const data = [body?.input]
        .flat()
        .map((text, index) => ({ object: "embedding", index, embedding: toVector(text) }));
      return json({ object: "list", model: "m", data });
    },
  },
  {
    path: /^\/fal-ai\/fal-ai\/automatic-speech-recognition/,
    reply: () => json({ text: "[fake] Hello.", chunks: [{ text: "[fake] Hello.", timestamp: [0, 1.5] }] }),
  },
  {
    path: /^\/fal-ai\/fal-ai\/text-to-speech/,
    reply: () => json({ audio: { url: wavLink, content_type: "audio/wav" } }),
  },
];

/** `/hf-inference/models/a/b/pipeline/feature-extraction` says the task itself. */
const taskOf = (path: string): string | undefined => /\/pipeline\/([a-z-]+)$/.exec(path)?.[1];

/** Where the providers that have the model in the path have it (the library's `makeRoute`s). */
const ROUTES: readonly RegExp[] = [
  /^\/hf-inference\/models\/(.+?)(?:\/pipeline\/[a-z-]+|\/v1\/(?:chat\/)?completions)?$/,
  /^\/replicate\/v1\/models\/(.+)\/predictions$/,
  /^\/wavespeed\/api\/v3\/(.+)$/,
  /^\/novita\/v3\/async\/(.+)$/,
  /^\/fal-ai\/(.+)$/,
];

/** What a provider calls the model that a path asks for. */
function modelIn(path: string): string | undefined {
  const [bare = ""] = path.split("?", 1);
  return ROUTES.map((route) => route.exec(bare)?.[1]).find((found) => found !== undefined);
}
