import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { listen } from "../listen.ts";
import { PICTURE } from "../media.ts";
import { ENDPOINTS, models, PICTURE_PATH } from "./endpoints.ts";
import { type Body, broken, failureOf } from "./modes.ts";
import { error, json, type Reply } from "./reply.ts";

/** A call as it came in; a file of a form is told by name, type and size. */
export interface OpenAiCall {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: Body;
}

const MAX_CALLS = 2_000;
const PAUSE_MS = 300;

/**
 * Stands in for a server with OpenAI's API, and answers any model. How a model misbehaves is in its name, see
 * `modes.ts`. `GET /calls/MODEL`, the name encoded, gives the last calls of a model. Every answer is marked as fake.
 */
export async function startOpenAiServer(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(openAiListener());
  const origin = await listen(server);
  return { server, url: `${origin}/v1` };
}

/** What such a server does with its requests. */
export function openAiListener(): RequestListener {
  const calls: OpenAiCall[] = [];
  return async (request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    if (request.method === "GET") return send(response, show(url, calls));
    const body = await readBody(request);
    calls.push({ path: url.pathname, authorization: request.headers.authorization ?? null, body });
    if (calls.length > MAX_CALLS) calls.shift();
    send(response, answer(url, body));
  };
}

function show({ pathname }: URL, calls: readonly OpenAiCall[]): Reply {
  if (pathname === "/v1/models") return models();
  if (pathname === PICTURE_PATH) return { status: 200, headers: { "content-type": "image/png" }, body: PICTURE };
  const model = /^\/calls\/(.+)$/.exec(pathname)?.[1];
  if (model === undefined) return error(404, { message: "Not found" });
  return json(calls.filter(({ body }) => body.model === decodeURIComponent(model)));
}

function answer({ pathname, origin }: URL, body: Body): Reply {
  const endpoint = ENDPOINTS[pathname.replace(/^\/v1/, "")];
  if (!endpoint) return error(404, { message: `Unknown request URL: POST ${pathname}` });
  return failureOf(body) ?? broken(endpoint(body, origin), body);
}

export function send(response: ServerResponse, { status, headers, body, breaks }: Reply): void {
  if (breaks === "before") {
    response.destroy();
    return;
  }
  response.writeHead(status, { ...headers, "x-fake": "true" });
  if (breaks === undefined) {
    response.end(body);
    return;
  }
  const half = Math.floor(body.length / 2);
  response.write(body.slice(0, half), () => {
    if (breaks === "cut") response.destroy();
    if (breaks === "slow") setTimeout(() => response.end(body.slice(half)), PAUSE_MS);
  });
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return JSON.parse(bytes.toString()) as Body;
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  return Object.fromEntries(
    [...form].map(([name, field]) => [
      name,
      typeof field === "string" ? field : { name: field.name, type: field.type, size: field.size },
    ]),
  );
}
