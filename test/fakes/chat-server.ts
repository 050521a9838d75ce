import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen } from "./listen.ts";

/** One answer, as the server that is stood in for documents it. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is when it is a text. */
  readonly body: unknown;
  /** What becomes of the connection once the body's first half is out. */
  readonly midway?: "stall" | "cut";
}

/** What a prompt tells the server to do; the last answer serves all further calls. */
export interface ChatScript {
  /** Tells the calls of one test from another's. */
  readonly key: string;
  readonly answers: readonly [ScriptedAnswer, ...ScriptedAnswer[]];
}

/** A call as it came in. */
export interface ChatCall {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Stands in for a server with OpenAI's chat completions. `GET /calls/KEY` gives the calls under a key. */
export async function startChatServer(): Promise<{ readonly server: Server; readonly url: string }> {
  const calls = new Map<string, ChatCall[]>();
  const server = createServer(async (request, response) => {
    if (request.method === "GET")
      return send(response, { body: calls.get(request.url?.split("/").at(-1) ?? "") ?? [] });
    const body = await readJson(request);
    const { key, answers } = readScript(body);
    const made = calls.get(key) ?? [];
    calls.set(key, [...made, { path: request.url ?? "", authorization: request.headers.authorization ?? null, body }]);
    send(response, answers[made.length] ?? answers.at(-1) ?? { status: 500, body: "" });
  });
  const origin = await listen(server);
  return { server, url: `${origin}/v1` };
}

function send(response: ServerResponse, { status = 200, headers = {}, body, midway }: ScriptedAnswer): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers });
  if (midway === undefined) response.end(text);
  else response.write(text.slice(0, text.length / 2), () => midway === "cut" && response.destroy());
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Readonly<Record<string, unknown>>;
}

/** The script is the last message, or the request that a planning prompt shows in it. */
function readScript({ messages }: Readonly<Record<string, unknown>>): ChatScript {
  const { content } = (messages as readonly { readonly content: string }[]).at(-1) ?? { content: "" };
  const said = JSON.parse(content) as ChatScript | { readonly request: string };
  return "request" in said ? (JSON.parse(said.request) as ChatScript) : said;
}
