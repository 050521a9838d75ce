import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen } from "../listen.ts";
import { answerAs, answerAsOpenAi, type FakeAnswer, type FakeBody, Lacking } from "./answers.ts";
import { type Breakage, type FakeFailure, failureOf, isBreakage } from "./modes.ts";

/** A call as it came in. */
export interface FakeCall {
  readonly model: string;
  readonly authorization: string | null;
  readonly contentType: string | null;
  readonly query: string;
  /** Fields of a form or of JSON with their values, files and long ones told by their length. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const RUN =
  /^(?:\/modes\/([a-z-]+))?\/client\/v4\/accounts\/([0-9a-f]{32})\/ai\/(?:run\/(@[\w./-]+)|v1\/chat\/completions)$/;
const CALLS = /^\/calls\/([0-9a-f]{32})$/;
const MAX_BODY_BYTES = 100 * 1024 * 1024;
/** Kept of each account, and accounts kept. */
const MAX_CALLS = 50;
const MAX_ACCOUNTS = 1_000;
/** More than any honest answer. */
const ENDLESS_BYTES = 12 * 1024 * 1024;

/**
 * Stands in for Cloudflare's API of Workers AI, its endpoint like OpenAI's included, and says so in every answer. A base URL of `/modes/MODE/client/v4` has
 * everything fail in that way (`modes.ts`). `GET /calls/ACCOUNT` gives the calls for an account id.
 */
export async function startWorkersAiServer(): Promise<{ readonly server: Server; readonly url: string }> {
  const calls = new Map<string, FakeCall[]>();
  const server = createServer((request, response) => {
    respond(request, response, calls).catch((thrown: unknown) => {
      if (!response.headersSent) send(response, { status: 500, error: String(thrown) });
    });
  });
  const origin = await listen(server);
  return { server, url: origin };
}

async function respond(request: IncomingMessage, response: ServerResponse, calls: Map<string, FakeCall[]>) {
  const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://fake");
  const asked = CALLS.exec(pathname)?.[1];
  if (asked !== undefined) return sendJson(response, 200, calls.get(asked) ?? []);
  const [, mode = "", account = "", named] = RUN.exec(pathname) ?? [];
  if (account === "" || request.method !== "POST") {
    return send(response, { status: 404, error: { code: 7_000, message: "No route for that URI" } });
  }
  const body = await readBody(request);
  const { authorization = null, "content-type": contentType = null } = request.headers;
  const fields = fieldsOf(body);
  const model = named ?? String(fields.model);
  remember(calls, account, { model, authorization, contentType, query: search, fields });
  if (!/^Bearer .+/.test(authorization ?? "")) {
    return send(response, { status: 401, error: { code: 10_000, message: "Authentication error" } });
  }
  const failure = failureOf(mode);
  if (failure) return send(response, failure);
  try {
    const answer = named === undefined ? answerAsOpenAi(body) : answerAs({ model, body, query: searchParams });
    if (isBreakage(mode)) breakOff(response, mode, answer);
    else give(response, answer);
  } catch (thrown) {
    if (!(thrown instanceof Lacking)) throw thrown;
    send(response, {
      status: 400,
      error: { code: 3_003, message: `Request is missing headers or body: ${thrown.message}` },
    });
  }
}

function remember(calls: Map<string, FakeCall[]>, account: string, call: FakeCall): void {
  if (!calls.has(account) && calls.size >= MAX_ACCOUNTS) calls.clear();
  calls.set(account, [...(calls.get(account) ?? []), call].slice(-MAX_CALLS));
}

async function readBody(request: IncomingMessage): Promise<FakeBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > MAX_BODY_BYTES) throw new Error("The request is too large");
  }
  const bytes = Buffer.concat(chunks);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) {
    return { as: "json", json: JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>> };
  }
  if (type.startsWith("multipart/form-data")) {
    return { as: "form", form: await new Response(bytes, { headers: { "content-type": type } }).formData() };
  }
  return { as: "bytes", bytes, type };
}

const MAX_SHOWN_CHARS = 2_000;

function fieldsOf(body: FakeBody): Readonly<Record<string, unknown>> {
  if (body.as === "bytes") return { bytes: body.bytes.length };
  const entries = body.as === "form" ? [...body.form.entries()] : Object.entries(body.json);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (value instanceof Blob) return [name, { type: value.type, bytes: value.size }];
      const length = JSON.stringify(value).length;
      return [name, length > MAX_SHOWN_CHARS ? { length } : value];
    }),
  );
}

const FAKE_HEADERS = { "x-fake": "true", "cf-ai-req-id": "fake", "cf-ai-neurons": "2.50" };

function send(response: ServerResponse, { status, error, headers = {} }: FakeFailure): void {
  if (typeof error !== "string") {
    sendJson(response, status, envelope(null, [error]), headers);
    return;
  }
  response.writeHead(status, { "content-type": "text/html", "x-fake": "true", ...headers });
  response.end(error);
}

function sendJson(response: ServerResponse, status: number, json: unknown, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", "x-fake": "true", ...headers });
  response.end(JSON.stringify(json));
}

const envelope = (result: unknown, errors: readonly object[] = []) => ({
  result,
  success: errors.length === 0,
  errors,
  messages: [],
});

/** As it goes out: JSON in its envelope, a file as it is. */
const onTheWire = (answer: FakeAnswer): { readonly type: string; readonly body: Buffer } =>
  "json" in answer
    ? {
        type: "application/json",
        body: Buffer.from(JSON.stringify(answer.isBare ? answer.json : envelope(answer.json))),
      }
    : { type: answer.type, body: answer.file };

function give(response: ServerResponse, answer: FakeAnswer): void {
  const { type, body } = onTheWire(answer);
  response.writeHead(200, { "content-type": type, ...FAKE_HEADERS });
  response.end(body);
}

function breakOff(response: ServerResponse, how: Breakage, answer: FakeAnswer): void {
  const { type, body } = onTheWire(answer);
  const half = body.subarray(0, body.length / 2);
  const begin = (contentType = type) => response.writeHead(200, { "content-type": contentType, ...FAKE_HEADERS });
  switch (how) {
    case "silent":
      return;
    case "hung-up":
      response.destroy();
      return;
    case "stalled":
      begin().write(half);
      return;
    case "cut":
      begin().write(half, () => response.destroy());
      return;
    case "truncated":
      begin().end(half);
      return;
    case "html":
      begin("text/html").end("<html>[fake]</html>");
      return;
    case "shapeless":
      begin("application/json").end(JSON.stringify(envelope({ fake: true })));
      return;
    case "unsuccessful":
      begin("application/json").end(JSON.stringify(envelope({}, [{ message: "JSON Mode couldn't be met" }])));
      return;
    case "endless":
      begin().end(Buffer.alloc(ENDLESS_BYTES, " "));
  }
}
