import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Kind } from "./models.ts";
import type { Running } from "./vars.ts";

/** OpenAI's API, as far as a model here does it. */
const ROUTES: Readonly<Record<string, Kind>> = {
  "/v1/chat/completions": "chat",
  "/v1/audio/transcriptions": "transcription",
  "/v1/audio/speech": "speech",
  "/v1/embeddings": "embeddings",
};

export interface Router {
  /** Up to and with `/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * One server with all of OpenAI's API, as its clients know one address, which passes each request on to the model that
 * does it.
 * @param record the folder to keep requests and answers in; null for none
 */
export async function startRouter(running: readonly Running[], port: number, record: string | null): Promise<Router> {
  if (record !== null) await mkdir(record, { recursive: true });
  let count = 0;
  const server = createServer((request, response) => {
    const target = running.find(({ model }) => model.kind === ROUTES[request.url ?? ""]);
    if (request.url === "/v1/models") return sendJson(response, 200, listOf(running));
    if (!target) {
      request.resume();
      return sendJson(response, 404, { error: { message: `${request.url} is not served here`, type: "not_found" } });
    }
    pass(request, response, target.url);
    if (record !== null) keep(request, response, join(record, nameOf(new Date(), ++count)));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}/v1`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** In the order of time, and another at the next start, so that nothing that was kept is written over. */
const nameOf = (now: Date, count: number): string => `${now.toISOString().replaceAll(":", "-")}-${count}.json`;

function pass(request: IncomingMessage, response: ServerResponse, to: string): void {
  const { method, headers, url = "/" } = request;
  const onward = requestTo(new URL(url, to), { method, headers: { ...headers, connection: "close" } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    answer.once("error", () => response.destroy());
  });
  onward.once("error", () => (response.headersSent ? response.destroy() : sendJson(response, 502, { error: {} })));
  request.pipe(onward);
  // A caller that has gone needs no answer, and a model that goes on writing keeps the others waiting.
  response.once("close", () => onward.destroy());
}

/** Keeps what was asked and answered, once that is over. */
function keep(request: IncomingMessage, response: ServerResponse, path: string): void {
  const startedAt = Date.now();
  const asked: Buffer[] = [];
  const said: Buffer[] = [];
  request.on("data", (chunk: Buffer) => asked.push(chunk));
  const write = response.write.bind(response);
  response.write = (chunk: Buffer, ...rest: unknown[]) => {
    said.push(Buffer.from(chunk));
    return Reflect.apply(write, response, [chunk, ...rest]);
  };
  response.once("close", () => {
    const { url } = request;
    const { statusCode: status, writableFinished: whole } = response;
    const times = { startedAt: new Date(startedAt).toISOString(), ms: Date.now() - startedAt };
    const record = { url, ...times, status, whole, request: readable(asked), response: readable(said) };
    writeFile(path, `${JSON.stringify(record, null, 2)}\n`).catch((error: unknown) => console.error(String(error)));
  });
}

/** JSON as it is, another text as a string, and of bytes how many. */
function readable(chunks: readonly Buffer[]): unknown {
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  if (text.includes("\uFFFD")) return `${bytes.length} bytes`;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What chats is told as llama.cpp, which runs it, tells it, so that `npm start` knows it at port 8080. */
const listOf = (running: readonly Running[]) => ({
  object: "list",
  data: running.map(({ model: { kind, name, contextTokens, parameters, bytes } }) => ({
    ...{ id: name, object: "model" },
    ...(kind === "chat"
      ? { owned_by: "llamacpp", meta: { n_ctx: contextTokens, n_params: parameters, size: bytes } }
      : { owned_by: "impresario" }),
  })),
});

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
