import { createHmac, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { ROOT } from "../../../scripts/server.ts";

/** A hook as its sender knows it. */
export interface Target {
  readonly url: string;
  readonly secret: string;
}

const sha256 = (secret: string, text: string): string => createHmac("sha256", secret).update(text).digest("hex");
const JSON_TYPE = { "content-type": "application/json" } as const;

export const sendAsGitHub = (
  { url, secret }: Target,
  payload: unknown,
  id: string = randomUUID(),
  event = "issues",
) => {
  const body = JSON.stringify(payload);
  const headers = {
    ...JSON_TYPE,
    ...{ "user-agent": "GitHub-Hookshot/044aadd", "x-github-delivery": id, "x-github-event": event },
    "x-hub-signature-256": `sha256=${sha256(secret, body)}`,
  };
  return fetch(url, { method: "POST", headers, body });
};

export const sendAsStandard = ({ url, secret }: Target, payload: unknown, at = new Date(), content?: string) => {
  const body = JSON.stringify(payload);
  const id = `msg_${randomUUID()}`;
  const headers = {
    ...JSON_TYPE,
    ...{ "webhook-id": id, "webhook-timestamp": String(Math.floor(at.getTime() / 1000)) },
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
  return fetch(url, { method: "POST", headers, body: content ?? body });
};

/** Then Slack tells its user that the command failed. */
const SLACK_PATIENCE_MS = 3_000;

export const sendAsSlack = ({ url, secret }: Target, fields: Readonly<Record<string, string>>) => {
  const body = new URLSearchParams(fields).toString();
  const time = String(Math.floor(Date.now() / 1000));
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": time,
    "x-slack-signature": `v0=${sha256(secret, `v0:${time}:${body}`)}`,
  };
  return fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(SLACK_PATIENCE_MS) });
};

export interface Elsewhere {
  readonly host: string;
  readonly url: string;
  /** The next message that was posted here, at this path; each is given once. */
  next(path: string): Promise<unknown>;
  stop(): void;
}

/** A server of the sender's side: it has a file of `demo/` at every path, and takes messages. */
export async function startElsewhere(file: string): Promise<Elsewhere> {
  const content = await readFile(join(ROOT, "demo", file));
  const boxes = new Map<string, PromiseWithResolvers<unknown>>();
  const boxOf = (path: string): PromiseWithResolvers<unknown> => {
    const box = boxes.get(path) ?? Promise.withResolvers<unknown>();
    boxes.set(path, box);
    return box;
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (request.method === "POST") boxOf(path).resolve(JSON.parse(await textOf(request)));
    response.end(request.method === "POST" ? "ok" : content);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    next: async (path) => {
      const message = await boxOf(path).promise;
      boxes.delete(path);
      return message;
    },
    stop: () => void server.close(),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
