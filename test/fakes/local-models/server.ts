import { createServer, type Server } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { listen } from "../listen.ts";
import { json, type Reply } from "../openai/reply.ts";
import { openAiListener, send } from "../openai/server.ts";
import * as answers from "./answers.ts";

/** What a server answers to a method and a path, such as "GET /api/tags". */
export type Routes = Readonly<Record<string, (body: unknown) => Reply>>;

export interface LocalServer {
  readonly server: Server;
  /** Without a path. */
  readonly url: string;
  /** What was asked, such as "GET /api/tags", but for calls of models. */
  readonly asked: readonly string[];
}

const nameIn = (body: unknown): string =>
  typeof body === "object" && body !== null && "model" in body ? String(body.model) : "";

export const OLLAMA: Routes = {
  "GET /api/tags": () => json(answers.OLLAMA_TAGS),
  "GET /api/ps": () => json(answers.OLLAMA_RUNNING),
  "POST /api/show": (body) => json(answers.OLLAMA_SHOWN[nameIn(body)] ?? { error: "model not found" }),
};
export const LM_STUDIO: Routes = {
  "GET /api/v0/models": () => json(answers.LM_STUDIO_MODELS),
  "GET /v1/models": () => json(answers.LM_STUDIO_LIST),
};
/** Older versions have no API of their own; to what they do not know they answer with status 200. */
export const OLD_LM_STUDIO: Routes = {
  "GET /api/v0/models": () => json({ error: "Unexpected endpoint or method. (GET /api/v0/models)" }),
  "GET /v1/models": () => json(answers.LM_STUDIO_LIST),
};
export const LLAMA_CPP: Routes = {
  "GET /v1/models": () => json(answers.LLAMA_CPP_LIST),
  "GET /props": () => json(answers.LLAMA_CPP_PROPS),
};
export const VLLM: Routes = { "GET /v1/models": () => json(answers.VLLM_LIST) };

/**
 * Stands in for a server of models on one's own machine. Whatever is no list goes to what stands in for OpenAI's API, so
 * that any model answers, and `GET /calls/MODEL` gives its calls.
 */
export async function startLocalServer(routes: Routes): Promise<LocalServer> {
  const asked: string[] = [];
  const callModel = openAiListener();
  const server = createServer(async (request, response) => {
    const route = `${request.method} ${request.url}`;
    if (route.startsWith("POST /v1/") || route.startsWith("GET /calls/")) return callModel(request, response);
    asked.push(route);
    const body = request.method === "POST" ? await readJson(request) : null;
    send(response, routes[route]?.(body) ?? json({ error: "not found" }, 404));
  });
  return { server, url: await listen(server), asked };
}
