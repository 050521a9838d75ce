import type { IncomingMessage, ServerResponse } from "node:http";

/** One answer; `midway` is what becomes of the connection once the body's first half is out. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly midway?: "stall" | "cut";
}

/** A request as it came in. */
export interface Received {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed where it is JSON; null where it is not. */
  readonly json: Readonly<Record<string, unknown>> | null;
  readonly bytes: number;
}

export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

export const file = (bytes: Buffer, mediaType: string): Reply => ({
  status: 200,
  headers: { "content-type": mediaType, "content-length": String(bytes.length) },
  body: bytes,
});

export async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const isJson = request.headers["content-type"]?.startsWith("application/json") ?? false;
  return {
    method: request.method ?? "GET",
    path: request.url ?? "/",
    headers,
    json: isJson ? (JSON.parse(body.toString()) as Received["json"]) : null,
    bytes: body.length,
  };
}

/** Every answer says that it is none of a model's. */
export function send(response: ServerResponse, { status, headers, body, midway }: Reply): void {
  response.writeHead(status, { ...headers, "x-fake": "true" });
  if (midway === undefined) response.end(body);
  else response.write(body.subarray(0, body.length / 2), () => midway === "cut" && response.destroy());
}
